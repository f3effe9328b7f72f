#include "reference/engines/fourier/scale_split.hpp"

#include <cmath>

#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;
using namespace plumbline::fourier;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

Enclosure by_parts(const Composition& c, Question q, const std::string& t, double digits,
                   long most = 20000) {
  const plumbline::Real exact(number(t));
  return ScaleSplit(c).answer(q, exact, exact.approximate(), {digits}, most, [] {});
}

std::unique_ptr<Transform> difference(const Composition& c, double low,
                                      std::optional<double> high) {
  std::vector<CutFactor> factors;
  for (const Factor& f : c.factors()) {
    const auto whole = shared_measure(f.mechanism);
    CutFactor cut{whole, whole, nullptr, f.count};
    if (f.mechanism->offer<LawByScales>()) {
      if (high) cut.upper = f.mechanism->offer<LawByScales>()->part(std::nullopt, high, 20);
      cut.lower = f.mechanism->offer<LawByScales>()->part(std::nullopt, low, 20);
      cut.between = f.mechanism->offer<LawByScales>()->part(low, high, 20);
    }
    factors.push_back(cut);
  }
  return difference_transform(factors);
}

}  // namespace

TEST_CASE("parts: a single step agrees with the closed form on every question",
          "[cross][parts][sweep]") {
  Random random(81);
  for (int i = 0; i < testing::of_sweep(1, 4); ++i) {
    const std::string mechanism =
        "subsampled_gaussian(sigma=" + Random::text(random.log_uniform(0.3, 2)) +
        ",p=" + Random::text(random.log_uniform(1e-3, 0.9)) + ")";
    const Composition c = Composition::parse(mechanism);
    const std::string t = Random::text(random.log_uniform(0.01, 3));
    const auto exact = closed_form_entry().make(c);
    for (const Question q : kQuestions) {
      CAPTURE(mechanism, t, static_cast<int>(q));
      testing::check_meet(exact->answer(q, plumbline::Real(number(t)), Effort{25}).value,
                          by_parts(c, q, t, 14).value, 10);
    }
  }
}

TEST_CASE("parts: agree with one line for the whole, heterogeneous products included",
          "[cross][parts][sweep]") {
  Random random(82);
  for (int i = 0; i < testing::of_sweep(3, 6); ++i) {
    std::string mechanism =
        "subsampled_gaussian(sigma=" + Random::text(random.log_uniform(0.6, 1.5)) +
        ",p=" + Random::text(random.log_uniform(1e-3, 0.4)) + ")^" +
        std::to_string(random.integer(20, 400));
    if (i % 3 == 1) mechanism += " * gaussian(sigma=3)";
    if (i % 3 == 2) mechanism += " * subsampled_gaussian(sigma=0.8,p=0.02)^5 * laplace(b=9)";
    const Composition c = Composition::parse(mechanism);
    const auto where = c.approximate_location(1);
    const std::string t = Random::text(where.mean + random.uniform(-1, 3) * where.deviation);
    for (const Question q : {Question::delta, Question::excess, Question::one_minus_delta}) {
      CAPTURE(mechanism, t, static_cast<int>(q));
      const auto whole = fourier_entry().make(c);
      const Ball b = by_parts(c, q, t, 12, 60000).value;
      testing::check_meet(whole->answer(q, plumbline::Real(number(t)), Effort{10}).value, b, 8);
    }
  }
}

TEST_CASE("parts: the measures add up to the law", "[parts][WINDOW-GROWTH]") {
  const Composition c = Composition::parse("subsampled_gaussian(sigma=0.6,p=0.03)^7");
  const Bits p{120};
  for (const double x : {-3.0, 0.0, 0.5, 1.0, 2.5}) {
    Ball sum =
        difference(c, 1, std::nullopt)->at(x, p, [] {}) + difference(c, -1, 1.0)->at(x, p, [] {});
    const auto& f = c.factors().front();
    sum += product_transform(
               {{f.mechanism->offer<LawByScales>()->part(std::nullopt, -1, 20), f.count}}, false)
               ->at(x, p, [] {});
    const Ball whole = power(measure_of(*f.mechanism).transform(x, p), f.count);
    testing::check_meet(sum, whole, 20);
  }
}

TEST_CASE("parts: the bound of a difference beyond T dominates its values",
          "[parts][CUT][ALGEBRAIC-PRODUCT][slow]") {
  Random random(83);
  for (int i = 0; i < testing::iterations(8); ++i) {
    const Composition c = Composition::parse(
        "subsampled_gaussian(sigma=" + Random::text(random.log_uniform(0.4, 2)) +
        ",p=" + Random::text(random.log_uniform(1e-3, 0.5)) + ")^" +
        std::to_string(random.integer(1, 60)) + (i % 2 == 1 ? " * gaussian(sigma=5)" : ""));
    const double low = random.uniform(-4, 0), x = std::round(random.uniform(-2, 3) * 16) / 16;
    const auto M = difference(c, low, i % 3 == 0 ? std::nullopt : std::optional<double>(low + 2));
    CAPTURE(c.expression(), low, x);
    const double D = std::exp(-low) / 4;
    const LineValues line = M->on_line(x, D, 60, Bits{120}, [] {});
    const Ball C = M->algebraic(x, [] {});
    for (const size_t k : {size_t{3}, size_t{12}, size_t{40}}) {
      const Ball top = M->sup(x, D * static_cast<double>(k), [] {});
      for (size_t j = k; j < 60; j += 5) {
        const Ball size = line.values[j].magnitude().ball(Bits{64});
        const Ball noise = line.values[j].real().radius().ball(Bits{64}) * 4;
        CHECK(certainly_at_most((size * Ball(Rational(999, 1000), Bits{64})).lower(),
                                (top + noise).upper()));
        const Ball y = Ball::from_binary64(D * static_cast<double>(j), Bits{64});
        CHECK(certainly_at_most((size * y * Ball(Rational(999, 1000), Bits{64})).lower(),
                                (C + noise * y).upper()));
      }
      CHECK(M->log_sup(x, D * static_cast<double>(k)) + M->log_at(x) ==
            Approx(top.log_approximate()).margin(0.5).epsilon(0.1));
    }
    CHECK(M->log_at(x) == Approx(M->at(x, Bits{160}, [] {}).log_approximate()).margin(1e-2));
  }
}

TEST_CASE("parts: negligible measures are bounded, not dropped", "[parts][NEGLIGIBLE]") {
  // One step of a part far below the threshold: its contribution to delta is tiny and positive.
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^2");
  const auto& f = c.factors().front();
  const auto make = [&] {
    return LineCache(product_transform(
        {{f.mechanism->offer<LawByScales>()->part(std::nullopt, -3, 24), f.count}}, false));
  };
  LineCache rough = make(), sharp = make();
  const plumbline::Real t(number("0.3"));
  const auto ask = [&](LineCache& cache, Question q, double log_tolerance) {
    const auto choice = cache.choose(q, 0.3, log_tolerance, 100000, [] {});
    return std::make_pair(choice.negligible, cache.from_choice(q, t, 0.3, choice, [] {}).value);
  };
  const auto coarse = ask(rough, Question::delta, -30), fine = ask(sharp, Question::delta, -120);
  CHECK(coarse.first);
  CHECK_FALSE(fine.first);
  CHECK(overlaps(coarse.second, fine.second));
  CHECK(certainly_positive(fine.second));
  CHECK(coarse.second.radius().log_approximate() < -30);
  // The identity excess = e^t P - Q + delta holds for the masses of the part.
  const auto excess = ask(rough, Question::excess, -30);
  CHECK(excess.second.relative_digits() > 8);
}

TEST_CASE("parts: few steps of small sigma against values of direct integration",
          "[fourier][parts][sweep]") {
  // Two steps, tiny and moderate thresholds: the parts need a few thousand nodes.
  int index = 0;
  for (const char* mechanism :
       {"subsampled_gaussian(sigma=0.3,p=0.01)^20", "subsampled_gaussian(sigma=0.4,p=0.5)^3",
        "subsampled_gaussian(sigma=1,p=0.01)^2", "subsampled_gaussian(sigma=0.7,p=0.0001)^30"}) {
    if (!testing::of_list(index++, 2)) continue;
    const Composition c = Composition::parse(mechanism);
    const auto engine = fourier_entry().make(c);
    for (const char* t : {"0.05", "1"}) {
      CAPTURE(mechanism, t);
      const Ball value =
          engine->answer(Question::delta, plumbline::Real(number(t)), Effort{15}).value;
      CHECK(value.relative_digits() >= 15);
      // Another width of the windows and other cuts give the same value.
      CHECK(overlaps(value, by_parts(c, Question::delta, t, 11).value));
    }
  }
}

TEST_CASE("parts: the cached lines from one threshold answer at others", "[parts][sweep]") {
  Random random(83);
  for (const std::string mechanism : {"subsampled_gaussian(sigma=0.3,p=0.0001)^100",
                                      "subsampled_gaussian(sigma=0.5,p=0.001)^9"}) {
    const Composition c = Composition::parse(mechanism);
    int index = 0;
    for (const Question q : {Question::delta, Question::one_minus_delta, Question::excess}) {
      if (!testing::of_list(index++, 3)) continue;
      ScaleSplit kept(c);
      const plumbline::Real none(number("0.5"));
      CHECK_FALSE(kept.from_lines(q, none, 0.5, [] {}).value.is_finite());
      const std::string first = Random::text(random.log_uniform(0.5, 2));
      const plumbline::Real start(number(first));
      kept.answer(q, start, start.approximate(), {12}, 20000, [] {});
      for (const double factor : {1.0, 1.002, 0.7, 3.0}) {
        const std::string t = Random::text(start.approximate() * factor);
        CAPTURE(mechanism, first, t, static_cast<int>(q));
        const plumbline::Real exact(number(t));
        const Ball again = kept.from_lines(q, exact, exact.approximate(), [] {}).value;
        CHECK(overlaps(again, by_parts(c, q, t, 12).value));
        if (std::fabs(factor - 1) < 0.01) CHECK(again.relative_digits() >= 8);
      }
    }
  }
}
