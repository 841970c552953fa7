"""How heavy the first visit is, and how smooth a table stays on a slow machine."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from tests.browser.visitor import Visitor

# Tasks that hold the page up, and the time between two frames, from now on.
WATCH = """() => {
  const pace = (window.pace = { tasks: [], frames: [] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pace.tasks.push(duration);
  }).observe({ entryTypes: ["longtask"] });
  let last = performance.now();
  const frame = (now) => {
    pace.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


class Scales:
    """Weighs all that comes to a page, as it comes over the wire."""

    def __init__(self, visitor: Visitor):
        self.bytes = 0
        session = visitor.context.new_cdp_session(visitor.page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._add)

    def _add(self, finished: dict[str, Any]) -> None:
        self.bytes += int(finished["encodedDataLength"])


@contextmanager
def stopwatch(visitor: Visitor) -> Iterator[list[float]]:
    """Afterwards, for every task of the page: the milliseconds that the processor worked for it, which do not depend on
    what else it works for."""
    tasks: list[float] = []
    browser = visitor.context.browser
    assert browser is not None
    browser.start_tracing(page=visitor.page, categories=["toplevel", "__metadata"])
    yield tasks
    events = json.loads(browser.stop_tracing())["traceEvents"]
    pages = {(event["pid"], event["tid"]) for event in events if event["args"].get("name") == "CrRendererMain"}
    tasks += [event["tdur"] / 1000 for event in events if "tdur" in event and (event["pid"], event["tid"]) in pages]


def slow_down(visitor: Visitor, times: float) -> None:
    """From now on this page's processor is that many times slower."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})


def watch(page: Page) -> None:
    page.evaluate(WATCH)


def watch_from_the_start(visitor: Visitor) -> None:
    """On every page that is opened from now on."""
    visitor.context.add_init_script(f"({WATCH})()")


def longest_task(page: Page) -> float:
    """Since this was asked last, in milliseconds; tasks shorter than 50 are not counted by browsers."""
    return float(page.evaluate("Math.max(0, ...pace.tasks.splice(0))"))


def usual_frame(page: Page) -> float:
    """The time between two frames that 19 of 20 keep, in milliseconds."""
    return float(page.evaluate("pace.frames.sort((a, b) => a - b)[Math.floor(pace.frames.length * 0.95)]"))


def hover_over_everything(page: Page) -> None:
    """Lead the mouse over the board from one corner to the other, and back along the other diagonal."""
    box = page.locator("main.shell .stage").bounding_box()
    assert box is not None
    for down in (True, False):
        for part in (number / 24 for number in range(25)):
            height = part if down else 1 - part
            page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] * height)
