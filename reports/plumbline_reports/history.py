"""The past nights, in one append-only SQLite file. A night is written in one transaction, so that a killed program
leaves a complete night or none. For each answer the file contains only the changes since the previous night.
"""

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from .files import Refused, check_output_folder
from .night import AnswerState, Night, NightPart

# A change of the tables requires a new number, and a migration from the previous one.
SCHEMA = 1
APPLICATION = 0x506C6D62  # "Plmb"

TABLES = """
CREATE TABLE night (
  id INTEGER PRIMARY KEY, time TEXT NOT NULL, commit_name TEXT NOT NULL, machine TEXT NOT NULL,
  build TEXT NOT NULL, digest TEXT NOT NULL UNIQUE);
CREATE TABLE answer (
  id INTEGER PRIMARY KEY, source TEXT NOT NULL, key TEXT NOT NULL, part TEXT NOT NULL,
  question TEXT NOT NULL, place TEXT NOT NULL, mechanism TEXT NOT NULL, replay TEXT NOT NULL,
  UNIQUE (source, key));
CREATE TABLE state (
  answer INTEGER NOT NULL REFERENCES answer, night INTEGER NOT NULL REFERENCES night,
  verdict TEXT NOT NULL, error REAL, digits REAL, lower TEXT NOT NULL, upper TEXT NOT NULL,
  PRIMARY KEY (answer, night)) WITHOUT ROWID;
CREATE TABLE part (
  night INTEGER NOT NULL REFERENCES night, source TEXT NOT NULL, name TEXT NOT NULL,
  answers INTEGER NOT NULL, seconds REAL NOT NULL, tool_seconds REAL, median_error REAL,
  largest_error REAL, fewest_digits REAL, PRIMARY KEY (night, source, name)) WITHOUT ROWID;
CREATE TABLE tally (
  night INTEGER NOT NULL REFERENCES night, source TEXT NOT NULL, part TEXT NOT NULL,
  verdict TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (night, source, part, verdict)) WITHOUT ROWID;
"""
# Existing rows must not change.
TRIGGERS = """
CREATE TRIGGER no_update_of_{0} BEFORE UPDATE ON {0} BEGIN
  SELECT RAISE(ABORT, 'a history is only added to'); END;
CREATE TRIGGER no_delete_of_{0} BEFORE DELETE ON {0} BEGIN
  SELECT RAISE(ABORT, 'a history is only added to'); END;
"""


@dataclass
class KeptNight:
    id: int
    """from 1, in the order in which they were added"""
    time: str
    commit: str
    machine: str
    build: str

    @property
    def day(self) -> str:
        return self.time[:10]


@dataclass
class AnswerCourse:
    """The course of one answer: its states, each with the night at which it begins."""

    source: str
    part: str
    question: str
    place: str
    mechanism: str
    replay: str
    changes: list[tuple[int, AnswerState]] = field(default_factory=list)


@dataclass
class KeptTally:
    """Returns the number of verdicts of a part."""

    night: int
    source: str
    part: str
    verdict: str
    count: int


# Error codes of SQLite. The module has them since Python 3.11; in earlier versions, the text of an error decides.
_PERM, _BUSY, _LOCKED, _READONLY, _CORRUPT, _CANTOPEN, _NOTADB = 3, 5, 6, 8, 11, 14, 26


def _remedy(file: Path, error: sqlite3.Error) -> Refused:
    code, said = getattr(error, "sqlite_errorcode", None), str(error)
    primary = code & 0xFF if code is not None else None
    if primary in (_BUSY, _LOCKED) or "locked" in said:
        return Refused(f"{file}: another program is writing there; try again later")
    if primary == _NOTADB or "not a database" in said:
        return Refused(f"{file}: is no history; choose another folder")
    if primary == _CORRUPT or "malformed" in said:
        return Refused(f"{file}: is damaged ({said}); put a copy in its place, or choose another folder")
    if primary in (_READONLY, _CANTOPEN, _PERM):
        return Refused(f"{file}: cannot be written ({said}); choose another folder")
    return Refused(f"{file}: {said}; nothing was added")


class History:
    """The file history.sqlite in a folder. Raises Refused, with the remedy, if the file is damaged, belongs to
    another program, or has a later schema; also if it is missing, unless `create`.
    """

    def __init__(self, folder: Path, create: bool = False, wait: float = 60) -> None:
        self.file = folder / "history.sqlite"
        if create:
            check_output_folder(folder)
        elif not self.file.is_file():
            raise Refused(f"{self.file}: cannot be read; `plumbline history add` makes it")
        with self._refusing():
            mode = "rwc" if create else "rw"
            self.base = sqlite3.connect(f"{self.file.absolute().as_uri()}?mode={mode}", uri=True, timeout=wait,
                                        isolation_level=None)
        try:
            with self._refusing():
                self._open(create)
        except BaseException:
            self.close()
            raise

    def _open(self, create: bool) -> None:
        self.base.text_factory = lambda text: text.decode("utf-8", "replace")
        for pragma in ("trusted_schema=OFF", "foreign_keys=ON", "synchronous=EXTRA"):
            self.base.execute(f"PRAGMA {pragma}")
        if create:
            self._prepare()
        self._check_whole()

    def close(self) -> None:
        self.base.close()

    def __enter__(self) -> "History":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _remedy(self.file, error) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction. It acquires the write lock immediately, so that data read inside it do not change."""
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.base.execute("COMMIT")
        except BaseException:
            if self.base.in_transaction:
                self.base.execute("ROLLBACK")
            raise

    def _number(self, sql: str) -> int:
        return self.base.execute(sql).fetchone()[0]

    def _is_new(self) -> bool:
        return (self._number("SELECT count(*) FROM sqlite_schema") == 0
                and self._number("PRAGMA application_id") == 0)

    def _prepare(self) -> None:
        """Creates the tables if they do not exist."""
        if not self._is_new():
            return
        with self._transaction():
            if not self._is_new():
                return  # another program was faster
            statements = [TABLES] + [TRIGGERS.format(t) for t in ("night", "answer", "state", "part", "tally")]
            for statement in _statements("".join(statements)):
                self.base.execute(statement)
            self.base.execute(f"PRAGMA application_id={APPLICATION}")
            self.base.execute(f"PRAGMA user_version={SCHEMA}")

    def _check_whole(self) -> None:
        if self._number("PRAGMA application_id") != APPLICATION:
            raise Refused(f"{self.file}: is no history; choose another folder")
        schema = self._number("PRAGMA user_version")
        if schema > SCHEMA:
            raise Refused(f"{self.file}: is of schema {schema}, and this program knows schemas up to {SCHEMA}; use a "
                          "newer program")
        said = self.base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise Refused(f"{self.file}: is damaged ({said}); put a copy in its place, or choose another folder")

    def add(self, night: Night) -> int | None:
        """Adds a night and returns its id; None if the night is already present."""
        with self._refusing(), self._transaction():
            if self.base.execute("SELECT id FROM night WHERE digest=?", (night.digest,)).fetchone():
                return None
            row = night.time, night.commit, night.machine, night.build, night.digest
            made = self.base.execute("INSERT INTO night(time,commit_name,machine,build,digest) VALUES(?,?,?,?,?)", row)
            _Adding(self.base, made.lastrowid).run(night)
            return made.lastrowid

    def nights(self) -> list[KeptNight]:
        with self._refusing():
            rows = self.base.execute("SELECT id,time,commit_name,machine,build FROM night ORDER BY id")
            return [KeptNight(*row) for row in rows]

    def courses(self, first: int, last: int) -> list[AnswerCourse]:
        """Returns the courses of the nights from `first` to `last`. A course begins with the state before `first`."""
        out: list[AnswerCourse] = []
        with self._refusing():
            rows = self.base.execute(
                "SELECT s.answer,s.night,s.verdict,s.error,s.digits,s.lower,s.upper,"
                "a.source,a.part,a.question,a.place,a.mechanism,a.replay "
                "FROM state s JOIN answer a ON a.id=s.answer WHERE s.night<=?2 AND s.night>=coalesce("
                "(SELECT max(t.night) FROM state t WHERE t.answer=s.answer AND t.night<=?1),0) "
                "ORDER BY s.answer,s.night", (first, last))
            before = None
            for row in rows:
                if row[0] != before:
                    out.append(AnswerCourse(*row[7:]))
                before = row[0]
                out[-1].changes.append((row[1], AnswerState(*row[2:7])))
        return out

    def parts(self, first: int, last: int) -> list[tuple[int, NightPart]]:
        """Returns the parts with their nights."""
        with self._refusing():
            rows = self.base.execute(
                "SELECT night,source,name,answers,seconds,tool_seconds,median_error,largest_error,fewest_digits "
                "FROM part WHERE night BETWEEN ? AND ? ORDER BY source,name,night", (first, last))
            return [(row[0], NightPart(*row[1:])) for row in rows]

    def tallies(self, first: int, last: int) -> list[KeptTally]:
        with self._refusing():
            rows = self.base.execute("SELECT night,source,part,verdict,count FROM tally WHERE night BETWEEN ? AND ? "
                                     "ORDER BY source,part,verdict,night", (first, last))
            return [KeptTally(*row) for row in rows]


def _statements(script: str) -> Iterator[str]:
    """Yields the statements of a script. sqlite3.executescript would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


class _Adding:
    """Writes one night inside a transaction."""

    def __init__(self, base: sqlite3.Connection, night: int) -> None:
        self.base, self.night = base, night
        self.met: set[int] = set()
        self.tally: Counter[tuple[str, str, str]] = Counter()

    def run(self, night: Night) -> None:
        known = {(source, key): answer for answer, source, key in
                 self.base.execute("SELECT id,source,key FROM answer")}
        # The other columns have the values of the row with max(night).
        last = {row[0]: AnswerState(*row[1:6]) for row in self.base.execute(
            "SELECT answer,verdict,error,digits,lower,upper,max(night) FROM state GROUP BY answer")}
        for answer in night.answers:
            self.tally[answer.source, answer.part, answer.state.verdict] += 1
            self._note(self._id_of(answer, known), answer.state, last)
        # If a night ran any cases, cases that it did not run are absent; the same holds for claims.
        sources = {answer.source for answer in night.answers}
        for (source, _), answer_id in known.items():
            if source in sources and answer_id not in self.met:
                self._note(answer_id, AnswerState("absent"), last)
        self.base.executemany(
            "INSERT INTO part(night,source,name,answers,seconds,tool_seconds,median_error,largest_error,fewest_digits) "
            "VALUES(?,?,?,?,?,?,?,?,?)",
            [(self.night, p.source, p.name, p.answers, p.seconds, p.tool_seconds, p.median_error,
              p.largest_error, p.fewest_digits) for p in night.parts])
        self.base.executemany("INSERT INTO tally(night,source,part,verdict,count) VALUES(?,?,?,?,?)",
                              [(self.night, *key, count) for key, count in self.tally.items()])

    def _id_of(self, answer, known: dict[tuple[str, str], int]) -> int:
        # Stores the texts as well.
        key = hashlib.sha256(answer.key.encode()).hexdigest()[:32]
        if (answer.source, key) not in known:
            row = (answer.source, key, answer.part, answer.question, answer.place, answer.mechanism, answer.replay)
            made = self.base.execute("INSERT INTO answer(source,key,part,question,place,mechanism,replay) "
                                     "VALUES(?,?,?,?,?,?,?)", row)
            known[answer.source, key] = made.lastrowid
        self.met.add(known[answer.source, key])
        return known[answer.source, key]

    def _note(self, answer: int, state: AnswerState, last: dict[int, AnswerState]) -> None:
        if last.get(answer) == state:
            return
        self.base.execute("INSERT INTO state(answer,night,verdict,error,digits,lower,upper) VALUES(?,?,?,?,?,?,?)",
                          (answer, self.night, state.verdict, state.error, state.digits, state.lower, state.upper))


def find_night(nights: list[KeptNight], text: str) -> KeptNight:
    """Returns the night that a text names: by its number, or by the beginning of its time or of its commit (the last
    such night).
    """
    for night in nights:
        if str(night.id) == text:
            return night
    for night in reversed(nights):
        if text and (night.time.startswith(text) or night.commit.startswith(text)):
            return night
    raise Refused(f"there is no night '{text}'; give its number, or the beginning of its time or commit")
