"""Zero until told, windows and revisions over HTTP: by the client, and by the server's own clock."""

from __future__ import annotations

import time

import pytest

from begreedy.online import Contradiction, NoSuchBandit, SettingsDiffer, TooLate, delete
from support.service import Server

ZERO = "zero until told"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("served") / "bandits.db") as server:
        yield server


def test_a_click_replaces_the_zero_and_may_be_corrected(served):
    with served.client("clicks") as client:
        client.create("Greedy", ["a", "b"], outcomes=ZERO, window=3600.0, revise=True)
        decision = client.decide()
        assert client.explain("a").mean == 0.0
        assert client.reward(decision.id, 1.0) is True
        assert client.reward(decision.id, 0.5) is True
        assert client.reward(decision.id, 0.5) is False
        assert (client.explain("a").mean, client.state().rewards) == (0.5, 1)
        assert [entry.kind for entry in client.log()] == ["decided", "rewarded", "revised"]
        with pytest.raises(SettingsDiffer, match="window"):
            client.create("Greedy", ["a", "b"], outcomes=ZERO, window=60.0, revise=True)


@pytest.mark.parametrize("policy", ["Window(Greedy(), rounds=20)", "Discounted(ThompsonBeta(), halflife=5)", "IMOSS"])
def test_policies_that_forget_or_discover_arms(served, policy):
    """By their texts, with late and revised rewards where these may be, and arms that join and leave."""
    pooled = policy == "IMOSS"
    with served.client(policy.split("(", maxsplit=1)[0]) as client:
        client.create(policy, ["a", "b", "c"], revise=not pooled)
        made = [client.decide() for _ in range(6)]
        for decision in reversed(made):
            assert client.reward(decision.id, 1.0) is True
        assert pooled or client.reward(made[0].id, 0.0) is True
        client.add_arms(["d"])
        client.retire_arm(made[0].arm)
        assert client.decide().arm != made[0].arm
        assert client.state().decisions == 7


def test_windows_end_by_the_servers_clock(served):
    """Nobody calls: the log has the end of the window all the same; a click after it is too late."""
    from begreedy.bandit.store.database import connect

    with served.client("short") as client:
        client.create("Greedy", 3, outcomes=ZERO, window=0.3)
        decision = client.decide()
        database = connect(served.store)
        until = time.monotonic() + 20
        while not database.rows("SELECT 1 FROM events WHERE kind = 'expired'") and time.monotonic() < until:
            time.sleep(0.05)
        assert database.rows("SELECT value FROM events WHERE kind = 'expired'") == [(0.0,)]
        database.close()
        with pytest.raises(TooLate, match="its window is over"):
            client.reward(decision.id, 1.0)
        assert client.reward(decision.id, 0.0) is False
        assert client.state().expired == 1


def test_without_revisions_another_reward_contradicts(served):
    with served.client("once") as client:
        client.create("Greedy", 3, outcomes=ZERO, window=3600.0)
        decision = client.decide()
        assert client.reward(decision.id, 1.0)
        with pytest.raises(Contradiction):
            client.reward(decision.id, 0.0)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"outcomes": "zero"}, "outcomes"),
        ({"outcomes": ZERO}, "window"),
        ({"window": -1.0}, "window"),
        ({"default": 0.0}, "default"),
        ({"window": 1.0, "default": 7.0}, "default"),
        ({"revise": "yes"}, "revise"),
    ],
)
def test_bad_settings_name_their_field(served, settings, field):
    with served.client("bad") as client:
        with pytest.raises((ValueError, TypeError)) as refused:
            client.create("Greedy", 3, **settings)
        assert field in refused.value.field
        assert "bad" not in client.names()


# ---------------------------------------------------------------- arms and bandits that come and go


def test_arms_are_paused_and_bandits_deleted(served):
    with served.client("passing") as client:
        client.create("Greedy", ["a", "b"], first_pulls=2)
        assert (client.pause_arm("a"), client.pause_arm("a")) == (True, False)
        assert {client.decide().arm for _ in range(3)} == {"b"}
        assert client.resume_arm("a") is True
        client.add_arms(["c"])
        assert [client.decide().arm for _ in range(2)] == ["c", "c"]
        client.delete()
        assert "passing" not in client.names()
        with pytest.raises(NoSuchBandit):
            client.decide()
        with pytest.raises(NoSuchBandit):
            client.delete()
        assert client.create("UCB", 3).decisions == 0
        assert client.decide().number == 0


def test_a_decision_needs_no_body(served):
    import httpx

    with served.client("bare") as client:
        client.create("Greedy", 2)
    answer = httpx.post(f"{served.url}/bandits/bare/decide")
    assert (answer.status_code, answer.json()["arm"]) == (200, "0")


def test_a_bandit_deleted_by_another_process_and_made_anew(served):
    with served.client("remade") as client:
        client.create("Greedy", 2)
        client.decide()
        delete(served.store, "remade")
        with pytest.raises(NoSuchBandit):
            client.decide()
        client.create("Greedy", 3)
        client.decide()
        assert client.state().decisions == 1
