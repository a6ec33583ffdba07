"""The version of the package: part of what names its results and its compiled code."""

__version__ = "0.2.0"
