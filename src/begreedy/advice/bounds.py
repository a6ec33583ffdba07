"""The bounds of one model side by side, as curves over the horizon and as rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from begreedy import theory
from begreedy.theory.bound import Bound
from begreedy.values.numbers import five_digits
from begreedy.values.text_table import text_table

Curve = Callable[[float], Bound]

PARAMETERS: dict[str, dict[str, Any]] = {
    "finite": {"arms": None, "best": None, "sigma": 1.0},
    "continuous": {"alpha": 1.0, "smoothness": 1.0, "k": None, "sigma": 1.0},
    "infinite": {"beta": 1.0, "c1": 1.0, "k": None, "sigma": 1.0},
    "many-armed": {"gamma": None, "arms": None, "k": None, "sigma": 1.0},
}


def bound_curves(model: str, given: dict[str, Any]) -> dict[str, Curve]:
    """The bounds of a model by name, each a function of the horizon; ``given`` are its parameters that are known."""
    if model not in PARAMETERS:
        raise ValueError(f"model must be one of {', '.join(PARAMETERS)}, got {model!r}")
    known = PARAMETERS[model]
    for name in given:
        if name not in known:
            raise ValueError(f"{name} is no parameter of the {model} model; it has {', '.join(known)}")
    return _MODELS[model](**{**known, **given})


def bound_rows(model: str, horizon: float, given: dict[str, Any]) -> list[dict[str, Any]]:
    """One row per bound, at one horizon."""
    return [_row(model, name, curve(horizon)) for name, curve in bound_curves(model, given).items()]


def _row(model: str, name: str, bound: Bound) -> dict[str, Any]:
    return {
        "model": model,
        "bound_of": name,
        "statement": bound.statement,
        "kind": bound.kind,
        "horizon": bound.horizon,
        "bound": bound.value,
        "k": bound.k,
        "epsilon": bound.epsilon,
        "fails": list(bound.fails),
        "vacuous": bound.vacuous,
    }


def bound_table(rows: list[dict[str, Any]]) -> str:
    """The rows as a plain-text table, saying which bounds say nothing and which do not apply."""
    lines = [("bound", "regret", "K", "epsilon", "remark")]
    for row in rows:
        sign = {"upper": "<= ", "rate": "<= order ", "lower": ">= order "}[row["kind"]]
        remarks = ["vacuous (not below T)"] if row["vacuous"] else []
        remarks += ["fails: " + ", ".join(row["fails"])] if row["fails"] else []
        k = "" if row["k"] is None else five_digits(row["k"])
        epsilon = "" if row["epsilon"] is None else f"{row['epsilon']:.4g}"
        lines.append((row["bound_of"], sign + five_digits(row["bound"]), k, epsilon, "; ".join(remarks)))
    return text_table(lines)


def _needed(model: str, **values: Any) -> None:
    for name, value in values.items():
        if value is None:
            raise ValueError(f"the {model} model needs {name}")


def _finite(arms: int | None, best: int | None, sigma: float) -> dict[str, Curve]:
    _needed("finite", arms=arms, best=best)
    known: dict[str, Any] = {"k": arms, "near_optimal": best, "sigma": sigma}
    return {
        "Greedy": partial(theory.generic, **known),
        "Greedy, chaining": partial(theory.chaining, **known),
        "Greedy, chaining, sharp": partial(theory.chaining, sharp=True, **known),
    }


def _continuous(alpha: float, smoothness: float, k: int | None, sigma: float) -> dict[str, Curve]:
    known: dict[str, Any] = {"alpha": alpha, "smoothness": smoothness}
    greedy = partial(theory.continuous, sigma=sigma, **known)
    unknown = partial(theory.continuous_unknown, sigma=sigma, **known)
    return {
        "Greedy": greedy,
        "Greedy, as printed": partial(greedy, printed=True),
        **_chosen(greedy, k),
        "Greedy, best K and epsilon": partial(greedy, best=True),
        "Greedy, smoothness unknown": unknown,
        "Greedy, smoothness unknown, best epsilon": partial(unknown, best=True),
        "MOSS": partial(theory.moss_continuous, **known),
        "MeDZO, smoothness unknown": partial(theory.medzo_continuous, **known),
        "any policy": partial(theory.lower_continuous, **known),
        "any policy, smoothness unknown": partial(theory.lower_continuous_unknown, **known),
    }


def _infinite(beta: float, c1: float, k: int | None, sigma: float) -> dict[str, Curve]:
    greedy = partial(theory.infinite, beta=beta, c1=c1, sigma=sigma)
    return {
        "Greedy": greedy,
        "Greedy, as printed": partial(greedy, printed=True),
        **_chosen(greedy, k),
        "Greedy, best K and epsilon": partial(greedy, best=True),
        **({"Greedy, the uniform prior's example": theory.uniform_prior} if beta == c1 == 1.0 else {}),
        "UCB-F": partial(theory.ucbf_infinite, beta=beta),
        "any policy": partial(theory.lower_infinite, beta=beta),
    }


def _many(gamma: float | None, arms: int | None, k: int | None, sigma: float) -> dict[str, Curve]:
    _needed("many-armed", gamma=gamma)
    greedy = partial(theory.many_armed, gamma=gamma, n=arms, sigma=sigma)  # type: ignore[arg-type]
    careful: dict[str, Curve] = {}
    if gamma is not None and gamma < 0.5:
        careful["Greedy, careful K, rewards in [0, 1]"] = partial(theory.many_armed_careful, gamma=gamma, n=arms)
    return {
        "Greedy": greedy,
        **_chosen(greedy, k),
        "Greedy, best K and epsilon": partial(greedy, best=True),
        "Greedy, best K and epsilon, Chernoff": partial(greedy, best=True, chernoff=True),
        **careful,
        "MOSS": partial(theory.moss_many, gamma=gamma),  # type: ignore[arg-type]
        "any policy": partial(theory.lower_many, gamma=gamma),  # type: ignore[arg-type]
    }


def _chosen(greedy: Any, k: int | None) -> dict[str, Curve]:
    return {} if k is None else {f"Greedy, K = {k}, best epsilon": partial(greedy, k=k)}


_MODELS: dict[str, Callable[..., dict[str, Curve]]] = {
    "finite": _finite,
    "continuous": _continuous,
    "infinite": _infinite,
    "many-armed": _many,
}
