"""Rebuild what is summarised of a log by the hour, from the log itself."""

from __future__ import annotations

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.store.checkpoint import verified_events

_ABOUT_HOURS = ("hours: ", "the store is damaged: a row of hours ", "the store is damaged: a row of hour_arms ")


def is_about_hours(problem: str) -> bool:
    """Whether a problem that ``check`` named is one of summaries, which the log makes good."""
    return problem.startswith(_ABOUT_HOURS)


def rebuild_hours(bandit: Bandit) -> int:
    """Write the hours of a bandit anew, from the log or what is not archived of it; returns how many."""
    session = bandit._session

    def work() -> int:
        store = session.store
        fold = session.rebuilt()
        first = fold.hours.hour  # what was before it is archived
        for event in verified_events(store, fold.seq, store.head()):
            fold.apply(event)
        hours = [(hour, arms) for hour, arms in fold.hours.closed if hour.hour >= first]
        for table in ("hours", "hour_arms"):
            store.database.rows(f"DELETE FROM {table} WHERE bandit = ? AND hour >= ?", (store.bandit, first))
        for sql, rows in store.insert_hours(hours):
            if rows:
                store.database.write(sql, rows)
        session.fold.hours.closed.clear()  # they are in the store
        return len(hours)

    return session.alone(work)
