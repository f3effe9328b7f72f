/// Records of promises as claims, and verdicts on promises about several pairs of neighbours.
#include "verify/claims/promise_record.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/places.hpp"
#include "tests/support.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

std::string record(const std::string& promise, const std::string& pair) {
  return R"({"library":"l","release":"1","constructor":"c","arguments":{"scale":1.0},"d_in":[2,2,1],)" +
         ("\"promise\":" + promise) + ",\"pair\":" + pair + "}";
}

ClaimVerdict judged(const std::string& promise, const std::string& pair) {
  const Claim claim = claim_of_line(record(promise, pair));
  return Judge(composition_of(claim), {})(claim);
}

std::string refusal(const std::string& line) {
  try {
    (void)claim_of_line(line);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("promises: a record is a claim under other names", "[claims][promises]") {
  const Claim claim = claim_of_line(
      record(R"({"epsilon":1,"delta":"1e-5"})", R"p(["gaussian(sigma=1)","laplace(b=1)"])p"));
  CHECK(claim.tool == "l");
  CHECK(claim.version == "1");
  CHECK(claim.method == "c");
  CHECK(claim.options == R"({"d_in":[2,2,1],"scale":1.0})");
  CHECK(claim.kind == ClaimKind::upper);
  CHECK(claim.quantity == "delta");
  CHECK(claim.argument("epsilon").value.as_rational() == Rational(1));
  CHECK(claim.value.number == Rational::parse("1e-5"));
  CHECK(claim.mechanism == "gaussian(sigma=1)");
  REQUIRE(claim.others.size() == 1);
  CHECK(claim.others.front()->mechanism == "laplace(b=1)");
  CHECK(claim.others.front()->value.number == claim.value.number);

  const Claim pure = claim_of_line(record(R"({"epsilon":"0.5"})", R"p("laplace(b=2)")p"));
  CHECK(pure.quantity == "epsilon");
  CHECK(pure.argument("delta").value.as_rational() == Rational::parse("1e-20"));
  const Claim renyi = claim_of_line(record(R"({"rdp":"0.5","alpha":4})", R"p("laplace(b=2)")p"));
  CHECK(renyi.quantity == "rdp");
}

TEST_CASE("promises: a number is the double that %.17g prints so", "[claims][promises]") {
  const auto promised = [](const std::string& epsilon) {
    return claim_of_line(record("{\"epsilon\":" + epsilon + "}", R"p("laplace(b=2)")p")).value;
  };
  for (const char* text : {"0.01", "1.125703125", "0.02", "0.29999999999999999"}) {
    CAPTURE(text);
    const ClaimedValue value = promised("\"" + std::string(text) + "\"");
    CHECK(value.binary64);
    CHECK(value.number == Rational::from_binary64(std::stod(text)));
    CHECK(value.text == text);
  }
  // A decimal that is no shortest form of a double, and a fraction, denote their exact value.
  CHECK(promised(R"("1e-5")").number == Rational::parse("1e-5"));
  CHECK(promised(R"("1/3")").number == Rational(1, 3));
  // The rounding inside a library does not count: 1/b for b = 1/0.01 in doubles.
  CHECK(judged(R"({"epsilon":"0.01"})", R"p("laplace(b=1,sensitivity=0x1.47ae147ae147bp-7)")p")
            .verdict == VerdictKind::sound);
}

TEST_CASE("promises: what no record is", "[claims][promises]") {
  CHECK(refusal(record("{}", R"p("laplace(b=1)")p")).starts_with("promise: "));
  CHECK(
      refusal(record(R"({"epsilon":1,"rho":2})", R"p("laplace(b=1)")p")).starts_with("promise: "));
  CHECK(refusal(record(R"({"rdp":1})", R"p("laplace(b=1)")p")).starts_with("promise: "));
  CHECK(refusal(record(R"({"epsilon":1})", "[]")).starts_with("pair: "));
  CHECK(refusal(record(R"({"epsilon":1})", "3")).starts_with("pair: "));
  CHECK(refusal(record(R"({"epsilon":1})", R"p(["laplace(b=1)","nothing(b=1)"])p"))
            .starts_with("mechanism: "));
  const std::string nameless =
      R"p({"constructor":"c","promise":{"epsilon":1},"pair":"laplace(b=1)"})p";
  CHECK(refusal(nameless).starts_with("library: "));
}

TEST_CASE("promises: the worst pair decides, wherever it stands", "[claims][promises]") {
  // A key of one user behind T = 5, and a key shared with others: e^-4/(1 + e^-1), and 1 - e^((1-1)/2) = 0.
  const std::string lone = R"p("thresholded(discrete_laplace(b=1),threshold=5)")p",
                    shared = R"p("discrete_laplace(b=1)")p";
  const double q = std::exp(-4.0) / (1 + std::exp(-1.0));
  const std::string low = R"({"epsilon":1,"delta":"0.0049258339560357"})",
                    high = R"({"epsilon":1,"delta":"0.0133898049326985"})";
  for (const std::string& pair :
       {"[" + lone + "," + shared + "]", "[" + shared + "," + lone + "]"}) {
    CAPTURE(pair);
    const ClaimVerdict violated = judged(low, pair);
    CHECK(violated.verdict == VerdictKind::violated);
    CHECK(violated.grade == ViolationGrade::gross);
    CHECK(std::stod(violated.truth.lower) == Approx(q).epsilon(1e-12));
    CHECK_FALSE(violated.confirmed_by.empty());
    CHECK(violated.replay.find("thresholded") != std::string::npos);
    const ClaimVerdict sound = judged(high, pair);
    CHECK(sound.verdict == VerdictKind::sound);
    REQUIRE(sound.looseness);
    CHECK(sound.looseness->approximate() <
          1e-10);  // relative to the lone key, not to the shared one
  }
  // If one of several pairs is undecided, so is the promise.
  const ClaimVerdict open =
      judged(R"({"epsilon":"1.5"})", R"p(["laplace(b=1)","bounded_laplace(b=1,width=3,at=0)"])p");
  CHECK(open.verdict == VerdictKind::undecided);
  CHECK(judged(R"({"epsilon":"1.3"})", R"p(["laplace(b=1)","bounded_laplace(b=1,width=3,at=0)"])p")
            .verdict == VerdictKind::violated);
}

TEST_CASE("promises: those that are recorded can be read, and say what they rest on",
          "[claims][promises][standing][slow]") {
  const fs::path folder = fs::path(testing::kSourceFolder) / "cases/libraries";
  const BasisTable table = read_promises(folder / "promises.toml");
  std::set<std::string> used;
  long promises = 0;
  std::set<std::string> libraries;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line); ++promises) {
      const Claim claim = claim_of_line(line);
      libraries.insert(claim.tool);
      used.insert(claim.rests_on);
      if (!table.contains(claim.rests_on)) FAIL_CHECK(entry.path() << ": " << line);
    }
  }
  CHECK(promises > 2000);
  CHECK(libraries.size() >= 10);
  for (const auto& [id, basis] : table) {
    CAPTURE(id);
    CHECK(used.contains(id));
  }
}
