"""The public names of a bandit in production: the durable bandit, its client, what they return and raise."""

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.client import Client
from begreedy.bandit.log.erasing_all import erase
from begreedy.bandit.records import (
    Archived,
    Check,
    Contradiction,
    Decision,
    Explanation,
    LogEntry,
    NoSuchBandit,
    SettingsDiffer,
    State,
    StoreError,
    TooLate,
    UnknownArm,
    UnknownDecision,
)
from begreedy.bandit.second_advice import SecondAdvice, advise_again
from begreedy.bandit.store.opening import bandits, delete
from begreedy.bandit.uplift import Uplift

__all__ = [
    "Archived",
    "Bandit",
    "Check",
    "Client",
    "Contradiction",
    "Decision",
    "Explanation",
    "LogEntry",
    "NoSuchBandit",
    "SecondAdvice",
    "SettingsDiffer",
    "State",
    "StoreError",
    "TooLate",
    "UnknownArm",
    "UnknownDecision",
    "Uplift",
    "advise_again",
    "bandits",
    "delete",
    "erase",
]
