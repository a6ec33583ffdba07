"""The application of the service in this process, and the errors that it answers with."""

from __future__ import annotations

from starlette.testclient import TestClient

from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions


def in_app(store, **options):
    """The application in this process, over a store."""
    return TestClient(create_app(ServiceOptions(store, **options)), base_url="http://127.0.0.1")


def error_of(answer, status):
    """The error of an answer, which must have this status."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    error = answer.json()["error"]
    assert error["message"]
    assert len(answer.content) < 3000
    return error
