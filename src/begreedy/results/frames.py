"""Results as tables and arrays of other libraries, each imported on first use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from begreedy.values.canonical import canonical

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    import xarray

    from begreedy.results.result import Result


class Frames:
    """What results and comparisons have for other libraries: a row per policy, run and checkpoint."""

    def _labelled(self) -> list[tuple[str, Result]]:
        """The results, each with its name."""
        raise NotImplementedError

    def to_arrow(self) -> pyarrow.Table:
        """The runs as an Arrow table: a row per policy, run and checkpoint.

        Returns
        -------
        pyarrow.Table
            With the columns policy, run, time, regret and one per measure; its metadata describe the simulation.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 100, runs=10, checkpoints=[50, 100])
        >>> result.to_arrow().num_rows
        20
        """
        return arrow_table(self._labelled())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The same for any library that knows the Arrow PyCapsule interface, such as ``polars.DataFrame(result)``."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The runs as a pandas data frame: a row per policy, run and checkpoint.

        Returns
        -------
        pandas.DataFrame
            With the columns policy, run, time, regret and one per measure.

        Raises
        ------
        ImportError
            If pandas is not installed.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 100, runs=10, checkpoints=[50, 100])
        >>> len(result.to_pandas())                            # doctest: +SKIP
        20
        """
        with needing("pandas"):
            return self.to_arrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The runs as a polars data frame: a row per policy, run and checkpoint.

        Returns
        -------
        polars.DataFrame
            With the columns policy, run, time, regret and one per measure.

        Raises
        ------
        ImportError
            If polars is not installed.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 100, runs=10, checkpoints=[50, 100])
        >>> len(result.to_polars())                            # doctest: +SKIP
        20
        """
        with needing("polars"):
            import polars

        return polars.from_arrow(self.to_arrow())

    def to_xarray(self) -> xarray.Dataset:
        """The runs as an xarray dataset.

        Returns
        -------
        xarray.Dataset
            ``regret`` and measures by policy, run and time, and the totals of each run by policy and run.

        Raises
        ------
        ImportError
            If xarray is not installed.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 100, runs=10, checkpoints=[50, 100])
        >>> dict(result.to_xarray().sizes)                     # doctest: +SKIP
        {'policy': 1, 'run': 10, 'time': 2}
        """
        return dataset(self._labelled())


@contextmanager
def needing(library: str) -> Iterator[None]:
    """A block of code that imports a library that is not installed with begreedy."""
    try:
        yield
    except ImportError as error:
        raise ImportError(f"to_{library} needs {library}, which is not installed: pip install {library}") from error


def arrow_table(results: Sequence[tuple[str, Result]]) -> pyarrow.Table:
    """Results below each other, a row per policy, run and checkpoint."""
    import pyarrow as pa

    first = results[0][1]
    runs, points = first.regret.shape
    codes = pa.array(np.repeat(np.arange(len(results), dtype=np.int32), runs * points))
    columns = {
        "policy": pa.DictionaryArray.from_arrays(codes, [label for label, _ in results]),
        "run": np.tile(np.repeat(np.arange(runs), points), len(results)),
        "time": np.tile(first.times, runs * len(results)),
        "regret": np.concatenate([result.regret.ravel() for _, result in results]),
    }
    for name, values in first.measured.items():
        every = np.concatenate([result.measured[name].reshape(-1, *values.shape[2:]) for _, result in results])
        columns[name] = lists_or_numbers(every)
    about = {
        "policy": "; ".join(canonical(result.policy) for _, result in results),
        "problem": canonical(first.problem),
        "horizon": str(first.horizon),
        "seed": str(first.seed),
    }
    return pa.table(columns).replace_schema_metadata(about)


def lists_or_numbers(rows: np.ndarray) -> pyarrow.Array:
    """Rows as a column of Arrow: of numbers, or of lists."""
    import pyarrow as pa

    if rows.ndim == 1:
        return pa.array(rows)
    return pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), rows.shape[1])


def dataset(results: Sequence[tuple[str, Result]]) -> xarray.Dataset:
    """Results beside each other, with the dimensions policy, run and time."""
    with needing("xarray"):
        import xarray
    first = results[0][1]

    def together(name: str) -> np.ndarray:
        return np.stack([getattr(result, name) for _, result in results])

    measured = {
        name: (("policy", "run", "time", "arm")[: values.ndim + 1], np.stack([r.measured[name] for _, r in results]))
        for name, values in first.measured.items()
    }
    curves = ["regret", *(["rounds"] if first.budgeted else [])]
    totals = ["reward", "pulls", "arms_tried", "locked_gap", "reference"]
    return xarray.Dataset(
        {name: (("policy", "run", "time"), together(name)) for name in curves}
        | {name: (("policy", "run"), together(name)) for name in totals}
        | measured,
        coords={"policy": [label for label, _ in results], "run": np.arange(first.runs), "time": first.times},
        attrs={"problem": canonical(first.problem), "horizon": first.horizon, "seed": first.seed},
    )
