/// The statements of the papers: none is missing. A test in reports/ covers the page.
#include "verify/suite/cases/statement_index.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/places.hpp"
#include "tests/suite/suite_support.hpp"
#include "verify/suite/cases/case_file.hpp"
#include "verify/suite/cases/discover.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;

const fs::path kSource = plumbline::testing::kSourceFolder;

TEST_CASE("statement index: faults with file, line and key", "[report][statements][bad_input]") {
  const TemporaryDirectory d;
  const auto only = [&](const std::string& text) {
    d.write("statements.toml", "paper = \"p\"\nkey = \"X\"\n" + text);
    const StatementIndexes indexes = read_statement_indexes({d.path()});
    for (const Problem& problem : indexes.problems) UNSCOPED_INFO(problem.text());
    REQUIRE(indexes.problems.size() == 1);
    return indexes.problems[0].text();
  };
  const std::string whole = "[[statement]]\nid = \"X-1\"\nwhere = \"w\"\nstates = \"s\"\n";
  CHECK_THAT(only("[[statement]]\nid = \"X-1\"\nwhere = \"w\"\n"),
             Catch::Contains("statements.toml:3: [X-1] states: is missing"));
  CHECK_THAT(only(whole + "verdict = \"true\"\n"), Catch::Contains(":7: [X-1] verdict: unknown"));
  CHECK_THAT(only(whole + whole), Catch::Contains("is used before"));
  CHECK_THAT(only("[[dispute]]\nid = \"E-1\"\nwhere = \"w\"\nprinted = \"p\"\ncorrect = \"c\"\n"
                  "kind = \"wrong\"\n"),
             Catch::Contains(":8: [E-1] kind: must be one of: misprint"));
  CHECK_THAT(only("statement = 3\n"), Catch::Contains("statement"));
  d.write("statements.toml", "[[[");
  CHECK_THAT(read_statement_indexes({d.path()}).problems.at(0).text(), Catch::Contains("not TOML"));
  // A case file next to an index is checked against it; the index itself is not a case file.
  d.write("statements.toml", "paper = \"p\"\nkey = \"X\"\n" + whole);
  d.write("c.toml", head() + gauss_case("x", "statement = [\"X-1\", \"X-2\"]\n"));
  const Run run = run_paths({d.path()}, d.path() / "out");
  CHECK(run.code == 2);
  CHECK_THAT(run.messages, Catch::Contains("c.toml:3: [x] statement: 'X-2' is in no"));
  CHECK(run.results.size() == 1);
  const auto record =
      nlohmann::ordered_json::parse(read_text(d.path() / "out" / "statements.json"));
  CHECK(record["papers"].at(0)["key"] == "X");
  CHECK(record["papers"].at(0)["statements"].at(0)["where"] == "w");
}

/// The cases of the papers and their index.
struct Papers {
  StatementIndexes indexes = read_statement_indexes({kSource / "cases/papers"});
  std::vector<Case> cases;

  Papers() {
    for (const fs::path& file : discover({kSource / "cases/papers"}).files) {
      const CaseFile read = read_case_file(file);
      for (const Problem& problem : read.problems) FAIL_CHECK(problem.text());
      cases.insert(cases.end(), read.cases.begin(), read.cases.end());
    }
    for (const Problem& problem : indexes.problems) FAIL_CHECK(problem.text());
  }
  /// Returns the number of cases that have the id and expect a result.
  size_t count(const std::string& id, bool disputed_only) const {
    return static_cast<size_t>(std::count_if(cases.begin(), cases.end(), [&](const Case& c) {
      const bool carries =
          std::find(c.statements.begin(), c.statements.end(), id) != c.statements.end();
      const bool expects = c.expect || !c.expectations.list.empty() || !c.tolerance.empty();
      return carries && expects && (!disputed_only || c.disputed);
    }));
  }
};

const Papers& papers() {
  static const Papers all;
  return all;
}

/// Returns all sources below a folder as one text.
std::string sources(const std::string& folder) {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) {
    const fs::path extension = entry.path().extension();
    if (extension == ".cpp" || extension == ".hpp") all += read_text(entry.path());
  }
  return all;
}

TEST_CASE("papers: every statement is settled by a case, a test or a proof, or says why not",
          "[report][statements]") {
  REQUIRE(papers().indexes.papers.size() == 3);
  const std::string tests = sources("tests"), proofs = sources("reference");
  size_t statements = 0;
  for (const StatementIndex& index : papers().indexes.papers) {
    for (const PaperStatement& statement : index.statements) {
      ++statements;
      CAPTURE(statement.id);
      CHECK(statement.id.rfind(index.key + "-", 0) == 0);
      const size_t cases = papers().count(statement.id, false);
      for (const std::string& id : statement.disputes) CHECK(papers().indexes.knows(id));
      const bool elsewhere = !statement.tests.empty() || !statement.proofs.empty();
      CHECK((cases > 0 || elsewhere || !statement.undecidable.empty()));
      // A statement is either judged or marked as undecidable.
      if (!statement.undecidable.empty()) {
        CHECK((cases == 0 && !elsewhere && statement.unjudged.empty()));
      }
      for (const std::string& part : statement.unjudged) CHECK_FALSE(part.empty());
      for (const std::string& test : statement.tests) {
        CAPTURE(test);
        CHECK(tests.find("TEST_CASE(\"" + test) != std::string::npos);
      }
      for (const std::string& proof : statement.proofs) {
        CAPTURE(proof);
        if (proof.rfind("BOUND(", 0) == 0) CHECK(proofs.find(proof) != std::string::npos);
      }
    }
    for (const Dispute& dispute : index.disputes) {
      CAPTURE(dispute.id);
      const bool fell = dispute.kind == "no error";
      CHECK((!dispute.reading.empty() || papers().count(dispute.id, !fell) > 0));
    }
  }
  // The number of statements in the notes (docs/papers/notes.md).
  CHECK(statements == 64 + 31 + 36);
  for (const Case& c : papers().cases) {
    for (const std::string& id : c.statements) {
      CAPTURE(c.file, c.id, id);
      CHECK(papers().indexes.knows(id));
    }
  }
}

TEST_CASE("papers: each suspicion of the notes has been settled", "[report][statements]") {
  const std::string notes = read_text(kSource / "docs/papers/notes.md");
  const std::regex suspicion("\\b(E[0-9]+)\\b");
  std::set<std::string> ids;
  for (std::sregex_iterator it(notes.begin(), notes.end(), suspicion), end; it != end; ++it) {
    ids.insert((*it)[1]);
  }
  CHECK(ids.size() >= 35);
  for (const std::string& id : ids) {
    CAPTURE(id);
    CHECK(papers().indexes.knows(id));
  }
}

}  // namespace
}  // namespace plumbline
