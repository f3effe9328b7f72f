/// Claims in parts: shards, killed runs and merged results.
#include <nlohmann/json.hpp>
#include <optional>

#include "reference/arithmetic/ball_dump.hpp"
#include "tests/claims/nine_compositions.hpp"
#include "tests/suite/suite_support.hpp"
#include "tests/support.hpp"
#include "verify/claims/results/run.hpp"
#include "verify/claims/results/verdict_journal.hpp"
#include "verify/claims/results/verdict_record.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;

/// Verdicts without times, and the summary of the run.
struct Part {
  std::vector<std::string> verdicts;
  ClaimsRun run;
};

Part judged_with(const fs::path& file, VerdictJournal* journal, size_t batch = 20000) {
  ClaimsOptions options;
  options.files = {file.string()};
  options.threads = 2;
  options.batch = batch;
  options.journal = journal;
  Part out;
  out.run = judge_claims(options, [&](const JudgedLine& judged) {
    nlohmann::ordered_json record = verdict_json(judged);
    record.erase("seconds");
    out.verdicts.push_back(record.dump());
  });
  return out;
}

ClaimsIdentity identity_of(const fs::path& file, double seconds = 60) {
  return claims_identity({file.string()}, {}, seconds);
}

Part run_part(const fs::path& file, const fs::path& out, const Shard& shard, bool resume = false,
              std::ostream* messages = nullptr) {
  std::ostringstream unread;
  VerdictJournal journal = VerdictJournal::write(out, identity_of(file), shard, resume,
                                                 messages != nullptr ? *messages : unread);
  return judged_with(file, &journal);
}

std::vector<std::string> sorted(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_CASE("a ball is read back exactly from its text", "[arithmetic][ball]") {
  Random random(11);
  for (int i = 0; i < iterations(300); ++i) {
    const Rational x =
        Rational::from_binary64(random.uniform(-1, 1) * random.log_uniform(1e-300, 1e300));
    const Ball b = i % 3 == 0 ? Ball(x, Bits{80}) : exp(Ball(x / Rational(7), Bits{30 + i}) * 0);
    const Ball ball_with_error = widen(b * Ball(Rational(1, 3), Bits{90}), UpperBound::of(b));
    for (const Ball& ball : {b, ball_with_error, Ball::indeterminate(Bits{64}), Ball(Bits{5})}) {
      const std::optional<Ball> back = read_ball(dump_ball(ball));
      REQUIRE(back);
      CHECK(back->precision() == ball.precision());
      CHECK(dump_ball(*back) == dump_ball(ball));
      CHECK(back->contains(ball));
      CHECK(ball.contains(*back));
    }
  }
  for (const char* bad : {"", "64", "64:", ":1 0 0 0", "1:1 0 0 0", "64:1 0 0", "64:1 0 0 0 0",
                          "64:1 0 x 0", "64:1 - 0 0", "64:1-1 0 0 0", "99999999999999:1 0 0 0"}) {
    CAPTURE(bad);
    CHECK_FALSE(read_ball(bad));
  }
}

TEST_CASE("claims: shards have each line once, and merge to what one run gives",
          "[claims][journal]") {
  const TemporaryDirectory d;
  const fs::path file = d.write("claims.jsonl", claims_of_nine());
  const Part whole = judged_with(file, nullptr);
  REQUIRE(whole.verdicts.size() == 38);
  std::vector<std::string> together;
  std::vector<fs::path> folders;
  size_t busy = 0;
  for (size_t i = 1; i <= 4; ++i) {
    folders.push_back(d.path() / std::to_string(i));
    const Part part = run_part(file, folders.back(), {i, 4});
    busy += part.verdicts.empty() ? 0 : 1;
    CHECK(nothing_judged(part.run).empty());
    together.insert(together.end(), part.verdicts.begin(), part.verdicts.end());
  }
  CHECK(busy >= 2);
  CHECK(sorted(together) == sorted(whole.verdicts));
  for (const size_t batch :
       {size_t{20000}, size_t{7}}) {  // compares the verdicts, not their groups
    VerdictJournal journal = VerdictJournal::merge(folders, identity_of(file));
    const Part merged = judged_with(file, &journal, batch);
    CHECK(merged.verdicts == whole.verdicts);
    CHECK(claims_exit_code(merged.run) == claims_exit_code(whole.run));
    CHECK(merged.run.failed == whole.run.failed);
    CHECK(merged.run.elapsed == journal.seconds());
  }
}

TEST_CASE("claims: a run that was killed keeps whole groups, wherever it was cut",
          "[claims][journal]") {
  const TemporaryDirectory d;
  const fs::path file = d.write("claims.jsonl", claims_of_nine());
  const Part whole = run_part(file, d.path() / "whole", {});
  const std::string text = read_text(d.path() / "whole" / "verdicts.jsonl");
  Random random(3);
  for (int i = 0; i < 12; ++i) {
    const size_t cut = i == 0 ? 0
                       : i == 1
                           ? text.size()
                           : static_cast<size_t>(random.integer(1, static_cast<int>(text.size())));
    CAPTURE(cut);
    const fs::path out = d.path() / ("cut" + std::to_string(i));
    d.write("cut" + std::to_string(i) + "/verdicts.jsonl", text.substr(0, cut));
    CHECK(run_part(file, out, {}, true).verdicts == whole.verdicts);
    VerdictJournal journal = VerdictJournal::merge({out}, identity_of(file));
    CHECK(judged_with(file, &journal).verdicts == whole.verdicts);
  }
}

TEST_CASE("claims: what a resumed run keeps is not judged again", "[claims][journal]") {
  const TemporaryDirectory d;
  const fs::path file = d.write("claims.jsonl", claims_of_nine()), out = d.path() / "out";
  run_part(file, out, {});
  // An impossible engine name marks the verdicts that come from the journal.
  std::string text = read_text(out / "verdicts.jsonl");
  const size_t at = text.find("\"engine\":\"");
  REQUIRE(at != std::string::npos);
  text.insert(at + 10, "KEPT ");
  d.write("out/verdicts.jsonl", text);
  const auto kept = [&](bool resume, std::ostream* messages) {
    std::string all;
    for (const std::string& v : run_part(file, out, {}, resume, messages).verdicts) all += v;
    return all.find("KEPT ") != std::string::npos;
  };
  std::ostringstream messages;
  CHECK(kept(true, &messages));
  CHECK(messages.str().empty());
  // One more blank line makes it a different file.
  d.write("claims.jsonl", claims_of_nine() + "\n");
  CHECK_FALSE(kept(true, &messages));
  CHECK(messages.str().find("restarted") != std::string::npos);
  CHECK_FALSE(kept(false, nullptr));
}

TEST_CASE("claims: what is no whole run is not merged", "[claims][journal]") {
  const TemporaryDirectory d;
  const fs::path file = d.write("claims.jsonl", claims_of_nine());
  const fs::path one = d.path() / "1", two = d.path() / "2";
  run_part(file, one, {1, 2});
  run_part(file, two, {2, 2});
  const auto refusal = [&](const std::vector<fs::path>& folders, double seconds = 60) {
    try {
      VerdictJournal::merge(folders, identity_of(file, seconds));
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const auto says = [](const std::string& text, const std::string& what) {
    return text.find(what) != std::string::npos;
  };
  CHECK(refusal({two, one}).empty());
  CHECK(says(refusal({one}), "shard 2/2 is missing"));
  CHECK(says(refusal({one, two, two}), "shard 2/2 is present twice"));
  CHECK(says(refusal({one, d.path()}), "has no verdicts.jsonl"));
  CHECK(says(refusal({one, two}, 5), "--timeout"));
  run_part(file, d.path() / "3", {3, 3});
  CHECK(says(refusal({one, two, d.path() / "3"}), "shards of one run"));
  // A shard without its last line.
  const std::string text = read_text(two / "verdicts.jsonl");
  d.write("2/verdicts.jsonl", text.substr(0, text.rfind("{\"finished\"")));
  CHECK(says(refusal({one, two}), "shard 2/2 is not finished"));
  std::string other = text;
  other.replace(other.find("\"sources\":\"") + 11, 4, "xxxx");
  d.write("2/verdicts.jsonl", other);
  CHECK(says(refusal({one, two}), "comes from another build"));
  d.write("2/verdicts.jsonl", text);
  d.write("claims.jsonl", claims_of_nine() + "\n");
  CHECK(says(refusal({one, two}), "other files or lines"));
}

TEST_CASE("claims: finished shards without a verdict are not put together", "[claims][journal]") {
  const TemporaryDirectory d;
  const fs::path file = d.write("claims.jsonl", claims_of_nine()), out = d.path() / "1";
  run_part(file, out, {});
  std::string text;
  for (const std::string& line : lines_of(read_text(out / "verdicts.jsonl"))) {
    if (line.find("\"line\":5,") == std::string::npos) text += line + "\n";
  }
  d.write("1/verdicts.jsonl", text);
  VerdictJournal journal = VerdictJournal::merge({out}, identity_of(file));
  CHECK_THROWS_WITH(judged_with(file, &journal), Catch::Contains(":5: no shard has a verdict"));
}

TEST_CASE("claims: two runs in one folder", "[claims][journal]") {
  const TemporaryDirectory d;
  const fs::path file = d.write("claims.jsonl", claims_of_nine());
  std::ostringstream messages;
  const auto open = [&] {
    return VerdictJournal::write(d.path() / "out", identity_of(file), {}, true, messages);
  };
  const VerdictJournal first = open();
  CHECK_THROWS_WITH(open(), Catch::Contains("another run is writing there"));
}

}  // namespace
}  // namespace plumbline
