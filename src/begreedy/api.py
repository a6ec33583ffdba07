"""Every public name, in one place."""

from begreedy import testing, theory
from begreedy.core import random
from begreedy.core.contract import canonical
from begreedy.engine.agent import Agent
from begreedy.engine.simulate import policy_stream, simulate
from begreedy.engine.trace import trace
from begreedy.lab.compare import compare
from begreedy.policies.adaptive import EstimatedGreedy, Parallel, Quantile
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.cab1 import CAB1
from begreedy.policies.doubling import Doubling
from begreedy.policies.epsilon_greedy import EpsilonGreedy
from begreedy.policies.explore_then_commit import ExploreThenCommit
from begreedy.policies.greedy import Greedy
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS, AnytimeMOSS
from begreedy.policies.recipes import (
    CABMOSS,
    OracleGreedy,
    OracleMOSS,
    SubsampledThompson,
    SubsampledUCB,
    UCBAsymptotic,
)
from begreedy.policies.reductions import Discretize, Subsample
from begreedy.policies.thompson import ThompsonBeta, ThompsonGaussian
from begreedy.policies.two_target import TwoTarget
from begreedy.policies.ucb import UCB
from begreedy.policies.ucb_f import UCBAIR, UCBF, UCBVInfinity
from begreedy.policies.ucb_v import UCBV
from begreedy.policies.uniform_random import UniformRandom
from begreedy.policies.zooming import Zooming
from begreedy.problems.continuous import Continuous
from begreedy.problems.finite import Finite
from begreedy.problems.functions import f1, f2, f3
from begreedy.problems.infinite import Infinite
from begreedy.problems.laws import Bernoulli, BetaReward, Gaussian
from begreedy.problems.many_armed import ManyArmed
from begreedy.problems.priors import Beta, Uniform

__all__ = [
    "CAB1",
    "CABMOSS",
    "KLUCB",
    "MOSS",
    "UCB",
    "UCBAIR",
    "UCBF",
    "UCBV",
    "Agent",
    "AnytimeGreedy",
    "AnytimeMOSS",
    "Bernoulli",
    "Beta",
    "BetaReward",
    "Continuous",
    "Discretize",
    "Doubling",
    "EpsilonGreedy",
    "EstimatedGreedy",
    "ExploreThenCommit",
    "Finite",
    "Gaussian",
    "Greedy",
    "Infinite",
    "ManyArmed",
    "MeDZO",
    "OracleGreedy",
    "OracleMOSS",
    "Parallel",
    "Quantile",
    "Subsample",
    "SubsampledThompson",
    "SubsampledUCB",
    "ThompsonBeta",
    "ThompsonGaussian",
    "TwoTarget",
    "UCBAsymptotic",
    "UCBVInfinity",
    "Uniform",
    "UniformRandom",
    "Zooming",
    "canonical",
    "compare",
    "f1",
    "f2",
    "f3",
    "policy_stream",
    "random",
    "simulate",
    "testing",
    "theory",
    "trace",
]
