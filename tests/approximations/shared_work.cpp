#include "verify/approximations/shared_work.hpp"

#include <stdexcept>

#include "tests/approximations/helpers.hpp"
#include "verify/approximations/share.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

/// Returns questions that differ in every input that a cache key must include.
std::vector<ApproximationRequest> questions(const std::string& method) {
  // Wide saddle points of mechanisms without a closed form take seconds each.
  const std::string noisy = method.starts_with("saddle")
                                ? "gaussian(sigma=3)^6 * gaussian(sigma=5)^2"
                                : "subsampled_gaussian(sigma=1,p=0.1)^6 * laplace(b=10)^2";
  std::vector<ApproximationRequest> out;
  const auto add = [&](const std::string& mechanism, const std::string& quantity,
                       const std::string& at, Direction direction, const std::string& spacing,
                       long seed) {
    out.push_back(request(mechanism, quantity, at, direction));
    out.back().options = {{"spacing", Rational::parse(spacing)},
                          {"tail", power_of_ten(seed == 1 ? -9 : -5)},
                          {"epsilon_error", Rational(1, seed + 1)},
                          {"delta_error", power_of_ten(seed == 1 ? -6 : -4)},
                          {"samples", Rational(300 + 100 * seed)},
                          {"seed", Rational(seed)},
                          {"max_order", Rational(20 * seed)},
                          {"grid", Rational(20 * seed)}};
  };
  for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
    add(noisy, "delta", "0.5", direction, "0.1", 1);
    add(noisy, "delta", "1", direction, "0.1", 1);
    add(noisy, "delta", "0.5", direction, "0.2", 2);
  }
  add(noisy, "tradeoff", "0.2", Direction::forward, "0.1", 1);
  for (const long seed : {1, 2}) {
    add(noisy, "rero", "0.1", Direction::forward, "0.1", seed);
    add(noisy, "rero", "0.3", Direction::forward, "0.1", seed);
  }
  add("gaussian(sigma=3)^4", "delta", "0.5", Direction::forward, "0.1", 1);
  add("gaussian(sigma=3)^5", "delta", "0.5", Direction::forward, "0.1", 1);
  for (const char* mechanism : {"gaussian(sigma=3)^4", "subsampled_gaussian(sigma=2,p=0.1)^3"}) {
    add(mechanism, "tv", "0", Direction::forward, "0.1", 1);
  }
  return out;
}

void check_same(const ApproximationResult& shared, const ApproximationResult& alone) {
  CHECK(shared.value == alone.value);
  CHECK(shared.high_precision == alone.high_precision);
  CHECK(shared.precision == alone.precision);
  CHECK(shared.agreed_digits == alone.agreed_digits);
  CHECK(shared.unsettled == alone.unsettled);
  CHECK(shared.band == alone.band);
}

}  // namespace

TEST_CASE("shared work: every method answers as it does alone", "[approximations][shared][slow]") {
  const auto& entry = approximation_registry()[static_cast<size_t>(
      GENERATE(range(0, static_cast<int>(approximation_registry().size()))))];
  const auto shared = std::make_shared<SharedWork>();
  int answered = 0;
  for (ApproximationRequest question : questions(entry.name)) {
    if (!entry.refusal(question).empty()) continue;
    CAPTURE(entry.name, question.composition.expression(), question.quantity, question.at.text(),
            direction_name(question.direction));
    const ApproximationResult alone = entry.run(question);
    question.shared = shared;
    check_same(entry.run(question), alone);
    question.double_only = true;  // everything is cached by now
    CHECK(entry.run(question).value == alone.value);
    ++answered;
  }
  if (entry.name != "grid_delta" && entry.name != "type_method") CHECK(answered >= 2);
}

TEST_CASE("shared work: is made once, and its time counts for all who use it",
          "[approximations][shared]") {
  SharedWork shared;
  int made = 0;
  const auto make = [&] {
    const Stopwatch watch;
    while (watch.seconds() < 0.02) continue;
    return ++made;
  };
  CHECK(*shared.once<int>("one", make) == 1);
  CHECK(shared.spared() == 0);
  CHECK(*shared.once<int>("one", make) == 1);
  CHECK(shared.spared() >= 0.02);
  CHECK(*shared.once<int>("other", make) == 2);
  CHECK(*shared.once<double>("one", [&] { return 0.5 * make(); }) == 1.5);
  CHECK_THROWS_AS(shared.once<int>("none", []() -> int { throw std::domain_error("none"); }),
                  std::domain_error);
  CHECK(*shared.once<int>("none", make) == 4);

  // A question that reuses the losses drawn for another one reports the time of drawing them.
  ApproximationRequest first = request("subsampled_gaussian(sigma=1,p=0.1)^300", "rero", "0.01");
  first.options = {{"samples", Rational(3000)}};
  first.double_only = true;
  first.shared = std::make_shared<SharedWork>();
  ApproximationRequest second = first;
  second.at = Rational(1, 10);
  const double drawing = run("monte_carlo", first).seconds;
  const Stopwatch watch;
  const double reported = run("monte_carlo", second).seconds, taken = watch.seconds();
  CHECK(reported > drawing / 2);
  CHECK(taken < reported);
}

TEST_CASE("shared work: numbers of one precision do not get into a run of another",
          "[approximations][shared]") {
  ApproximationRequest question = request("gaussian(sigma=3)^4", "delta", "0.5");
  question.shared = std::make_shared<SharedWork>();
  const auto bits_of = [&](long bits) {
    const WorkingPrecision run(Bits{bits});
    return shared<AdjustableReal>(question, "third", [] { return AdjustableReal(1) / 3; })
        ->precision();
  };
  CHECK(bits_of(128) == Bits{128});
  CHECK(bits_of(256) == Bits{256});
  CHECK(bits_of(128) == Bits{128});
}
