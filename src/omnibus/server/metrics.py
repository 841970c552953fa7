"""What Prometheus reads of this process: counted where it happens, at a few microseconds each."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString
from sqlalchemy import func, select

from omnibus.server.schema import TABLES
from omnibus.server.store import Store
from omnibus.server.trouble import ServerTrouble

LOOPBACK = "127.0.0.1"
MOVE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
REQUEST_BUCKETS = (0.005, 0.025, 0.1, 0.5, 2.5, 10)
BOT_BUCKETS = (0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 60)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)


def _counter(name: str, told: str, *labels: str) -> Counter:
    return Counter(f"omnibus_{name}", told, labels, registry=REGISTRY)


def _gauge(name: str, told: str, *labels: str) -> Gauge:
    return Gauge(f"omnibus_{name}", told, labels, registry=REGISTRY)


def _histogram(name: str, told: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"omnibus_{name}", told, labels, registry=REGISTRY, buckets=buckets)


UP = _gauge("up", "Whether a service that this process needs answers", "service")
TABLES_KEPT = _gauge("tables", "Tables in the database, all processes together", "status")
TABLES_IN_MEMORY = _gauge("tables_in_memory", "Tables that this process holds")
WINDOWS = _gauge("windows", "Open WebSockets", "kind")

PLIES = _counter("plies_total", "Plies written to the log", "by")
PLIES_BY_PERSON, PLIES_BY_BOT = PLIES.labels("person"), PLIES.labels("bot")
MOVES_REFUSED = _counter("moves_refused_total", "Moves and undos of people that did not count", "code")


class _Stage:
    """How long a stage of moves took. It is counted three times a move: a histogram of the library's own, which may be
    used from several threads, would take a fortieth of the server's time."""

    def __init__(self, name: str):
        self.name = name
        self.counts = [0] * (len(MOVE_BUCKETS) + 1)
        self.seconds = 0.0

    def observe(self, seconds: float) -> None:
        """Count one more; the event loop alone does."""
        self.counts[bisect_left(MOVE_BUCKETS, seconds)] += 1
        self.seconds += seconds


class _Moves(Collector):
    """All stages, as Prometheus reads them."""

    def __init__(self, *stages: _Stage):
        self._stages = stages

    def collect(self) -> Iterator[Metric]:
        """What was counted until now."""
        told = "From a person's move to the disk, and from the disk to each window"
        family = HistogramMetricFamily("omnibus_move_seconds", told, labels=["stage"])
        bounds = [*map(floatToGoString, MOVE_BUCKETS), "+Inf"]
        for stage in self._stages:
            buckets = [*zip(bounds, map(float, accumulate(stage.counts)), strict=True)]
            family.add_metric([stage.name], buckets, stage.seconds)
        yield family


MOVE_DURABLE, MOVE_SHOWN = _Stage("durable"), _Stage("shown")
REGISTRY.register(_Moves(MOVE_DURABLE, MOVE_SHOWN))

REQUESTS = _counter("requests_total", "Answered requests", "method", "route", "status")
REQUEST_SECONDS = _histogram("request_seconds", "Time to answer a request", REQUEST_BUCKETS, "method", "route")
REQUESTS_REFUSED = _counter("requests_refused_total", "Refused requests and WebSockets", "code")
CONNECTIONS_REFUSED = _counter("connections_refused_total", "Connections cut before a request was there", "why")

BOT_QUEUE = _gauge("bot_queue_length", "Questions that wait for a bot")
BOT_WAIT = _histogram("bot_wait_seconds", "Time a question waited for a bot", BOT_BUCKETS, "game", "bot")
BOT_THINK = _histogram("bot_think_seconds", "Time a bot thought", BOT_BUCKETS, "game", "bot")

STUDY_QUEUE = _gauge("study_queue_length", "Questions about what moves are worth that wait for their turn")
STUDY_SECONDS = _histogram("study_seconds", "Time to find out what moves are worth", BOT_BUCKETS, "what")


def observe_request(scope: Any, status: int, seconds: float) -> None:
    """Count a request under its route, of which there are few, never under its path, of which there are many."""
    template = scope.get("path_template", "")
    route = template if template.startswith("/api") else "files" if template else "unknown"
    method = scope["method"] if scope["method"] in METHODS else "other"
    REQUESTS.labels(method, route, status).inc()
    REQUEST_SECONDS.labels(method, route).observe(seconds)


async def count_tables(store: Store) -> None:
    """Ask the database how many tables there are, which tells too whether it answers."""
    try:
        rows = await store.rows(select(TABLES.c.status, func.count().label("tables")).group_by(TABLES.c.status))
    except Exception:
        UP.labels("database").set(0)
        raise
    UP.labels("database").set(1)
    TABLES_KEPT.clear()
    for row in rows:
        TABLES_KEPT.labels(row.status).set(row.tables)


def listen(port: int) -> None:
    """Answer Prometheus on a port of this machine alone."""
    try:
        start_http_server(port, LOOPBACK, REGISTRY)
    except OSError as error:
        raise ServerTrouble("cannot-listen", host=LOOPBACK, port=port, reason=error.strerror) from None
