"""Linear algebra of small dense matrices for compiled code: nothing here allocates or calls a library.

Inner loops run along rows and never sum into one number where they need not, so that the compiler can vectorise them
without changing a bit.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from begreedy.random import normal


def dot(a: Any, b: Any) -> float:
    """The inner product of two vectors, as four sums that need not wait for each other."""
    first = second = third = fourth = 0.0
    rest = len(a) % 4
    for i in range(rest):
        first += a[i] * b[i]
    for i in range(rest, len(a), 4):
        first += a[i] * b[i]
        second += a[i + 1] * b[i + 1]
        third += a[i + 2] * b[i + 2]
        fourth += a[i + 3] * b[i + 3]
    return (first + second) + (third + fourth)


def normalise(x: Any) -> float:
    """Scale a vector to length 1 (0 stays 0); returns the length it had."""
    length = sqrt(dot(x, x))
    if length > 0.0:
        for i in range(len(x)):
            x[i] /= length
    return length


def random_direction(x: Any, rng: Any) -> None:
    """A uniformly random unit vector."""
    length = 0.0
    while length == 0.0:
        for i in range(len(x)):
            x[i] = normal(rng)
        length = normalise(x)


def correct_and_multiply(matrix: Any, gain: Any, weight: float, x: Any, out: Any) -> None:
    """``matrix -= weight * gain gain'``, then ``out = matrix x``, for a symmetric matrix, in one pass over it."""
    size = len(x)
    for i in range(size):
        out[i] = 0.0
    for i in range(size):
        factor = weight * gain[i]
        share = x[i]
        for j in range(size):
            entry = matrix[i, j] - factor * gain[j]
            matrix[i, j] = entry
            out[j] += share * entry


def quadratic(matrix: Any, x: Any) -> float:
    """``x' matrix x``; the sums of four rows at a time need not wait for each other."""
    size = len(x)
    result = 0.0
    whole = size - size % 4
    for i in range(0, whole, 4):
        first = second = third = fourth = 0.0
        for j in range(size):
            first += matrix[i, j] * x[j]
            second += matrix[i + 1, j] * x[j]
            third += matrix[i + 2, j] * x[j]
            fourth += matrix[i + 3, j] * x[j]
        result += x[i] * first
        result += x[i + 1] * second
        result += x[i + 2] * third
        result += x[i + 3] * fourth
    for i in range(whole, size):
        row = 0.0
        for j in range(size):
            row += matrix[i, j] * x[j]
        result += x[i] * row
    return result


def add_outer(matrix: Any, x: Any) -> None:
    """``matrix += x x'``."""
    size = len(x)
    for i in range(size):
        share = x[i]
        for j in range(size):
            matrix[i, j] += share * x[j]


def subtract_outer(matrix: Any, x: Any) -> None:
    """``matrix -= x x'``."""
    size = len(x)
    for i in range(size):
        share = x[i]
        for j in range(size):
            matrix[i, j] -= share * x[j]


# ---------------------------------------------------------------- Cholesky factor, kept up to date


def update_factor(factor: Any, x: Any) -> None:
    """From R with R'R = V (upper triangular) to that of V + x x'; overwrites x."""
    size = len(x)
    for k in range(size):
        pivot = factor[k, k]
        radius = sqrt(pivot * pivot + x[k] * x[k])
        c = radius / pivot
        s = x[k] / pivot
        factor[k, k] = radius
        for i in range(k + 1, size):
            entry = (factor[k, i] + s * x[i]) / c
            factor[k, i] = entry
            x[i] = c * x[i] - s * entry


def downdate_factor(factor: Any, x: Any) -> None:
    """From R with R'R = V to that of V - x x', which must be positive definite; overwrites x."""
    size = len(x)
    for k in range(size):
        pivot = factor[k, k]
        radius = sqrt((pivot - x[k]) * (pivot + x[k]))
        c = radius / pivot
        s = x[k] / pivot
        factor[k, k] = radius
        for i in range(k + 1, size):
            entry = (factor[k, i] - s * x[i]) / c
            factor[k, i] = entry
            x[i] = c * x[i] - s * entry


def solve_upper(factor: Any, x: Any) -> None:
    """Overwrite x by the solution u of R u = x."""
    size = len(x)
    for k in range(size - 1, -1, -1):
        total = x[k]
        for i in range(k + 1, size):
            total -= factor[k, i] * x[i]
        x[k] = total / factor[k, k]


# ---------------------------------------------------------------- eigenvalues, and their vectors as operators


def tridiagonalise(matrix: Any, diagonal: Any, off: Any, reflector: Any, scale: Any, work: Any) -> None:
    """Householder's reduction of a symmetric matrix (overwritten) to tridiagonal form, H' A H.

    ``off[k]`` couples k and k + 1; row k of ``reflector`` and ``scale[k]`` keep the reflection I - scale v v'.
    """
    size = len(diagonal)
    for k in range(size - 2):
        diagonal[k] = matrix[k, k]
        tail = 0.0
        for i in range(k + 2, size):
            tail += matrix[k, i] * matrix[k, i]
        lead = matrix[k, k + 1]
        if tail == 0.0:
            off[k] = lead
            scale[k] = 0.0
            continue
        length = sqrt(lead * lead + tail)
        if lead > 0.0:
            length = -length
        off[k] = length
        for i in range(k + 1, size):
            reflector[k, i] = matrix[k, i]
        reflector[k, k + 1] = lead - length
        scale[k] = 1.0 / (length * (length - lead))
        _reflect_both_sides(matrix, reflector, scale[k], k, size, work)
    if size > 1:
        diagonal[size - 2] = matrix[size - 2, size - 2]
        off[size - 2] = matrix[size - 2, size - 1]
    diagonal[size - 1] = matrix[size - 1, size - 1]


def _reflect_both_sides(matrix: Any, reflector: Any, scale: float, k: int, size: int, work: Any) -> None:
    for i in range(k + 1, size):
        work[i] = 0.0
    for i in range(k + 1, size):
        share = reflector[k, i]
        for j in range(k + 1, size):
            work[j] += share * matrix[i, j]
    inner = 0.0
    for i in range(k + 1, size):
        work[i] *= scale
        inner += work[i] * reflector[k, i]
    inner *= 0.5 * scale
    for i in range(k + 1, size):
        work[i] -= inner * reflector[k, i]
    for i in range(k + 1, size):
        reflected = reflector[k, i]
        worked = work[i]
        for j in range(k + 1, size):
            matrix[i, j] -= reflected * work[j] + worked * reflector[k, j]


def rotations_needed(size: int) -> int:
    """Room for the rotations of ``diagonalise``: about 1 per pair of rows in practice; 15 are never reached."""
    return 15 * size * size + 64


def diagonalise(diagonal: Any, off: Any, cosine: Any, sine: Any, row: Any) -> int:
    """Implicit QL steps: ``diagonal`` becomes the eigenvalues; the rotations are kept.  Returns how many, or -1.

    Rotation r acts on rows ``row[r]`` and ``row[r] + 1``.  To multiply by the eigenvectors is to apply the rotations:
    much cheaper than to form the vectors.
    """
    size = len(diagonal)
    count = 0
    for low in range(size - 1):
        while True:
            high = low
            while high < size - 1:
                near = abs(diagonal[high]) + abs(diagonal[high + 1])
                if abs(off[high]) <= 1.1e-16 * near:
                    break
                high += 1
            if high == low:
                break
            if count + high - low > len(row):
                return -1
            # Wilkinson's shift.
            g = (diagonal[low + 1] - diagonal[low]) / (2.0 * off[low])
            r = sqrt(g * g + 1.0)
            g = diagonal[high] - diagonal[low] + off[low] / (g + (r if g >= 0.0 else -r))
            s = 1.0
            c = 1.0
            p = 0.0
            split = False
            for i in range(high - 1, low - 1, -1):
                f = s * off[i]
                b = c * off[i]
                r = sqrt(f * f + g * g)
                off[i + 1] = r
                if r == 0.0:
                    diagonal[i + 1] -= p
                    off[high] = 0.0
                    split = True
                    break
                s = f / r
                c = g / r
                g = diagonal[i + 1] - p
                r = (diagonal[i] - g) * s + 2.0 * c * b
                p = s * r
                diagonal[i + 1] = g + p
                g = c * r - b
                cosine[count] = c
                sine[count] = s
                row[count] = i
                count += 1
            if not split:
                diagonal[low] -= p
                off[low] = g
                off[high] = 0.0
    return count


def to_eigenbasis(x: Any, reflector: Any, scale: Any, cosine: Any, sine: Any, row: Any, count: int) -> None:
    """``x = Q' x``."""
    size = len(x)
    for k in range(size - 2):
        _reflect(x, reflector, scale[k], k, size)
    for r in range(count):
        i = row[r]
        kept = x[i + 1]
        x[i + 1] = sine[r] * x[i] + cosine[r] * kept
        x[i] = cosine[r] * x[i] - sine[r] * kept


def from_eigenbasis(x: Any, reflector: Any, scale: Any, cosine: Any, sine: Any, row: Any, count: int) -> None:
    """``x = Q x``."""
    size = len(x)
    for r in range(count - 1, -1, -1):
        i = row[r]
        kept = x[i + 1]
        x[i + 1] = cosine[r] * kept - sine[r] * x[i]
        x[i] = cosine[r] * x[i] + sine[r] * kept
    for k in range(size - 3, -1, -1):
        _reflect(x, reflector, scale[k], k, size)


def _reflect(x: Any, reflector: Any, scale: float, k: int, size: int) -> None:
    if scale == 0.0:
        return
    inner = 0.0
    for i in range(k + 1, size):
        inner += reflector[k, i] * x[i]
    inner *= scale
    for i in range(k + 1, size):
        x[i] -= inner * reflector[k, i]


# ---------------------------------------------------------------- the longest vector of an ellipsoid


def farthest(eigenvalue: Any, response: Any, radius: float, point: Any, rng: Any) -> None:
    """The longest vector of {u : (u - m)' V (u - m) <= radius**2}, in the eigenbasis of V, where V m = response.

    With c = m sqrt(w), p = 1/w and the multiplier p0 + nu, the offset z = sqrt(w) (u - m) solves
    ``z = c / (nu + g)``, ``|z| = radius``, where g = p0 - p is computed from w without cancellation.  ``1/|z|`` is
    concave and increasing in nu, so Newton's steps from the left climb to the root.  If m has no part in the space of
    the smallest eigenvalue (the *hard case*: the rule as long as the actions do not span all directions), nu may be 0
    and what is left of the radius goes into a uniformly random direction of that space: all are equally good.
    """
    size = len(eigenvalue)
    smallest = eigenvalue[0]
    largest = eigenvalue[0]
    for i in range(1, size):
        smallest = min(smallest, eigenvalue[i])
        largest = max(largest, eigenvalue[i])
    same = 1e-12 * smallest + 4e-15 * size * largest  # eigenvalues that differ by rounding only
    all_squares = 0.0
    low_squares = 0.0
    for i in range(size):
        c = response[i] / (eigenvalue[i] * sqrt(eigenvalue[i]))
        point[i] = c
        all_squares += c * c
        if eigenvalue[i] - smallest <= same:
            low_squares += c * c
    hard = low_squares <= 1e-24 * all_squares
    nu = 0.0 if hard else sqrt(low_squares) / radius
    left = radius * radius
    if hard:
        for i in range(size):
            if eigenvalue[i] - smallest > same:
                z = point[i] * eigenvalue[i] * smallest / (eigenvalue[i] - smallest)
                left -= z * z
    if hard and left >= 0.0:
        _fill_lowest(eigenvalue, smallest, same, sqrt(left), point, rng)
    else:
        nu = _newton(eigenvalue, smallest, same, radius, nu, hard, point)
        for i in range(size):
            low = eigenvalue[i] - smallest <= same
            gap = 0.0 if low else (eigenvalue[i] - smallest) / (eigenvalue[i] * smallest)
            point[i] = 0.0 if low and hard else point[i] / (nu + gap)
    for i in range(size):
        point[i] = response[i] / eigenvalue[i] + point[i] / sqrt(eigenvalue[i])


def _fill_lowest(eigenvalue: Any, smallest: float, same: float, length: float, point: Any, rng: Any) -> None:
    """The hard case: a random vector of this length in the lowest space, nu = 0 elsewhere."""
    squares = 0.0
    while squares == 0.0:
        for i in range(len(eigenvalue)):
            if eigenvalue[i] - smallest <= same:
                point[i] = normal(rng)
                squares += point[i] * point[i]
    factor = length / sqrt(squares)
    for i in range(len(eigenvalue)):
        if eigenvalue[i] - smallest <= same:
            point[i] *= factor
        else:
            point[i] *= eigenvalue[i] * smallest / (eigenvalue[i] - smallest)


def _newton(eigenvalue: Any, smallest: float, same: float, radius: float, nu: float, hard: bool, c: Any) -> float:
    for _ in range(200):
        squares = 0.0
        slope = 0.0
        for i in range(len(eigenvalue)):
            low = eigenvalue[i] - smallest <= same
            if low and hard:
                continue
            shift = nu if low else nu + (eigenvalue[i] - smallest) / (eigenvalue[i] * smallest)
            z = c[i] / shift
            squares += z * z
            slope += z * z / shift
        length = sqrt(squares)
        step = (length / radius - 1.0) * squares / slope
        nu += step
        if step <= 1e-15 * nu or abs(length / radius - 1.0) < 1e-14:
            break
    return nu
