/// Two engines on random compositions of the pairs that combine others or stand for other
/// neighbouring relations: `two_engines_test.cpp` has the plain ones.
#include <cmath>
#include <map>

#include "reference/engines/engine.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

constexpr int kKinds = 10;

std::string mechanism(Random& random, int kind) {
  const auto text = [&](double a, double b) { return Random::text(random.log_uniform(a, b)); };
  const auto whole = [&](int a, int b) { return std::to_string(random.integer(a, b)); };
  switch (kind) {
    case 0:
      return "laplace(b=" + text(0.5, 30) + ",relation=replace)";
    case 1:
      return "subsampled_gaussian(sigma=" + text(0.6, 8) + ",p=" + text(1e-2, 0.9) +
             ",relation=replace)";
    case 2:
      return "gaussian_mixture(sigma=" + text(0.8, 8) + ",shifts=[0," + text(0.1, 1) +
             ",2],weights=[0.9,0.07,0.03])";
    case 3:
      return "exponential_mechanism(epsilon=" + text(0.01, 3) + ")";
    case 4:
      return "randomized_response(epsilon=" + text(0.01, 4) + ",k=" + whole(2, 6) +
             ",relation=replace_special)";
    case 5:
      return "subsampled(randomized_response(epsilon=" + text(0.1, 3) + "),p=" + text(1e-2, 0.9) +
             ")";
    case 6:
      return "choice(1/3:gaussian(sigma=" + text(0.5, 9) + "),2/3:gaussian(sigma=" + text(0.5, 9) +
             "))";
    case 7:
      return "choice(1/4:approximate_dp(epsilon=" + text(0.1, 2) +
             ",delta=0.01),3/4:gaussian(sigma=" + text(0.5, 9) + "))";
    case 8:
      return "truncated_subsampled_gaussian(sigma=" + text(0.8, 5) +
             ",p=0.05,n=200,batch=" + whole(8, 18) + ")";
    default:
      return "subsampled(choice(1/2:gaussian(sigma=" + text(0.7, 5) +
             "),1/2:gaussian(sigma=" + text(0.7, 5) + ")),p=" + text(1e-2, 0.9) + ")";
  }
}

}  // namespace

TEST_CASE("two engines agree on random compositions of combined pairs", "[cross][sweep][pairs]") {
  const char* seed = std::getenv("PLUMBLINE_TEST_SEED");
  Random random(2000U + (seed == nullptr ? 1U : static_cast<unsigned>(std::atoi(seed))));
  const int n = testing::iterations(10);
  int sharp = 0;
  for (int i = 0; i < n; ++i) {
    const int steps = random.integer(2, 20);
    const std::string text = mechanism(random, i % kKinds) + "^" + std::to_string(steps);
    const Composition c = Composition::parse(text);
    const auto low = c.approximate_location(0), high = c.approximate_location(1);
    const std::string t =
        Random::text(random.uniform(low.mean - 2 * low.deviation, high.mean + 3 * high.deviation));
    const Question question =
        std::vector<Question>{Question::delta, Question::excess,
                              Question::one_minus_delta}[static_cast<size_t>(random.integer(0, 2))];
    CAPTURE(i, text, t, static_cast<int>(question));
    const auto first = plan(c, "auto");
    const Ball a = first->answer(question, Real(number(t)), Effort{8}).value;
    const std::string other = first->name() == "lattice" ? "fourier" : "lattice";
    const Ball b = plan(c, other)->answer(question, Real(number(t)), Effort{2}).value;
    CAPTURE(first->name(), a.decimal_bounds(15), b.decimal_bounds(15));
    CHECK(overlaps(a, b));
    const bool both = a.relative_digits() >= 6 && b.relative_digits() >= 2;
    if (!both) WARN(text << " at " << t << ": " << first->name() << " " << a.relative_digits());
    sharp += both;
  }
  CHECK(sharp >= n * 8 / 10);
}
