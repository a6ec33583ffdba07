"""Clients that change their minds and forget, each with a ledger of what the server acknowledged; and its audit."""

from __future__ import annotations

from begreedy.online import Bandit
from support.online_play import whole_log
from support.service import Load

WINDOW = 1.5  # seconds in which a decision may get a reward
SETTINGS = {"revise": True, "window": WINDOW, "default": 0.0, "explore": 0.2, "control": "random", "share": 0.1}


class ChangingLoad(Load):
    """Decides for users, segments and some of the arms; rewards most decisions, revises rewards, and forgets others.

    ``told`` has, by decision, the values that were acknowledged, in order; ``sent`` all that were sent: a call without
    an answer may or may not be recorded.  All values of a decision are different.
    """

    def __init__(self, servers, arms, seed=0, clients=4, features=False):
        self.told, self.sent, self.late, self.arms, self.features = {}, {}, 0, arms, features
        super().__init__(servers, clients=clients, seed=seed)

    def _decide(self, http, name):
        number = len(self.decided)
        body = [{}, {"user": f"user {number % 7}"}, {"segment": "new"}, {"exclude": [str(number % self.arms)]}][
            number % 4
        ]
        if self.features and number % 3 == 0:  # what this visitor makes of two arms
            body["features"] = {str(number % self.arms): [1.0, 0.5, 0.0], "0": [0.0, number % 5 / 5.0, 1.0]}
        answer = self._post(http, name, "decide", body)
        assert answer["arm"] not in body.get("exclude", [])
        self._note(self.decided, answer["id"], answer["arm"])
        return answer["id"]

    def _reward(self, http, name, decision, rng):
        if rng.random() < 0.2:  # nobody will ever tell
            return
        values = rng.sample(range(1, 1000), rng.choice([1, 1, 2, 3]))
        for value in values:
            self.sent.setdefault(decision, []).append(value / 1000)
            answer = http.post(f"/bandits/{name}/reward", json={"decision_id": decision, "value": value / 1000})
            if answer.status_code == 409 and answer.json()["error"]["kind"] == "TooLate":
                with self._lock:
                    self.late += 1
                return
            self._checked(answer)
            assert answer.json()["new"]
            with self._lock:
                self.told.setdefault(decision, []).append(value / 1000)


def audit(store, loads, name="default"):
    """Compare ledgers with the log: nothing acknowledged is missing, nothing is there twice, all counts are the log's.

    Returns how many decisions, rewards, revisions and expiries the log has, and how many values were acknowledged.
    """
    with Bandit.open(store, name) as bandit:
        entries = whole_log(bandit)
        while True:  # a decision may expire while we look
            state, report, arms = bandit.state(), bandit.check(), bandit.arms()
            before, entries = len(entries), whole_log(bandit)
            if len(entries) == before:
                break
    assert report.ok, report
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    by_kind = {kind: [e for e in entries if e.kind == kind] for kind in ("decided", "rewarded", "expired", "revised")}
    decided = {entry.decision_id: entry for entry in by_kind["decided"]}
    assert len(decided) == len(by_kind["decided"])
    values = {}  # by decision: what it counted as, one after the other
    for entry in entries:
        if entry.kind in ("rewarded", "expired"):
            assert entry.decision_id not in values, f"{entry.decision_id} closed twice"
            values[entry.decision_id] = [entry.value]
        elif entry.kind == "revised":
            values[entry.decision_id].append(entry.value)
    expired = {entry.decision_id for entry in by_kind["expired"]}
    for load in loads:
        assert load.decided.items() <= {id: entry.arms[0] for id, entry in decided.items()}.items()
        for decision, told in load.told.items():
            assert decision not in expired
            recorded = values[decision]
            assert len(set(recorded)) == len(recorded), f"{decision} has a value twice: {recorded}"
            assert [value for value in recorded if value in told] == told
            assert set(recorded) <= set(load.sent[decision])
    assert (state.decisions, state.rewards) == (len(decided), len(by_kind["rewarded"]))
    paid = {}
    for decision, recorded in values.items():
        paid.setdefault(decided[decision].arms[0], []).append(recorded[-1])
    for arm in arms:
        known = paid.get(arm.arm, [])
        assert arm.pulls == len(known)
        assert arm.mean is None or abs(arm.mean - sum(known) / len(known)) < 1e-9
    return {kind: len(lines) for kind, lines in by_kind.items()} | {
        "acknowledged": sum(len(load.decided) + sum(map(len, load.told.values())) for load in loads)
    }
