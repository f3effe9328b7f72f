/// The basis of records: the tables beside them, and refused tables.
#include "verify/claims/basis.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/folder.hpp"
#include "tests/support.hpp"
#include "verify/claims/reading/source.hpp"
#include "verify/claims/results/run.hpp"
#include "verify/claims/results/verdict_text.hpp"

using namespace plumbline;
using plumbline::testing::Folder;

namespace {

const std::string kTable = R"([tool-upper]
kind = "documented"
words = "An upper bound for records added or removed."
where = ["tool.py:10-12 at abc"]

[tool-replace]
kind = "reading"
words = "The noise is a multiple of a record's norm."
where = ["tool.py:20 at abc"]
other_reading = "The noise is a multiple of the sum's sensitivity."
other_verdict = "sound"
)";

const std::string kMachines = R"([one]
python = "3.12.3"
numpy = "2.4.6"
scipy = "1.17.1"
processor = { avx2 = true, avx512f = false }
machine = "a machine of two cores"
)";

std::string line_with(const std::string& more) {
  return R"_({"tool":"t","method":"m","mechanism":"gaussian(sigma=1)","quantity":"delta",)_"
         R"_("at":{"epsilon":"1"},"value":"0.5","kind":"upper")_" +
         more + "}\n";
}

/// Returns the first claim line of a file in that folder.
ClaimLine first_line(const Folder& folder, const std::string& name, const std::string& text) {
  folder.write(name, text);
  std::istringstream none;
  ClaimSource source({folder.file(name)}, none);
  auto line = source.next();
  REQUIRE(line);
  return *line;
}

}  // namespace

TEST_CASE("basis: an id names its entry of the table beside the file", "[claims][basis]") {
  const Folder folder;
  folder.write("promises.toml", kTable);
  folder.write("installations.toml", kMachines);
  const ClaimLine line = first_line(
      folder, "a.jsonl", line_with(R"(,"rests_on":"tool-replace","installation":"one")"));
  REQUIRE(line.claim);
  REQUIRE(line.claim->basis);
  CHECK(line.claim->basis->kind == BasisKind::reading);
  CHECK(line.claim->basis->words == "The noise is a multiple of a record's norm.");
  CHECK(line.claim->basis->where == std::vector<std::string>{"tool.py:20 at abc"});
  CHECK(line.claim->basis->other_verdict == "sound");
  CHECK_FALSE(line.claim->basis->counts());
  // A user's own claim names no basis and needs no table.
  const Folder bare;
  const ClaimLine own = first_line(bare, "a.jsonl", line_with(""));
  REQUIRE(own.claim);
  CHECK_FALSE(own.claim->basis);
  CHECK(own.claim->basis_kind() == BasisKind::documented);
}

TEST_CASE("basis: answers of other installations have the tables of the folder above",
          "[claims][basis]") {
  const Folder folder;
  folder.write("promises.toml", kTable);
  folder.write("installations.toml", kMachines);
  const ClaimLine line = first_line(folder, "again/a.jsonl",
                                    line_with(R"(,"rests_on":"tool-upper","installation":"one")"));
  REQUIRE(line.claim);
  REQUIRE(line.claim->basis);
  CHECK(line.claim->basis->counts());
  CHECK(line.claim->installation == "one");
}

TEST_CASE("basis: an id that is in no table is bad input", "[claims][basis]") {
  const Folder folder;
  folder.write("promises.toml", kTable);
  const ClaimLine unknown =
      first_line(folder, "a.jsonl", line_with("") + line_with(R"(,"rests_on":"tool-uper")"));
  CHECK(unknown.claim);  // the first line
  ClaimsOptions options;
  options.files = {folder.file("a.jsonl")};
  std::string said;
  const ClaimsRun run = judge_claims(options, [&](const JudgedLine& judged) {
    if (!judged.line.claim) said = judged.line.place() + ": " + judged.verdict.reason;
  });
  CHECK(claims_exit_code(run) == 2);
  CHECK(said == folder.file("a.jsonl") + ":2: rests_on: " + folder.file("promises.toml") +
                    " has no 'tool-uper'; write [tool-uper] there");
  const ClaimLine machine = first_line(folder, "b.jsonl", line_with(R"(,"installation":"one")"));
  CHECK_FALSE(machine.claim);
  CHECK_THAT(machine.broken,
             Catch::Contains("installations.toml is not there; give its folder with "
                             "--tables, or leave installation out"));
  // The tables are in another folder.
  const Folder bare;
  bare.write("c.jsonl", line_with(R"(,"rests_on":"tool-upper")"));
  std::istringstream none;
  for (const std::string& tables : {std::string(), folder.path().string()}) {
    ClaimSource source({bare.file("c.jsonl")}, none, tables);
    const auto line = source.next();
    REQUIRE(line);
    CHECK(line->claim.has_value() == !tables.empty());
  }
}

TEST_CASE("basis: a faulty table is one error with its line", "[claims][basis]") {
  const auto complaint = [](const std::string& table) {
    const Folder folder;
    folder.write("promises.toml", table);
    const ClaimLine line = first_line(folder, "a.jsonl", line_with(""));
    CHECK_FALSE(line.claim);
    CHECK(line.ends_file);
    const std::string head = folder.file("promises.toml") + ":";
    CHECK(line.broken.rfind(head, 0) == 0);
    return line.broken.substr(std::min(head.size(), line.broken.size()));
  };
  const std::string documented = "[a]\nkind = \"documented\"\nwords = \"w\"\n";
  CHECK(complaint(documented) == "1: a.where must be a list of strings");
  CHECK(complaint("[a]\nkind = \"proven\"\nwords = \"w\"\nwhere = [\"x\"]\n") ==
        "1: a.kind is documented, reading, assumption or unsupported_option, not proven");
  CHECK(complaint("[a]\nkind = \"reading\"\nwords = \"w\"\nwhere = [\"x\"]\n") ==
        "1: a.other_reading is missing");
  CHECK(complaint(documented + "where = [\"x\"]\npage = 3\n") ==
        "5: a.page is no field of this table");
  CHECK(complaint("a = 1\n") == "1: a must be a table: write [a]");
  CHECK(complaint("[a\n").rfind("1: ", 0) == 0);
}

TEST_CASE("basis: installations say what a tool was run beside", "[claims][basis]") {
  const Folder folder;
  const InstallationTable table = read_installations(folder.write("installations.toml", kMachines));
  REQUIRE(table.contains("one"));
  CHECK(table.at("one").scipy == "1.17.1");
  CHECK(table.at("one").processor ==
        std::map<std::string, bool>{{"avx2", true}, {"avx512f", false}});
  CHECK_THROWS_WITH(read_installations(folder.write("b.toml", "[a]\npython = \"3\"\n")),
                    folder.file("b.toml") + ":1: a.numpy is missing");
}

TEST_CASE("basis: verdicts carry it", "[claims][basis]") {
  const Folder folder;
  folder.write("promises.toml", kTable);
  folder.write("installations.toml", kMachines);
  JudgedLine judged;
  judged.line = first_line(folder, "a.jsonl",
                           line_with(R"(,"rests_on":"tool-replace","installation":"one")"));
  judged.verdict.verdict = VerdictKind::sound;
  const auto record = verdict_json(judged);
  CHECK(record["rests_on"]["id"] == "tool-replace");
  CHECK(record["rests_on"]["where"][0] == "tool.py:20 at abc");
  CHECK(record["rests_on"]["kind"] == "reading");
  CHECK(record["rests_on"]["other_reading"] == "The noise is a multiple of the sum's sensitivity.");
  CHECK(record["installation"] == "one");
}
