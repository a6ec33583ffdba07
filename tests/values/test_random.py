"""Random numbers and special functions: their laws, their bits, and that streams are separate."""

import math

import numpy as np
import pytest
from scipy import special, stats

import begreedy as bg
from begreedy import arithmetic, random
from begreedy.compile.compiler import native

MASK = 2**64 - 1
DRAWS = 200_000


# ---------------------------------------------------------------- references, in Python's integers


class SplitMix:
    """splitmix64 as published by Steele, Lea and Flood (2014) and Vigna (2015)."""

    def __init__(self, seed):
        self.x = seed

    def next(self):
        self.x = (self.x + 0x9E3779B97F4A7C15) % 2**64
        z = self.x
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31


class Xoshiro:
    """xoshiro256++ as published by Blackman and Vigna (2019)."""

    def __init__(self, words):
        self.s = list(words)

    def next(self):
        def rotated(x, k):
            return (x << k | x >> (64 - k)) % 2**64

        s = self.s
        word = (rotated((s[0] + s[3]) % 2**64, 23) + s[0]) % 2**64
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return word


def stream(key=1):
    words = [0] * 4
    random.seed_stream(words, key)
    return words


def test_splitmix_and_xoshiro_references_give_their_published_values():
    """The references themselves: first outputs of splitmix64 from 1234567 and of xoshiro256++ from 1, 2, 3, 4."""
    mix = SplitMix(1234567)
    assert [mix.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    words = Xoshiro([1, 2, 3, 4])
    assert [words.next() for _ in range(3)] == [41943041, 58720359, 3588806011781223]


@pytest.mark.parametrize("key", [0, 1, 2**63, MASK, 0x0123456789ABCDEF])
def test_streams_are_seeded_by_splitmix_and_stepped_by_xoshiro(key):
    """Seeding and 1000 steps give the words of the published generators (their upper 63 bits)."""
    mix = SplitMix(key)
    words = stream(key)
    assert words == [mix.next() for _ in range(4)]
    reference = Xoshiro(words)
    for _ in range(1000):
        assert random.next_bits(words) == reference.next() >> 1
    assert words == reference.s


def test_uniform_is_the_upper_53_bits():
    """A uniform number is the upper 53 bits of the word, as a fraction."""
    words = stream(5)
    reference = Xoshiro(words)
    for _ in range(1000):
        assert random.uniform(words) == (reference.next() >> 11) / 2**53


# ---------------------------------------------------------------- laws


def filler(draw, *parameters):
    """A kernel that fills an array with draws."""
    if len(parameters) == 0:

        def kernel(rng, out):
            for i in range(len(out)):
                out[i] = draw(rng)
            return 0

    elif len(parameters) == 1:

        def kernel(rng, out, a):
            for i in range(len(out)):
                out[i] = draw(rng, a)
            return 0

    else:

        def kernel(rng, out, a, b):
            for i in range(len(out)):
                out[i] = draw(rng, a, b)
            return 0

    return kernel


def drawn(draw, *parameters, size=DRAWS, key=1, kind=np.float64):
    """So many draws by compiled code, and the stream after them."""
    rng, out = np.array(stream(key), np.uint64), np.zeros(size, kind)
    native(filler(draw, *parameters), rng, out, *parameters)(rng, out, *parameters)
    return out, rng


LAWS = [
    (random.uniform, (), stats.uniform()),
    (random.normal, (), stats.norm()),
    (random.exponential, (), stats.expon()),
    *((random.gamma, (a,), stats.gamma(a)) for a in (0.05, 0.3, 1.0, 1.5, 2.5, 40.0)),
    *(
        (random.beta, ab, stats.beta(*ab))
        for ab in ((1.0, 1.0), (0.5, 0.5), (2.0, 5.0), (0.2, 3.0), (1.0, 30.0), (300.0, 200.0))
    ),
]


@pytest.mark.parametrize(("draw", "parameters", "law"), LAWS, ids=lambda x: getattr(x, "__name__", ""))
def test_draws_have_their_law(draw, parameters, law):
    """Draws pass the Kolmogorov-Smirnov test, and their mean and variance are right within 4 standard errors."""
    x, _ = drawn(draw, *parameters)
    assert stats.kstest(x, law.cdf).pvalue > 1e-4
    mean, variance, kurtosis = (float(v) for v in law.stats("mvk"))
    assert abs(x.mean() - mean) < 4.0 * math.sqrt(variance / DRAWS)
    assert abs(x.var() / variance - 1.0) < 4.0 * math.sqrt((kurtosis + 2.0) / DRAWS)


@pytest.mark.parametrize(("draw", "parameters", "law"), LAWS, ids=lambda x: getattr(x, "__name__", ""))
def test_successive_draws_are_independent(draw, parameters, law):
    """Pairs of successive draws fall evenly into an 8 x 8 table of their quantiles."""
    x, _ = drawn(draw, *parameters, key=2)
    cell = np.minimum((law.cdf(x) * 8).astype(int), 7)
    assert stats.chisquare(np.bincount(cell[::2] * 8 + cell[1::2], minlength=64)).pvalue > 1e-4


EDGE = 3.6541528853610088  # where the ziggurat's tail begins


def test_the_shares_of_the_normal():
    """Shares of normal draws beyond points inside the ziggurat, at its edge and in its tail, on either side."""
    x, _ = drawn(random.normal, size=4_000_000, key=3)
    for point in (0.2, 1.0, 3.0, EDGE, 4.2):
        for count in (np.sum(x > point), np.sum(x < -point)):
            p = stats.norm.sf(point)
            assert abs(count - p * len(x)) < 4.0 * math.sqrt(p * len(x))


def test_the_tail_of_the_normal():
    """Normal draws beyond the ziggurat's edge have the law of the tail, with either sign."""

    def kernel(rng, out):
        for i in range(len(out)):
            x = 0.0
            while abs(x) <= EDGE:
                x = random.normal(rng)
            out[i] = x
        return 0

    arguments = (np.array(stream(9), np.uint64), np.zeros(50_000))
    native(kernel, *arguments)(*arguments)
    x = arguments[1]
    assert stats.kstest(stats.norm.sf(np.abs(x)) / stats.norm.sf(EDGE), "uniform").pvalue > 1e-4
    assert abs(np.mean(x > 0) - 0.5) < 4.0 * 0.5 / math.sqrt(len(x))


@pytest.mark.parametrize("n", [2, 3, 7, 1000])
def test_below_is_uniform(n):
    """Whole numbers below n are equally frequent, and successive ones independent."""
    x, _ = drawn(random.below, n, kind=np.int64, key=4)
    assert stats.chisquare(np.bincount(x, minlength=n)).pvalue > 1e-4
    if n <= 7:
        assert stats.chisquare(np.bincount(x[::2] * n + x[1::2], minlength=n * n)).pvalue > 1e-4


@pytest.mark.parametrize("n", [1, 3 * 2**29, 2**31 - 1, 2**31, 2**31 + 1, 2**40, 2**52 + 1])
def test_below_reaches_all_of_its_range_and_nothing_else(n):
    """For any n, large ones too, numbers lie in 0, ..., n - 1 and fill the range evenly."""
    x, _ = drawn(random.below, n, kind=np.int64, key=5)
    assert x.min() >= 0
    assert x.max() < n
    if n > 1:
        tenth = np.array([int(v) * 10 // n for v in x])
        assert stats.chisquare(np.bincount(tenth, minlength=10)).pvalue > 1e-4
        odd = np.mean(x % 2)
        assert abs(odd - 0.5) < 4.0 * 0.5 / math.sqrt(DRAWS)


def test_below_has_no_rounding_bias():
    """For n = 3 * 2**29, where multiplying 31 bits without rejection would favour every third number, none is."""
    x, _ = drawn(random.below, 3 * 2**29, kind=np.int64, key=6)
    assert stats.chisquare(np.bincount(x % 3, minlength=3)).pvalue > 1e-4


# ---------------------------------------------------------------- compiled and plain


@pytest.mark.parametrize(
    ("draw", "parameters"),
    [
        (random.uniform, ()),
        (random.normal, ()),
        (random.exponential, ()),
        (random.gamma, (0.3,)),
        (random.gamma, (2.5,)),
        (random.beta, (0.5, 0.5)),
        (random.beta, (2.0, 5.0)),
        (random.below, (7,)),
        (random.below, (3 * 2**29,)),
        (random.below, (2**40,)),
    ],
)
def test_plain_python_draws_the_same_bits_as_compiled_code(draw, parameters):
    """Draws, and the stream after them, are identical in plain Python and in compiled code."""
    kind = np.int64 if draw is random.below else np.float64
    compiled, after = drawn(draw, *parameters, size=20_000, kind=kind)
    words = stream()
    assert compiled.tolist() == [draw(words, *parameters) for _ in range(20_000)]
    assert after.tolist() == words


def test_keys_derive_alike_in_compiled_code():
    """Deriving and seeding give the same words compiled as in plain Python."""

    def kernel(key, out):
        for i in range(len(out)):
            random.seed_stream(out[i], random.derive(key[0], i))
        return 0

    key = random.digest_key(0, "a problem")
    arguments = (np.array([key], np.uint64), np.zeros((50, 4), np.uint64))
    native(kernel, *arguments)(*arguments)
    assert arguments[1].tolist() == [stream(random.derive(key, i)) for i in range(50)]


# ---------------------------------------------------------------- separate streams


def test_streams_of_runs_arms_and_kinds_differ():
    """Streams of different seeds, problems, runs, kinds and arms are all different, and look independent."""
    kinds = (random.INSTANCE, random.REWARDS, random.POLICY)
    keys = []
    for seed in (0, 1):
        for problem in ("a", "b"):
            key = random.digest_key(seed, problem)
            for run in range(200):
                of_run = random.derive(key, run)
                keys += [random.derive(of_run, kind) for kind in kinds]
                keys += [random.derive(random.derive(of_run, random.INSTANCE), arm) for arm in range(20)]
    assert len(set(keys)) == len(keys)
    firsts = np.array([random.uniform(stream(key)) for key in keys])
    assert stats.kstest(firsts, "uniform").pvalue > 1e-4
    cell = (firsts * 8).astype(int)
    assert stats.chisquare(np.bincount(cell[:-1:2] * 8 + cell[1::2], minlength=64)).pvalue > 1e-4


def test_large_runs_and_neighbouring_keys_do_not_collide():
    """Children of neighbouring keys and of run numbers up to 2**40 are distinct."""
    children = {random.derive(key, n) for key in range(100) for n in (0, 1, 2, 2**31, 2**32, 2**40 - 1)}
    assert len(children) == 600


def test_a_policy_stream_is_that_of_its_run():
    """The public stream of a run's policy differs between runs, seeds and problems, and is repeatable."""
    problems = [bg.Finite(means=[0.1, 0.2]), bg.Finite(means=[0.1, 0.3])]
    made = [tuple(bg.policy_stream(p, seed, run)) for p in problems for seed in (0, 1) for run in (0, 1)]
    assert len(set(made)) == 8
    assert tuple(bg.policy_stream(problems[0], 0, 0)) == made[0]


# ---------------------------------------------------------------- special functions


def test_log_gamma_and_log_beta_are_those_of_scipy():
    """log Gamma and log B agree with SciPy's to 1e-12, relative or absolute near their zeros."""
    grid = np.concatenate([np.geomspace(1e-6, 1e6, 400), np.arange(1, 60) / 2])
    for x in grid.tolist():
        assert arithmetic.log_gamma(x) == pytest.approx(special.gammaln(x), rel=1e-12, abs=2e-13)
    for a in grid[::9].tolist():
        for b in grid[::11].tolist():
            scale = 1.0 + abs(special.gammaln(a)) + abs(special.gammaln(b)) + abs(special.gammaln(a + b))
            assert abs(arithmetic.log_beta(a, b) - special.betaln(a, b)) < 1e-12 * scale


def test_kl_is_the_divergence_of_bernoulli_laws():
    """kl agrees with SciPy's relative entropy, at the ends too."""
    for p in (0.0, 1e-9, 0.2, 0.5, 0.999, 1.0):
        for q in (1e-6, 0.1, 0.5, 0.9, 1 - 1e-6):
            expected = special.rel_entr(p, q) + special.rel_entr(1 - p, 1 - q)
            assert arithmetic.kl(p, q) == pytest.approx(expected, rel=1e-12, abs=1e-15)


def bisected(p, budget):
    """The largest q in [p, 1] with kl(p, q) <= budget."""
    low, high = p, 1.0
    for _ in range(200):
        q = 0.5 * (low + high)
        if special.rel_entr(p, q) + special.rel_entr(1.0 - p, 1.0 - q) <= budget:
            low = q
        else:
            high = q
    return low


def test_kl_upper_is_the_root_found_by_bisection():
    """kl_upper agrees with bisection to 1e-9 over means and budgets of all sizes, and stays in [p, 1]."""
    for p in [0.0, 1e-12, 1e-6, 0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999, 1 - 1e-9, 1.0]:
        for budget in [0.0, 1e-9, 1e-6, 1e-4, 0.01, 0.1, 0.5, 1.0, 3.0, 10.0, 40.0, 800.0]:
            q = arithmetic.kl_upper(p, budget)
            assert p <= q <= 1.0
            # Bisection itself cannot resolve a divergence below rounding: there q - p is of order sqrt(1e-16).
            assert abs(q - bisected(p, budget)) < 1e-9 + (1e-8 if budget < 1e-8 else 0.0)


def balanced(p):
    """The budget at which the first step of third order is 0 although its start is not the root, by bisection."""
    low, high = 1e-3, (1.0 - p) / (8.0 * p)  # where the start is the expansion for small budgets
    for _ in range(200):
        budget = 0.5 * (low + high)
        q = p + math.sqrt(2.0 * p * (1.0 - p) * budget) + (1.0 - 2.0 * p) * budget * (2.0 / 3.0)
        if q < 1.0:
            excess = special.rel_entr(p, q) + special.rel_entr(1.0 - p, 1.0 - q) - budget
            slope, curvature = (q - p) / (q * (1.0 - q)), p / q**2 + (1.0 - p) / (1.0 - q) ** 2
        if q < 1.0 and excess * curvature < 2.0 * slope**2:
            low = budget
        else:
            high = budget
    return low


@pytest.mark.parametrize(("successes", "pulls"), [(1, 9), (1, 11), (1, 12), (1, 16), (2, 25), (1, 100)])
def test_kl_upper_does_not_stop_far_from_the_root(successes, pulls):
    """A step of 0 is no proof: Newton's step must be small, too."""
    p = successes / pulls
    for near in np.linspace(-1e-6, 1e-6, 41):
        budget = balanced(p) * (1.0 + near)
        assert arithmetic.kl_upper(p, budget) == pytest.approx(bisected(p, budget), rel=1e-9)


def test_kl_upper_takes_no_short_cut_that_shows():
    """Its fast steps agree with Newton's from above to 1e-12 of q, for the means and budgets that policies have."""
    for pulls in (2, 7, 30, 100, 1000, 30_000):
        for successes in {1, pulls // 10 + 1, pulls // 3 + 1, pulls // 2, pulls - pulls // 20 - 1, pulls - 1}:
            for budget in (0.5, 3.0, 9.0, 16.0):
                p = successes / pulls
                q = arithmetic.kl_upper(p, budget / pulls)
                assert q == pytest.approx(arithmetic._kl_upper_slowly(p, budget / pulls), rel=1e-12)
