"""Figures as files, drawn with Matplotlib."""

from begreedy.values.extras import MissingExtra

try:
    import matplotlib
except ModuleNotFoundError as error:
    raise MissingExtra.of("figures", "plot", error) from None

matplotlib.use("Agg")  # files only: no window, no display needed
