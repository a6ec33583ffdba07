"""Figures as files, drawn with Matplotlib."""

import matplotlib

matplotlib.use("Agg")  # files only: no window, no display needed
