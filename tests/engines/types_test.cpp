#include "reference/engines/conditioned/types.hpp"

#include <cfenv>
#include <ctime>

#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/conditioned/conditioned.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/lattice/lattice.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/integer/skellam.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::conditioned::TypeAtoms;
using plumbline::conditioned::TypeList;
using plumbline::conditioned::TypePairs;
using plumbline::testing::kQuestions;

namespace {

using Number = plumbline::Real;
constexpr Bits kBits{160};
const auto no_poll = [] {};

/// Returns the finite part of a composition, which is the input of engines.
Composition finite_part(const std::string& text) {
  return *finite_losses(Composition::parse(text)).conditional;
}

/// Returns pairs of types with every other atom in the first list; types of mass below `least` are dropped.
std::unique_ptr<TypePairs> alternating(const Composition& composition, double theta, double least) {
  const auto atoms = conditioned::type_atoms(composition.factors(), theta, 90, no_poll);
  REQUIRE(atoms);
  auto out = std::make_unique<TypePairs>(TypePairs{*atoms, TypeList(*atoms), TypeList(*atoms)});
  out->first = TypeList(out->atoms);
  out->second = TypeList(out->atoms);
  for (size_t i = 0; i < out->atoms.atoms.size(); ++i) {
    TypeList& list = i % 2 == 0 ? out->first : out->second;
    REQUIRE(list.add(out->atoms.atoms[i], least, 100000, no_poll));
  }
  return out;
}

/// Returns a tilt that bounds the truncated part.
double tilt_for(Question question, bool large) {
  const std::vector<double> large_ones{1.5, 0.5, -0.5}, small_ones{1.0, 0.0};
  for (const double theta : large ? large_ones : small_ones) {
    if (conditioned::tilt_will_do(question, theta)) return theta;
  }
  return 0;
}

Ball by_types(const Composition& composition, Question question, const Number& t) {
  conditioned::Types types(composition);
  return types.answer(question, t, Effort{15}).value;
}

}  // namespace

TEST_CASE("types: what is dropped is bounded, however much", "[engines][conditioned][TYPE-LIST]") {
  // At thresholds far below and far above, the whole truncated mass is missing.
  const Number low(Rational(-30)), high(Rational(30));
  for (const char* text : {"skellam(mu=1)^6", "skellam(mu=2)^3 * skellam(mu=1/2,sensitivity=2)^2",
                           "subsampled(skellam(mu=1),p=1/3)^4"}) {
    const Composition composition = finite_part(text);
    const Ball one = Ball::integer(1, kBits);
    for (const double least : {1e-2, 1e-3, 1e-5, 1e-8}) {
      CAPTURE(text, least);
      const auto under_Q = alternating(composition, 1, least);
      const auto under_P = alternating(composition, 0, least);
      const auto answer = [&](const TypePairs& pairs, Question question, const Number& t) {
        return answer_by_types(pairs, question, t, kBits, no_poll).value;
      };
      const Ball Q = answer(*under_Q, Question::Q_above, low);
      CHECK(Q.contains(one));
      CHECK(answer(*under_Q, Question::Q_below, high).contains(one));
      CHECK(answer(*under_P, Question::P_above, low).contains(one));
      CHECK(answer(*under_P, Question::P_below, high).contains(one));
      // The bound is not much larger than the missing mass.
      CHECK(certainly_less(Q.upper() - one, (one - Q.lower()) * 2));
    }
  }
}

TEST_CASE("types: coarse lists hold what other engines find",
          "[engines][conditioned][TYPE-LIST][TYPE-PAIRS]") {
  const Composition composition = finite_part("binomial(n=6)^5");
  const auto witness = finite_entry().make(composition);
  for (const char* place : {"-1", "0.3", "1.7"}) {
    const Number t(Rational::parse(place));
    for (const Question question : kQuestions) {
      const Ball truth = witness->answer(question, t, Effort{30}).value;
      for (const bool large : {false, true}) {
        for (const double least : {1e-3, 1e-6, 1e-20}) {
          CAPTURE(place, static_cast<int>(question), large, least);
          const auto pairs = alternating(composition, tilt_for(question, large), least);
          const Ball found = answer_by_types(*pairs, question, t, kBits, no_poll).value;
          CHECK(overlaps(found, truth));
          if (least < 1e-10) CHECK(found.relative_digits() > 15);
        }
      }
    }
  }
}

TEST_CASE("types: what rounds and what ties is bounded", "[engines][conditioned][TYPE-PAIRS]") {
  // l(x) + l(y) <= 0 if x + y <= 1; the sum of two outputs is noise of twice the variance.
  const Composition composition = finite_part("skellam(mu=3/2)^2");
  const auto law = skellam_law(Rational(3));
  Ball below(kBits);
  for (const Ball& mass : law->masses(-60, 1, kBits)) below += mass;
  const auto under_P = alternating(composition, 0, 1e-24);
  const Number zero{Rational(0)};
  const Ball found = answer_by_types(*under_P, Question::P_below, zero, kBits, no_poll).value;
  CHECK(found.lower().relative_digits() > 10);
  CHECK(certainly_at_most(found.lower(), below));
  CHECK(certainly_at_most(below.lower(), found.upper()));
  // The masses of all pairs sum to 1, up to one rounding.
  const Number high(Rational(40));
  const Ball all = answer_by_types(*under_P, Question::P_below, high, kBits, no_poll).value;
  CHECK(all.contains(Ball::integer(1, kBits)));
  CHECK(all.relative_digits() > 16);
}

TEST_CASE("types: nearly fifteen digits and more beside one list of all sums and multinomial types",
          "[engines][conditioned][sweep]") {
  int index = 0;
  for (const char* text :
       {"skellam(mu=3)^5", "poisson(mu=4)^4", "binomial(n=30)^5",
        "skellam(mu=2)^2 * poisson(mu=3)^2", "subsampled(skellam(mu=1),p=1/4)^3"}) {
    if (!testing::of_list(index++, 2)) continue;
    const Composition composition = finite_part(text);
    const auto witness = all_finite(composition) ? finite_entry().make(composition)
                                                 : conditioned_entry().make(composition);
    for (const char* place : {"-0.7", "1/3", "2.9"}) {
      const Number t(Rational::parse(place));
      for (const Question question :
           {Question::delta, Question::one_minus_delta, Question::excess}) {
        CAPTURE(text, place, static_cast<int>(question));
        const Ball found = by_types(composition, question, t);
        CHECK(found.relative_digits() >= 14.5);
        const Ball truth = witness->answer(question, t, Effort{18}).value;
        CHECK(truth.relative_digits() >= 17);
        CHECK(overlaps(found, truth));
      }
    }
  }
}

TEST_CASE("types: random products, and many steps, beside the lattice",
          "[engines][conditioned][sweep]") {
  testing::Random random(1917);
  const int n = testing::of_sweep(2, 6);
  for (int i = 0; i < n; ++i) {
    const auto number = [&](double a, double b) {
      return testing::Random::text(random.log_uniform(a, b));
    };
    std::string text = "skellam(mu=" + number(0.4, 3) + ")^" + std::to_string(random.integer(4, 9));
    if (i % 3 == 0) text = "poisson(mu=" + number(1, 6) + ")^" + std::to_string(4 + 2 * (i % 9));
    if (i % 3 == 1) {
      text += " * binomial(n=" + std::to_string(random.integer(8, 20)) + ",sensitivity=2)^2";
    }
    const Number t(Rational::parse(testing::Random::text(random.uniform(-1, 4))));
    CAPTURE(text, t.approximate());
    const Composition composition = finite_part(text);
    const auto witness = lattice_entry().make(composition);
    for (const Question question : {Question::delta, Question::one_minus_delta, Question::excess}) {
      const Ball found = by_types(composition, question, t);
      CHECK(found.relative_digits() >= 15);
      CHECK(overlaps(found, witness->answer(question, t, Effort{3}).value));
    }
  }
}

TEST_CASE("types: auto has fifteen digits of fifteen steps, and varied lists agree",
          "[engines][conditioned][slow]") {
  const Composition composition = Composition::parse("skellam(mu=3)^15");
  const Number one(Rational(1));
  const auto engine = plan(composition, "auto"), other = plan(composition, "auto");
  CHECK(other->vary());
  const Ball a = engine->answer(Question::delta, one, Effort{15}).value;
  const Ball b = other->answer(Question::delta, one, Effort{15}).value;
  CHECK(engine->name() == "conditioned");
  testing::check_meet(a, b, 15);
  CHECK_FALSE((a.contains(b) && b.contains(a)));
}

TEST_CASE("types: few digits of many steps, and no sums where the machine rounds otherwise",
          "[engines][conditioned][slow]") {
  const Composition composition = Composition::parse("skellam(mu=3)^30");
  const Number one(Rational(1));
  conditioned::Types few(composition), more(composition);
  const Ball a = few.answer(Question::delta, one, Effort{6}).value;
  const Ball b = more.answer(Question::delta, one, Effort{9}).value;
  testing::check_meet(a, b, 6);
  REQUIRE(std::fesetround(FE_UPWARD) == 0);
  const bool refused = !conditioned::type_atoms(composition.factors(), 1, 90, no_poll);
  REQUIRE(std::fesetround(FE_TONEAREST) == 0);
  CHECK(refused);
}

TEST_CASE("types: lists of a million points and sieves of the line are never far from a poll",
          "[engines][conditioned][returns][slow]") {
  // Returns the processor time, which does not depend on other programs.
  const auto now = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  constexpr double kMost = 0.2, kLimit = 20;
  const double start = now();
  double last = start, longest = 0;
  const Effort effort{15, [&] {
                        const double at = now();
                        longest = std::max(longest, at - last);
                        last = at;
                        if (at - start > kLimit) throw Interrupted{};
                      }};
  const auto engine = plan(Composition::parse("skellam(mu=3)^30"), "auto");
  const Ball found = engine->answer(Question::delta, Number(Rational(2)), effort).value;
  CHECK(found.relative_digits() > 9);
  CHECK(longest < kMost);
}
