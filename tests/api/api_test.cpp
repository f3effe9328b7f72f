/// The public interface of the library: its answers equal those of the quantities, and its headers do not include
/// FLINT.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <limits>
#include <regex>
#include <set>
#include <sstream>
#include <type_traits>

#include "reference/api/plumbline.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/registry.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

constexpr int kDigits = 12, kSpare = 4;

/// Returns a valid argument of each quantity.
std::string argument_for(const std::string& argument) {
  if (argument.empty()) return "";
  if (argument == "epsilon") return "0.7";
  return argument == "delta" ? "0.01" : "1/5";
}

void check_equal(const api::CertifiedAnswer& answer, const Certified& value, int digits = kDigits) {
  const auto [lower, upper] = printed_bounds(value, digits + kSpare);
  CHECK(answer.lower == lower);
  CHECK(answer.upper == upper);
  CHECK(answer.reached == value.reached());
  CHECK(answer.engine == value.engine());
  CHECK(Rational::from_binary64(answer.lower_double) <= number(lower));
  CHECK(number(upper) <= Rational::from_binary64(answer.upper_double));
  const double last = std::numeric_limits<double>::infinity();
  CHECK(Rational::from_binary64(std::nextafter(answer.lower_double, last)) > number(lower));
  CHECK(Rational::from_binary64(std::nextafter(answer.upper_double, -last)) < number(upper));
}

}  // namespace

TEST_CASE("api: answers are those of the quantities", "[api][slow]") {
  const std::string mechanism =
      GENERATE(as<std::string>(), "gaussian(sigma=1.3)^4", "subsampled_gaussian(sigma=1,p=0.1)^30",
               "laplace(b=2)^3", "approximate_dp(epsilon=0.5,delta=0.001)^2");
  const Direction direction = GENERATE(Direction::forward, Direction::reverse, Direction::worst);
  api::Options options;
  options.direction = direction;
  options.digits = kDigits;
  for (const Quantity* one : profile_quantities()) {
    const Quantity& entry = *one;
    const std::string at = argument_for(entry.argument());
    CAPTURE(mechanism, direction_name(direction), entry.name);
    // Both start without earlier values, which may tighten later ones.
    api::Mechanism asked(mechanism);
    PrivacyProfile profile(Composition::parse(mechanism),
                           entry.forward_only() ? Direction::forward : direction);
    const Rational where = at.empty() ? Rational(0) : number(at);
    std::optional<Certified> value;
    try {
      value = entry.compute(profile, where, Effort{kDigits}).value();
    } catch (const std::invalid_argument&) {  // for example no finite epsilon
      CHECK_THROWS_AS(asked.ask(entry.name, at, options), std::invalid_argument);
      continue;
    }
    check_equal(asked.ask(entry.name, at, options), *value);
  }
}

TEST_CASE("api: what a stream prints of a bound lies on the bound's side", "[api]") {
  static_assert(!std::is_trivially_copyable_v<api::BoundingDouble>);  // printf refuses it
  const auto printed = [](const api::BoundingDouble& x) {
    std::ostringstream out;
    out << std::setprecision(3) << x;
    CHECK(std::strtod(out.str().c_str(), nullptr) == double{x});
    return number(out.str());
  };
  for (const char* mechanism : {"gaussian(sigma=3.5)", "laplace(b=2)", "gaussian(sigma=1.7)^3"}) {
    api::Mechanism asked(mechanism);
    for (const auto& answer : {asked.ask("advantage"), asked.delta(-1), asked.epsilon("1e-5")}) {
      CAPTURE(mechanism, answer.lower, answer.upper);
      CHECK(printed(answer.lower_double) <= Rational::from_binary64(answer.lower_double));
      CHECK(printed(answer.upper_double) >= Rational::from_binary64(answer.upper_double));
    }
  }
  // The double 0.1 is slightly larger than 1/10.
  CHECK(api::BoundingDouble(0.1, api::BoundingDouble::Side::above).text() == "0.10000000000000001");
  CHECK(api::BoundingDouble(0.1, api::BoundingDouble::Side::below).text() == "0.1");
  CHECK(api::BoundingDouble(-0.1, api::BoundingDouble::Side::above).text() == "-0.1");
  CHECK(api::BoundingDouble(HUGE_VAL, api::BoundingDouble::Side::above).text() == "inf");
  const api::CalibrationAnswer sigma =
      api::calibrate("gaussian(sigma=?)", {{"epsilon", "1"}, {"delta", "1e-5"}});
  REQUIRE(sigma.safe_double);
  CHECK(sigma.safe_double->side() == api::BoundingDouble::Side::above);
  CHECK(printed(*sigma.safe_double) >= number(sigma.value.lower));
  const api::CalibrationAnswer epsilon =
      api::calibrate("randomized_response(epsilon=?)", {{"advantage", "0.1"}});
  REQUIRE(epsilon.safe_double);
  CHECK(epsilon.safe_double->side() == api::BoundingDouble::Side::below);
  CHECK(printed(*epsilon.safe_double) <= number(epsilon.value.upper));
}

TEST_CASE("api: named questions, engines and cached values", "[api]") {
  api::Mechanism asked("gaussian(sigma=1)");
  CHECK(asked.expression() == "gaussian(sigma=1)");
  const api::CertifiedAnswer delta = asked.delta(1);
  CHECK(delta.reached);
  CHECK(delta.engine == "closed_form");
  CHECK(delta.lower.rfind("0.12693673750664", 0) == 0);
  CHECK(delta.lower_double <= 0.12693673750664394);
  CHECK(delta.upper_double >= 0.12693673750664394);
  CHECK(asked.delta("1").lower == delta.lower);
  CHECK(asked.delta(1.0).upper == delta.upper);
  CHECK(asked.epsilon("0.12693673750664").lower_double == Approx(1).epsilon(1e-12));
  CHECK(asked.tradeoff(0.25).upper == asked.ask("tradeoff", "1/4").upper);
  CHECK(asked.rero("0.1").lower == asked.ask("rero", "0.1", {Direction::reverse}).lower);
  CHECK(asked.total_variation().lower == asked.delta(0).lower);
  CHECK(asked.bayes("1/2").lower_double == Approx(0.3085375387259869));
  api::Options lattice;
  lattice.engine = "lattice";
  lattice.digits = 4;
  const api::CertifiedAnswer other = asked.delta(1, lattice);
  CHECK(other.engine == "lattice");
  CHECK(other.lower_double <= delta.upper_double);
  CHECK(delta.lower_double <= other.upper_double);
  api::Options many;
  many.digits = 60;
  CHECK(asked.delta("1/3", many).lower.size() > 60);
  // A double means its exact value, not its printed decimal.
  CHECK(asked.delta(0.1, many).upper != asked.delta("0.1", many).upper);
  CHECK(asked.delta(-0.75).lower_double > 0.5);
}

TEST_CASE("api: two mechanisms, Renyi orders and calibration", "[api]") {
  const api::Options options{.digits = 8};
  api::Mechanism first("gaussian(sigma=1)"), second("laplace(b=1)");
  const api::DivergenceAnswer found = api::divergence(first, second, options);
  PrivacyProfile M(Composition::parse("gaussian(sigma=1)"), Direction::worst),
      other(Composition::parse("laplace(b=1)"), Direction::worst);
  const Divergence truth = divergence(M, other, Effort{8});
  check_equal(found.value, truth.value, 8);
  check_equal(found.prior, truth.certified_prior(), 8);

  const auto order_two = first.renyi(2, options);
  REQUIRE(order_two);
  CHECK(order_two->lower_double == Approx(1));
  CHECK_FALSE(api::Mechanism("approximate_dp(epsilon=1,delta=0.1)").renyi(2));

  const std::vector<std::pair<std::string, std::string>> target = {{"epsilon", "1"},
                                                                   {"delta", "0.01"}};
  const api::CalibrationAnswer sigma = api::calibrate("gaussian(sigma=?)^10", target, options);
  const NamedRationals numbers = {{"epsilon", Rational(1)}, {"delta", number("0.01")}};
  const Calibration exact = calibrate(Family("gaussian(sigma=?)^10", ""), target_of(numbers),
                                      Direction::worst, "auto", Effort{8});
  check_equal(sigma.value, exact.value, 8);
  REQUIRE(sigma.safe);
  CHECK(number(*sigma.safe) == *exact.safe);
}

TEST_CASE("api: what is wrong is said, and an end is no error", "[api]") {
  api::Mechanism asked("gaussian(sigma=1)");
  using Catch::Contains;
  CHECK_THROWS_AS(api::Mechanism("gaussian(sigma=0)"), std::invalid_argument);
  CHECK_THROWS_WITH(asked.ask("delt", "1"), Contains("unknown quantity"));
  CHECK_THROWS_WITH(asked.ask("delta"), Contains("needs a number, its epsilon"));
  CHECK_THROWS_WITH(asked.ask("tv", "1"), Contains("no argument"));
  CHECK_THROWS_AS(asked.delta("one"), std::invalid_argument);
  CHECK_THROWS_AS(asked.delta(std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(asked.tradeoff(2), std::invalid_argument);
  api::Options options;
  options.engine = "laplace_sums";
  CHECK_THROWS_AS(asked.delta(1, options), std::invalid_argument);
  options = {};
  options.digits = 0;
  CHECK_THROWS_WITH(asked.delta(1, options), Contains("digits must be 1 to"));
  // Stopped immediately: the answer is correct and reports that the digits were not reached.
  api::Options stopped;
  stopped.stop = [] { return true; };
  api::Mechanism slow("subsampled_gaussian(sigma=1,p=0.01)^1000");
  const api::CertifiedAnswer answer = slow.delta("0.5", stopped);
  CHECK_FALSE(answer.reached);
  // The answer consists of the bounds that are always known.
  CHECK(answer.lower_double >= 0);
  CHECK(answer.upper_double < 0.5);
  CHECK(answer.lower_double <= slow.delta("0.5").upper_double);
  CHECK(slow.delta("0.5").lower_double <= answer.upper_double);
}

TEST_CASE("api: lists quantities, engines and mechanisms by name", "[api]") {
  CHECK(api::quantity_names().size() == profile_quantities().size());
  CHECK(api::quantity_names().front().argument == "epsilon");
  CHECK(api::engine_names().front() == "closed_form");
  CHECK(api::mechanism_names().front() == "gaussian");
}

TEST_CASE("api: doubles outside of decimals", "[api][arithmetic]") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kMost = std::numeric_limits<double>::max();
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  for (const char* text : {"0.1", "-0.1", "1e-300", "123456789.123456789", "-3e200", "1e-320"}) {
    CAPTURE(text);
    const double low = double_below(text), high = double_above(text);
    CHECK(Rational::from_binary64(low) < number(text));
    CHECK(number(text) < Rational::from_binary64(high));
    CHECK(std::nextafter(low, kInfinity) == high);
  }
  for (const char* text : {"0", "0.5", "-3", "1e10"}) {
    CHECK(double_below(text) == double_above(text));
    CHECK(Rational::from_binary64(double_below(text)) == number(text));
  }
  testing::Random random(71);
  for (int i = 0; i < testing::iterations(200); ++i) {
    const double x = std::ldexp(random.uniform(-1, 1), random.integer(-1070, 1020));
    const std::string below = decimal_below(x), above = decimal_above(x);
    CAPTURE(x, below, above);
    CHECK(std::strtod(below.c_str(), nullptr) == x);
    CHECK(std::strtod(above.c_str(), nullptr) == x);
    CHECK(number(below.c_str()) <= Rational::from_binary64(x));
    CHECK(Rational::from_binary64(x) <= number(above.c_str()));
    CHECK(double_below(Rational::from_binary64(x)) == x);
    CHECK(double_above(Rational::from_binary64(x)) == x);
  }
  CHECK(decimal_below(0.5) == "0.5");
  CHECK(decimal_above(0) == "0");
  CHECK_FALSE(std::signbit(double_above("0")));
  CHECK(double_below("-inf") == -kInfinity);
  CHECK(double_above("inf") == kInfinity);
  CHECK(double_below("1e400") == kMost);
  CHECK(double_above("1e400") == kInfinity);
  CHECK(double_below("-1e400") == -kInfinity);
  CHECK(double_below("1e-400") == 0);
  CHECK(double_above("1e-400") == kLeast);
  CHECK(double_below("-1e-200000") == -kLeast);
  CHECK(double_above("1e-200000") == kLeast);
  CHECK(double_above("1e200000") == kInfinity);
  CHECK(double_below("0e-200000") == 0);
  for (const char* text : {"", "high", "1e", "e5", "highe-200000", "1e-20x0000", "nan"}) {
    CHECK_THROWS_AS(double_below(text), std::invalid_argument);
    CHECK_THROWS_AS(double_above(text), std::invalid_argument);
  }
}

namespace {

namespace fs = std::filesystem;

/// Collects all files that a file includes, directly or through other files of the project, and the headers in angle
/// brackets.
void add_inclusions(const fs::path& root, const std::string& file, std::set<std::string>* files,
                    std::set<std::string>* system) {
  if (!files->insert(file).second) return;
  std::ifstream in(root / file);
  REQUIRE(in.good());
  const std::regex own("#include \"([^\"]+)\""), other("#include <([^>]+)>");
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_search(line, match, own)) add_inclusions(root, match[1], files, system);
    if (std::regex_search(line, match, other)) system->insert(match[1]);
  }
}

}  // namespace

TEST_CASE("api: its headers include none of FLINT, MPFR or GMP", "[api][structure]") {
  const fs::path root = testing::kSourceFolder;
  std::set<std::string> files, system;
  for (const auto& entry : fs::directory_iterator(root / "reference/api")) {
    if (entry.path().extension() != ".hpp") continue;
    add_inclusions(root, fs::relative(entry.path(), root).generic_string(), &files, &system);
  }
  CHECK(files.size() >= 4);
  CHECK(files.count("reference/arithmetic/flint.hpp") == 0);
  CHECK(system.count("string") == 1);
  for (const std::string& name : system) {
    CAPTURE(name);
    CHECK(name.find('.') == std::string::npos);  // only headers of the standard library
    CHECK(name.find('/') == std::string::npos);
  }
}

TEST_CASE("api: characters and truth values are no numbers", "[api]") {
  static_assert(std::is_constructible_v<api::Number, int>);
  static_assert(std::is_constructible_v<api::Number, unsigned long>);
  static_assert(std::is_constructible_v<api::Number, double>);
  static_assert(std::is_constructible_v<api::Number, const char*>);
  static_assert(!std::is_constructible_v<api::Number, char>);
  static_assert(!std::is_constructible_v<api::Number, bool>);
  static_assert(!std::is_constructible_v<api::Number, char32_t>);
  CHECK(api::Mechanism("gaussian(sigma=1)").delta(1).reached);
}

TEST_CASE("api: errors of input have types", "[api]") {
  CHECK_THROWS_AS(api::Mechanism("gausian(sigma=1)"), UnknownName);
  CHECK_THROWS_AS(api::Mechanism("gaussian(sigma=-1)"), OutOfDomain);
  CHECK_THROWS_AS(api::Mechanism("subsampled(laplace(b=1,group=2),p=0.1)"), NotCovered);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST_CASE("api: the names of 0.1.0 go on working", "[api]") {
  api::AskedMechanism asked("gaussian(sigma=1)");
  const api::AskOptions options{.digits = 9};
  const api::CertifiedAnswer delta = asked.delta(api::ExactText("1"), options);
  CHECK(double{delta.least} == double{delta.lower_double});
  CHECK(double{delta.most} == double{delta.upper_double});
}
#pragma GCC diagnostic pop
