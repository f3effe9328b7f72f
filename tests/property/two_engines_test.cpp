/// Two engines that share no code on random compositions of every mechanism. A few hundred here;
/// `./dev sweep SEED` runs thousands with other seeds.
#include <algorithm>
#include <cmath>
#include <map>

#include "reference/engines/engine.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

unsigned seed() {
  const char* text = std::getenv("PLUMBLINE_TEST_SEED");
  return text == nullptr ? 1 : static_cast<unsigned>(std::atoi(text));
}

constexpr int kKinds = 11;

std::string mechanism(Random& random, int kind) {
  const auto text = [&](double a, double b) { return Random::text(random.log_uniform(a, b)); };
  const auto whole = [&](int a, int b) { return std::to_string(random.integer(a, b)); };
  switch (kind) {
    case 0:
      return "gaussian(sigma=" + text(0.3, 50) + ")";
    case 1:
      return "laplace(b=" + text(0.2, 30) + ")";
    case 2:
      return "subsampled_gaussian(sigma=" + text(0.3, 20) + ",p=" + text(1e-4, 0.95) + ")";
    case 3:
      return "subsampled_laplace(b=" + text(0.3, 10) + ",p=" + text(1e-3, 0.95) + ")";
    case 4:
      return "randomized_response(epsilon=" + text(1e-3, 5) + ",k=" + whole(2, 6) + ")";
    case 5:
      return "approximate_dp(epsilon=" + text(1e-3, 3) + ",delta=" + text(1e-9, 0.1) + ")";
    case 6:
      // eta up to (e^eps - 1)/(e^eps + 1), here for epsilon >= 0.1 and delta = 0
      return "total_variation_dp(epsilon=" + text(0.1, 3) + ",delta=0,eta=" + text(1e-3, 0.049) +
             ")";
    case 7:
      return "staircase(epsilon=" + text(1e-2, 4) +
             ",gamma=" + Random::text(random.uniform(0.05, 0.95)) + ")";
    case 8:
      return "discrete_laplace(b=" + text(0.3, 50) + ",sensitivity=" + whole(1, 3) + ")";
    case 9:
      return "discrete_gaussian(sigma=" + text(0.3, 50) + ")";
    default: {
      const int a = random.integer(1, 60), b = random.integer(1, 60), c = random.integer(1, 60);
      const std::string P = std::to_string(a + b + c);
      return "finite(P=[" + std::to_string(a) + "/" + P + "," + std::to_string(b) + "/" + P + "," +
             std::to_string(c) + "/" + P + "],Q=[" + std::to_string(c) + "/" + P + "," +
             std::to_string(a) + "/" + P + "," + std::to_string(b) + "/" + P + "])";
    }
  }
}

std::string composition(Random& random, int kind) {
  const double most =
      std::vector<double>{1, 3, 30, 1e3, 1e6}[static_cast<size_t>(random.integer(0, 4))];
  const auto power = [&](double top) {
    return "^" + std::to_string(static_cast<long>(std::round(random.log_uniform(1, top))));
  };
  std::string out = mechanism(random, kind) + power(most);
  if (random.integer(0, 5) == 0)
    out += " * " + mechanism(random, random.integer(0, kKinds - 1)) + power(std::min(most, 20.0));
  return out;
}

/// Engines that cover the composition, except one.
std::vector<std::string> covering(const Composition& c, const std::string& except) {
  std::vector<std::string> out;
  for (const EngineEntry& entry : engine_registry()) {
    if (entry.name == except) continue;
    try {
      plan(c, entry.name);
      out.push_back(entry.name);
    } catch (const std::invalid_argument&) {
    }
  }
  return out;
}

}  // namespace

TEST_CASE("two engines agree on random compositions of every mechanism", "[cross][sweep]") {
  Random random(1000 + seed());
  std::map<std::string, int> pairs;
  const int n = testing::iterations(250);
  int sharp = 0, compared = 0, alone = 0;
  for (int i = 0; i < n; ++i) {
    const std::string text = composition(random, i % kKinds);
    const Composition c = Composition::parse(text);
    // From far below the mean under P to far beyond the mean under Q.
    const auto low = c.approximate_location(0), high = c.approximate_location(1);
    const double reach = random.integer(0, 3) == 0 ? 8 : 3;
    const double from = low.mean - reach * low.deviation, to = high.mean + reach * high.deviation;
    const std::string t = Random::text(random.uniform(from, to));
    const Question question =
        std::vector<Question>{Question::delta, Question::excess,
                              Question::one_minus_delta}[static_cast<size_t>(random.integer(0, 2))];
    CAPTURE(i, text, t, static_cast<int>(question));
    const auto first = plan(c, "auto");
    const Ball a = first->answer(question, Real(number(t)), Effort{10}).value;
    const std::vector<std::string> others = covering(c, first->name());
    if (others.empty()) {  // atoms on incommensurable lattices: nothing but `lattice`
      ++alone;
      continue;
    }
    ++compared;
    // In turn, until one is sharp as well.
    bool both = false;
    for (size_t k = 0; k < others.size() && !both; ++k) {
      const std::string& second = others[(static_cast<size_t>(i / kKinds) + k) % others.size()];
      const int digits = second == "lattice" || second == "direct" ? 2 : 8;
      const Ball b = plan(c, second)->answer(question, Real(number(t)), Effort{digits}).value;
      CAPTURE(first->name(), second, a.decimal_bounds(20), b.decimal_bounds(20));
      CHECK(overlaps(a, b));
      both = a.relative_digits() >= 8 && b.relative_digits() >= digits;
      if (both) ++pairs[first->name() + " and " + second];
    }
    sharp += both;
    if (!both) WARN(text << " at " << t << ": " << first->name() << " " << a.relative_digits());
  }
  for (const auto& [pair, count] : pairs) INFO(pair << ": " << count);
  CHECK(compared + alone == n);
  CHECK(compared >= n * 9 / 10);
  CHECK(sharp >= compared * 9 / 10);
  CHECK(pairs.size() >= 4);
}
