/// Disjoint enclosures of one answer: an error in every combination of engines, and the consequence of a false bound.
#include "reference/arithmetic/contradiction.hpp"

#include "reference/engines/engine.hpp"
#include "reference/engines/fallback.hpp"
#include "reference/engines/fourier/scale_split.hpp"
#include "reference/engines/lattice/lattice_profile.hpp"
#include "reference/engines/lattice/tail_survey.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "tests/faults/switch.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using Size = BoundFault::Size;
using plumbline::testing::ball;
using plumbline::testing::FaultSwitch;
using plumbline::testing::number;
using PReal = plumbline::Real;

namespace {

Ball between_texts(const char* low, const char* high) {
  return Ball::hull(ball(low, Bits{64}), ball(high, Bits{64}));
}

/// An engine that returns the same answer to every question.
class Fixed final : public Engine {
 public:
  Fixed(const char* name, const char* low, const char* high)
      : name_(name), value_(between_texts(low, high)) {}
  std::string name() const override { return name_; }
  Enclosure answer(Question, const PReal&, const Effort&) override { return {value_, {}}; }
  std::string explain() const override { return name_; }

 private:
  std::string name_;
  Ball value_;
};

template <int which>
std::unique_ptr<Engine> make_fixed(const Composition&) {
  if (which == 0) return std::make_unique<Fixed>("wide", "0.2", "0.5");
  if (which == 1) return std::make_unique<Fixed>("shifted", "0.4", "0.6");
  return std::make_unique<Fixed>("elsewhere", "0.5001", "0.6");
}

template <int which>
EngineEntry entry() {
  return {"fixed", "", [](const Composition&) { return std::string(); },
          [](const Composition&) { return Estimate{}; }, make_fixed<which>};
}

/// Returns true if the answer at one of several thresholds is a contradiction; other errors propagate.
bool contradicts(Engine& engine, Question question, double from, double to, int digits) {
  constexpr int kPlaces = 24;
  for (int i = 0; i <= kPlaces; ++i) {
    const PReal t(Rational::from_binary64(from + (to - from) * i / kPlaces));
    try {
      engine.answer(question, t, Effort{digits});
    } catch (const Contradiction&) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("contradiction: enclosures are intersected, or thrown", "[composition]") {
  Enclosure best{between_texts("0.2", "0.5"), {}};
  Enclosure other{between_texts("0.4", "0.6"), {}};
  other.budget.rounding = UpperBound::of(ball("1"));
  CHECK(sharpen(&best, other, Question::delta, "a and b"));
  CHECK(best.budget.rounding.is_finite());
  CHECK_FALSE(best.budget.rounding.is_zero());
  CHECK(best.value.contains(number("0.45")));
  CHECK_FALSE(best.value.contains(number("0.39")));
  CHECK_FALSE(best.value.contains(number("0.51")));
  CHECK_FALSE(sharpen(&best, {Ball::indeterminate(Bits{64}), {}}, Question::delta, "a and b"));
  CHECK_FALSE(sharpen(&best, {between_texts("0", "1"), {}}, Question::delta, "a and b"));
  CHECK_THROWS_WITH(sharpen(&best, {between_texts("0.7", "0.8"), {}}, Question::P_below, "a and b"),
                    Catch::Contains("P(S <= t) by a and b"));
}

TEST_CASE("contradiction: two engines that do not agree", "[composition]") {
  static const EngineEntry wide = entry<0>(), shifted = entry<1>(), elsewhere = entry<2>();
  // Without a transform the only other bound here is [0, 1].
  const Composition c = Composition::parse("shuffled_clones(epsilon0=8,n=100)");
  const PReal t(Rational(1));
  const auto good = make_fallback(c, {{&wide, {}}, {&shifted, {}}});
  const Ball value = good->answer(Question::delta, t, Effort{10}).value;
  CHECK(value.contains(number("0.45")));
  CHECK_FALSE(value.contains(number("0.39")));
  CHECK_FALSE(value.contains(number("0.51")));
  const auto bad = make_fallback(c, {{&wide, {}}, {&elsewhere, {}}});
  CHECK_THROWS_WITH(bad->answer(Question::delta, t, Effort{10}),
                    Catch::Contains("delta by wide and elsewhere"));
}

TEST_CASE("contradiction: a false bound of an engine is thrown by the engine", "[composition]") {
  // Lines designed for other thresholds answer too; where aliases matter they rely on the bound.
  const Composition c = Composition::parse("gaussian(sigma=1)^4");
  CHECK_FALSE(contradicts(*plan(c, "fourier"), Question::delta, -1, 9, 12));
  {
    const FaultSwitch off("ALIAS", Size::tenth);
    CHECK(contradicts(*plan(c, "fourier"), Question::delta, -1, 9, 12));
  }
}

TEST_CASE("contradiction: a false bound of one engine is found by the next", "[composition]") {
  // Three steps with atoms: a line truncates a slowly decaying part, here almost the maximum. The exact sum with more
  // digits contradicts the line if its truncation bound is reduced to a tenth.
  const std::vector<Planned> both = {{engine_named("fourier"), {}},
                                     {engine_named("laplace_sums"), {}}};
  const Composition c = Composition::parse("laplace(b=1)^3");
  const auto ask = [&] {
    return make_fallback(c, both)->answer(Question::delta, PReal(Rational(1)), Effort{8}).value;
  };
  CHECK(ask().relative_digits() >= 8);
  const FaultSwitch off("TRUNCATION", Size::tenth);
  CHECK_THROWS_WITH(ask(), Catch::Contains("delta by fourier and laplace_sums"));
}

TEST_CASE("contradiction: masses of intervals and transforms of parts", "[composition]") {
  const auto tails = [](const char* above, const char* below) {
    return LossTails{ball(above), ball(below), ball(above), ball(below)};
  };
  const auto fine = lattice::between(tails("0.7", "0.3"), tails("0.4", "0.6"));
  CHECK(fine.P.contains(number("0.3")));
  CHECK_THROWS_AS(lattice::between(tails("0.7", "0.3"), tails("0.4", "0.5")), Contradiction);
  CHECK_THROWS_AS(lattice::between(tails("0.4", "0.6"), tails("0.7", "0.3")), Contradiction);
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.1)^5");
  const auto& f = c.factors().front();
  const auto part = [&](double high) {
    return f.mechanism->offer<LawByScales>()->part(std::nullopt, high, 24);
  };
  const auto between = f.mechanism->offer<LawByScales>()->part(-2, 0, 24);
  CHECK(fourier::difference_transform({{part(0), part(-2), between, f.count}})
            ->at(0.5, Bits{64}, [] {})
            .is_finite());
  CHECK_THROWS_AS(fourier::difference_transform({{part(-2), part(0), between, f.count}})
                      ->at(0.5, Bits{64}, [] {}),
                  Contradiction);
}

TEST_CASE("contradiction: a lower law above the upper one", "[lattice]") {
  using namespace plumbline::lattice;
  const Bits p{128};
  Frame frame;
  frame.theta = 0.5;
  frame.scale = 60;
  frame.p = p;
  const auto measure = [&](const char* left, const char* right) {
    LatticeMeasure out{Rational(0), Rational(1), IntegerVector(2), Ball(p), Ball(p)};
    out.masses.set(0, Integer::floor_of_midpoint(ball(left), 60));
    out.masses.set(1, Integer::floor_of_midpoint(ball(right), 60));
    return out;
  };
  const LossTails none{Ball(p), Ball(p), Ball(p), Ball(p)};
  const Bracket fine{frame, measure("0.4", "0.5"), measure("0.5", "0.5"), Ball(p), none};
  const Bracket crossed{frame, measure("0.5", "0.5"), measure("0.4", "0.5"), Ball(p), none};
  const Ball t = ball("0.5");
  // min(e^s, e^t) is concave: the upper measure has the smaller integral.
  CHECK(primary(fine, t).is_finite());
  CHECK_THROWS_AS(primary(crossed, t), Contradiction);
}
