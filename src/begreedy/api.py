"""Every public name, in one place."""

from begreedy import random, testing, theory
from begreedy.advice.advise import advise
from begreedy.engine.agent import Agent
from begreedy.engine.environment import environment
from begreedy.engine.set_agent import SetAgent
from begreedy.engine.simulation import policy_stream
from begreedy.engine.trace import trace
from begreedy.experiments.compare import compare
from begreedy.experiments.experiment import Cell, Experiment, Scale, run_experiment
from begreedy.experiments.sweep import sweep
from begreedy.logs.replay import replay
from begreedy.measures import BestArmShare, PullsPerArm, RealisedRegret, RecommendedArm, SimpleRegret
from begreedy.policies.adaptive import EstimatedGreedy, Parallel, Quantile
from begreedy.policies.adaptive_greedy import AdaptiveGreedy
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.ball_explore import BallExplore
from begreedy.policies.bayes_ucb import BayesUCB
from begreedy.policies.budgeted import BTS, CUCB, IUCB, KUBE, MUCB, UCBBV1, BGreedy, BudgetUCB, RatioGreedy
from begreedy.policies.cab1 import CAB1
from begreedy.policies.cascade import Cascade, CascadeKLUCB, CascadeUCB1, CTSBeta, TSCascade
from begreedy.policies.cbt import CBT, EmpiricalCBT
from begreedy.policies.combinatorial import BGCTS, IMPTS, LLR, CombKLUCB, CombUCB, CTSGaussian
from begreedy.policies.doubling import Doubling
from begreedy.policies.epsilon_greedy import EpsilonGreedy
from begreedy.policies.escb import AESCB, ESCB
from begreedy.policies.explore_then_commit import ExploreThenCommit
from begreedy.policies.forgetting import Discounted, Window
from begreedy.policies.greedy import Greedy
from begreedy.policies.growing_greedy import GrowingGreedy
from begreedy.policies.imed import IMED
from begreedy.policies.imoss import IMOSS
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.lb_sda import LBSDA
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.policies.lin_thompson import LinThompson
from begreedy.policies.lin_ucb import LinUCB
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS, AnytimeMOSS
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.policies.posterior_lookahead import IRS, TSUCB
from begreedy.policies.recipes import (
    CABMOSS,
    OracleGreedy,
    OracleMOSS,
    SubsampledThompson,
    SubsampledUCB,
    UCBAsymptotic,
)
from begreedy.policies.reductions import Discretize, Subsample
from begreedy.policies.stochastic import Stochastic
from begreedy.policies.thompson import ThompsonBeta, ThompsonGaussian
from begreedy.policies.two_target import TwoTarget
from begreedy.policies.ucb import UCB
from begreedy.policies.ucb_f import UCBAIR, UCBF, UCBVInfinity
from begreedy.policies.ucb_v import UCBV
from begreedy.policies.uniform_random import UniformRandom
from begreedy.policies.zooming import Zooming
from begreedy.problems.actions.explicit import Partition, Sets
from begreedy.problems.actions.graphs import complete_edges, grid_edges
from begreedy.problems.actions.matchings import Matchings
from begreedy.problems.actions.oracle import best_action
from begreedy.problems.actions.paths import Paths
from begreedy.problems.actions.spanning_trees import SpanningTrees
from begreedy.problems.actions.top_m import TopM
from begreedy.problems.budgeted import Budgeted
from begreedy.problems.cascading import Cascading
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.continuous import Continuous
from begreedy.problems.drifting import Drifting
from begreedy.problems.finite import Finite
from begreedy.problems.functions import f1, f2, f3
from begreedy.problems.in_use import InUse
from begreedy.problems.infinite import Infinite
from begreedy.problems.laws import Bernoulli, BetaReward, Gaussian, GaussianByArm, Logistic
from begreedy.problems.linear import Linear
from begreedy.problems.many_armed import ManyArmed
from begreedy.problems.mortal import Mortal
from begreedy.problems.priors import Beta, JointNormal, Uniform
from begreedy.results.saved import load
from begreedy.results.store import Store
from begreedy.results.styles import figure_style
from begreedy.run.simulate import simulate
from begreedy.values.canonical import canonical

__all__ = [
    "AESCB",
    "BGCTS",
    "BTS",
    "CAB1",
    "CABMOSS",
    "CBT",
    "CUCB",
    "ESCB",
    "IMED",
    "IMOSS",
    "IMPTS",
    "IRS",
    "IUCB",
    "KLUCB",
    "KUBE",
    "LBSDA",
    "LLR",
    "MOSS",
    "MUCB",
    "TSUCB",
    "UCB",
    "UCBAIR",
    "UCBBV1",
    "UCBF",
    "UCBV",
    "AdaptiveGreedy",
    "Agent",
    "AnytimeGreedy",
    "AnytimeMOSS",
    "BGreedy",
    "BallExplore",
    "BayesUCB",
    "Bernoulli",
    "BestArmShare",
    "Beta",
    "BetaReward",
    "BudgetUCB",
    "Budgeted",
    "CTSBeta",
    "CTSGaussian",
    "Cascade",
    "CascadeKLUCB",
    "CascadeUCB1",
    "Cascading",
    "Cell",
    "CombKLUCB",
    "CombUCB",
    "Combinatorial",
    "Continuous",
    "Discounted",
    "Discretize",
    "Doubling",
    "Drifting",
    "EmpiricalCBT",
    "EpsilonGreedy",
    "EstimatedGreedy",
    "Experiment",
    "ExploreThenCommit",
    "Finite",
    "Gaussian",
    "GaussianByArm",
    "Greedy",
    "GrowingGreedy",
    "InUse",
    "Infinite",
    "JointNormal",
    "LinGreedy",
    "LinThompson",
    "LinUCB",
    "Linear",
    "Logistic",
    "ManyArmed",
    "Matchings",
    "MeDZO",
    "Mortal",
    "OptimisticGreedy",
    "OracleGreedy",
    "OracleMOSS",
    "Parallel",
    "Partition",
    "Paths",
    "PullsPerArm",
    "Quantile",
    "RatioGreedy",
    "RealisedRegret",
    "RecommendedArm",
    "Scale",
    "SetAgent",
    "Sets",
    "SimpleRegret",
    "SpanningTrees",
    "Stochastic",
    "Store",
    "Subsample",
    "SubsampledThompson",
    "SubsampledUCB",
    "TSCascade",
    "ThompsonBeta",
    "ThompsonGaussian",
    "TopM",
    "TwoTarget",
    "UCBAsymptotic",
    "UCBVInfinity",
    "Uniform",
    "UniformRandom",
    "Window",
    "Zooming",
    "advise",
    "best_action",
    "canonical",
    "compare",
    "complete_edges",
    "environment",
    "f1",
    "f2",
    "f3",
    "figure_style",
    "grid_edges",
    "load",
    "policy_stream",
    "random",
    "replay",
    "run_experiment",
    "simulate",
    "sweep",
    "testing",
    "theory",
    "trace",
]
