#include "verify/suite/cases/journal.hpp"

#include "tests/suite/suite_support.hpp"

namespace plumbline {
namespace {

using namespace testing;

FinishedCase finished(size_t index, const std::string& id, int results) {
  FinishedCase c;
  c.index = index;
  c.file = "f.toml";
  c.id = id;
  c.key = "key-" + id;
  c.line = 7;
  c.wrong = index == 1;
  c.seconds = 0.25;
  c.problems = {"p\"1"};
  for (int i = 0; i < results; ++i) {
    c.results.push_back({{"file", c.file}, {"case", id}, {"lower", std::to_string(i)}});
  }
  return c;
}

void append_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::app) << text;
}

std::vector<std::string> ids(const std::vector<FinishedCase>& cases) {
  std::vector<std::string> out;
  for (const FinishedCase& c : cases) out.push_back(c.id);
  return out;
}

TEST_CASE("journal: what is appended is read back, whatever the order", "[suite][journal]") {
  const TemporaryDirectory d;
  Journal journal(d.path() / "out", {});
  journal.append(finished(2, "b", 3));
  journal.append(finished(1, "a", 0));
  const auto cases = read_journal(d.path() / "out");
  REQUIRE(ids(cases) == std::vector<std::string>{"b", "a"});
  CHECK(cases[0].results.size() == 3);
  CHECK(cases[0].results[2]["lower"] == "2");
  CHECK(cases[1].wrong);
  CHECK(cases[1].line == 7);
  CHECK(cases[1].key == "key-a");
  CHECK(cases[1].problems == std::vector<std::string>{"p\"1"});
  journal.rewrite({cases[1], cases[0]});
  journal.append(finished(3, "c", 1));
  CHECK(ids(read_journal(d.path() / "out")) == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("journal: a kill at any byte leaves whole cases only", "[suite][journal]") {
  const TemporaryDirectory d;
  {
    Journal journal(d.path(), {});
    journal.append(finished(0, "a", 2));
    journal.append(finished(1, "b", 1));
  }
  const std::string results = read_text(d.path() / "results.jsonl");
  const std::string ledger = read_text(d.path() / "cases.jsonl");
  const size_t first = ledger.find('\n') + 1, two_results = results.rfind('{');
  for (size_t cut = 0; cut <= ledger.size(); ++cut) {
    d.write("cases.jsonl", ledger.substr(0, cut));
    const size_t whole = cut < first ? 0 : cut < ledger.size() ? 1 : 2;
    CHECK(read_journal(d.path()).size() == whole);
  }
  for (size_t cut = 0; cut <= results.size(); cut += 3) {
    d.write("results.jsonl", results.substr(0, cut));
    const size_t whole = cut < two_results ? 0 : cut < results.size() ? 1 : 2;
    CHECK(read_journal(d.path()).size() == whole);
  }
}

TEST_CASE("journal: text that is no line of it is left out", "[suite][journal]") {
  const TemporaryDirectory d;
  {
    Journal journal(d.path(), {});
    journal.append(finished(0, "a", 1));
  }
  append_text(d.path() / "cases.jsonl", "[1]\n{\"file\": 3}\nnot json\n\xff\n");
  append_text(d.path() / "results.jsonl", "{\"file\": 1, \"case\": \"a\"}\n\n{}\n");
  CHECK(ids(read_journal(d.path())) == std::vector<std::string>{"a"});
  CHECK(read_journal(d.path() / "nowhere").empty());
}

TEST_CASE("journal: a folder is one run's at a time", "[suite][journal]") {
  const TemporaryDirectory d;
  {
    Journal journal(d.path(), {});
    journal.append(finished(0, "a", 1));
    CHECK_THROWS_WITH(Journal(d.path(), {}), Catch::Contains("another run is writing there"));
    CHECK(read_journal(d.path()).size() == 1);
  }
  CHECK_NOTHROW(Journal(d.path(), {}));
}

TEST_CASE("journal: a folder that cannot be written is named", "[suite][journal]") {
  const TemporaryDirectory d;
  const auto file = d.write("file", "");
  CHECK_THROWS_WITH(Journal(file / "out", {}), Catch::Contains("cannot be written"));
}

}  // namespace
}  // namespace plumbline
