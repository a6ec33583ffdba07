"""Numbers written for people."""

from __future__ import annotations

from math import floor, isnan, log10


def number(value: float, digits: int = 4) -> str:
    """A number to so many digits, without powers of ten where people do not use them.

    >>> number(11330.4), number(0.01234), number(7.0), number(1.9e46)
    ('11330', '0.01234', '7', '1.9e46')
    """
    if value == 0.0 or not 1e-4 <= abs(value) < 1e7:
        return f"{value:.{digits}g}".replace("e+", "e")
    decimals = max(0, digits - 1 - floor(log10(abs(value))))
    words = f"{value:.{decimals}f}"
    return words.rstrip("0").rstrip(".") if "." in words else words


def mean_words(mean: float, stderr: float | None) -> str:
    """A mean and its standard error; None: there is nothing to say of it, NaN: it is unknown.

    >>> mean_words(12.34, 0.56), mean_words(12.34, float("nan")), mean_words(12.34, None)
    ('12.34 ± 0.56', '12.34 ± unknown', '12.34')
    """
    if stderr is None:
        return number(mean)
    return f"{number(mean)} ± {'unknown' if isnan(stderr) else number(stderr, 2)}"


def error_words(stderr: float) -> str:
    """A standard error to two digits, or that it is unknown: that of a mean over one run.

    >>> error_words(0.1234), error_words(float("nan"))
    ('0.12', 'unknown')
    """
    return "unknown" if isnan(stderr) else f"{stderr:.2g}"


def rounded(value: float) -> str:
    """A number to two digits, in full as far as people write it so.

    >>> rounded(1.234), rounded(12361.0), rounded(3.14e6), rounded(5e8)
    ('1.2', '12 000', '3 100 000', '5.0e8')
    """
    return f"{value:.2g}" if value < 99.5 else grouped(float(f"{value:.2g}"))


def three_digits(value: float, sign: str = "-") -> str:
    """Three digits, or all before the point; groups of three are kept together at the end of a line.

    >>> three_digits(12345.6), three_digits(0.01234), three_digits(8637.0, "+")
    ('12\u202f346', '0.0123', '+8637')
    """
    if abs(value) < 1000.0:
        return f"{value:{sign}.3g}"
    return f"{value:{sign}.0f}" if abs(value) < 9999.5 else f"{value:{sign},.0f}".replace(",", "\u202f")


def five_digits(value: float) -> str:
    """A whole number in full, another to five digits.

    >>> five_digits(1_000_000.0), five_digits(1234.567)
    ('1000000', '1234.6')
    """
    return str(int(value)) if value < 1e7 and value == int(value) else f"{value:.5g}"


def grouped(value: float) -> str:
    """A horizon in words that need no mathematics.

    >>> grouped(12361.2), grouped(1.9e46)
    ('12 361', '1.9e46')
    """
    if value < 1e7:
        return f"{value:,.0f}".replace(",", " ")
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}e{int(power)}"


def p_words(p_value: float) -> str:
    """A p-value.

    >>> p_words(0.0123), p_words(1e-12), p_words(float("nan"))
    ('p = 0.012', 'p < 1e-9', 'p unknown')
    """
    if p_value != p_value:
        return "p unknown"
    return f"p = {p_value:.2g}" if p_value >= 1e-9 else "p < 1e-9"


def few(value: float) -> str:
    """A whole number, rounded down to two digits.

    >>> few(1299.0), few(0.3)
    ('1200', '0')
    """
    if value < 1.0:
        return "0"
    step = 10 ** max(0, floor(log10(value)) - 1)
    return str(int(value // step * step))


def size_words(size: float) -> str:
    """A number of bytes.

    >>> size_words(2.5e6), size_words(3e9)
    ('2.5 MB', '3 GB')
    """
    return f"{size / 1e9:.3g} GB" if size >= 1e9 else f"{max(size / 1e6, 0.1):.3g} MB"


def time_words(seconds: float) -> str:
    """A time that something took, or would take.

    >>> time_words(3.14159), time_words(600.0), time_words(9000.0)
    ('3.14 s', '10 minutes', '2.5 hours')
    """
    if seconds < 120.0:
        return f"{seconds:.3g} s"
    return f"{seconds / 60.0:.3g} minutes" if seconds < 7200.0 else f"{seconds / 3600.0:.3g} hours"
