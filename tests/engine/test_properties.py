"""No input makes the library hang, crash or return NaN: it works, or it raises ValueError or TypeError.

Every example is an expression, evaluated in another process that may be lost; a failing one can be pasted.
Numbers are extreme on purpose.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

SETUP = """
def wrong(found):
    # What is wrong with a result: the names of the arrays with a NaN, and totals that cannot be.
    several = ("std", "stderr") if found.runs > 1 else ()  # of one run they are unknown
    arrays = {name: getattr(found, name) for name in ("regret", "reward", "mean", "locked_gap", *several)}
    arrays["quantile"] = found.quantile(0.5)
    names = [name for name, array in arrays.items() if np.isnan(array).any()]
    names += ["regret falls"] if (np.diff(found.regret, axis=1, prepend=0.0) < 0.0).any() else []
    names += ["pulls"] if ((found.pulls < 0) | (found.pulls > found.horizon)).any() else []
    most = min(getattr(found.problem, "arms", found.horizon), found.horizon)
    names += ["arms"] if ((found.arms_tried < 1) | (found.arms_tried > most)).any() else []
    assert found.regret.shape == (found.runs, len(found.times)) and found.times[-1] == found.horizon
    return names

def drive(policy, arms, horizon, rewards):
    agent = bg.Agent(policy, arms, horizon, seed=1)
    played = []
    for t in range(300):
        played.append(agent.choose())
        agent.learn(played[-1], rewards[t % len(rewards)])
    return [arm for arm in played if not (type(arm) is int and 0 <= arm < arms)]

def online(policy, arms, horizon, arm, reward, **options):
    agent = bg.Agent(policy, arms, horizon, **options)
    return agent.choose(), agent.learn(arm, reward), agent.choose(), repr(agent)
"""

TINY, SMALL, LARGE, HUGE = "5e-324", "1e-300", "1e9", "1e300"
positive = st.sampled_from([TINY, SMALL, "1e-6", "0.3", "1", "7", LARGE, "1e154", HUGE])
weight = st.sampled_from(["0", "-0.0", SMALL, "0.5", "1", "50", LARGE, HUGE, "1.7e308"])
share = st.sampled_from(["0", SMALL, "1e-9", "0.1", "0.5", "0.999", "1"])
mean = st.sampled_from(["0", "1", "-1", "0.5", SMALL, "-1e154", "1e154", HUGE, "1e308", "-1e308"])
count = st.sampled_from(["0", "1", "1000", "2**31", "2**62", "2**63", "2**64 + 1"])
arms, horizon = st.sampled_from(["1", "2", "5", "12", "60"]), st.sampled_from(["1", "2", "7", "100", "3000"])
JUNK = [
    *("None", "nan", "inf", "-inf", "-1", "0", "0.5", "1", "2.5", "True", "1j", "2**63", "10**400", "-10**400"),
    *("'x'", "b'x'", "()", "[]", "[nan]", "['x', None]", "[[1], [1, 2]]", "{}", "{'a': 1}", "object", "object()"),
    *("np.zeros(2)", "np.array(3)", "np.int8(3)", "len", "UCB()", "UCB", "Beta(1, 1)", "Bernoulli()"),
    "Finite(means=[0.5])",
]


def call(name, *fixed, **fields):
    """The text of a call, with the text of each field drawn."""

    def text(drawn):
        return f"{name}({', '.join([*fixed, *(f'{field}={value}' for field, value in drawn.items())])})"

    return st.fixed_dictionaries(fields).map(text)


def listed(numbers, size):
    """The text of a list of numbers: all alike, or each drawn."""
    alike = st.builds(lambda x, n: f"[{x}] * {n}", numbers, st.integers(1, size))
    return alike | st.lists(numbers, min_size=1, max_size=size).map(lambda xs: f"[{', '.join(xs)}]")


POLICIES = {
    "Greedy": call("Greedy"),
    "EpsilonGreedy": call("EpsilonGreedy", epsilon=share, c=positive, gap=share),
    "UCB": call("UCB", c=weight),
    "KLUCB": call("KLUCB", c=weight),
    "UCBV": call("UCBV", c=weight),
    "MOSS": call("MOSS", c=weight),
    "AnytimeMOSS": call("AnytimeMOSS", a=weight),
    "ThompsonBeta": call("ThompsonBeta", a=positive, b=positive),
    "ThompsonGaussian": call("ThompsonGaussian", sigma=positive, prior_mean=mean, prior_sigma=weight),
    "ExploreThenCommit": call("ExploreThenCommit", m=count, gap=weight),
    "UniformRandom": call("UniformRandom"),
}
PROBLEMS = {
    "Bernoulli": call("Finite", prior=call("Beta", a=positive, b=positive), arms=arms),
    "BetaReward": call(
        "Finite", prior=call("Uniform", high=share), arms=arms, law=call("BetaReward", concentration=positive)
    ),
    "Gaussian": call("Finite", means=listed(mean, 12), law=call("Gaussian", sigma=weight)),
}


def examples(number):
    """Settings for so many examples, always the same; they are short as they are, and a hang costs its time limit."""
    phases, checks = [Phase.explicit, Phase.generate], list(HealthCheck)
    options = {"deadline": None, "derandomize": True, "database": None, "report_multiple_bugs": False}
    return settings(max_examples=number, phases=phases, suppress_health_check=checks, **options)


def works_or_is_refused(guarded, expression):
    """Whether an expression gives [] (nothing wrong), or raises one of the two kinds of error that say why."""
    answer = guarded(expression, timeout=20)
    refused = {"ValueError", "TypeError"} & set(answer.get("kinds", []))
    assert refused or answer == {"value": []}, f"{expression}\n{answer}"
    assert not refused or answer["message"]


@pytest.mark.every_time("Bernoulli")
@pytest.mark.parametrize("law", PROBLEMS)
@examples(250)
@given(policy=st.one_of(*POLICIES.values()), data=st.data(), rounds=horizon, runs=st.sampled_from(["1", "3"]))
def test_simulate(guarded, law, policy, data, rounds, runs):
    """Any policy on any problem, however extreme their parameters, plays without NaN or says why not."""
    problem = data.draw(PROBLEMS[law])
    works_or_is_refused(guarded, f"wrong(simulate({policy}, {problem}, {rounds}, {runs}))")


@examples(60)
@given(means=listed(st.sampled_from(["0.0", "0.001", "0.05", "0.5", "0.999", "1.0"]), 30), a=st.sampled_from("12"))
def test_posterior_of_arms_that_hardly_pay(guarded, means, a):
    """Thompson sampling ends on arms that never, hardly ever, nearly always or always pay."""
    works_or_is_refused(guarded, f"wrong(simulate(ThompsonBeta(a={a}), Finite(means={means}), 3000, 5))")


@examples(40)
@given(
    policy=st.sampled_from(["Greedy()", "UniformRandom()"]),
    prior=call("Uniform", low=mean, high=mean),
    law=call("Gaussian", sigma=weight),
    rounds=horizon,
)
def test_wide_priors(guarded, policy, prior, law, rounds):
    """Means drawn from a range wider than any number either work or are refused."""
    works_or_is_refused(guarded, f"wrong(simulate({policy}, Finite(prior={prior}, arms=5, law={law}), {rounds}, 3))")


few, gamma = st.sampled_from(["1", "2", "10", "1000"]), st.sampled_from(["0", SMALL, "0.4", "1"])
POOLS = {
    "Infinite": (
        call("MeDZO", c=weight, B=st.sampled_from(["0", "1", "50", "1e4"])) | call("MeDZO"),
        call("Infinite", "Uniform()", pool=few | st.just("0")),
    ),
    "ManyArmed": (
        call("Subsample", "Greedy()", k=few) | call("Subsample", "Greedy()", gamma=gamma),
        call("ManyArmed", best=st.just("1"), n=few, top=share, levels=share.map(lambda x: f"[{x}]")),
    ),
    "Continuous": (
        call("Zooming", alpha=positive, smoothness=positive, grid=st.sampled_from(["0", "2", "101"])),
        call("Continuous", "f3", sigma=weight),
    ),
}


@pytest.mark.every_time("ManyArmed")
@pytest.mark.parametrize("kind", POOLS)
@examples(60)
@given(data=st.data(), rounds=horizon)
def test_pools(guarded, kind, data, rounds):
    """Arms from a pool: played without NaN, and none is said to be tried that was not, or the call is refused."""
    policy, problem = (data.draw(strategy) for strategy in POOLS[kind])
    works_or_is_refused(guarded, f"wrong(simulate({policy}, {problem}, {rounds}, 3))")


@examples(250)
@example(policy="Greedy()", arms="1", rounds="100", rewards="[-1e308]")
@example(policy="ExploreThenCommit(gap=1e-300)", arms="5", rounds="7", rewards="[1]")
@example(policy="ThompsonBeta()", arms="12", rounds="100", rewards="[0] * 19 + [1]")
@given(policy=st.one_of(*POLICIES.values()), arms=arms, rounds=horizon, rewards=listed(mean, 4))
def test_agent(guarded, policy, arms, rounds, rewards):
    """An agent told extreme rewards, also beyond its horizon, plays arms or says why not."""
    works_or_is_refused(guarded, f"drive({policy}, {arms}, {rounds}, {rewards})")


FINE = {
    "simulate": {"policy": "UniformRandom()", "problem": "Finite(means=[0.9, 0.1])", "horizon": "9", "runs": "2"},
    "trace": {"policy": "UniformRandom()", "problem": "Finite(means=[0.9, 0.1])", "horizon": "9"},
    "compare": {"policies": "[UniformRandom()]", "problem": "Finite(means=[0.9, 0.1])", "horizon": "9", "runs": "2"},
    "online": {"policy": "UniformRandom()", "arms": "2", "horizon": "9", "arm": "0", "reward": "0.5"},
    "policy_stream": {"problem": "Finite(means=[0.9, 0.1])", "seed": "0", "run": "0"},
    "Finite": {"prior": "None", "arms": "0", "law": "Bernoulli()", "means": "()"},
    "UCB": {"c": "1"},
    "Uniform": {"low": "0", "high": "1"},
    "ExploreThenCommit": {"m": "1", "gap": "0"},
}
OPTIONAL = {
    "simulate": ["seed", "checkpoints", "threads", "block"],
    "trace": ["seed", "run"],
    "compare": ["seed", "checkpoints"],
    "online": ["seed", "stream"],
}


@pytest.mark.parametrize("name", FINE)
def test_junk_arguments(guarded, name):
    """Any argument of any public function may be anything: the call works or is refused."""
    for field in [*FINE[name], *OPTIONAL.get(name, [])]:
        for value in JUNK:
            arguments = ", ".join(f"{key}={text}" for key, text in (FINE[name] | {field: value}).items())
            works_or_is_refused(guarded, f"[{name}({arguments})] and []")
