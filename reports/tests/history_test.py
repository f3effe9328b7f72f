"""Tests the file of nights: it remains complete, is append-only, and is rejected with the remedy if it is damaged."""

import math
import os
import random
import signal
import sqlite3
import threading
import time
import unittest
from contextlib import closing, redirect_stdout
from io import StringIO

from plumbline_reports.changes import changes_between
from plumbline_reports.files import Refused
from plumbline_reports.history import History, find_night
from plumbline_reports.night import read_night
from plumbline_reports.trends import TrendRules, robust_growth, trends
from plumbline_reports.words import main
from support import FolderCase, NightPlan, night_claim, quick, slow, write_results


class NightCase(FolderCase):
    def setUp(self):
        super().setUp()
        self.place = self.folder / "history"
        self.file = self.place / "history.sqlite"

    def night(self, plan=None):
        plan = plan or NightPlan()
        night = read_night(write_results(self, plan))
        night.time, night.commit, night.machine = f"2026-03-{plan.night:02}T02:00:00Z", f"{plan.night:040x}", "a machine"
        return night

    def add(self, *plans):
        with History(self.place, True) as history:
            return [history.add(self.night(plan)) for plan in plans or (NightPlan(),)]

    def raw(self, sql):
        with closing(sqlite3.connect(self.file, isolation_level=None)) as base:
            return base.execute(sql).fetchone()


@quick
class HistoryTest(NightCase):
    def test_a_night_is_kept_whole_and_only_once(self):
        night = self.night()
        self.assertEqual(len(night.answers), 12)  # three values, three judged, six claims
        with History(self.place, True) as history:
            self.assertEqual(history.add(night), 1)
            self.assertIsNone(history.add(night))
            (kept,) = history.nights()
            self.assertEqual((kept.time, kept.commit, kept.build), (night.time, night.commit, '{"version":"0","flint":"3"}'))
            courses = history.courses(1, 1)
            self.assertEqual(len(courses), 12)
            for course, answer in zip(courses, night.answers):
                self.assertEqual(course.changes, [(1, answer.state)])
                self.assertEqual((course.question, course.place), (answer.question, answer.place))
            parts = [part for _, part in history.parts(1, 1)]
            self.assertEqual(len(parts), 4)
            self.assertEqual((parts[0].name, parts[0].tool_seconds, parts[0].median_error),
                             ("fair 1: pld (upper)", 9, 0.03))
            tallies = history.tallies(1, 1)
            self.assertEqual([(t.verdict, t.count) for t in tallies][0], ("sound", 3))
            self.assertEqual(len(tallies), 4)

    def test_keys_are_those_of_the_nights_before(self):
        """The parts of a question's key must not change, because courses would end."""
        by_source = {answer.source: answer.key for answer in reversed(self.night().answers)}
        value = "cases/a.toml\nc1\ngaussian(sigma=1)\n\nworst\ndelta(epsilon=1)"
        self.assertEqual(by_source["value"], value)
        self.assertEqual(by_source["judged"], value + "\nclt")
        self.assertEqual(by_source["claim"], '"tight"\n"pld"\n{}\n"laplace(b=1)^1"\n"worst"\n"delta"\n{"epsilon":"1"}\n'
                                             '"upper"\n1')

    def test_of_a_night_like_the_last_hardly_anything_is_kept_and_absent_is_noted(self):
        self.add(NightPlan(), NightPlan(night=2, claims=2))
        self.assertEqual(self.raw("SELECT count(*) FROM state WHERE night=2")[0], 2)
        self.assertEqual(self.raw("SELECT count(*) FROM state WHERE verdict='absent'")[0], 2)
        # A night without cases does not mean that the cases were removed.
        (self.folder / "out-2/run.json").unlink()
        with History(self.place, True) as history:
            self.assertEqual(history.add(read_night(self.folder / "out-2")), 3)
        self.assertEqual(self.raw("SELECT count(*) FROM state WHERE night=3")[0], 0)

    def test_nothing_that_is_there_may_change(self):
        self.add()
        for sql in ("DELETE FROM state", "UPDATE night SET time=''", "DELETE FROM answer"):
            with self.assertRaisesRegex(sqlite3.DatabaseError, "only added to"):
                self.raw(sql)

    def test_results_that_are_no_finished_run_are_refused(self):
        with self.assertRaisesRegex(Refused, "has no answers"):
            read_night(self.folder)
        out = write_results(self, NightPlan())
        with open(out / "claims.jsonl", "a", encoding="utf-8") as claims:
            claims.write('{"file":"ca')
        with self.assertRaisesRegex(Refused, "claims.jsonl:7: is no line of a finished run"):
            read_night(out)
        (out / "claims.jsonl").unlink()
        for run in ({"build": {}, "shard": "1/2", "exit_code": 0}, {"build": {}, "shard": None, "exit_code": 130}):
            self.write("out-1/run.json", run)
            with self.assertRaisesRegex(Refused, "is a part of a run"):
                read_night(out)

    def assert_refused(self, words, create=False):
        with self.assertRaisesRegex(Refused, words):
            with History(self.place, create) as history:
                history.courses(1, 1)

    def test_a_damaged_file_is_refused_with_the_remedy(self):
        self.add()
        whole = self.file.read_bytes()
        damaged = bytearray(whole)
        for at in range(4096, len(whole) - 64, 512):
            damaged[at:at + 64] = b"\x5a" * 64
        self.file.write_bytes(damaged)
        self.assert_refused("(?s)is damaged .*put a copy")
        self.file.write_bytes(whole[:len(whole) // 2])
        self.assert_refused("is damaged")
        self.file.write_bytes(b"x" * 5000)
        self.assert_refused("is no history")
        self.assert_refused("is no history", True)
        self.file.unlink()
        self.raw("CREATE TABLE x(y)")
        self.assert_refused("is no history")
        self.assert_refused("is no history", True)
        self.file.unlink()
        self.assert_refused("`plumbline history add` makes it")

    def test_a_file_of_a_later_schema_is_left_alone(self):
        self.add()
        self.raw("PRAGMA user_version=2")
        self.assert_refused("is of schema 2, and this program knows schemas up to 1", True)
        self.assertEqual(self.raw("SELECT count(*) FROM night")[0], 1)

    def test_where_another_program_is_writing_waits_and_then_says_so(self):
        self.add()
        night = self.night(NightPlan(night=2))
        other = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        with History(self.place, True, 0.1) as impatient:
            with self.assertRaisesRegex(Refused, "another program is writing there"):
                impatient.add(night)
            self.assertEqual(len(impatient.nights()), 1)  # reading is still possible
        later = threading.Timer(0.3, lambda: other.execute("COMMIT"))
        later.start()
        with History(self.place, True, 30) as patient:
            self.assertEqual(patient.add(night), 2)
        later.join()

    def test_what_was_spilled_to_the_file_before_a_kill_is_taken_back(self):
        self.add()
        child = os.fork()
        if child == 0:
            base = sqlite3.connect(self.file, isolation_level=None)
            for sql in ("PRAGMA cache_size=1", "PRAGMA cache_spill=1", "BEGIN IMMEDIATE"):
                base.execute(sql)
            for k in range(2, 3000):
                base.execute("INSERT INTO night(time,commit_name,machine,build,digest) VALUES(?,'','',?,?)",
                             (str(k), "x" * 500, str(k)))
            (self.folder / "spilled").touch()
            time.sleep(60)  # locks the file until it is killed
            os._exit(0)
        while not (self.folder / "spilled").exists():
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        self.assertGreater(self.file.stat().st_size, 1_000_000)  # writing had begun
        self.assertTrue(self.file.with_name("history.sqlite-journal").exists())
        self.assertEqual(self.add(NightPlan(night=2)), [2])


@slow
class KilledTest(NightCase):
    def test_a_writer_killed_in_the_middle_leaves_all_of_its_night_or_nothing(self):
        History(self.place, True).close()
        kept = partial = 0
        for number in range(1, 25):
            night = self.night(NightPlan(night=number, claims=400, looseness=str(number)))
            child = os.fork()
            if child == 0:
                try:
                    with History(self.place, True) as history:
                        history.add(night)
                finally:
                    os._exit(0)
            time.sleep(0.0015 * number)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            with History(self.place) as after:
                nights = after.nights()
                self.assertIn(len(nights), (kept, kept + 1))
                partial += len(nights) == kept
                kept = len(nights)
                if kept:
                    last = nights[-1].id
                    self.assertEqual(sum(part.answers for _, part in after.parts(last, last)), 806)
        self.assertGreater(partial, 0)  # some runs were killed before their end


@quick
class TrendsTest(NightCase):
    def after_ten_nights(self, plan, rules=None):
        """Returns the regressions noticed after ten nights, each as `plan` makes it."""
        if self.file.exists():
            self.file.unlink()
        with History(self.place, True) as history:
            for number in range(1, 11):
                # Noise of a few percent, the same in every run.
                one = NightPlan(night=number, value_seconds=2 + 0.03 * math.sin(7.0 * number))
                plan(one)
                self.assertEqual(history.add(self.night(one)), number)
            return trends(history, rules or TrendRules())

    @staticmethod
    def setting(name, value, when):
        return lambda plan: setattr(plan, name, value) if when(plan.night) else None

    def test_ten_nights_alike_are_no_trend(self):
        self.assertEqual(self.after_ten_nights(lambda plan: None), [])

    def test_a_slow_down_of_a_few_percent_each_night_is_noticed(self):
        def slower(rate):
            return lambda plan: setattr(plan, "value_seconds", plan.value_seconds * rate ** (plan.night - 1))
        (found,) = self.after_ten_nights(slower(1.025))
        self.assertEqual((found.kind, found.part, found.first, found.last), ("slower", "cases/a.toml", 1, 10))
        self.assertIn("% slower over 10 nights", found.message)
        # No single night is a jump, and half of the growth is tolerated.
        self.assertEqual(self.after_ten_nights(slower(1.012)), [])

    def test_a_jump_of_the_last_night_is_noticed_another_machines_is_not(self):
        last = self.setting("value_seconds", 5.0, lambda night: night == 10)
        (found,) = self.after_ten_nights(last)
        self.assertIn("% slower than in the nights before", found.message)
        self.file.unlink()
        with History(self.place, True) as history:
            for number in range(1, 11):
                plan = NightPlan(night=number)
                last(plan)
                night = self.night(plan)
                night.machine = "a slower one" if number == 10 else night.machine
                history.add(night)
            self.assertEqual(trends(history, TrendRules()), [])

    def test_a_bound_that_is_loosened_bit_by_bit_is_noticed(self):
        (found,) = self.after_ten_nights(
            lambda plan: setattr(plan, "looseness", f"{0.01 * 1.004 ** (plan.night - 1):.6f}"))
        self.assertEqual((found.kind, found.part, found.place, found.message),
                         ("looser", "tight 1: pld (upper)", "cases/b.jsonl:2", "off by 0.01037 of the truth, was 0.01"))

    def test_a_flipped_verdict_is_noticed_whenever_it_was_in_both_directions(self):
        for when in (2, 6, 10):
            (found,) = self.after_ten_nights(self.setting("verdict", "violated", lambda night: night >= when))
            self.assertEqual((found.kind, found.part, found.question, found.message, found.last),
                             ("flipped", "fair 1: pld (upper)", "delta(epsilon=1)", "sound became violated, material", when))
        # A change in a single night.
        self.assertEqual(len(self.after_ten_nights(self.setting("verdict", "violated", lambda night: night == 5))), 2)
        # A verdict that was never reached is no evidence; a verdict that is no longer reached is a regression.
        self.assertEqual(self.after_ten_nights(self.setting("verdict", "undecided", lambda night: night < 5)), [])
        self.assertEqual(len(self.after_ten_nights(self.setting("verdict", "undecided", lambda night: night >= 5))), 1)

    def test_enclosures_of_all_nights_must_meet_and_keep_their_digits(self):
        def strange(plan):
            if plan.night == 7:
                plan.lower = plan.upper = "0.126936737506645"
        apart = self.after_ten_nights(strange)
        self.assertEqual([trend.kind for trend in apart], ["apart"] * 6)  # of three values the strange night, and the next
        fewer = self.after_ten_nights(lambda plan: setattr(plan, "digits", plan.digits - 0.12 * plan.night))
        self.assertEqual([(t.kind, t.message) for t in fewer], [("fewer digits", "14.0 digits, had 15.1")] * 3)

    def test_what_lies_before_since_counts_no_more(self):
        flip = self.setting("verdict", "violated", lambda night: night >= 4)
        self.assertEqual(self.after_ten_nights(flip, TrendRules(since=4)), [])
        self.assertEqual(len(self.after_ten_nights(flip, TrendRules(since=3))), 1)
        self.assertEqual(self.after_ten_nights(flip, TrendRules(nights=5)), [])

    def test_growth_is_the_median_slope_and_nothing_where_it_may_be_chance(self):
        steady = [3 * 1.05 ** i for i in range(10)]
        self.assertAlmostEqual(robust_growth(steady), 1.05 ** 9 - 1, 12)
        steady[4] = 100  # one night on a loaded machine
        self.assertAlmostEqual(robust_growth(steady), 1.05 ** 9 - 1, delta=0.06)
        self.assertEqual(robust_growth([1, 2, 4, 8]), 0)  # too few
        dice = random.Random(20260301)
        alarms = sum(robust_growth([dice.lognormvariate(0, 0.1) for _ in range(10)]) > 0.2 for _ in range(1000))
        self.assertLess(alarms, 40)  # times that vary by ten percent rarely look like a trend

    def test_what_changed_between_two_nights_in_words(self):
        self.add(NightPlan(), NightPlan(night=2, verdict="violated", looseness="0.02", value_seconds=4, claims=4))
        with History(self.place) as history:
            said = [f"{c.kind} {c.part} {c.before} {c.after}" for c in changes_between(history, 1, 2)]
            nights = history.nights()
        self.assertEqual(said, [
            "verdict fair 1: pld (upper) sound violated, material", "looser tight 1: pld (upper) 0.01 0.02",
            "slower cases/a.toml 6 s 12 s", "new fair 1: pld (upper)  1 answer", "new tight 1: pld (upper)  1 answer"])
        self.assertEqual([find_night(nights, text).id for text in ("2026-03-02", "2026", "1")], [2, 2, 1])
        with self.assertRaisesRegex(Refused, "there is no night 'x'"):
            find_night(nights, "x")


@quick
class WordsTest(NightCase):
    def run_words(self, *words):
        out = StringIO()
        with redirect_stdout(out):
            code = main([str(word) for word in words])
        return code, out.getvalue()

    def test_added_shown_and_checked(self):
        for number in (1, 2):
            plan = NightPlan(night=number, verdict="sound" if number == 1 else "violated")
            code, out = self.run_words("history", "add", self.place, write_results(self, plan), "--commit", "c" * 40,
                                       "--time", f"2026-01-0{number}")
            self.assertEqual((code, out[:23]), (0, f"night {number}: 12 answers of "))
        code, out = self.run_words("history", "show", self.place)
        self.assertEqual(code, 0)
        self.assert_all_in(["night 1  2026-01-01  cccccccccccc  12 answers, 7.5 s: 3 agrees; 3 measured; 6 sound\n",
                            "\nnight 2 beside night 1: 1 changes\n  verdict  fair 1: pld (upper), delta(epsilon=1) "
                            "(cases/b.jsonl:3): sound -> violated, material\n"], out)
        code, out = self.run_words("history", "check", self.place, "--json")
        self.assertEqual(code, 1)
        self.assertIn('"what": "flipped"', out)
        code, out = self.run_words("history", "check", self.place, "--since", "2", "--nights", "5")
        self.assertEqual((code, out), (0, "nothing got worse over the last 1 night\n"))
        code, out = self.run_words("history", "show", self.place, "--format=csv")
        self.assertTrue(out.startswith("night,time,commit,machine,build,answers,seconds,verdicts\n1,2026-01-01,"))
        self.assertIn("\n\nwhat,source,part,question,place,before,after\nverdict,claim,", out)
