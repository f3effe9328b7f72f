/// Far nodes of a line in machine numbers, compared with balls.
#include "reference/engines/returns/machine_nodes.hpp"

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/returns/cell_sizes.hpp"
#include "reference/engines/returns/node_sizes.hpp"
#include "reference/engines/returns/returns.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using returns::CutKernel;
using returns::MachineLaw;
using returns::MachineNodes;
using returns::ReturnContour;

namespace {

constexpr Bits kBits{192};
const auto no_poll = [] {};

/// Sums over the nodes: 2 sum Re (K/K(c)) (1/(s(s-1)) + correction of the kernel) e^{-ikDt}, 2 sum (1 - v) |K|/K(c),
/// 2 sum |K|/K(c), 2 sum e(v) Re (K/K(c)) e^{-ikDt}.
struct Sums {
  Ball sum, sizes, totals, widths;
};

Sums in_balls(const Composition& composition, double c, double D, const fourier::Run& run,
              const CutKernel& cut, const Ball& t) {
  const Ball step = exact(D, kBits), line = exact(c, kBits);
  const size_t count = static_cast<size_t>(run.last - run.first) + 1;
  Ball K_c = Ball::integer(1, kBits);
  ComplexVector K;
  for (const Factor& f : composition.factors()) {
    const LossMeasure& measure = measure_of(*f.mechanism);
    ComplexVector values =
        measure.transform_on_segment(c, step * run.first, step, count, kBits, no_poll);
    values.raise(f.count);
    K_c = K_c * power(measure.transform(c, kBits), f.count);
    if (K.size() == 0) {
      K = std::move(values);
    } else {
      K.multiply(values);
    }
  }
  Sums out{Ball(kBits), Ball(kBits), Ball(kBits), Ball(kBits)};
  for (size_t i = 0; i < count; ++i) {
    const long k = run.first + static_cast<long>(i);
    const ComplexBall kernel =
        fourier::reciprocal_denominator(fourier::Kernel::profile, ComplexBall(line, step * k));
    const ComplexBall turn = exp(ComplexBall(Ball(kBits), -(step * k * t)));
    out.sum += (K[i] * (kernel + cut.added(k, kBits)) * turn).real() * 2 / K_c;
    const Ball twice = K[i].magnitude().ball(kBits) / K_c * 2;
    out.sizes += twice * (cut.nodes() - k) / cut.nodes();
    out.totals += twice;
    out.widths += (K[i] * turn).real() * 2 / K_c * cut.width(k, kBits);
  }
  return out;
}

/// Returns |K(c+ikD)|/K(c) at the nodes first, first + 1, ...
std::vector<Ball> shares(const Composition& composition, double c, double D, long first,
                         size_t count) {
  std::vector<Ball> out(count, Ball::integer(1, kBits));
  for (const Factor& f : composition.factors()) {
    const LossMeasure& measure = measure_of(*f.mechanism);
    const ComplexVector K = measure.transform_on_segment(c, exact(D, kBits) * first,
                                                         exact(D, kBits), count, kBits, no_poll);
    const Ball K_c = measure.transform(c, kBits);
    for (size_t i = 0; i < count; ++i) {
      out[i] = out[i] * power(K[i].magnitude().ball(kBits) / K_c, f.count);
    }
  }
  return out;
}

template <class Number>
void compare(const Composition& composition, double c, double D, const fourier::Run& run,
             double digits) {
  const CutKernel cut(c, D, run.last + 50);
  const Ball t = ball("0.7", kBits);
  const auto law = MachineLaw::of(composition, c, D, no_poll);
  REQUIRE(law);
  MachineNodes<Number> nodes(*law);
  nodes.add(run, cut, no_poll);
  const Sums truth = in_balls(composition, c, D, run, cut, t);
  const returns::NodeSums both = nodes.sums(Ball(number("0.7"), Bits{288}), cut, kBits, [] {});
  const Ball found = both.values;
  CAPTURE(composition.expression(), c, run.first);
  CHECK(overlaps(found, truth.sum));
  CHECK(overlaps(both.widths, truth.widths));
  CHECK(both.widths.radius().log_approximate() <
        std::log(5.0 * static_cast<double>(nodes.size())) - digits * std::log(10.0));
  // The error is below a share 10^-digits of the largest weight.
  const double y = static_cast<double>(run.first) * D;
  const double largest = static_cast<double>(nodes.size()) * 6 / (y * y);
  CHECK(found.radius().log_approximate() < std::log(largest) - digits * std::log(10.0));
  CHECK(certainly_at_most(truth.sizes.lower(), nodes.sizes().ball(kBits)));
  CHECK(certainly_at_most(truth.totals.lower(), nodes.totals().ball(kBits)));
}

}  // namespace

// Under this tilt steps with a loss of 5 matter, at outputs near 12: P(12) = 2^-105.
TEST_CASE("machine nodes: atoms that are heavy under a tilt alone", "[engines][returns][slow]") {
  const Composition composition =
      Composition::parse("subsampled(discrete_gaussian(sigma=1),p=0.001)^10000");
  const auto law = MachineLaw::of(composition, 12.9140625, 0.109375, no_poll);
  REQUIRE(law.has_value());
  CHECK(certainly_less(law->steps.front().outside, exact(0x1p-70, kBits)));
  const auto lines = plan(composition, "returns");
  const plumbline::Real at(number("0.5"));
  const Ball found = lines->answer(Question::delta, at, Effort{14}).value;
  CHECK(found.relative_digits() >= 14);
  CHECK(found.contains(number("0.000005077072049815320")));
  CHECK(
      overlaps(found, plan(composition, "lattice")->answer(Question::delta, at, Effort{1}).value));
}

TEST_CASE("machine nodes: sums of nodes, in doubles and in long doubles, beside balls",
          "[engines][returns][RETURNS-MACHINE]") {
  Random random(88);
  const char* mechanisms[] = {"skellam(mu=3)^20", "skellam(mu=1)^3 * skellam(mu=2,sensitivity=2)^7",
                              "subsampled(skellam(mu=2),p=1/3)^50"};
  for (const char* text : mechanisms) {
    const Composition composition = Composition::parse(text);
    for (const double c : {-0.75, 0.4375, 2.25}) {
      const double D = 0.125 + 0.001 * random.integer(0, 50);
      const long first = random.integer(200, 100000);
      compare<double>(composition, c, D, {first, first + 60}, 9);
      compare<long double>(composition, c, D, {first, first + 60}, 12);
      compare<double>(composition, c, D, {first * 100000, first * 100000 + 5}, 9);
    }
  }
}

TEST_CASE("machine nodes: an error is that of its operations, where all else is exact",
          "[engines][returns][RETURNS-MACHINE]") {
  // So many nodes that the error of the sum in doubles is visible next to the exact sum.
  const Composition composition = Composition::parse("skellam(mu=3)^2");
  const double D = 0.1328125;
  const auto law = MachineLaw::of(composition, 0.4375, D, no_poll);
  REQUIRE(law);
  MachineNodes<double> nodes(*law);
  const CutKernel cut(0.4375, D, 2000);
  nodes.add({300, 1500}, cut, no_poll);
  const Ball found = nodes.sums(Ball(number("0.7"), Bits{288}), cut, kBits, [] {}).values;
  const Ball truth = in_balls(composition, 0.4375, D, {300, 1500}, cut, ball("0.7", kBits)).sum;
  CHECK(found.contains(truth));
  CHECK_FALSE(overlaps(found.midpoint(), truth));
}

TEST_CASE("machine nodes: sizes in single numbers are not below those of balls, nor far above",
          "[engines][returns][RETURNS-SIZES]") {
  for (const char* text :
       {"skellam(mu=3)^2", "skellam(mu=20)^30", "subsampled(skellam(mu=2),p=1/3)^50"}) {
    const Composition composition = Composition::parse(text);
    for (const double c : {-0.75, 0.4375, 2.25}) {
      constexpr size_t kCount = 60;
      const double D = 0.1328125;
      const auto law = MachineLaw::of(composition, c, D, no_poll);
      REQUIRE(law);
      const returns::NodeSizes sizes(*law);
      for (const long first : {0L, 1000L, 123456789L, 234567890123L}) {
        const std::vector<Ball> truths = shares(composition, c, D, first, kCount);
        for (size_t i = 0; i < kCount; ++i) {
          const Ball& truth = truths[i];
          const double found = sizes.at(first + static_cast<long>(i));
          CAPTURE(text, c, first, i);
          CHECK(certainly_at_most(min(truth.lower(), Ball(Rational(999999, 1000000UL), kBits)),
                                  exact(found, kBits)));
          CHECK(found <= 1.2 * truth.approximate() + 0.003);
        }
      }
    }
  }
}

TEST_CASE("cell sizes: no node of a cell is larger", "[engines][returns][RETURNS-CELLS]") {
  for (const char* text : {"skellam(mu=3)^2", "skellam(mu=20)^30",
                           "skellam(mu=1)^3 * skellam(mu=2,sensitivity=2)^7"}) {
    const Composition composition = Composition::parse(text);
    const double D = 0.1328125;
    const auto law = MachineLaw::of(composition, 0.4375, D, no_poll);
    REQUIRE(law);
    returns::CellSizes cells(*law);
    for (const long length : {1L, 3L, 7L}) {
      for (const long first : {0L, 1000L, 123456789L, 234567890123L}) {
        std::vector<double> found;
        cells.sizes(first, length, &found);
        const std::vector<Ball> truth =
            shares(composition, 0.4375, D, first, found.size() * static_cast<size_t>(length));
        double most = 0;
        for (size_t i = 0; i < truth.size(); ++i) {
          const double size = found[i / static_cast<size_t>(length)];
          CAPTURE(text, length, first, i);
          CHECK(certainly_at_most(truth[i].lower(), exact(size, kBits)));
          most = std::max(most, length > 1 ? 0 : size - 1.2 * truth[i].approximate());
        }
        CHECK(most <= 0.003);
      }
    }
  }
}

TEST_CASE("cell sizes: what a sieve leaves out by cells is counted",
          "[engines][returns][RETURNS-CELLS][RETURNS-SIZES]") {
  const Composition composition = Composition::parse("skellam(mu=20)^30");
  constexpr long kFirst = 1000000, kCount = 90000, kNeed = 20000;
  const double D = 0.5;
  const auto law = MachineLaw::of(composition, -0.25, D, no_poll);
  REQUIRE(law);
  returns::CellSizes cells(*law);
  const returns::NodeSizes sizes(*law);
  fourier::Sieve sieve(composition, -0.25, exact(D, Bits{64}), kFirst + kCount, Bits{64}, no_poll);
  fourier::Faint faint{[&](long k) { return sizes.at(k); }, std::exp2(-kNeed / 1024.0), 0, &cells};
  std::vector<fourier::Run> kept;
  REQUIRE(sieve.keep(kFirst, kFirst + kCount - 1, kNeed, kCount, no_poll, &kept, nullptr, &faint));
  const std::vector<Ball> truth = shares(composition, -0.25, D, kFirst, kCount);
  Ball left(kBits);
  size_t run = 0, count = 0;
  for (long k = kFirst; k < kFirst + kCount; ++k) {
    while (run < kept.size() && kept[run].last < k) ++run;
    const bool is_kept = run < kept.size() && kept[run].first <= k;
    count += is_kept ? 1 : 0;
    if (!is_kept) left += truth[static_cast<size_t>(k - kFirst)];
  }
  CHECK(count > 100);
  CHECK(count < kCount / 4);
  CHECK(certainly_at_most(left.lower(), exact(faint.sum, kBits)));
  CHECK(faint.sum <= faint.allowed * kCount * 1.001);
  CHECK(faint.sum < 20 * left.approximate());
}

TEST_CASE("returns: faint nodes are left out as far as they may be",
          "[engines][returns][RETURNS-SIZES]") {
  const Composition few = Composition::parse("skellam(mu=1)^4");
  const plumbline::Real t(number("0.7"));
  const Ball truth = plan(few, "conditioned")->answer(Question::delta, t, Effort{15}).value;
  for (const double small : {-0.5, -3.0, -9.0}) {
    const ReturnContour contour{0.4375, 0.125, 6000, Bits{120}, 1.5, -0.5, small, 10000, 1, 200};
    const Ball found = returns_on_contour(few, contour, Question::delta, t).value;
    CAPTURE(small);
    CHECK(overlaps(found, truth));
  }
}

TEST_CASE("returns: far nodes by the machine, against types and against balls",
          "[engines][returns][sweep]") {
  const Composition few = Composition::parse("skellam(mu=1)^4");
  const auto sums = plan(few, "conditioned");
  const plumbline::Real t(number("0.7"));
  const double none = std::numeric_limits<double>::infinity();
  int index = 0;
  for (const Question question : {Question::delta, Question::one_minus_delta, Question::excess}) {
    if (!of_list(index++, 3)) continue;
    const Ball truth = sums->answer(question, t, Effort{15}).value;
    const ReturnContour balls{0.4375, 0.125, 6000, Bits{120}, 1.5, -0.5, -40, 10000};
    const Ball before = returns_on_contour(few, balls, question, t).value;
    for (const double wide : {none, 1.0, 100.0}) {
      for (const double plain : {1.0, 200.0}) {
        const ReturnContour contour{0.4375, 0.125, 6000,  Bits{120}, 1.5,
                                    -0.5,   -40,   10000, wide,      plain};
        const Ball found = returns_on_contour(few, contour, question, t).value;
        CAPTURE(wide, plain, static_cast<int>(question));
        CHECK(overlaps(found, truth));
        CHECK(found.relative_digits() > before.relative_digits() - 0.001);
      }
    }
  }
  const Composition many = Composition::parse("skellam(mu=3)^15");
  const plumbline::Real one(number("1"));
  const Ball truth = plan(many, "conditioned")->answer(Question::delta, one, Effort{15}).value;
  const Ball found = plan(many, "returns")->answer(Question::delta, one, Effort{8}).value;
  CHECK(overlaps(found, truth));
  CHECK(found.relative_digits() > 7);
}

TEST_CASE("returns: a sieve that stops has what it has found", "[engines][returns]") {
  const Composition composition = Composition::parse("skellam(mu=2)^40");
  constexpr long kCount = 20000;
  const auto sieve = [&] {
    return fourier::Sieve(composition, 0.4375, exact(0.09375, Bits{64}), kCount - 1, Bits{64},
                          no_poll);
  };
  std::vector<fourier::Run> all, some;
  REQUIRE(sieve().keep(0, kCount - 1, 9000, kCount, no_poll, &all));
  long reached = 0;
  CHECK_FALSE(sieve().keep(0, kCount - 1, 9000, 50, no_poll, &some, &reached));
  CHECK(reached > 0);
  CHECK(reached < kCount - 1);
  std::vector<long> first, second;
  for (const auto& run : all) {
    for (long k = run.first; k <= std::min(run.last, reached); ++k) first.push_back(k);
  }
  for (const auto& run : some) {
    for (long k = run.first; k <= run.last; ++k) second.push_back(k);
  }
  CHECK(second.size() == 50);
  CHECK(first == second);
}
