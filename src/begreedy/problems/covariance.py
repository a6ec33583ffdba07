"""Covariance matrices: checked, and factored."""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.values.errors import BadType, BadValue

_SMALL = 1e-9  # how far from positive semidefinite rounding may leave a covariance of variance 1


def symmetric(table: Any, size: int, where: str) -> np.ndarray:
    """A square table of finite numbers as a symmetric matrix; raises an error that names ``where`` if it is none."""
    try:
        matrix = np.array(table, float)
    except (TypeError, ValueError):
        matrix = np.zeros(0)
    if matrix.shape != (size, size) or not np.isfinite(matrix).all():
        raise BadType.of(where, table, f"{size} rows of {size} numbers")
    if not np.array_equal(matrix, matrix.T):
        raise BadValue.of(where, table, "symmetric")
    return matrix


def cholesky(matrix: np.ndarray, where: str, table: Any) -> np.ndarray:
    """A lower triangular factor of a positive semidefinite matrix; raises if it is none."""
    size = len(matrix)
    scale = max(1e-300, float(matrix.diagonal().max()))
    factor = np.zeros((size, size))
    rest = matrix / scale
    for j in range(size):
        pivot = rest[j, j]
        column = rest[j:, j]
        if pivot < -_SMALL or (pivot <= _SMALL and np.abs(column).max() > 1e-4):
            raise BadValue.of(where, table, "positive semidefinite")
        if pivot > _SMALL:
            factor[j:, j] = column / np.sqrt(pivot)
            rest[j:, j:] -= np.outer(factor[j:, j], factor[j:, j])
    return factor * np.sqrt(scale)
