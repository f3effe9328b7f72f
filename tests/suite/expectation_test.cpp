/// The keys of a case beyond a quantity and printed digits: equals, expect_below, expect_above, expect_verdict,
/// where, statement, and the quantities of case_quantity_registry().
#include "verify/suite/cases/expectation.hpp"

#include "tests/suite/suite_support.hpp"
#include "verify/suite/cases/case_file.hpp"

namespace plumbline {
namespace {

using namespace testing;

std::string asked(const std::string& quantity, const std::string& more) {
  return "[[case]]\nid = \"x\"\nquantity = \"" + quantity + "\"\n" + more;
}

const std::string kGauss = "mechanism = \"gaussian(sigma=1)\"\n";
const std::string kTv = "[[case]]\nid = \"x\"\nquantity = \"tv\"\n" + kGauss;

std::string verdict(const std::string& entry) {
  const Run run = run_text(head() + entry);
  INFO(entry << run.messages);
  REQUIRE(run.results.size() == 1);
  return run.results[0]["verdict"].get<std::string>();
}

TEST_CASE("expectations: equality with a formula, decided on both sides", "[suite][expectation]") {
  CHECK(verdict(kTv + "equals = \"2*Phi(1/2) - 1\"\n") == "agrees");
  // A difference of one in the fifteenth digit is detected.
  CHECK(verdict(kTv + "equals = \"2*Phi(1/2) - 1 + 1e-12\"\n") == "differs");
  CHECK(verdict(kTv + "equals = \"2*Phi(1/2) - 1 + 1e-20\"\ndigits = 25\n") == "differs");
  // A trivial enclosure is undecided: the logarithm of a number that may be negative.
  CHECK(verdict(kTv + "equals = \"0*log(0 - 1) + 2*Phi(1/2) - 1\"\n") == "undecided");
}

TEST_CASE("expectations: above and below are strict and certain", "[suite][expectation]") {
  CHECK(verdict(kTv + "expect_below = \"0.383\"\nexpect_above = \"0.382\"\n") == "agrees");
  CHECK(verdict(kTv + "expect_below = \"0.382\"\n") == "differs");
  CHECK(verdict(kTv + "expect_above = \"0.383\"\n") == "differs");
  CHECK(verdict(kTv + "expect_above = \"0.382\"\nexpect_below = \"0.3825\"\n") == "differs");
  // The value itself is neither below nor above: undecided.
  CHECK(verdict(kTv + "expect_below = \"2*Phi(1/2) - 1\"\n") == "undecided");
  CHECK(verdict(asked("delta",
                      "mechanism = \"perfectly_private()\"\nat = { epsilon = \"1\" }\n"
                      "expect_above = \"0\"\n")) == "differs");
}

TEST_CASE("expectations: other certified values under a name, at the point of the case",
          "[suite][expectation]") {
  const Run run = run_text(
      head() +
      asked("bayes", kGauss + "at = { prior = [\"0.2\", \"0.7\"] }\n"
                              "equals = \"mirrored\"\n"
                              "expect_below = \"min(prior, 1 - prior)\"\n"
                              "where = { mirrored = { quantity = \"bayes\", mechanism = "
                              "\"gaussian(sigma=1)\", direction = \"reverse\", at = { prior = "
                              "\"$prior\" } } }\n"));
  REQUIRE(run.results.size() == 2);
  for (const auto& r : run.results) {
    CHECK(r["verdict"] == "agrees");
    CHECK(r["checks"].size() == 2);
    CHECK(r["checks"][0]["lower"].is_string());
    CHECK(r["expect"] == "= mirrored, < min(prior, 1 - prior)");
  }
}

TEST_CASE("expectations: disputes go stale with relations too", "[suite][expectation]") {
  CHECK(verdict(kTv + "equals = \"0\"\ndisputed = \"w\"\n") == "disputed");
  const Run stale = run_text(head() + kTv + "expect_above = \"0\"\ndisputed = \"w\"\n");
  CHECK(stale.results[0]["verdict"] == "stale_dispute");
  CHECK(stale.code == 1);
  const Run wrong = run_text(head() + kTv + "expect_above = \"1\"\n");
  CHECK(wrong.code == 1);
}

TEST_CASE("asked quantities: one of each family, against closed forms", "[suite][ask]") {
  const auto agrees = [](const std::string& quantity, const std::string& more) {
    CAPTURE(quantity);
    CHECK(verdict(asked(quantity, more)) == "agrees");
  };
  const std::string two = kGauss + "other = \"laplace(b=1)\"\n";
  agrees("v3", kGauss + "equals = \"2*sqrt(2/pi)\"\n");
  agrees("eta", kGauss + "equals = \"1/2\"\n");
  agrees("cumulant", kGauss + "at = { order = \"2\" }\nequals = \"1\"\n");
  agrees("renyi", kGauss + "at = { order = \"3\" }\nequals = \"order/2\"\n");
  agrees("theorem3_ratio",
         "mechanism = \"gaussian(sigma=1)^6\"\nother = \"gaussian(sigma=2)^4\"\n"
         "equals = \"3/2\"\n");
  agrees("theorem3_needed",
         "mechanism = \"gaussian(sigma=1)^6\"\nother = \"gaussian(sigma=2)^4\"\n"
         "equals = \"1/4\"\n");
  agrees("rero_line",
         "at = { epsilon = \"1\", delta = \"0.1\", kappa = \"0.1\" }\n"
         "equals = \"exp(1)/10 + delta\"\n");
  agrees("rero_bound",
         "at = { epsilon = \"1\", delta = \"0.1\", kappa = \"0.5\" }\n"
         "equals = \"1 - exp(-1)*(1 - delta - kappa)\"\n");
  agrees("calibrated",
         "mechanism = \"laplace(b=?)\"\nat = { advantage = \"0.2\" }\n"
         "equals = \"-1/(2*log(1 - advantage))\"\n");
  agrees("weighted_divergence", two +
                                    "at = { hyperprior = \"none\" }\ndigits = 8\n"
                                    "equals = \"Phi(-1/2) - exp(-1/2)/2\"\n");
  agrees("symmetrised_divergence", two + "expect = \"0.034\"\n");
  agrees("comparison", two + "expect_verdict = \"cross\"\nexpect = \"2\"\n");
  agrees("crossing_prior", two + "at = { number = \"1\" }\nexpect = \"0.4\"\n");
  agrees("composed_tv",
         "mechanism = \"total_variation_dp(epsilon=1,delta=0,eta=0.3)\"\n"
         "at = { subsample = \"1/2\" }\nequals = \"0.15\"\n");
  agrees("composed_delta",
         "mechanism = \"approximate_dp(epsilon=1,delta=0)^2\"\n"
         "at = { j = \"0\" }\nequals = \"(exp(2) - 1)/(1 + exp(1))^2\"\n");
  agrees("worst_tv",
         "mechanism = \"total_variation_dp(epsilon=1,delta=0,eta=0.3)^2\"\n"
         "equals = \"1 - 0.7^2\"\n");
  agrees("channel_eta", "at = { rows = \"3/4,1/4; 1/4,3/4\" }\nequals = \"1/2\"\n");
  agrees("channel_epsilon", "at = { rows = \"3/4,1/4; 1/4,3/4\" }\nequals = \"log(3)\"\n");
  agrees("channel_contraction",
         "mechanism = \"randomized_response(epsilon=1)\"\n"
         "equals = \"((exp(1) - 1)/(exp(1) + 1))^2\"\n");
  agrees("law_divergence",
         "at = { f = \"chi2\", p0 = \"1/2,1/2\", p1 = \"1/4,3/4\" }\n"
         "equals = \"1/3\"\n");
}

TEST_CASE("asked quantities: a verdict that is another differs", "[suite][ask]") {
  const std::string two = kGauss + "other = \"gaussian(sigma=2)\"\n";
  CHECK(verdict(asked("comparison", two + "expect_verdict = \"second_more_private\"\n")) ==
        "agrees");
  CHECK(verdict(asked("comparison", two + "expect_verdict = \"cross\"\n")) == "differs");
}

void check_fault(const std::string& entry, int line, const std::string& key,
                 const std::string& remedy) {
  CAPTURE(entry);
  const TemporaryDirectory directory;
  const CaseFile file = read_case_file(directory.write("bad.toml", head() + entry));
  for (const Problem& problem : file.problems) UNSCOPED_INFO(problem.text());
  REQUIRE(file.problems.size() == 1);
  CHECK(file.problems[0].line == line);
  CHECK(file.problems[0].key == key);
  CHECK_THAT(file.problems[0].message, Catch::Contains(remedy));
  CHECK(file.cases.empty());
}

TEST_CASE("expectations: faults with file, line and key", "[suite][expectation][bad_input]") {
  check_fault(kTv + "equals = 0.5\n", 7, "equals", "equals = \"0.5\"");
  check_fault(kTv + "equals = \"1 +\"\n", 7, "equals", "column 4");
  check_fault(kTv + "expect_below = \"x\"\n", 7, "expect_below", "'x' has no value");
  check_fault(kTv + "where = \"tv\"\n", 7, "where", "must be a table");
  check_fault(kTv + "where = { a = \"tv\" }\n", 7, "where.a", "must be a table");
  check_fault(kTv + "where = { a = { quantity = \"tv\" } }\n", 7, "where.a.mechanism",
              "is missing");
  check_fault(kTv + "where = { a = { quantity = \"tw\", mechanism = \"laplace(b=1)\" } }\n", 7,
              "where.a.quantity", "known:");
  check_fault(kTv + "where = { a = { quantity = \"tv\", mechanism = \"laplace(c=1)\" } }\n", 7,
              "where.a.mechanism", "");
  check_fault(
      kTv + "where = { a = { quantity = \"tv\", mechanism = \"laplace(b=1)\", x = \"1\" } }\n", 7,
      "where.a.x", "unknown key");
  check_fault(kTv + "statement = 1\n", 7, "statement", "must be a string");
  check_fault(kTv + "expected_below = \"1\"\n", 7, "expected_below", "unknown key");
  check_fault(kTv + "disputed = \"w\"\n", 7, "disputed", "add what the source");
}

TEST_CASE("asked quantities: faults with file, line and key", "[suite][ask][bad_input]") {
  check_fault(asked("renyi", kGauss), 3, "at", "needs order");
  check_fault(asked("renyi", kGauss + "at = { order = \"2\", kappa = \"1\" }\n"), 7, "at.kappa",
              "unknown key");
  check_fault(asked("renyi", kGauss + "at = { order = 2 }\n"), 7, "at.order", "order = \"2\"");
  check_fault(asked("v1", "mechanism = \"gauss(sigma=1)\"\n"), 6, "mechanism", "did you mean");
  check_fault(asked("calibrated", kGauss + "at = { epsilon = \"1\", delta = \"1e-5\" }\n"), 6,
              "mechanism", "");
  check_fault(asked("comparison", kGauss), 3, "other", "is missing");
  check_fault(asked("v1", kGauss + "other = \"laplace(b=1)\"\n"), 7, "other", "remove it");
  check_fault(
      asked("rero_line", kGauss + "at = { epsilon = \"1\", delta = \"0\", kappa = \"1\" }\n"), 6,
      "mechanism", "takes none");
  check_fault(asked("v1", kGauss + "judge = [\"clt\"]\n"), 7, "judge", "unknown key");
  check_fault(asked("v1", kGauss + "direction = \"up\"\n"), 7, "direction", "forward");
  check_fault(asked("output_divergence",
                    "mechanism = \"randomized_response(epsilon=1)\"\n"
                    "at = { f = [\"kl\", \"tv\"], p0 = [\"1,0\", \"0,1\"], p1 = \"0,1\" }\n"),
              7, "at", "only one argument");
}

TEST_CASE("asked quantities: what is out of range is bad input while running", "[suite][ask]") {
  const auto problem = [](const std::string& entry) {
    const Run run = run_text(head() + entry);
    CHECK(run.code == 2);
    CHECK(run.results.empty());
    return run.messages;
  };
  CHECK_THAT(problem(asked("cumulant", kGauss + "at = { order = \"9\" }\n")),
             Catch::Contains("case.toml:7: [x] at: order must be 1 to 6"));
  CHECK_THAT(problem(asked("channel_eta", kGauss)), Catch::Contains("a channel is finite"));
  CHECK_THAT(problem(asked("composed_tv", kGauss)), Catch::Contains("write steps as"));
  CHECK_THAT(problem(asked("crossing", kGauss + "other = \"gaussian(sigma=2)\"\n"
                                                "at = { number = \"1\" }\n")),
             Catch::Contains("there are 0 crossings"));
  CHECK_THAT(problem(asked("noisy_sgd", "at = { alpha = \"0.5\", curve = \"best\" }\n")),
             Catch::Contains("curve must be"));
}

}  // namespace
}  // namespace plumbline
