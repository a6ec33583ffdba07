"""Random numbers: one source that runs compiled and as plain Python, bit for bit the same.

A stream is four 64-bit words (xoshiro256++): an array of ``uint64`` in compiled code, a list of ints in
plain Python.  Every function takes the stream as its first argument; there is no global generator.

A run owns three streams, all derived from ``(key, run)``, where the key is a digest of the seed and of the
problem: INSTANCE (what the arms are), REWARDS (what they pay) and POLICY (ties and posterior samples).
The mean of arm ``i`` comes from a stream of its own, seeded by ``(instance, i)``: it does not depend on the
order in which arms are looked at, so every policy meets the same arms.
"""

from begreedy.random.continuous import beta, exponential, gamma, normal
from begreedy.random.counts import binomial, stopped_binomial
from begreedy.random.streams import INSTANCE as INSTANCE
from begreedy.random.streams import POLICY as POLICY
from begreedy.random.streams import REWARDS as REWARDS
from begreedy.random.streams import Stream, below, uniform
from begreedy.random.streams import derive as derive
from begreedy.random.streams import digest_key as digest_key
from begreedy.random.streams import fair_argmax as fair_argmax
from begreedy.random.streams import mix as mix
from begreedy.random.streams import next_bits as next_bits
from begreedy.random.streams import seed_stream as seed_stream

# For policies, laws and priors; all else is for the package itself.
__all__ = [
    "Stream",
    "below",
    "beta",
    "binomial",
    "exponential",
    "gamma",
    "normal",
    "stopped_binomial",
    "uniform",
]
