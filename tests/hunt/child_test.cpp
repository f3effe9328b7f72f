/// Accountants that run as processes: their answers and failures.
#include "verify/hunt/child.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/folder.hpp"
#include "tests/support.hpp"
#include "verify/hunt/answer.hpp"
#include "verify/hunt/hunt.hpp"
#include "verify/hunt/nonsense.hpp"

using namespace plumbline;
using Ending = ChildAnswer::Ending;

namespace {

Setting one_gaussian(const std::string& quantity, double argument) {
  return {{{"gaussian", {{"sigma", 0.7}}, 3}}, 1, Relation::add_remove, quantity, argument};
}

Examined read_one(const std::string& text) {
  Examined head;
  head.setting = one_gaussian("delta", 1);
  return read_answer(text, head, 1).front().examined;
}

/// Returns answers to three questions: at epsilon 1 and at two neighbouring values.
std::vector<std::vector<Examined>> row_of(const std::vector<std::string>& values) {
  std::vector<double> at = {1};
  for (const double x : neighbouring_arguments(one_gaussian("delta", 1))) at.push_back(x);
  std::vector<std::vector<Examined>> out;
  for (size_t i = 0; i < values.size(); ++i) {
    Examined e;
    e.setting = one_gaussian("delta", at[i]);
    e.kind = "upper";
    e.value = values[i];
    e.state = "sound";
    out.push_back({e});
  }
  return out;
}

}  // namespace

TEST_CASE("hunt: a child answers, crashes and hangs, and is started again", "[hunt]") {
  ChildProcess child({"/bin/sh", "-c",
                      "while read -r line; do case $line in die) exit 3;; sleep) sleep 60;; "
                      "kill) kill -9 $$;; *) echo \"got $line\";; esac; done"},
                     "");
  CHECK(child.ask({"one"}, 20).text == "got one");
  CHECK(child.ask({"two"}, 20).text == "got two");
  const ChildAnswer dead = child.ask({"die"}, 20);
  CHECK(dead.kind == Ending::crash);
  CHECK(dead.text == "ended with exit code 3");
  CHECK(child.ask({"three"}, 20).text == "got three");
  const ChildAnswer late = child.ask({"sleep"}, 0.3);
  CHECK(late.kind == Ending::hang);
  CHECK(child.ask({"four"}, 20).text == "got four");
  CHECK(child.ask({"kill"}, 20).text == "signal Killed");
  CHECK(child.ask({"five"}, 20).kind == Ending::line);
}

TEST_CASE("hunt: of what a child says aside the end is kept", "[hunt]") {
  const plumbline::testing::Folder folder;
  const std::string errors = folder.file("errors.txt");
  {
    ChildProcess child({"/bin/sh", "-c",
                        "while read -r line; do yes \"aside $line\" | head -n 30000 >&2; "
                        "echo done; done"},
                       errors);
    for (int i = 0; i < 12; ++i) REQUIRE(child.ask({"q" + std::to_string(i)}, 20).text == "done");
    REQUIRE(child.ask({"last"}, 20).text == "done");
  }
  // The lines of the last question follow the retained end of the earlier ones.
  const auto size = std::filesystem::file_size(errors);
  CHECK(size <= ChildProcess::kMostErrors + 30000 * 12);
  CHECK(size >= ChildProcess::kKeptErrors);
  std::ifstream in(errors);
  std::string line, end;
  REQUIRE(std::getline(in, line));
  CHECK(line == "(earlier output omitted)");
  while (std::getline(in, line)) end = line;
  CHECK(end == "aside last");
}

TEST_CASE("hunt: a child that ends says why, where it said so on standard error", "[hunt]") {
  const plumbline::testing::Folder folder;
  for (const std::string& errors : {std::string(), folder.file("errors.txt")}) {
    ChildProcess child({"/bin/sh", "-c", "echo first >&2; echo 'no module named x' >&2; exit 1"},
                       errors);
    for (int i = 0; i < 2; ++i) {
      const ChildAnswer answer = child.ask({"one"}, 20);
      CHECK(answer.kind == Ending::crash);
      CHECK(answer.text == "ended with exit code 1; standard error: no module named x");
    }
  }
}

TEST_CASE("hunt: a child that never answers is waited for as long as was said", "[hunt]") {
  ChildProcess child({"/bin/sh", "-c", "echo loading >&2; exec sleep 60"}, "");
  const ChildAnswer late = child.ask({"one"}, 0.1, 0.3);
  CHECK(late.kind == Ending::hang);
  CHECK(late.seconds < 10);
  CHECK(late.text == "no answer in 0.3 s; standard error: loading");
  CHECK(start_limit(7, 20) == 7);
  CHECK(start_limit(0, 20) == 5);
  CHECK(start_limit(0, 0) == ChildProcess::kStartSeconds);
  CHECK(start_limit(0, 1e6) == ChildProcess::kStartSeconds);
}

TEST_CASE("hunt: a command that is not one is refused", "[hunt]") {
  ChildProcess child({"/no/such/accountant"}, "");
  CHECK_THROWS_AS(child.ask({"one"}, 1), std::invalid_argument);
}

TEST_CASE("hunt: answers are read, and nonsense is found", "[hunt]") {
  CHECK(read_one(R"({"value": 0.25, "kind": "upper"})").finding.empty());
  CHECK(read_one(R"({"value": -1e-17, "kind": "upper"})").finding == "negative delta");
  CHECK(read_one(R"({"value": 1.5, "kind": "upper"})").finding == "delta above 1");
  CHECK(read_one(R"({"value": NaN, "kind": "estimate"})").finding == "nan");
  CHECK(read_one(R"({"value": "nan", "kind": "estimate"})").finding == "nan");
  CHECK(read_one(R"({"value": Infinity, "kind": "upper"})").finding == "delta above 1");
  CHECK(read_one(R"({"unsupported": "no"})").state == "unsupported");
  CHECK(read_one(R"({"error": "too large"})").state == "error");
  CHECK(read_one("loading...").finding == "unreadable answer");
  CHECK(read_one(R"({"value": 0.25})").finding == "unreadable answer");
  CHECK(read_one(R"({"value": 0.25, "kind": "about"})").finding == "unreadable answer");
  Examined head;
  head.setting = one_gaussian("delta", 1);
  CHECK(read_answer(R"({"lower": 0.1, "estimate": 0.2, "upper": 0.3})", head, 1).size() == 3);
}

TEST_CASE("hunt: answers beside each other", "[hunt]") {
  CHECK(held_against_each_other(row_of({"0.3", "0.25", "0.21"})).empty());
  const auto growing = held_against_each_other(row_of({"0.3", "0.31", "0.2"}));
  REQUIRE(growing.size() == 1);
  CHECK(growing.front().finding == "not monotone");
  const auto bent = held_against_each_other(row_of({"0.3", "0.299", "0.2"}));
  REQUIRE(bent.size() == 1);
  CHECK(bent.front().finding == "not convex");
  // The values differ by rounding only.
  CHECK(held_against_each_other(row_of({"0.3", "0.30000000000000004", "0.3"})).empty());
}

TEST_CASE("hunt: a setting is asked exactly", "[hunt]") {
  const auto question = question_json(one_gaussian("epsilon", 1e-5));
  CHECK(question["mechanism"] == "gaussian(sigma=0x1.6666666666666p-1)^3");
  CHECK(question["fields"] ==
        nlohmann::ordered_json{{"kind", "gaussian"}, {"sigma", 0.7}, {"steps", 3}});
  CHECK(question["event"].dump() == R"(["SelfComposedDpEvent",["GaussianDpEvent",0.7],3])");
  CHECK(question["at"]["delta"].get<double>() == 1e-5);
  const Setting setting = one_gaussian("epsilon", 1e-5);
  CHECK(setting_of(setting_json(setting)) == setting);
}
