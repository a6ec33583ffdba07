"""The loop that plays every game: runs, checkpoints, sums, locks, traces, faults and stopping."""

from __future__ import annotations

from math import nan
from typing import Any

from begreedy.engine.games.game import STOPPED, Control, Game, Record, Table, Turn, open_run
from begreedy.engine.players.player import SAME_AGAIN


def kernel_of(game: Game, *, traced: bool, width: int) -> Any:
    """The kernel that plays runs ``first, first + 1, ...`` of a game.

    A trace plays round by round, so it also checks the streaks.
    """
    begin, play_round, end, locks = game.begin, game.round, game.end, game.locks
    streak: Any = game.streak
    meter: Any = game.meter
    streaks, metered = game.streak is not None and not traced, game.meter is not None

    def play(table: Table, checkpoints: Any, keys: Any, record: Record, control: Control, first: int, runs: int) -> int:
        for row in range(runs):
            run, turn = begin(table, open_run(keys, first + row, table.streams))
            if turn.status < 0:
                control.fault[0] = first + row
                return turn.status
            regret = 0.0
            reward = 0.0
            last = -1
            since = 0
            streaked = 0  # rounds that were played in streaks
            switches = 0
            t = 0
            over = False  # whether the run has gone over the next checkpoint's budget
            for c in range(len(checkpoints)):
                mark = checkpoints[c]
                if metered:
                    over, regret = meter(run, mark)
                while not over and t < (table.horizon if metered else mark):
                    if streaks and turn.status == SAME_AGAIN:
                        streaked -= t
                        t, regret, reward, run, turn = streak(table, run, turn, t, mark, regret, reward)
                        streaked += t
                        if turn.status < 0:
                            break
                    else:
                        t += 1
                        run, turn = play_round(table, run, turn, t)
                        if turn.status < 0:
                            break
                        if turn.arm != last:
                            last = turn.arm
                            since = t
                            switches += 1
                        regret += turn.gap
                        reward += turn.reward
                        if traced:
                            _keep_round(table, record, turn, t, width)
                    if metered:
                        over, regret = meter(run, mark)
                    if control.stop[0]:  # after every round, for a round may be long: a load and a branch foreseen
                        return STOPPED
                if turn.status < 0:
                    control.fault[0] = first + row
                    control.fault[1] = t
                    return turn.status
                record.regret[row, c] = regret
                if metered:
                    record.rounds[row, c] = t if over else 0

            control.singly[0] += t - streaked
            control.switches[0] += switches
            totals = end(table, run, last, t)
            record.reward[row] = reward
            record.reference[row] = totals.reference
            record.locked[row] = nan
            if locks:
                record.locked[row] = totals.locked if since <= t // 2 + 1 else 0.0
            record.pulls[row] = totals.pulls
            record.tried[row] = totals.tried
        return 0

    return play


def _keep_round(table: Table, record: Record, turn: Turn, t: int, width: int) -> None:
    """A line of the trace."""
    if width == 0:
        record.arm[t - 1] = turn.arm
    for place in range(width):
        record.arm[(t - 1) * width + place] = table.places[place]
    record.outcome[t - 1] = turn.outcome
    details = len(table.detail)
    for i in range(details):
        record.detail[(t - 1) * details + i] = table.detail[i]
