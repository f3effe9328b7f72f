#include "verify/approximations/settle.hpp"

#include <mpfr.h>

#include <thread>

#include "reference/arithmetic/running/thread.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/steps/gaussian_pair.hpp"
#include "verify/suite/cases/judge.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

/// A method whose high-precision value never settles: it returns the working precision of the run.
struct Unsettling {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest&) {
    if constexpr (std::is_same_v<Real, double>) {
      return {0.25};
    } else {
      return {Real(1) / WorkingPrecision::current().n};
    }
  }
};

ApproximationEntry unsettling() {
  ApproximationEntry entry = find_approximation("clt");
  entry.name = "unsettling";
  entry.run = run_twice<Unsettling>;
  return entry;
}

/// Returns questions of all kinds to methods that run in high precision.
std::vector<std::pair<std::string, ApproximationRequest>> wide_questions() {
  const std::string sampled = "subsampled_gaussian(sigma=2,p=0.1)^50", laplace = "laplace(b=3)^20";
  return {{"clt", request(sampled, "epsilon", "1e-5")},
          {"clt_v", request(sampled, "tradeoff", "0.2", Direction::reverse)},
          {"edgeworth3", request(laplace, "epsilon", "0.01", Direction::worst)},
          {"edgeworth4", request(sampled, "bayes", "0.3")},
          {"saddle_point2", request(laplace, "delta", "0.5", Direction::worst)},
          {"type_method", request("total_variation_dp(epsilon=0.1,delta=0,eta=0.04)^40", "epsilon",
                                  "0.1", Direction::worst)}};
}

std::vector<std::string> wide_answers() {
  std::vector<std::string> texts;
  for (const auto& [method, question] : wide_questions()) {
    texts.push_back(find_approximation(method).run(question).high_precision);
  }
  return texts;
}

}  // namespace

TEST_CASE("settle: the precision doubles until two runs agree", "[approximations][settle]") {
  const auto plain = settle([] { return AdjustableReal(1) / 3; });
  CHECK(plain.settled);
  CHECK(plain.precision == Bits{256});
  CHECK(plain.agreed_digits >= 37);
  CHECK(plain.text.substr(0, 40) == "0.33333333333333333333333333333333333333");
  // The cancellation loses 45 digits: 128 bits return 0; 256 bits are correct, but no other result agrees with them.
  const auto cancelling = [] { return AdjustableReal(1) + AdjustableReal("1e-45") - 1; };
  const auto found = settle(cancelling);
  CHECK(found.settled);
  CHECK(found.precision == Bits{512});
  CHECK(relative_error(HighPrecision(found.text), HighPrecision("1e-45")) < 1e-40);
  const WorkingPrecision first(Bits{128});
  CHECK(cancelling() == 0);
}

TEST_CASE("settle: runs that do not agree have no value", "[approximations][settle]") {
  long runs = 0;
  const auto found = settle([&] { return AdjustableReal(++runs); });
  CHECK_FALSE(found.settled);
  CHECK(found.text.empty());
  CHECK(found.agreed_digits == 0);
  CHECK(found.precision == Bits{1024});
  CHECK(runs == 4);
  // nan and infinity are valid answers; they agree only with themselves.
  CHECK(settle([] { return std::numeric_limits<AdjustableReal>::quiet_NaN(); }).text == "nan");
  CHECK(settle([] { return -std::numeric_limits<AdjustableReal>::infinity(); }).text == "-inf");
  runs = 0;
  CHECK_FALSE(settle([&] {
                return ++runs % 2 == 0 ? AdjustableReal(1)
                                       : std::numeric_limits<AdjustableReal>::quiet_NaN();
              }).settled);
}

TEST_CASE("settle: what is not settled is said, and not split", "[approximations][settle][judge]") {
  const ApproximationRequest r = request("gaussian(sigma=4)^16", "delta", "1");
  const auto result = unsettling().run(r);
  CHECK(result.high_precision.empty());
  CHECK(result.precision == "1024 bits");
  CHECK_THAT(result.unsettled, Catch::Contains("512 and 1024 bits agree to 0 digits"));
  const auto record = judge(unsettling(), r, Ball(Rational::parse("0.2"), Bits{128}), {}).record;
  CHECK(record["verdict"] == "measured");  // the error of the double is still certified
  CHECK(record["high_precision"].is_null());
  CHECK(record["method_error"].is_null());
  CHECK(record["rounding_error"].is_null());
  CHECK(record["agreed_digits"] == 0);
  CHECK_THAT(record["unsettled"].get<std::string>(), Catch::Contains("not settled"));
  const auto sound =
      judge(find_approximation("clt"), r, Ball(Rational::parse("0.2"), Bits{128}), {});
  CHECK(sound.record["agreed_digits"].get<int>() >= 26);
  CHECK(sound.record.count("unsettled") == 0);
}

TEST_CASE("settle: a method that lost its digits in one wide run is noticed",
          "[approximations][settle]") {
  // delta(0) = Phi(mu/2) - Phi(-mu/2) loses as many digits as mu has zeros: all of 128 bits, and 40 of the 50 digits
  // of a fixed type.
  const ApproximationRequest r = request("gaussian(sigma=1e40)", "tv", "0");
  const HighPrecision exact = HighPrecision("1e-40") / sqrt(2 * constants::pi<HighPrecision>());
  {
    const WorkingPrecision narrow(Bits{128});
    const AdjustableReal once = GaussianPair<AdjustableReal>(AdjustableReal("1e-40")).delta(0);
    CHECK(relative_error(HighPrecision(decimal_text(once)), exact) > 0.1);
  }
  const HighPrecision fifty = GaussianPair<HighPrecision>(HighPrecision("1e-40")).delta(0);
  CHECK(relative_error(fifty, exact) > 1e-14);
  const ApproximationResult result = run("clt", r);
  CHECK(result.precision == "512 bits");
  CHECK(*result.agreed_digits >= 26);
  CHECK(relative_error(high(result), exact) < 1e-45);
}

TEST_CASE("settle: threads do not disturb each other's precision",
          "[approximations][settle][slow]") {
  CHECK(mpfr_buildopt_tls_p() != 0);
  const std::vector<std::string> expected = wide_answers();
  for (const std::string& text : expected) CHECK_FALSE(text.empty());
  std::vector<std::vector<std::string>> answers(4);
  std::vector<std::thread> threads;
  for (std::vector<std::string>& mine : answers) {
    threads.emplace_back([&mine] {
      mine = wide_answers();
      release_thread_caches();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<std::string>& mine : answers) CHECK(mine == expected);
}
