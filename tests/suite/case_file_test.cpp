#include "verify/suite/cases/case_file.hpp"

#include "tests/places.hpp"
#include "tests/suite/suite_support.hpp"
#include "verify/suite/cases/suite_input.hpp"

namespace plumbline {
namespace {

using namespace testing;

CaseFile read(const std::string& text) {
  const TemporaryDirectory directory;
  return read_case_file(directory.write("bad.toml", text));
}

/// Returns a file with a valid case before and after the given one.
std::string between(const std::string& entry) {
  return head() + gauss_case("first", "") + entry + "\n" + gauss_case("last", "");
}

TEST_CASE("case file: every file of this project's cases is read without a problem",
          "[suite][case_file]") {
  const SuiteInput input = read_suite({std::string(kSourceFolder) + "/cases"}, Shard{});
  for (const Problem& p : input.problems) CHECK(p.file + ": " + p.message == "");
  CHECK(input.files > 40);
  CHECK(input.cases.size() > 400);
}

TEST_CASE("case file: everything a case can say", "[suite][case_file]") {
  const CaseFile file = read(head() + R"(
[[case]]
id = "all"
quantity = "tradeoff"
mechanism = "subsampled_gaussian(sigma=1,p=0.5)^10"
direction = "reverse"
at = { alpha = ["0.1", "0:1:3"] }
digits = 20
judge = ["clt", "monte_carlo"]
tolerance = { clt = "1e-2" }
options = { samples = "1000", seed = "7" }
)");
  REQUIRE(file.problems.empty());
  REQUIRE(file.cases.size() == 1);
  const Case& c = file.cases[0];
  CHECK(c.direction == Direction::reverse);
  CHECK(c.at.size() == 4);
  CHECK(c.argument == "alpha");
  CHECK(c.digits == 20);
  CHECK(c.judge == std::vector<std::string>{"clt", "monte_carlo"});
  CHECK(c.tolerance.at("clt") == Rational(1, 100));
  CHECK(c.options.at("samples") == Rational(1000));
  CHECK(c.line == 4);
}

TEST_CASE("case file: directions default as documented", "[suite][case_file]") {
  const CaseFile file = read(head() + gauss_case("worst", "") +
                             "[[case]]\nid = \"rero\"\nquantity = \"rero\"\n"
                             "mechanism = \"gaussian(sigma=1)\"\nat = { kappa = \"0.1\" }\n");
  REQUIRE(file.cases.size() == 2);
  CHECK(file.cases[0].direction == Direction::worst);
  CHECK(file.cases[1].direction == Direction::forward);
}

const std::string kStart = "[[case]]\nid = \"x\"\nquantity = \"delta\"\n";
const std::string kMechanism = "mechanism = \"gaussian(sigma=1)\"\n";
const std::string kAt = "at = { epsilon = \"1\" }\n";

void check_fault(const std::string& entry, int line, const std::string& key,
                 const std::string& remedy, const std::string& id = "x") {
  CAPTURE(entry);
  const CaseFile file = read(between(entry));
  for (const Problem& problem : file.problems) UNSCOPED_INFO(problem.text());
  REQUIRE(file.problems.size() == 1);
  const Problem& problem = file.problems[0];
  CHECK(problem.line == line);
  CHECK(problem.key == key);
  CHECK(problem.case_id == id);
  CHECK_THAT(problem.message, Catch::Contains(remedy));
  CHECK_THAT(problem.text(),
             Catch::Contains("bad.toml:" + std::to_string(line) + ": [" + id + "]"));
  CHECK(file.cases.size() == 2);  // the valid cases are still read
}

TEST_CASE("case file: missing and unknown keys", "[suite][case_file][bad_input]") {
  check_fault("[[case]]\nquantity = \"delta\"\n" + kMechanism + kAt, 8, "id", "is missing",
              "case #2");
  check_fault("[[case]]\nid = \"x\"\n" + kMechanism + kAt, 8, "quantity", "is missing");
  check_fault(kStart + kAt, 8, "mechanism", "is missing");
  check_fault(kStart + kMechanism, 8, "at", "write at = { epsilon");
  check_fault(kStart + kMechanism + "at = { eps = \"1\" }", 12, "at", "is epsilon");
  check_fault(kStart + kMechanism + "at = { epsilon = \"1\", alpha = \"1\" }", 12, "at.alpha",
              "unknown key");
  check_fault(kStart + kMechanism + kAt + "expected = \"1\"", 13, "expected", "unknown key");
  check_fault(kStart + kMechanism + kAt + "disputed = \"why\"", 13, "disputed", "add what");
}

TEST_CASE("case file: unknown names", "[suite][case_file][bad_input]") {
  check_fault("[[case]]\nid = \"x\"\nquantity = \"delt\"\n" + kMechanism + kAt, 10, "quantity",
              "known:");
  check_fault(kStart + "mechanism = \"gauss(sigma=1)\"\n" + kAt, 11, "mechanism", "did you mean");
  check_fault(kStart + "mechanism = \"gaussian(s=1)\"\n" + kAt, 11, "mechanism", "parameter");
  check_fault(kStart + kMechanism + kAt + "judge = [\"cl\"]", 13, "judge", "known:");
  check_fault(kStart + kMechanism + kAt + "direction = \"up\"", 13, "direction", "forward");
  check_fault(kStart + kMechanism + kAt + "other = \"laplace(b=1)\"", 13, "other", "divergence");
  check_fault(kStart + kMechanism + kAt + "judge = [\"clt\"]\noptions = { seeds = \"1\" }", 14,
              "options", "seeds");
  check_fault(kStart + kMechanism + kAt + "tolerance = { clt = \"1\" }", 13, "tolerance",
              "not judged");
}

TEST_CASE("case file: what is expected of a judged method", "[suite][case_file][bad_input]") {
  const std::string rest = kStart + kMechanism + kAt;
  check_fault(rest + "expect_judged = { clt = \"1\" }", 13, "expect_judged", "not judged here");
  check_fault(rest + "judge = [\"clt\"]\nexpect_judged = { clt = 1.5 }", 14, "expect_judged.clt",
              "clt = \"1.5\"");
  check_fault(rest + "judge = [\"clt\"]\nexpect_judged = { clt = \"1/3\" }", 14,
              "expect_judged.clt", "printed digits");
  check_fault(rest + "judge = [\"clt\"]\nexpect_judged = \"1\"", 14, "expect_judged",
              "must be a table");
  check_fault(kStart + kMechanism + "at = { epsilon = [\"1\", \"2\"] }\njudge = [\"clt\"]\n" +
                  "expect_judged = { clt = \"1\" }",
              14, "expect_judged", "single point");
}

TEST_CASE("case file: values out of range", "[suite][case_file][bad_input]") {
  const auto bad = GENERATE("gaussian(sigma=0)", "gaussian(sigma=-1)", "gaussian(sigma=nan)",
                            "subsampled_gaussian(sigma=1,p=-1)", "gaussian(sigma=1)^-1",
                            "subsampled_gaussian(sigma=1,p=1.5)", "gaussian(sigma=1)^1.5");
  check_fault(kStart + "mechanism = \"" + bad + "\"\n" + kAt, 11, "mechanism", "");
}

TEST_CASE("case file: numbers that are no numbers", "[suite][case_file][bad_input]") {
  check_fault(kStart + kMechanism + "at = { epsilon = \"nan\" }", 12, "at.epsilon", "nan");
  check_fault(kStart + kMechanism + "at = { epsilon = \"0:1\" }", 12, "at.epsilon", "lo:hi:count");
  check_fault(kStart + kMechanism + "at = { epsilon = 1.50 }", 12, "at.epsilon",
              "epsilon = \"1.50\"");
  check_fault(kStart + kMechanism + "at = { epsilon = [1] }", 12, "at.epsilon", "\"1\"");
  check_fault(kStart + kMechanism + "at = \"1\"", 12, "at", "must be a table");
  check_fault(kStart + kMechanism + kAt + "expect = 0.5", 13, "expect", "expect = \"0.5\"");
  check_fault(kStart + kMechanism + kAt + "expect = \"1/3\"", 13, "expect", "printed digits");
  check_fault(kStart + kMechanism + kAt + "digits = \"15\"", 13, "digits", "integer");
  check_fault(kStart + kMechanism + kAt + "digits = 0", 13, "digits", "got 0");
  check_fault(kStart + kMechanism + kAt + "judge = [\"clt\"]\ntolerance = { clt = 1e-3 }", 14,
              "tolerance.clt", "clt = \"1e-3\"");
  check_fault(kStart + kMechanism + kAt + "judge = [\"clt\"]\ntolerance = { clt = \"0\" }", 14,
              "tolerance", "greater than 0");
  check_fault(kStart + "mechanism = 5\n" + kAt, 11, "mechanism", "must be a string");
  check_fault(kStart + kMechanism + "at = { epsilon = [\"1\", \"2\"] }\nexpect = \"1\"", 13,
              "expect", "single point");
}

TEST_CASE("case file: the same id twice", "[suite][case_file][bad_input]") {
  check_fault(gauss_case("first", ""), 9, "id", "is used before", "first");
}

TEST_CASE("case file: files that are not case files", "[suite][case_file][bad_input]") {
  const auto only = [](const std::string& text) {
    const CaseFile file = read(text);
    REQUIRE(file.problems.size() == 1);
    CHECK(file.cases.empty());
    return file.problems[0];
  };
  CHECK_THAT(only("").message, Catch::Contains("is empty"));
  CHECK_THAT(only("# nothing\n").message, Catch::Contains("is empty"));
  CHECK_THAT(only(head()).message, Catch::Contains("[[case]]"));
  const Problem broken = only(head() + "[[case]\nid = 1\n");
  CHECK(broken.line == 3);
  CHECK_THAT(broken.message, Catch::Contains("not TOML"));
  const CaseFile untitled = read("source = \"s\"\n" + gauss_case("x", ""));
  REQUIRE(untitled.problems.size() == 1);
  CHECK(untitled.problems[0].key == "title");
}

}  // namespace
}  // namespace plumbline
