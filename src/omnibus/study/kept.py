"""A review on its way, kept line by line: whoever interrupts it loses nothing."""

import json
from pathlib import Path
from typing import Any, TextIO

from omnibus.rules.record import Record
from omnibus.study.judge import judge_of
from omnibus.study.review import Course, Job, Review, course_of, jobs_of, reviewed
from omnibus.study.trouble import StudyTrouble

SEED = "review"


class KeptReview:
    """The file of a review: first what it is of and who judges, then a line for every decision weighed."""

    def __init__(self, path: Path, record: Record, budget: int, again: bool = False, hindsight: bool = False):
        self.path = path
        self.hindsight = hindsight
        self.record = record
        self.course: Course = course_of(record)
        self.head = {
            "digest": record.digest,
            "ruleset": record.game.ruleset,
            "judge": judge_of(record.game.id).name,
            "budget": budget,
            "hindsight": hindsight,
        }
        self.weighed: list[dict[str, Any]] = []
        if again:
            self._forget()
        self._read()

    @property
    def outdated(self) -> bool:
        """Whether a judge of today would judge otherwise than the one who did."""
        return bool(self.head["judge"] != judge_of(self.record.game.id).name)

    @property
    def of(self) -> int:
        """How many decisions there are."""
        return len(self.course.decisions)

    def jobs(self) -> list[Job]:
        """What is still to be done."""
        done = {each["n"] for each in self.weighed}
        jobs = jobs_of(self.course, int(str(self.head["budget"])), SEED, self.hindsight)
        return [job for job in jobs if job["n"] not in done]

    def add(self, weighed: dict[str, Any]) -> None:
        """Keep one more decision."""
        first = not self.weighed
        self.weighed.append(weighed)
        try:
            if first:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                if first:
                    _write_line(file, self.head)
                _write_line(file, weighed)
        except OSError as error:
            raise StudyTrouble("cannot-write", path=self.path, reason=error.strerror or error) from None

    def review(self) -> Review:
        """The review, as far as it is done."""
        head = self.head
        budget, judge = int(str(head["budget"])), str(head["judge"])
        return reviewed(self.record, self.course, self.weighed, budget, SEED, judge, self.hindsight)

    def _forget(self) -> None:
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise StudyTrouble("cannot-write", path=self.path, reason=error.strerror or error) from None

    def _read(self) -> None:
        """Take in what is there. Half a review by an older judge, or of another game, is begun anew."""
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
            entries = [json.loads(line) for line in lines]
        except FileNotFoundError:
            return
        except (OSError, ValueError):
            # A line that was being written when the power failed: it is cheap to begin anew.
            self._forget()
            return
        head, *weighed = entries or [{}]
        same = all(head.get(key) == self.head[key] for key in ("digest", "ruleset", "budget", "hindsight"))
        if same and (head["judge"] == self.head["judge"] or len(weighed) == self.of):
            self.head, self.weighed = head, weighed
        else:
            self._forget()


def _write_line(file: TextIO, data: dict[str, Any]) -> None:
    file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
