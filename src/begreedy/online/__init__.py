"""A bandit in production: durable decisions, an HTTP service, the explore page."""

from begreedy.online.bandit import Bandit
from begreedy.online.client import Client
from begreedy.online.opening import bandits
from begreedy.online.records import (
    Check,
    Contradiction,
    Decision,
    Explanation,
    LogEntry,
    NoSuchBandit,
    SettingsDiffer,
    State,
    StoreError,
    UnknownArm,
    UnknownDecision,
)

__all__ = [
    "Bandit",
    "Check",
    "Client",
    "Contradiction",
    "Decision",
    "Explanation",
    "LogEntry",
    "NoSuchBandit",
    "SettingsDiffer",
    "State",
    "StoreError",
    "UnknownArm",
    "UnknownDecision",
    "bandits",
]
