#include "reference/engines/periodic/periodic.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <complex>
#include <map>

#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/periodic/kept_nodes.hpp"
#include "reference/engines/planner.hpp"
#include "tests/engines/lattice_pairs.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;
using plumbline::testing::number;
using Text = plumbline::testing::Random;
using fourier::PeriodicContour;

namespace {

using W = witness::Real;

Ball by_period(const Composition& c, Question q, const plumbline::Real& t, int digits) {
  return fourier_entry().make(c)->answer(q, t, Effort{digits}).value;
}

/// The law of the loss: P-mass by index, S = offset + spacing index. The caller has spacing and offset as exact
/// fractions.
using Law = std::map<long, W>;

/// Returns x ~ e^{-x^2/(2 sigma^2)} with index = stride x.
Law discrete_gaussian(const std::string& sigma, long stride) {
  const W v = W(sigma) * W(sigma);
  const long reach = static_cast<long>(17 * std::stod(sigma)) + 8;
  Law law;
  W total = 0;
  for (long x = -reach; x <= reach; ++x) total += law[stride * x] = exp(-W(x) * x / (2 * v));
  for (auto& [x, mass] : law) mass /= total;
  return law;
}

Law convolve(const Law& a, const Law& b) {
  Law out;
  for (const auto& [x, p] : a) {
    for (const auto& [y, q] : b) out[x + y] += p * q;
  }
  return out;
}

/// Returns the answer by summation: `loss` maps an index to its loss, `last` is the last index with S <= t.
template <class Loss>
W by_summation(const Law& law, Question q, const W& t, long last, Loss loss) {
  W sum = 0;
  const W et = exp(t);
  for (const auto& [x, p] : law) {
    const W el = exp(loss(x));
    const bool above = x > last;
    switch (q) {
      case Question::delta:
        sum += above ? p * (el - et) : W(0);
        break;
      case Question::one_minus_delta:
        sum += p * (above ? et : el);
        break;
      case Question::excess:
        sum += above ? W(0) : p * (et - el);
        break;
      case Question::P_above:
        sum += above ? p : W(0);
        break;
      case Question::P_below:
        sum += above ? W(0) : p;
        break;
      case Question::Q_above:
        sum += above ? p * el : W(0);
        break;
      case Question::Q_below:
        sum += above ? W(0) : p * el;
        break;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("periodic: one step is the closed form, at and around the atoms",
          "[cross][periodic][PERIODIC-SUM]") {
  testing::Random random(81);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.05, 50));
    const int D = random.integer(1, 3);
    const Composition c = Composition::parse("discrete_gaussian(sigma=" + sigma +
                                             ",sensitivity=" + std::to_string(D) + ")");
    const LossLattice lattice = *c.lattice();
    const long x = std::lround(random.uniform(-4, 4) * std::stod(sigma));
    const Rational at = lattice.offset + lattice.spacing * Rational(x);
    const Rational shift = random.integer(0, 2) == 0 ? Rational(0) : number("0.3");
    const plumbline::Real t(at + lattice.spacing * shift);
    for (const Question q : kQuestions) {
      CAPTURE(sigma, D, x, shift.text(), static_cast<int>(q));
      testing::check_meet(by_period(c, q, t, 25),
                          closed_form_entry().make(c)->answer(q, t, Effort{30}).value, 25);
    }
  }
}

TEST_CASE("periodic: few steps against convolution by hand", "[cross][periodic][PERIODIC-SUM]") {
  testing::Random random(82);
  for (int i = 0; i < testing::iterations(14); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.15, 3));
    const int N = random.integer(2, 6);
    const Composition c =
        Composition::parse("discrete_gaussian(sigma=" + sigma + ")^" + std::to_string(N));
    Law law = discrete_gaussian(sigma, 1);
    for (int n = 1; n < N; ++n) law = convolve(law, discrete_gaussian(sigma, 1));
    const W v = W(sigma) * W(sigma);
    const auto loss = [&](long x) { return (2 * W(x) - N) / (2 * v); };
    for (int j = 0; j < 3; ++j) {
      const long last = std::lround(random.uniform(-5, 5) * std::stod(sigma) * std::sqrt(N));
      const bool tie = random.integer(0, 1) == 0;
      const W t = loss(last) + (tie ? W(0) : W(1) / (4 * v));
      const Rational exact = (Rational(2 * last - N) + (tie ? Rational(0) : Rational(1, 2))) /
                             (number(sigma) * number(sigma) * Rational(2));
      for (const Question q : kQuestions) {
        CAPTURE(sigma, N, last, tie, static_cast<int>(q));
        const W truth = by_summation(law, q, t, last, loss);
        if (truth < W("1e-60")) continue;  // the independent law is truncated there
        testing::check_meet(by_period(c, q, plumbline::Real(exact), 25),
                            witness::as_ball(truth, 1e-27), 25);
      }
    }
  }
}

TEST_CASE("periodic: products on a common lattice against convolution by hand",
          "[cross][periodic][PERIODIC-SUM]") {
  // Spacings in units of 4/9: 4 for sigma = 1/2; 4/9 for sigma = 3/2, times the sensitivity.
  const Composition c = Composition::parse(
      "discrete_gaussian(sigma=0.5)^2 * discrete_gaussian(sigma=1.5)^2 * "
      "discrete_gaussian(sigma=1.5,sensitivity=2)");
  CHECK(c.lattice()->spacing == number("4/9"));
  CHECK(c.lattice()->offset == number("-4") - number("4/9") - number("8/9"));
  Law law = convolve(discrete_gaussian("0.5", 9), discrete_gaussian("0.5", 9));
  law = convolve(law, convolve(discrete_gaussian("1.5", 1), discrete_gaussian("1.5", 1)));
  law = convolve(law, discrete_gaussian("1.5", 2));
  const auto loss = [](long x) { return W(4 * x - 48) / 9; };
  for (const long last : {-40L, -9L, 0L, 12L, 30L, 61L}) {
    for (const Question q : kQuestions) {
      CAPTURE(last, static_cast<int>(q));
      testing::check_meet(by_period(c, q, plumbline::Real(Rational(4 * last - 48, 9)), 24),
                          witness::as_ball(by_summation(law, q, loss(last), last, loss), 1e-26),
                          24);
    }
  }
}

TEST_CASE("periodic: fewer nodes alias, and the aliases are covered",
          "[cross][periodic][ALIAS-SIDES]") {
  // sigma = 1, two steps, at t = 1/2; the contours are deliberately short.
  const Composition c = Composition::parse("discrete_gaussian(sigma=1)^2");
  const plumbline::Real t(number("0.5"));
  for (const Question q : kQuestions) {
    const Ball truth = by_period(c, q, t, 30);
    for (const double line : {-0.75, 0.5, 1.75}) {
      for (const long last : {1L, 2L, 3L, 5L}) {
        PeriodicContour contour;
        contour.c = line;
        contour.nodes = Rational(2 * last + 1);
        contour.last = last;
        contour.bits = Bits{128};
        contour.right = line + 2;
        contour.left = line - 2;
        CAPTURE(static_cast<int>(q), line, last);
        const Enclosure found = periodic_on_contour(c, contour, q, t);
        CHECK(found.value.contains(truth));
      }
    }
  }
}

TEST_CASE("periodic: a doubled step, or copies left out, would miss the truth",
          "[cross][periodic][ALIAS-SIDES]") {
  // An injected fault: the plain mean over M nodes of the profile's kernel at c = 1/2 in doubles, without subtracted
  // aliases. For sigma = 1 and two steps S is in -1 + Z; the next point above t = 1/2 is 1.
  const Composition c = Composition::parse("discrete_gaussian(sigma=1)^2");
  const plumbline::Real t(number("0.5"));
  const double truth = by_period(c, Question::one_minus_delta, t, 30).approximate();
  const auto bare = [&](int M) {
    std::complex<double> sum = 0;
    const Bits p{64};
    const LineValues line =
        measure_of(*c.factors().front().mechanism)
            .transform_on_line(0.5, Ball::pi(p) * 2 / M, static_cast<size_t>(M), p, [] {});
    for (int k = 0; k < M; ++k) {
      const std::complex<double> s(0.5, 2 * M_PI * k / M), one(1);
      const auto z = line.values[static_cast<size_t>(k)];
      const std::complex<double> K(z.real().approximate(), z.imag().approximate());
      sum += K * K *
             (std::exp(one - s) / (one - std::exp(one - s)) -
              std::exp(0.5) * std::exp(-s) / (one - std::exp(-s)));
    }
    return -sum.real() / M;
  };
  double before = 1;
  for (const int M : {3, 7, 15, 31, 63}) {
    const PeriodicContour contour{0.5, Rational(M), (M - 1) / 2, Bits{128}, 2.5, -1.5};
    const Enclosure found = periodic_on_contour(c, contour, Question::one_minus_delta, t);
    const double error = std::fabs(bare(M) - truth);
    CAPTURE(M, error, truth);
    CHECK(found.value.contains(by_period(c, Question::one_minus_delta, t, 40)));
    if (M <= 31) {
      CHECK(error > 1e4 * std::exp(found.budget.rounding.log_approximate()));
      CHECK(error > 1e-12);
    }
    CHECK(error < before);
    before = error;
  }
  CHECK(before < 1e-12);
}

TEST_CASE("periodic: nodes left out are covered, and would be missed",
          "[cross][periodic][PERIODIC-TRUNCATION][PERIOD-PRODUCT][slow]") {
  for (const char* text : {"discrete_gaussian(sigma=3)^20",
                           "discrete_gaussian(sigma=2)^9 * discrete_gaussian(sigma=3)^8"}) {
    const Composition c = Composition::parse(text);
    const plumbline::Real t(number("1.3"));
    for (const Question q : kQuestions) {
      const Ball truth = by_period(c, q, t, 30);
      for (const long last : {0L, 3L, 6L, 12L}) {
        PeriodicContour contour;
        contour.c = 0.6;
        contour.nodes = Rational(1001);
        contour.last = last;
        contour.bits = Bits{128};
        contour.right = 4;
        contour.left = -3;
        CAPTURE(text, static_cast<int>(q), last);
        const Enclosure cut = periodic_on_contour(c, contour, q, t);
        CHECK(cut.value.contains(truth));
        contour.last = 500;
        const Enclosure whole = periodic_on_contour(c, contour, q, t);
        CHECK(overlaps(whole.value, truth));
        const Ball error = abs(cut.value.midpoint() - whole.value.midpoint());
        // The bound is not excessively loose: within a factor 1000 of the actual error.
        const double loose = cut.budget.truncation.log_approximate() - error.log_approximate();
        CHECK((loose > -1e-6 && loose < 30));
      }
    }
  }
}

TEST_CASE("periodic: the bound of a product's decay dominates it everywhere",
          "[periodic][PERIOD-PRODUCT]") {
  const Composition c =
      Composition::parse("discrete_gaussian(sigma=2)^3 * discrete_gaussian(sigma=3)^5");
  const LossLattice lattice = *c.lattice();
  const Bits p{96};
  constexpr long kHalf = 4000;  // nodes k of 2 kHalf + 1 in a period
  const Rational M(2 * kHalf + 1);
  const Ball D = Ball::pi(p) * 2 / Ball(M * lattice.spacing, p);
  std::vector<double> size(kHalf + 1, 1.0);
  for (const Factor& f : c.factors()) {
    const LineValues line =
        measure_of(*f.mechanism).transform_on_line(0.75, D, kHalf + 1, p, [] {});
    const double top = measure_of(*f.mechanism).transform(0.75, p).approximate();
    for (size_t k = 0; k < size.size(); ++k) {
      const double ratio =
          std::hypot(line.values[k].real().approximate(), line.values[k].imag().approximate()) /
          top;
      size[k] *= std::pow(ratio, f.count.approximate());
    }
  }
  for (const long last : {4L, 40L, 200L, 1200L, 2400L}) {
    const double sup = *std::max_element(size.begin() + last + 1, size.end());
    // No node selected: one bound for all.
    const fourier::KeptNodes all = fourier::choose_nodes(
        c, lattice.spacing, {0.75, M, last, std::log(sup) + 0.1, 0}, p, [] {});
    CAPTURE(last, sup);
    CHECK(all.kept.empty());
    CHECK(all.decay.approximate() >= sup * (1 - 1e-9));
    CHECK(all.decay.approximate() <= 3 * sup + 1e-9);  // arcs have a width of a few nodes
    // Only nodes above a thousandth are selected; all others are below.
    const fourier::KeptNodes some = fourier::choose_nodes(
        c, lattice.spacing, {0.75, M, last, std::log(1e-3), 100000}, p, [] {});
    CHECK(some.decay.approximate() <= 1.001e-3);
    size_t at = 0;
    for (long k = last + 1; k <= kHalf; ++k) {
      while (at < some.kept.size() && some.kept[at].second < k) ++at;
      const bool kept = at < some.kept.size() && some.kept[at].first <= k;
      if (!kept) CHECK(size[static_cast<size_t>(k)] <= some.decay.approximate());
    }
    const bool returns = last < 2400;
    CHECK(some.kept.empty() == (sup < 1e-3));
    CHECK((!returns || some.kept.size() < 10));
  }
}

TEST_CASE("periodic: windows at the common returns of different lattices",
          "[cross][periodic][PERIOD-PRODUCT][sweep]") {
  // Spacings 1/9 and 4/25: strides 25 and 36 in units of the common spacing 1/225.
  Law x = discrete_gaussian("3", 25), y = discrete_gaussian("2.5", 36);
  const Law one_x = x, one_y = y;
  for (int n = 1; n < 4; ++n) x = convolve(x, one_x);
  for (int n = 1; n < 3; ++n) y = convolve(y, one_y);
  const Law law = convolve(x, y);
  const Composition c =
      Composition::parse("discrete_gaussian(sigma=3)^4 * discrete_gaussian(sigma=2.5)^3");
  const auto loss = [](long i) { return W(i) / 225 - W(4) / 18 - W(6) / 25; };
  for (const long last : {-900L, 0L, 130L, 620L}) {
    const Rational t = Rational(last, 225) - Rational(4, 18) - Rational(6, 25);
    for (const Question q : kQuestions) {
      CAPTURE(last, static_cast<int>(q));
      testing::check_meet(by_period(c, q, plumbline::Real(t), 22),
                          witness::as_ball(by_summation(law, q, loss(last), last, loss), 1e-24),
                          22);
    }
  }
  // Random products: results with nodes selected for other depths agree.
  testing::Random random(85);
  for (int i = 0; i < testing::of_sweep(2, 4); ++i) {
    std::string text;
    for (int j = 0; j < 2; ++j) {
      const std::string sigma =
          std::to_string(random.integer(1, 20)) + "/" + std::to_string(random.integer(1, 2));
      text += (j == 0 ? "discrete_gaussian(sigma=" : " * discrete_gaussian(sigma=") + sigma + ")^" +
              std::to_string(std::lround(random.log_uniform(1, 1e4)));
    }
    const Composition m = Composition::parse(text);
    if (!fourier_entry().refusal(m).empty()) continue;
    const auto where = m.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(Text::text(where.mean + where.deviation * random.uniform(-4, 4))));
    const Question q = kQuestions[random.integer(0, 6)];
    CAPTURE(text, t.approximate(), static_cast<int>(q));
    testing::check_meet(by_period(m, q, t, 12), by_period(m, q, t, 25), 12);
  }
  // A period of 3e7 nodes, of which approximately five thousand matter.
  const Composition fine =
      Composition::parse("discrete_gaussian(sigma=10)^1000 * discrete_gaussian(sigma=7.3)^1000");
  const plumbline::Real at(number("20"));
  testing::check_meet(by_period(fine, Question::delta, at, 10),
                      by_period(fine, Question::delta, at, 20), 10);
}

TEST_CASE("periodic: mass at infinity, against binomial sums", "[cross][periodic]") {
  testing::Random random(83);
  for (int i = 0; i < testing::iterations(8); ++i) {
    const std::string epsilon = Text::text(random.log_uniform(0.02, 2));
    const std::string delta = i % 2 == 0 ? "0" : Text::text(random.log_uniform(1e-12, 0.2));
    const int N = random.integer(1, 60);
    const auto pair = std::make_shared<testing::Response>(number(epsilon), number(delta));
    const Composition c({{pair, Rational(N)}});
    const W e(epsilon), keep = 1 - W(delta), up = 1 / (1 + exp(e));
    Law law;  // index: number of losses equal to +epsilon
    W binomial = 1;
    for (int k = 0; k <= N; ++k) {
      law[k] = binomial * pow(up, k) * pow(1 - up, N - k) * pow(keep, N);
      binomial = binomial * (N - k) / (k + 1);
    }
    const auto loss = [&](long k) { return (2 * W(k) - N) * e; };
    const W lost = 1 - pow(keep, N);
    for (int j = 0; j < 3; ++j) {
      const long last = random.integer(0, N);
      const bool tie = random.integer(0, 1) == 0;
      const W t = loss(last) + (tie ? W(0) : e / 2);
      const Rational exact =
          number(epsilon) * (Rational(2 * last - N) + (tie ? Rational(0) : Rational(1, 2)));
      for (const Question q : kQuestions) {
        CAPTURE(epsilon, delta, N, last, tie, static_cast<int>(q));
        W truth = by_summation(law, q, t, last, loss);
        if (q == Question::delta || q == Question::Q_above) truth += lost;
        if (q == Question::excess) truth += lost * exp(t);
        if (q == Question::P_below) truth += lost;
        const Ball found = by_period(c, q, plumbline::Real(exact), 20);
        if (truth == 0) {
          CHECK(found.contains(Rational(0)));
        } else {
          testing::check_meet(found, witness::as_ball(truth, 1e-20), 19);
        }
      }
    }
  }
}

TEST_CASE("periodic: many steps, on different contours and near the gaussian",
          "[cross][periodic]") {
  testing::Random random(84);
  for (int i = 0; i < testing::iterations(25); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.3, 10000));
    const long N = std::lround(random.log_uniform(2, 1e9));
    const std::string power = "^" + std::to_string(N);
    const Composition c = Composition::parse("discrete_gaussian(sigma=" + sigma + ")" + power);
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(Text::text(where.mean + where.deviation * random.uniform(-5, 5))));
    const Question q = kQuestions[random.integer(0, 6)];
    CAPTURE(sigma, N, t.approximate(), static_cast<int>(q));
    const Ball value = by_period(c, q, t, 20), more = by_period(c, q, t, 45);
    testing::check_meet(value, more, 20);
    CHECK(more.relative_digits() >= 45);
    const bool profile =
        q == Question::delta || q == Question::one_minus_delta || q == Question::excess;
    // For large sigma the loss transform differs from that of the Gaussian by e^{-2 pi^2 sigma^2}; the lattice
    // changes the profile only in second order in spacing/deviation.
    const double fine = 1 / (std::stod(sigma) * std::sqrt(static_cast<double>(N)));
    if (profile && std::stod(sigma) > 1 && fine < 1e-2) {
      const Composition g = Composition::parse("gaussian(sigma=" + sigma + ")" + power);
      const double truth =
          closed_form_entry().make(g)->answer(q, t, Effort{15}).value.log_approximate();
      CHECK(value.log_approximate() == Approx(truth).margin(100 * fine * fine + 1e-12));
    }
  }
}

TEST_CASE("periodic: the general bound of the decay serves as well", "[cross][periodic]") {
  const Composition own = Composition::parse("discrete_gaussian(sigma=2)^100000");
  const auto pair = std::make_shared<testing::Undecided>(own.factors().front().mechanism);
  const Composition general({{pair, Rational(100000)}});
  for (const char* t : {"12000", "12600", "13500"}) {
    for (const Question q : kQuestions) {
      CAPTURE(t, static_cast<int>(q));
      testing::check_meet(by_period(general, q, plumbline::Real(number(t)), 20),
                          by_period(own, q, plumbline::Real(number(t)), 20), 20);
    }
  }
}

TEST_CASE("periodic: a million randomized responses", "[cross][periodic]") {
  const auto pair = std::make_shared<testing::Response>(number("0.002"), number("1e-12"));
  const Composition c({{pair, Rational(1000000)}});
  for (const char* t : {"0", "2", "9"}) {
    for (const Question q : kQuestions) {
      CAPTURE(t, static_cast<int>(q));
      testing::check_meet(by_period(c, q, plumbline::Real(number(t)), 15),
                          by_period(c, q, plumbline::Real(number(t)), 40), 15);
    }
  }
  // mu = 0.002 sqrt(10^6) = 2 for the limit; the tolerance allows for the lattice.
  const double limit = closed_form_entry()
                           .make(Composition::parse("gaussian(sigma=0.5)"))
                           ->answer(Question::delta, plumbline::Real(Rational(2)), Effort{15})
                           .value.approximate();
  CHECK(by_period(c, Question::delta, plumbline::Real(Rational(2)), 15).approximate() ==
        Approx(limit).epsilon(1e-5));
}

TEST_CASE("periodic: a threshold that cannot be told from a lattice point", "[periodic]") {
  const Composition c = Composition::parse("discrete_gaussian(sigma=2)^3");
  // log(e^{1/8}) is a lattice point at every precision, but undecided.
  const plumbline::Real t([](Bits p) { return log(exp(Ball(Rational(1, 8), p))); });
  const plumbline::Real exact(Rational(1, 8)), before(number("0.12"));
  testing::check_meet(by_period(c, Question::delta, t, 20),
                      by_period(c, Question::delta, exact, 20), 20);
  const Ball both = by_period(c, Question::P_above, t, 20);
  CHECK(both.contains(by_period(c, Question::P_above, exact, 20).midpoint()));
  CHECK(both.contains(by_period(c, Question::P_above, before, 20).midpoint()));
}

TEST_CASE("periodic: too fine a common lattice is refused with its reason", "[periodic]") {
  const Composition c = Composition::parse(
      "discrete_gaussian(sigma=10.0001)^1000 * discrete_gaussian(sigma=7.3001)^1000");
  CHECK(fourier_entry().refusal(c).find("too fine") != std::string::npos);
  CHECK_THROWS_WITH(plan(c, "fourier"), Catch::Contains("too fine"));
  CHECK(fourier_entry()
            .make(Composition::parse("discrete_gaussian(sigma=2)"))
            ->explain()
            .find("periodic line") != std::string::npos);
}
