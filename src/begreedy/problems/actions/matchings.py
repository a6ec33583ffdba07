"""The matchings of two sides: an assignment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import inf
from typing import Any

from begreedy.random import uniform
from begreedy.values.value import Value

KEY = 1e-12  # the size of the random keys that break ties, as a share of the largest weight
GRAIN = 2.0**33  # adding and subtracting so many times a number rounds to 20 of its binary digits
HUGE = 1e100  # weights beyond are made smaller: their sums, and what rounds them, would be infinite
ROUNDING = 2.0**-49  # what sums of a few numbers may lose, as a share of the largest
NOBODY = -1.0


@dataclass(frozen=True)
class Matchings(Value):
    """Assignments: every row gets a different column (or every column a row, if there are fewer columns).

    Arm ``row * columns + column`` is a pair; arms are numbered row by row.  The best matching is found by shortest
    augmenting paths (the Hungarian method); ties by random keys, fresh every time.

    Parameters
    ----------
    rows : int
        Number of rows.
    columns : int
        Number of columns.

    Examples
    --------
    >>> Matchings(2, 3).arms, Matchings(2, 3).size
    (6, 2)
    """

    rows: int
    columns: int

    def validate(self) -> None:
        self.require("rows", self.rows >= 1, "at least 1")
        self.require("columns", self.columns >= 1, "at least 1")

    @property
    def arms(self) -> int:
        return self.rows * self.columns

    @property
    def size(self) -> int:
        return min(self.rows, self.columns)

    @property
    def memory(self) -> int:
        few, many = self.size, max(self.rows, self.columns)
        return few * many + few + 5 * (many + 1) + (few + 1) * (few + 1)

    def every(self) -> Iterator[tuple[int, ...]]:
        """All matchings, one by one."""
        wide = self.rows <= self.columns
        for partners in permutations(range(max(self.rows, self.columns)), self.size):
            yield tuple(i * self.columns + j if wide else j * self.columns + i for i, j in enumerate(partners))

    def solve(self, weights: Any, chosen: Any, memory: Any, floor: Any, rng: Any) -> int:
        """Costs are minus the weights; rows have gains and columns prices, column 0 standing for none at all.

        With as many rows as columns the prices are kept from one call to the next: rows that still prefer their
        column keep it, the others are matched again, by an augmenting path each.  Where rounding may have decided, it
        is solved anew: what is found depends on weights and keys, not on what was asked before.
        """
        few, many = min(self.rows, self.columns), max(self.rows, self.columns)
        across, down = (self.columns, 1) if self.rows <= self.columns else (1, self.columns)
        price = few * many + few
        partner = price + many + 1
        largest = 0.0
        for arm in range(few * many):
            largest = max(largest, abs(weights[arm]))
        shrink = HUGE / largest if largest > HUGE else 1.0
        largest *= shrink
        scale = KEY * largest if largest > 0.0 else KEY
        for row in range(few):
            for column in range(many):
                memory[row * many + column] = -weights[row * across + column * down] * shrink - scale * uniform(rng)
        if few < many or not _resume(memory, largest, few):
            _begin(memory, few, many)
            for row in range(few):
                _augment(memory, row, few, many)
        wanted = floor[0] > -inf
        if wanted:
            _fair_prices(memory, few, many)
        for column in range(1, many + 1):
            row = int(memory[partner + column])
            if row >= 0:
                chosen[row] = row * across + (column - 1) * down
            if row >= 0 and wanted:
                # The prices prove the matching best as long as no row would rather have another column.
                rest = inf
                for other in range(1, many + 1):
                    if other != column:
                        rest = min(rest, memory[row * many + other - 1] - memory[price + other])
                floor[chosen[row]] = -(rest + memory[price + column]) / shrink
        return few


def _begin(memory: Any, few: int, many: int) -> None:
    """No gains, no prices, no pairs."""
    price = few * many + few
    for row in range(few):
        memory[few * many + row] = 0.0
    for column in range(many + 1):
        memory[price + column] = 0.0
        memory[price + many + 1 + column] = NOBODY


def _resume(memory: Any, largest: float, side: int) -> bool:
    """Match as many rows as columns, from the last prices; returns whether no other matching is nearly as good.

    Any prices will do to start from.  They are rounded to 20 binary digits, so that subtracting them loses few of those
    in which keys differ, and given up if they belong to far larger weights.
    """
    price = side * side + side
    waiting = price + 5 * (side + 1)  # by row: whether it has no column yet
    highest = -inf
    lowest = inf
    for column in range(1, side + 1):
        highest = max(highest, memory[price + column])
        lowest = min(lowest, memory[price + column])
    if not highest - lowest <= 2.0 * side * largest:
        return False
    coarse = GRAIN * largest
    memory[price] = 0.0
    for column in range(1, side + 1):
        memory[price + column] = (memory[price + column] - highest + coarse) - coarse
    _claim(memory, side)
    for row in range(side):
        if memory[waiting + row] == 1.0:
            _augment(memory, row, side, side)
    return _alone(memory, largest, side)


def _claim(memory: Any, side: int) -> None:
    """Give every row the column that it likes best at these prices, unless a row before it did."""
    gain = side * side
    price = gain + side
    partner = price + side + 1
    waiting = partner + 4 * (side + 1)
    for column in range(side + 1):
        memory[partner + column] = NOBODY
    for row in range(side):
        nearest = 1
        least = inf
        for column in range(1, side + 1):
            reduced = memory[row * side + column - 1] - memory[price + column]
            if reduced < least:
                least = reduced
                nearest = column
        memory[gain + row] = least
        memory[waiting + row] = 0.0 if memory[partner + nearest] == NOBODY else 1.0
        if memory[waiting + row] == 0.0:
            memory[partner + nearest] = row


def _alone(memory: Any, largest: float, side: int) -> bool:
    """Whether every other matching is worse by more than rounding loses.

    Another one passes columns around a cycle of rows, and costs what each would lose by its new column at these prices.
    So there is none nearby if the changes that cost next to nothing make no cycle: rows whose columns nobody would take
    are struck out, one after another, until none is left.
    """
    gain = side * side
    price = gain + side
    partner = price + side + 1
    takers = partner + 4 * (side + 1)  # by row: how many others would take its column
    struck = takers + side  # the rows struck out, of which ``seen`` have been looked at
    size = largest
    for column in range(1, side + 1):
        size = max(size, abs(memory[price + column]))
    slack = ROUNDING * side * size
    for row in range(side):
        memory[takers + row] = -1.0  # each row would take its own
    for row in range(side):
        reach = memory[gain + row] + slack
        for column in range(1, side + 1):
            if memory[row * side + column - 1] - memory[price + column] <= reach:
                memory[takers + int(memory[partner + column])] += 1.0
    count = 0
    for row in range(side):
        if memory[takers + row] == 0.0:
            memory[struck + count] = row
            count += 1
    seen = 0
    while seen < count:
        row = int(memory[struck + seen])
        reach = memory[gain + row] + slack
        seen += 1
        for column in range(1, side + 1):
            if memory[row * side + column - 1] - memory[price + column] <= reach:
                owner = int(memory[partner + column])
                memory[takers + owner] -= 1.0
                if memory[takers + owner] == 0.0:
                    memory[struck + count] = owner
                    count += 1
    return count == side


def _augment(memory: Any, row: int, few: int, many: int) -> None:
    """Match one more row, by the cheapest path on which columns change hands."""
    gain = few * many
    price = gain + few
    partner = price + many + 1
    least, before, used = partner + many + 1, partner + 2 * (many + 1), partner + 3 * (many + 1)
    memory[partner] = row
    for column in range(many + 1):
        memory[least + column] = inf
        memory[used + column] = 0.0
    at = 0
    while memory[partner + at] >= 0.0:
        memory[used + at] = 1.0
        owner = int(memory[partner + at])
        step = inf
        nearest = 0
        for column in range(1, many + 1):
            if memory[used + column] == 0.0:
                reduced = memory[owner * many + column - 1] - memory[gain + owner] - memory[price + column]
                if reduced < memory[least + column]:
                    memory[least + column] = reduced
                    memory[before + column] = at
                if memory[least + column] < step:
                    step = memory[least + column]
                    nearest = column
        for column in range(many + 1):
            if memory[used + column] == 1.0:
                memory[gain + int(memory[partner + column])] += step
                memory[price + column] -= step
            else:
                memory[least + column] -= step
        at = nearest
    while at > 0:
        previous = int(memory[before + at])
        memory[partner + at] = memory[partner + previous]
        at = previous


def _fair_prices(memory: Any, few: int, many: int) -> None:
    """Prices that leave every row some room, if the best matching is the only one.

    What a row would lose by each other column, L, makes a graph of columns (all free ones are one node, the last), and
    prices prove the matching if ``price[j] - price[k] <= L[k, j]``, for which distances from any node do.  Their mean
    is strictly less, except on cycles of length 0: other matchings that are as good.
    """
    price = few * many + few
    partner = price + many + 1
    place, length = partner + many + 1, partner + 4 * (many + 1)  # by column: its node
    nodes = few + 1
    seen = 0
    for column in range(1, many + 1):
        memory[place + column] = few
        if memory[partner + column] >= 0.0:
            memory[place + column] = seen
            seen += 1
    for i in range(nodes * nodes):
        memory[length + i] = inf
    for node in range(nodes):
        memory[length + node * nodes + node] = 0.0
        memory[length + few * nodes + node] = 0.0 if many > few or node == few else inf
    for column in range(1, many + 1):
        row = int(memory[partner + column])
        if row >= 0:
            start = length + int(memory[place + column]) * nodes
            for target in range(1, many + 1):
                if target != column:
                    loss = memory[row * many + target - 1] - memory[row * many + column - 1]
                    end = start + int(memory[place + target])
                    memory[end] = min(memory[end], loss)
    for via in range(nodes):
        for source in range(nodes):
            first = memory[length + source * nodes + via]
            if first < inf:
                for target in range(nodes):  # without a branch: compiled, several at once
                    known = memory[length + source * nodes + target]
                    memory[length + source * nodes + target] = min(known, first + memory[length + via * nodes + target])
    sources = nodes if many > few else few
    for column in range(1, many + 1):
        total = 0.0
        for source in range(sources):
            total += memory[length + source * nodes + int(memory[place + column])]
        memory[price + column] = total / sources
