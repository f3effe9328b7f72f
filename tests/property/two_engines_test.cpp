/// Two engines that share no code, on random compositions of every mechanism. Each mechanism occurs at least once;
/// `./dev sweep SEED` runs thousands with other seeds.
#include <algorithm>
#include <cmath>
#include <map>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/property/limited_effort.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

unsigned seed() {
  const char* text = std::getenv("PLUMBLINE_TEST_SEED");
  return text == nullptr ? 1 : static_cast<unsigned>(std::atoi(text));
}

/// Returns every mechanism that can be drawn at random.
std::vector<const MechanismEntry*> drawn() {
  std::vector<const MechanismEntry*> out;
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.draw != nullptr) out.push_back(&entry);
  }
  return out;
}

class Compositions {
 public:
  explicit Compositions(unsigned seed) : random_(1000 + seed), draw_(2000 + seed) {}

  Random& random() { return random_; }
  int kinds() const { return static_cast<int>(kinds_.size()); }

  /// Returns a random composition that starts with a mechanism of the given kind.
  std::string of_kind(int kind) {
    const double most =
        std::vector<double>{1, 3, 30, 1e3, 1e6}[static_cast<size_t>(random_.integer(0, 4))];
    std::string out = mechanism(kind) + power(most);
    if (random_.integer(0, 5) == 0) {
      out += " * " + mechanism(random_.integer(0, kinds() - 1)) + power(std::min(most, 20.0));
    }
    return out;
  }

 private:
  std::string mechanism(int kind) { return kinds_[static_cast<size_t>(kind)]->draw(draw_); }
  std::string power(double top) {
    return "^" + std::to_string(static_cast<long>(std::round(random_.log_uniform(1, top))));
  }

  Random random_;
  ParameterDraw draw_;
  std::vector<const MechanismEntry*> kinds_ = drawn();
};

/// Returns the engines that support the composition, except one.
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

/// Returns true for engines whose digits are so expensive that few are requested.
bool few_digits(const std::string& engine) { return engine == "lattice" || engine == "direct"; }

/// Returns true if the composition has a factor that at most one engine encloses tightly. Separate tests verify these
/// independently, by sums over all histograms or draws, quadrature and simulations
/// (tests/mechanisms/shuffled*_test.cpp and matrix_test.cpp).
bool one_engine_is_sharp(const std::string& text) {
  for (const char* name : {"shuffled_krr(", "shuffled_laplace(", "shuffled_gaussian(",
                           "shuffled_clones(", "cyclic_poisson(", "balls_in_bins(", "b_min_sep("}) {
    if (text.find(name) != std::string::npos) return true;
  }
  return false;
}

/// Returns the engine; null if none supports a product with such a factor.
std::unique_ptr<Engine> planned(const Composition& c, bool usual) {
  try {
    return plan(c, "auto");
  } catch (const std::invalid_argument&) {
    if (usual) throw;
    return nullptr;
  }
}

/// Runs one of three parts, which may run concurrently.
void two_engines_agree(unsigned part) {
  Compositions compositions(3 * seed() + part);
  Random& random = compositions.random();
  const int kinds = compositions.kinds();
  REQUIRE(kinds >= 11);
  std::map<std::string, int> pairs;
  const int n = testing::of_sweep(18, 84);
  REQUIRE(3 * n >= kinds);
  const double enough = testing::of_sweep(5, 60), few = testing::of_sweep(1, 60);
  int sharp = 0, compared = 0, alone = 0, exceptions = 0;
  for (int i = 0; i < n; ++i) {
    const std::string text = compositions.of_kind((static_cast<int>(part) * n + i) % kinds);
    const Composition c = Composition::parse(text);
    // Thresholds from far below the mean under P to far above the mean under Q.
    const auto low = c.approximate_location(0), high = c.approximate_location(1);
    const double reach = random.integer(0, 3) == 0 ? 8 : 3;
    const double from = low.mean - reach * low.deviation, to = high.mean + reach * high.deviation;
    const std::string t = Random::text(random.uniform(from, to));
    const Question question =
        std::vector<Question>{Question::delta, Question::excess,
                              Question::one_minus_delta}[static_cast<size_t>(random.integer(0, 2))];
    CAPTURE(i, text, t, static_cast<int>(question));
    const bool usual = !one_engine_is_sharp(text);
    exceptions += !usual;
    // For exceptions the test requires only an overlap.
    const double seconds = usual ? enough : few;
    const auto first = planned(c, usual);
    if (first == nullptr) continue;
    const int asked = few_digits(first->name()) ? 2 : 10;
    const Ball a = first->answer(question, Real(number(t)), effort_of(asked, seconds)).value;
    const std::vector<std::string> others = covering(c, first->name());
    if (others.empty()) {  // atoms on incommensurable lattices: only `lattice` applies
      alone += usual;
      continue;
    }
    compared += usual;
    // Tries the others in turn, until one is tight too.
    bool both = false;
    for (size_t k = 0; k < others.size() && !both; ++k) {
      const std::string& second = others[(static_cast<size_t>(i / kinds) + k) % others.size()];
      const int digits = few_digits(second) ? 2 : std::min(asked, 8);
      const Ball b =
          plan(c, second)->answer(question, Real(number(t)), effort_of(digits, seconds)).value;
      CAPTURE(first->name(), second, a.decimal_bounds(20), b.decimal_bounds(20));
      CHECK(overlaps(a, b));
      both = a.relative_digits() >= std::min(asked, 8) && b.relative_digits() >= digits;
      if (both) ++pairs[first->name() + " and " + second];
    }
    sharp += both && usual;
    if (!both && usual)
      WARN(text << " at " << t << ": " << first->name() << " " << a.relative_digits());
  }
  for (const auto& [pair, count] : pairs) INFO(pair << ": " << count);
  CHECK(compared + alone + exceptions == n);
  CHECK(exceptions <= n / 2);
  // For some kinds of factors only the lattice applies.
  CHECK(compared >= (n - exceptions) * 4 / 5);
  CHECK(sharp >= compared * 9 / 10);
  CHECK(pairs.size() >= 4);
}

}  // namespace

TEST_CASE("two engines agree on random compositions of every mechanism, 1 of 3", "[cross][sweep]") {
  two_engines_agree(0);
}

TEST_CASE("two engines agree on random compositions of every mechanism, 2 of 3", "[cross][sweep]") {
  two_engines_agree(1);
}

TEST_CASE("two engines agree on random compositions of every mechanism, 3 of 3", "[cross][sweep]") {
  two_engines_agree(2);
}
