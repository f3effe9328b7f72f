/// Results that count in the headline, and results that are counted separately: promises, readings, installations.
#include "verify/claims/results/standing.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <tuple>

#include "tests/folder.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"
#include "verify/claims/basis.hpp"
#include "verify/claims/reading/asked_again.hpp"
#include "verify/claims/results/run.hpp"
#include "verify/claims/results/scoreboard_text.hpp"
#include "verify/claims/results/verdict_journal.hpp"
#include "verify/claims/results/verdict_record.hpp"

using namespace plumbline;
using plumbline::testing::Folder;
namespace fs = std::filesystem;

namespace {

const std::string kPromises = R"([sure]
kind = "documented"
words = "An upper bound."
where = ["tool.py:1"]
[read]
kind = "reading"
words = "The noise is a multiple of the norm."
where = ["tool.py:2"]
other_reading = "It is one of the sensitivity."
other_verdict = "sound"
[either]
kind = "reading"
words = "The worse direction."
where = ["tool.py:3"]
other_reading = "A record removed."
other_verdict = "the same"
[guess]
kind = "assumption"
words = "Nothing is said."
where = ["tool.py:4"]
[option]
kind = "unsupported_option"
words = "Only of pessimistic estimates."
where = ["tool.py:5"]
)";

const std::string kMachines = [] {
  std::string out;
  for (const char* id : {"one", "two", "three"}) {
    out += "[" + std::string(id) +
           "]\npython = \"3\"\nnumpy = \"2\"\nscipy = \"1\"\nprocessor = {}\nmachine = \"m\"\n";
  }
  return out;
}();

/// Returns an answer line. delta(1) of gaussian(sigma=1) is 0.1269...
std::string answer(const std::string& value, const std::string& promise,
                   const std::string& installation = "", const std::string& epsilon = "1") {
  std::string out = R"_({"tool":"t","version":"1","method":"m","mechanism":"gaussian(sigma=1)",)_"
                    R"_("quantity":"delta","kind":"upper","value":")_" +
                    value + R"_(","at":{"epsilon":)_" + epsilon + R"_(},"rests_on":")_" + promise +
                    '"';
  if (!installation.empty()) out += R"(,"installation":")" + installation + '"';
  return out + "}\n";
}

struct Judged {
  ClaimsRun run;
  std::vector<JudgedLine> lines;
};

/// A file of recorded answers, and optionally answers of other installations.
class Record {
 public:
  explicit Record(const std::string& text, const std::string& again = "") {
    folder_.write("promises.toml", kPromises);
    folder_.write("installations.toml", kMachines);
    folder_.write("a.jsonl", text);
    if (!again.empty()) folder_.write("again/a.jsonl", again);
  }
  std::string file() const { return folder_.file("a.jsonl"); }
  const Folder& folder() const { return folder_; }

  Judged judged() const {
    ClaimsOptions options;
    options.files = {file()};
    Judged out;
    out.run = judge_claims(options, [&](const JudgedLine& line) { out.lines.push_back(line); });
    return out;
  }

 private:
  Folder folder_;
};

}  // namespace

TEST_CASE("standing: the headline is of documented promises alone", "[claims][standing]") {
  const std::string low = "0.01", high = "0.2";
  std::string text = answer(low, "sure") + answer(high, "sure");
  for (const char* promise : {"read", "either", "guess", "option"}) {
    text += answer(low, promise) + answer(high, promise);
  }
  const Judged all = Record(text).judged();
  const ClaimsSummary& summary = all.run.summary;
  // With the reading "either" both verdicts are equal; with "read" the answer is sound.
  const Counts& headline = summary.counts(ClaimStanding::documented);
  CHECK(headline.of(ViolationGrade::gross) == 2);
  CHECK(headline.of(VerdictKind::sound) == 3);
  CHECK(summary.counts(ClaimStanding::reading).of(VerdictKind::violated) == 1);
  CHECK(summary.counts(ClaimStanding::reading).of(VerdictKind::sound) == 0);
  for (const ClaimStanding standing :
       {ClaimStanding::assumption, ClaimStanding::unsupported_option}) {
    CHECK(summary.counts(standing).of(VerdictKind::violated) == 1);
    CHECK(summary.counts(standing).of(VerdictKind::sound) == 1);
  }
  CHECK(summary.counts().all() == 10);
  CHECK(all.run.failed == 2);
  CHECK(all.run.apart == 3);
  const std::string line = scoreboard_text(all.run);
  CHECK_THAT(line, Catch::Contains("3 sound, 2 violated (2 gross"));
  CHECK_THAT(line, Catch::Contains("; apart, by a reading: 1 violated (1 gross); apart, by an"));
}

TEST_CASE("standing: what is shown apart ends with no exit code of its own", "[claims][standing]") {
  for (const char* promise : {"read", "guess", "option"}) {
    const Judged apart = Record(answer("0.01", promise)).judged();
    CHECK(claims_exit_code(apart.run) == 0);
    REQUIRE(apart.lines.size() == 1);
    CHECK(apart.lines[0].outcome == ClaimOutcome::apart);
  }
  CHECK(claims_exit_code(Record(answer("0.01", "sure")).judged().run) == 1);
  CHECK(claims_exit_code(Record(answer("0.01", "either")).judged().run) == 1);
  const Judged read = Record(answer("0.01", "read")).judged();
  CHECK_THAT(verdict_line(read.lines[0]),
             Catch::Contains("by a reading: The noise is a multiple of the norm. The other "
                             "reading, by which it is sound: It is one of the sensitivity."));
}

TEST_CASE("standing: a violation counts with the grade that two installations share",
          "[claims][standing]") {
  const auto standing = [](const std::string& again) {
    const Judged all = Record(answer("0.01", "sure"), again).judged();
    REQUIRE(all.lines.size() == 1);
    const ClaimVerdict& v = all.lines[0].verdict;
    return std::tuple(standing_of(all.lines[0]), grade_that_counts(v), installations_text(v),
                      claims_exit_code(all.run));
  };
  constexpr auto none = ViolationGrade::none;
  const std::string gross = "0.02", material = "0.12", sound = "0.2";
  const auto on = [](const std::string& value, const std::string& machine) {
    return answer(value, "sure", machine);
  };
  CHECK(standing("") == std::tuple(ClaimStanding::documented, ViolationGrade::gross, "", 1));
  CHECK(standing(on(sound, "one")) == std::tuple(ClaimStanding::documented, ViolationGrade::gross,
                                                 "violated on 0 of 1 installation", 1));
  CHECK(standing(on(gross, "one") + on(sound, "two")) ==
        std::tuple(ClaimStanding::installation, none, "violated on 1 of 2 installations", 0));
  CHECK(standing(on(gross, "one") + on(sound, "two") + on(gross, "three")) ==
        std::tuple(ClaimStanding::documented, ViolationGrade::gross,
                   "violated on 2 of 3 installations", 1));
  CHECK(standing(on(gross, "one") + on(material, "two")) ==
        std::tuple(ClaimStanding::documented, ViolationGrade::material,
                   "violated on 2 of 2 installations", 1));
}

TEST_CASE("standing: an answer asked again belongs to its question, however it is written",
          "[claims][standing]") {
  const std::string record = answer("0.01", "sure", "", "1.0") + answer("0.01", "sure", "", "2.0");
  const std::string again =
      answer("0.02", "sure", "one", "1") + answer("0.02", "sure", "two", "1e0");
  const Judged all = Record(record, again).judged();
  REQUIRE(all.lines.size() == 2);
  CHECK(all.lines[0].verdict.elsewhere.size() == 2);
  CHECK(all.lines[1].verdict.elsewhere.empty());
  // Without the record that file contains ordinary claims, with separate rows.
  const Record files(record, again);
  ClaimsOptions options;
  options.files = {files.folder().file("again/a.jsonl")};
  const ClaimsRun run = judge_claims(options, [](const JudgedLine&) {});
  REQUIRE(run.summary.rows().size() == 2);
  CHECK(run.summary.rows()[0]->version == "1 beside one");
}

TEST_CASE("standing: a faulty line of another installation is bad input", "[claims][standing]") {
  const Record files(answer("0.01", "sure"),
                     answer("0.02", "sure", "one") + answer("0.02", "sure"));
  const Judged all = files.judged();
  CHECK(claims_exit_code(all.run) == 2);
  REQUIRE(all.lines.size() == 1);
  CHECK(all.lines[0].line.broken ==
        files.folder().file("again/a.jsonl") +
            ":2: installation: missing; write an id of installations.toml");
}

TEST_CASE("standing: verdicts and journals carry the installations", "[claims][standing]") {
  const Judged all =
      Record(answer("0.01", "sure"), answer("0.02", "sure", "one") + answer("0.2", "sure", "two"))
          .judged();
  const auto record = verdict_record_for_pages(all.lines.at(0));
  CHECK(record["shown"]["installations"] == "violated on 1 of 2 installations");
  CHECK(record["standing"] == "installation");
  CHECK(record["installations"].size() == 2);
  const ClaimVerdict kept = read_verdict_record(verdict_record(all.lines[0].verdict));
  CHECK(kept.elsewhere.size() == 2);
  CHECK(kept.elsewhere[0].installation == "one");
  CHECK(kept.elsewhere[0].grade == ViolationGrade::gross);
}

TEST_CASE("standing: other answers on other installations are another run", "[claims][standing]") {
  const std::string record = answer("0.01", "sure");
  const Record files(record, answer("0.02", "sure", "one"));
  const auto identity = [&] { return claims_identity({files.file()}, {}, 60).claims; };
  const std::string before = identity();
  files.folder().write("again/a.jsonl", answer("0.03", "sure", "one"));
  CHECK(identity() != before);
}

namespace {

const fs::path kRecords = fs::path(plumbline::testing::kSourceFolder) / "cases/accountants";

std::vector<fs::path> records_in(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") out.push_back(entry.path());
  }
  return out;
}

/// Calls `take` for each line with its line number.
void each_line(const fs::path& file, const std::function<void(const std::string&, long)>& take) {
  std::ifstream in(file);
  long number = 0;
  for (std::string line; std::getline(in, line);) take(line, ++number);
}

/// Returns the promises that the whole profiles of cases/profiles are compared with.
std::set<std::string> promises_of_profiles() {
  std::ifstream in(kRecords.parent_path() / "profiles/verdicts.tsv");
  const auto fields = [](const std::string& line) {
    std::vector<std::string> out;
    std::istringstream text(line);
    for (std::string one; std::getline(text, one, '\t');) out.push_back(one);
    return out;
  };
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = fields(line);
  const auto at = std::find(names.begin(), names.end(), "rests_on") - names.begin();
  std::set<std::string> out;
  while (std::getline(in, line)) out.insert(fields(line).at(static_cast<size_t>(at)));
  return out;
}

}  // namespace

TEST_CASE("records: each names an entry of promises.toml, and each entry is used",
          "[claims][standing]") {
  const BasisTable promises = read_promises(kRecords / "promises.toml");
  const InstallationTable machines = read_installations(kRecords / "installations.toml");
  std::set<std::string> used;
  for (const fs::path& folder : {kRecords, kRecords / kAgain}) {
    for (const fs::path& file : records_in(folder)) {
      each_line(file, [&](const std::string& line, long number) {
        const auto record = nlohmann::json::parse(line);
        const std::string promise = record.value("rests_on", "");
        const std::string machine = record.value("installation", "");
        used.insert(promise);
        if (promises.contains(promise) && (folder == kRecords || machines.contains(machine)))
          return;
        FAIL_CHECK(file.string() << ":" << number << ": rests_on '" << promise
                                 << "', installation '" << machine << "'");
      });
    }
  }
  for (const std::string& promise : promises_of_profiles()) {
    CAPTURE(promise);
    CHECK(promises.contains(promise));
    used.insert(promise);
  }
  for (const auto& [id, basis] : promises) {
    CAPTURE(id);
    CHECK(used.contains(id));
  }
}

TEST_CASE("records: each answer of another installation is to a question of its record",
          "[claims][standing]") {
  for (const fs::path& file : records_in(kRecords / kAgain)) {
    const fs::path record = kRecords / file.filename();
    CAPTURE(record.string());
    REQUIRE(fs::exists(record));
    long answers = 0;
    each_line(file, [&](const std::string&, long) { ++answers; });
    const AskedAgain again(record, [](Claim*) {});
    std::set<std::shared_ptr<const Claim>> found;
    each_line(record, [&](const std::string& line, long) {
      for (const auto& claim : again.to(line)) found.insert(claim);
    });
    CHECK(static_cast<long>(found.size()) == answers);
  }
}
