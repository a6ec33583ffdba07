"""The routes of the service: each reads a request, runs work on a bandit, and answers with the outcome."""

from __future__ import annotations

import csv
import io
import json
import shutil
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.background import BackgroundTask

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.log.export import REDRAWS
from begreedy.bandit.records import Decision, StoreError
from begreedy.bandit.views.best import DRAWS, MOST_DRAWS
from begreedy.service import bodies
from begreedy.service.advising import Advising
from begreedy.service.bodies import LARGEST_CATALOGUE
from begreedy.service.faults import Fault, fault_of
from begreedy.service.metrics import CALLS, Metrics
from begreedy.service.registry import Registry
from begreedy.service.tokens import MANAGE, Access

router = APIRouter()
_PAGE = 5000  # events of one page of an export
After = Annotated[int, Query(ge=0, le=2**53, description="events after this one")]
Limit = Annotated[int, Query(ge=1, le=10_000)]
Skip = Annotated[int, Query(ge=0, le=2**31, description="how many to leave out at the start")]
Draws = Annotated[int, Query(ge=1, le=MOST_DRAWS)]
Redraws = Annotated[int, Query(ge=0, le=10_000)]
Level = Annotated[float, Query(gt=0.0, lt=1.0)]
Arm = Annotated[str, Query(min_length=1, max_length=bodies.LONGEST_TEXT, pattern=bodies.PRINTABLE)]
Name = Annotated[str, Path(json_schema_extra={"pattern": bodies.NAME})]  # others do not exist, which is a 404


class Csv(Response):
    """A table, in the API's description."""

    media_type = "text/csv"


class Parquet(Response):
    media_type = "application/vnd.apache.parquet"


def _registry(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry


def _metrics(request: Request) -> Metrics:
    metrics: Metrics = request.app.state.metrics
    return metrics


def _access(request: Request) -> Access:
    access: Access = request.scope["access"]
    return access


def _answer(content: Any, status: int = 200) -> Response:
    """An answer; NaN and infinities would be no JSON."""
    return Response(json.dumps(content, allow_nan=False), status, media_type="application/json")


def _plain(record: Any) -> dict[str, Any]:
    """The fields of a record, by name."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def _shown(decision: Decision) -> dict[str, Any]:
    return {"arm": decision.arm, **_plain(decision)}


# ---------------------------------------------------------------- the server


@router.get("/health", tags=["server"])
async def health() -> Response:
    """Whether the process answers."""
    return _answer({"status": "ok"})


@router.get("/ready", tags=["server"])
async def ready(request: Request) -> Response:
    """Whether the store answers as well."""
    await _registry(request).names()
    return _answer({"status": "ready"})


@router.get("/metrics", tags=["server"], response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Counts and times, in the format of Prometheus."""
    counted = _metrics(request)
    with suppress(StoreError):  # the server's own counts are reported all the same
        counted.waiting(await _registry(request).pending())
    return Response(counted.text(), media_type=counted.media_type)


# ---------------------------------------------------------------- bandits


@router.get("/bandits", tags=["bandits"])
async def list_bandits(request: Request) -> Response:
    """The names of the bandits in the store that the token is for."""
    access = _access(request)
    return _answer({"bandits": [name for name in await _registry(request).names() if access.sees(name)]})


@router.post("/bandits", tags=["bandits"], status_code=201, responses={200: {"description": "It was there already"}})
async def create_bandit(request: Request, body: bodies.Create) -> Response:
    """Create a bandit (201), or find the one with the same settings (200); other settings conflict (409)."""
    _access(request).check(MANAGE, body.name)
    registry = _registry(request)
    try:
        state, new = await registry.create(body)
    except Exception as error:
        raise fault_of(error) from error
    return _answer(_plain(state), 201 if new else 200)


@router.get("/bandits/{name}", tags=["bandits"])
async def state(request: Request, name: Name) -> Response:
    """Settings and counts."""
    return _answer(_plain(await _do(request, name, lambda bandit: bandit.state(), writes=False)))


@router.delete("/bandits/{name}", tags=["bandits"])
async def delete_bandit(request: Request, name: Name) -> Response:
    """Delete a bandit with all that is recorded of it, for good."""
    try:
        await _registry(request).delete(name)
    except Exception as error:
        raise fault_of(error) from error
    return _answer({"deleted": name})


@router.post("/bandits/{name}/advice", tags=["bandits"])
async def advise_again(request: Request, name: Name, body: bodies.Advise | None = None) -> Response:
    """Advise on the rounds that are left, with a prior learned from those so far; the bandit is not changed."""
    advising: Advising = request.app.state.advising
    try:
        advice = await advising.ask(name, None if body is None else body.effort, request.is_disconnected)
    except Exception as error:
        raise fault_of(error) from error
    return _answer(_plain(advice))


# ---------------------------------------------------------------- decisions and rewards


@router.post("/bandits/{name}/decide", tags=["decisions"])
async def decide(request: Request, name: Name, body: bodies.Decide | None = None) -> Response:
    """Decide what to play now; the decision is recorded before it is answered."""
    asked = body or bodies.Decide.model_validate({})
    decision = await _do(request, name, lambda bandit: bandit.decide(**asked.model_dump()))
    _metrics(request).decided(name, 1)
    return _answer(_shown(decision))


@router.post("/bandits/{name}/decide-many", tags=["decisions"])
async def decide_many(request: Request, name: Name, body: bodies.DecideMany) -> Response:
    """Make several decisions at once, each aware of those before it; all or none."""
    _check_batch(request, "count", body.count)
    decisions = await _do(request, name, lambda bandit: bandit.decide_many(**body.model_dump()))
    _metrics(request).decided(name, len(decisions))
    return _answer({"decisions": [_shown(decision) for decision in decisions]})


@router.post("/bandits/{name}/decide-set", tags=["decisions"])
async def decide_set(request: Request, name: Name, body: bodies.DecideSet | None = None) -> Response:
    """The arms of the next action, where actions are sets: a decision each, recorded together, rewarded one by one."""
    context = None if body is None else body.context_id
    decisions = await _do(request, name, lambda bandit: bandit.decide_set(context))
    _metrics(request).decided(name, len(decisions))
    return _answer({"decisions": [_shown(decision) for decision in decisions]})


@router.post("/bandits/{name}/reward", tags=["decisions"])
async def reward(request: Request, name: Name, body: bodies.Reward) -> Response:
    """Report what a decision paid; it counts once: ``new`` is false if it was known; another value conflicts (409)."""
    new = await _do(request, name, lambda bandit: bandit.reward(body.decision_id, body.value, body.cost))
    _metrics(request).rewarded(name, int(new))
    return _answer({"new": new})


@router.post("/bandits/{name}/reward-many", tags=["decisions"])
async def reward_many(request: Request, name: Name, body: bodies.RewardMany) -> Response:
    """Report what many decisions paid: an entry each, ``new`` or an error; a bad one does not spoil the others."""
    _check_batch(request, "rewards", len(body.rewards))
    rows = [(reward.decision_id, reward.value, reward.cost) for reward in body.rewards]
    outcomes = await _do(request, name, lambda bandit: bandit.reward_each(rows))
    _metrics(request).rewarded(name, sum(new is True for new in outcomes))
    return _answer({"results": [{"new": new} if isinstance(new, bool) else _refused(new) for new in outcomes]})


def _refused(error: Exception) -> dict[str, Any]:
    fault = fault_of(error)
    return {"status": fault.status, **fault.body}


@router.post("/bandits/{name}/expire", tags=["decisions"])
async def expire(request: Request, name: Name, body: bodies.Expire) -> Response:
    """Give up on the rewards of old decisions."""
    count = await _do(request, name, lambda bandit: bandit.expire(body.before, body.default))
    return _answer({"expired": count})


def _check_batch(request: Request, field: str, size: int) -> None:
    most = _registry(request).options.max_batch
    if size > most:
        raise Fault(400, f"too many for one request: {field}", field=field, value=size, allowed=f"at most {most}")


# ---------------------------------------------------------------- arms


@router.get("/bandits/{name}/arms", tags=["arms"])
async def arms(request: Request, name: Name, limit: Limit = 100, skip: Skip = 0) -> Response:
    """What is known of the arms that are played, best mean first."""
    work = lambda bandit: (bandit.state().playing, bandit.arms(limit, skip))  # noqa: E731
    playing, explanations = await _do(request, name, work, writes=False)
    return _answer({"playing": playing, "arms": [_plain(arm) for arm in explanations]})


@router.post("/bandits/{name}/arms", tags=["arms"])
async def add_arms(request: Request, name: Name, body: bodies.AddArms) -> Response:
    """New arms."""
    max_arms = _registry(request).options.max_arms

    def work(bandit: Bandit) -> list[str]:
        count = body.names if isinstance(body.names, int) else len(body.names)
        now = bandit.state()
        plays_all = now.playing + now.paused == now.catalogue
        limit = max_arms if plays_all else LARGEST_CATALOGUE
        if now.catalogue + count > limit:
            raise Fault(400, "too many arms", field="names", value=count, allowed=f"at most {limit} arms in all")
        return bandit.add_arms(body.names, body.features)

    return _answer({"added": await _do(request, name, work)})


@router.post("/bandits/{name}/arms/retire", tags=["arms"])
async def retire_arm(request: Request, name: Name, body: bodies.OneArm) -> Response:
    """Never play an arm again; ``new`` is false if it was retired before."""
    return _answer({"new": await _do(request, name, lambda bandit: bandit.retire_arm(body.arm))})


@router.post("/bandits/{name}/arms/pause", tags=["arms"])
async def pause_arm(request: Request, name: Name, body: bodies.OneArm) -> Response:
    """Do not play an arm until it is resumed; ``new`` is false if it was paused before."""
    return _answer({"new": await _do(request, name, lambda bandit: bandit.pause_arm(body.arm))})


@router.post("/bandits/{name}/arms/resume", tags=["arms"])
async def resume_arm(request: Request, name: Name, body: bodies.OneArm) -> Response:
    """Play a paused arm again; ``new`` is false if it is played already."""
    return _answer({"new": await _do(request, name, lambda bandit: bandit.resume_arm(body.arm))})


@router.get("/bandits/{name}/arms/explain", tags=["arms"])
async def explain(request: Request, name: Name, arm: Arm) -> Response:
    """Counts, mean and index of an arm, and when it is played."""
    return _answer(_plain(await _do(request, name, lambda bandit: bandit.explain(arm), writes=False)))


@router.get("/bandits/{name}/arms/best", tags=["arms"])
async def best(request: Request, name: Name, draws: Draws = DRAWS) -> Response:
    """The probability that an arm is the best, for all that are played, by draws of what they may pay."""
    chances = await _do(request, name, lambda bandit: bandit.best(draws), writes=False)
    return _answer({"arms": [{"arm": arm, "probability": chance} for arm, chance in chances.items()]})


@router.get("/bandits/{name}/uplift", tags=["arms"])
async def uplift(request: Request, name: Name, level: Level = 0.95) -> Response:
    """How much more the policy pays than the control group, for all decisions and by segment; valid at all times."""
    found = await _do(request, name, lambda bandit: bandit.uplift(level), writes=False)
    return _answer({"uplift": [_plain(one) for one in found]})


# ---------------------------------------------------------------- the log


@router.get("/bandits/{name}/log", tags=["log"])
async def log(request: Request, name: Name, after: After = 0, limit: Limit = 1000) -> Response:
    """Events, oldest first; ``next`` is what to give as ``after`` for more, null at the end."""
    entries = await _do(request, name, lambda bandit: bandit.log(after, limit), writes=False)
    following = entries[-1].seq if len(entries) == limit else None
    return _answer({"entries": [_plain(entry) for entry in entries], "next": following})


@router.get("/bandits/{name}/log.csv", tags=["log"], response_class=Csv)
async def export(request: Request, name: Name) -> Response:
    """All events as CSV."""
    first = await _do(request, name, lambda bandit: bandit.log(0, _PAGE), writes=False)

    async def pages() -> AsyncIterator[str]:
        yield "seq,kind,decision_id,arm,value,cost,context_id,time,user,segment,cohort,chosen_by,propensity\n"
        page = first
        while page:
            yield _lines(page)
            following = partial(Bandit.log, after=page[-1].seq, limit=_PAGE)
            page = await _do(request, name, following, writes=False)

    return StreamingResponse(pages(), media_type="text/csv; charset=utf-8")


@router.get("/bandits/{name}/decisions.csv", tags=["log"], response_class=Csv)
async def decisions(request: Request, name: Name, redraws: Redraws = REDRAWS) -> Response:
    """All decisions with their outcomes, a row each, as CSV: what ``begreedy replay`` reads."""
    return await _exported(request, name, ".csv", "text/csv; charset=utf-8", redraws)


@router.get("/bandits/{name}/decisions.parquet", tags=["log"], response_class=Parquet)
async def decisions_parquet(request: Request, name: Name, redraws: Redraws = REDRAWS) -> Response:
    """The same table as Parquet."""
    return await _exported(request, name, ".parquet", Parquet.media_type, redraws)


async def _exported(request: Request, name: str, suffix: str, media_type: str, redraws: int) -> Response:
    try:
        file = await _registry(request).export(name, suffix, redraws)
    except Exception as error:
        raise fault_of(error) from error
    return FileResponse(file, media_type=media_type, background=BackgroundTask(shutil.rmtree, file.parent))


@router.post("/bandits/{name}/archive", tags=["log"])
async def archive(request: Request, name: Name, body: bodies.Archive) -> Response:
    """Move old events to a Parquet file in the server's folder for archives; the state stays as it is."""
    try:
        archived = await _registry(request).archive(name, body.before)
    except Exception as error:
        raise fault_of(error) from error
    return _answer(_plain(archived))


@router.post("/bandits/{name}/erase", tags=["log"])
async def erase(request: Request, name: Name, body: bodies.Erase) -> Response:
    """Erase users and context ids from the log; returns how many decisions had them."""
    return _answer({"erased": await _erased(_registry(request).erase(name, body))})


@router.post("/erase", tags=["log"])
async def erase_everywhere(request: Request, body: bodies.Erase) -> Response:
    """Erase users and context ids from the logs of all bandits; returns, by name, how many decisions had them."""
    return _answer({"erased": await _erased(_registry(request).erase_everywhere(body))})


async def _erased(work: Awaitable[int | dict[str, int]]) -> int | dict[str, int]:
    try:
        return await work
    except Exception as error:
        raise fault_of(error) from error


def _lines(entries: list[Any]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for e in entries:
        shown = e.arms[0] if len(e.arms) == 1 else json.dumps(e.arms) if e.arms else ""
        told = [e.value, e.cost, e.context_id, e.time, e.user, e.segment, e.cohort, e.chosen_by, e.propensity]
        writer.writerow([e.seq, e.kind, e.decision_id, shown, *told])
    return out.getvalue()


async def _do(request: Request, name: str, work: Any, *, writes: bool = True) -> Any:
    """The outcome of work on a bandit; what the bandit refuses is answered as the client's fault."""
    began = time.perf_counter()
    try:
        outcome = await _registry(request).do(name, work, writes=writes)
    except Exception as error:
        raise fault_of(error) from error
    last = str(request.scope["route"].path).rsplit("/", 1)[-1].removesuffix("-many")
    _metrics(request).called(name, last if last in CALLS else "other", time.perf_counter() - began)
    return outcome
