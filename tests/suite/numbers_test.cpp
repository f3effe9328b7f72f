/// The grammar of numbers in case files: each numeric field accepts every spelling.
#include "tests/suite/suite_support.hpp"
#include "verify/suite/cases/case_file.hpp"

namespace plumbline {
namespace {

using testing::head;

/// A field of a case; `{}` marks its number, and 'found' extracts that number from the parsed case.
struct NumberField {
  std::string entry, key;
  std::string (*found)(const Case&);
  bool any_real = false;
};

const std::vector<NumberField>& fields() {
  static const std::string start = "quantity = \"delta\"\nmechanism = \"gaussian(sigma=1)\"\n",
                           at = "at = { epsilon = \"1\" }\n", judged = "judge = [\"clt\"]\n",
                           options = "judge = [\"monte_carlo\"]\noptions = ";
  const auto first = [](const Case& c) { return c.at.at(0).text(); };
  static const std::vector<NumberField> all = {
      {start + "at = { epsilon = \"{}\" }\n", "at.epsilon", first, true},
      {"quantity = \"tradeoff\"\nmechanism = \"gaussian(sigma=1)\"\nat = { alpha = \"{}\" }\n",
       "at.alpha", first},
      {"quantity = \"epsilon\"\nmechanism = \"gaussian(sigma=1)\"\nat = { delta = \"{}\" }\n",
       "at.delta", first},
      {start + at + judged + "tolerance = { clt = \"{}\" }\n", "tolerance.clt",
       [](const Case& c) { return c.tolerance.at("clt").text(); }},
      {start + at + judged + "steps = [\"1\", \"2\"]\norder = { clt = \"{}\" }\n", "order.clt",
       [](const Case& c) { return c.order.at("clt").text(); }},
      {start + at + options + "{ seed = \"{}\" }\n", "options.seed",
       [](const Case& c) { return c.options.at("seed").text(); }},
      {"quantity = \"delta\"\nmechanism = \"gaussian(sigma={})\"\n" + at, "mechanism",
       [](const Case& c) {
         const std::string text = c.mechanism.expression();
         return text.substr(15, text.size() - 16);
       },
       true}};
  return all;
}

CaseFile read(const NumberField& field, const std::string& number) {
  std::string entry = field.entry;
  entry.replace(entry.find("{}"), 2, number);
  return read_case_text(head() + "[[case]]\nid = \"x\"\n" + entry, "numbers.toml");
}

}  // namespace

TEST_CASE("case numbers: every field takes every spelling", "[suite][case_file][numbers]") {
  for (const NumberField& field : fields()) {
    for (const char* spelt : {"0.25", "1/4", "2^-2", "25e-2", "0x1p-2", "2^-40*2^38"}) {
      const CaseFile file = read(field, spelt);
      for (const Problem& problem : file.problems) UNSCOPED_INFO(problem.text());
      CAPTURE(field.key, spelt);
      REQUIRE(file.cases.size() == 1);
      CHECK(field.found(file.cases[0]) == "0.25");
    }
  }
}

TEST_CASE("case numbers: an irrational one is taken, or refused in one line",
          "[suite][case_file][numbers]") {
  for (const NumberField& field : fields()) {
    const CaseFile file = read(field, "log(3)");
    CAPTURE(field.key);
    if (field.any_real) {
      REQUIRE(file.cases.size() == 1);
      CHECK(field.found(file.cases[0]) == "log(3)");
      continue;
    }
    REQUIRE(file.problems.size() == 1);
    CHECK(file.problems[0].key == field.key);
    CHECK_THAT(file.problems[0].message, Catch::Contains("'log(3)' is irrational"));
  }
  // Judged values require rational arguments.
  const NumberField judged{fields()[0].entry + "judge = [\"clt\"]\n", "judge", nullptr};
  const CaseFile file = read(judged, "log(3)");
  REQUIRE(file.problems.size() == 1);
  CHECK(file.problems[0].key == "judge");
  CHECK_THAT(file.problems[0].message, Catch::Contains("log(3), which is irrational"));
}

TEST_CASE("case numbers: questions are answered at them, formulas speak of them",
          "[suite][case_file][numbers]") {
  const auto agrees = [](const std::string& entry) {
    const testing::Run run = testing::run_text(head() + "[[case]]\nid = \"x\"\n" + entry);
    CAPTURE(entry, run.messages);
    CHECK(run.code == 0);
  };
  // Point (e^x, 1/4): delta of randomized response at half its epsilon, (3 - sqrt 3)/4.
  agrees(
      "quantity = \"delta\"\nmechanism = \"finite(P=[3/4,1/4],Q=[1/4,3/4])\"\n"
      "at = { epsilon = \"log(3)/2\" }\nequals = \"3/4 - exp(epsilon)/4\"\n");
  agrees(
      "quantity = \"rero_bound\"\nat = { epsilon = \"log(2)\", delta = \"0\", kappa = \"2^-3\" }\n"
      "equals = \"1/4\"\n");
  agrees(
      "quantity = \"composed_profile\"\nmechanism = \"approximate_dp(epsilon=1,delta=0)\"\n"
      "at = { epsilon = \"log(2)\" }\nequals = \"(exp(1) - 2)/(exp(1) + 1)\"\n");
}

}  // namespace plumbline
