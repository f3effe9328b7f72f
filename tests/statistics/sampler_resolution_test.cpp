/// Cells of real draws: rounding, low bits, gaps and repetitions.
#include <cmath>
#include <random>

#include "reference/arithmetic/double_text.hpp"
#include "reference/statistics/samplers/real_line.hpp"
#include "reference/statistics/samplers/resolution.hpp"
#include "reference/statistics/samplers/sampler_judge.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Random64 = std::mt19937_64;

double size_of(const UpperBound& x) { return x.ball(Bits{64}).approximate(); }
double uniform(Random64& r) { return std::ldexp(static_cast<double>(r() >> 11), -53); }

/// Returns a Laplace draw that is rounded once: the logarithm of a uniform 64-bit number, shifted within its cell by
/// 64 more bits.
double fine_laplace(Random64& r) {
  const long double u = (static_cast<long double>(r()) + 0.5L) * 0x1p-64L;
  const long double moved = 0x1p-64L * (static_cast<long double>(r()) * 0x1p-64L - 0.5L);
  const auto x = static_cast<double>(std::fabs(moved - std::log1p(-u)));
  return (r() & 1) != 0 ? x : -x;
}

/// Returns a textbook Laplace draw: a sign and the logarithm of a uniform double.
double naive_laplace(Random64& r) {
  const double u = uniform(r) - 0.5;
  return u < 0 ? std::log1p(2 * u) : -std::log1p(-2 * u);
}

SamplerVerdict judged(const SamplerLaw& promised, double (*sampler)(Random64&), long draws) {
  SamplerJudge judge(promised);
  Random64 random(7);
  for (long i = 0; i < draws; i += 2) {
    const double first = sampler(random);
    judge.add(SamplerDraw::of(first), SamplerDraw::of(sampler(random)));
  }
  return judge.verdict();
}

/// Returns the probability that a Laplace draw of scale 1 rounds to (2^e)(1 + i 2^(1-s)), i = 0, ..., 2^(s-1) - 1.
double number_mass(int e, int i, int s) {
  const double step = std::ldexp(1.0, e + 1 - s), d = std::ldexp(1.0, e) + i * step;
  const double low = i == 0 ? d - step / 4 : d - step / 2;
  return (std::exp(-low) - std::exp(-(d + step / 2))) / 2;
}

}  // namespace

TEST_CASE("real samplers: a cell has what rounding may bring into it",
          "[statistics][sampler][ROUNDED-CELL]") {
  const RealNoise noise = gaussian_noise(number("1"));
  const std::vector<CellPartition> all = real_partitions(noise, 24, false);
  const double v = 0x1p-19;
  for (const CellPartition& p : all) {
    if (p.name != "sides" && p.name != "tails") continue;
    // The first cell is "at most c".
    const double c = parse_double(p.cells[0].substr(std::string("at most ").size()));
    const Ball edge = exact(c + std::fabs(c) * v, Bits{128});
    CHECK(certainly_at_most(normal_cdf(edge), p.masses[0].ball(Bits{128})));
    CHECK(size_of(p.masses[0]) <= normal_cdf(edge).approximate() * (1 + 1e-4) + 1e-28);
  }
}

TEST_CASE("real samplers: the last bits of few are nearly uniform",
          "[statistics][sampler][LOW-BITS]") {
  const int s = 8;
  std::vector<double> sums(16, 0);
  for (int e = -60; e < 7; ++e) {
    for (int i = 0; i < (1 << (s - 1)); ++i)
      sums[static_cast<size_t>(i % 16)] += 2 * number_mass(e, i, s);
  }
  const CellPartition cells = low_bits(s);
  double largest = 0;
  for (size_t r = 0; r < 16; ++r) {
    CHECK(sums[r] <= size_of(cells.masses[r]));
    largest = std::max(largest, sums[r]);
  }
  CHECK(largest > 1.0 / 16);
  CHECK(cells.cell(SamplerDraw::of(1 + 3.0 / 128), {}) == 3);
  CHECK(cells.cell(SamplerDraw::of(-2 * (1 + 18.0 / 128)), {}) == 2);
}

TEST_CASE("real samplers: repetitions of few bits", "[statistics][sampler][DOUBLE-REPEATED]") {
  const int s = 8;
  double sum = 0;
  for (int e = -60; e < 7; ++e) {
    for (int i = 0; i < (1 << (s - 1)); ++i) sum += 2 * std::pow(number_mass(e, i, s), 2);
  }
  CHECK(sum > 0);
  CHECK(sum <= size_of(real_repetition(s)));
}

TEST_CASE("real samplers: quantiles that are multiples are as rare as proved",
          "[statistics][sampler][UNIFORM-LATTICE]") {
  const RealNoise noise = laplace_line_noise(number("1"));
  const CellPartition cells = uniform_lattice(noise, 53);
  const double shell = 2 * 0x1p-10;
  Random64 random(11);
  const int draws = 200000;
  long on = 0, off = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = shell * (2 * uniform(random) - 1) * (1 - 0x1p-40 * uniform(random));
    const size_t cell = cells.cell(SamplerDraw::of(x), {});
    (cell == 1 ? on : off) += cell == 0 ? 0 : 1;
  }
  CHECK(on + off == draws);
  const double share = static_cast<double>(on) / draws * size_of(cells.masses[2]);
  CHECK(share <= size_of(cells.masses[1]));
  CHECK(share >= size_of(cells.masses[1]) / 3);
  CHECK(cells.cell(SamplerDraw::of(0.5), {}) == 0);
  CHECK(cells.cell(SamplerDraw::of(-std::log1p(-12345 * 0x1p-52)), {}) == 1);
}

TEST_CASE("real samplers: draws rounded once are not accused, naive ones are",
          "[statistics][sampler][LOW-BITS][DOUBLE-REPEATED]") {
  const SamplerLaw promised = sampler_law("laplace(b=1)", {});
  const SamplerVerdict fine = judged(promised, fine_laplace, 1 << 16);
  CAPTURE(fine.tests.front().name, fine.tests.front().cell, fine.tests.front().seen);
  CHECK(!fine.refuted);
  const SamplerVerdict naive = judged(promised, naive_laplace, 1 << 15);
  CHECK(naive.refuted);
  for (const SamplerTest& test : naive.tests) {
    if (test.name != "holes near zero") continue;
    CHECK(test.cell.find("its quantile a multiple") != std::string::npos);
    CHECK(test.e_value.log_approximate() > std::log(1e20));
  }
  CHECK(!judged(sampler_law("laplace(b=1)", {{}, 53, false}), naive_laplace, 1 << 16).refuted);
}

TEST_CASE("real samplers: numbers of 24 bits are not doubles", "[statistics][sampler]") {
  const auto short_normal = [](Random64& r) {
    std::normal_distribution<double> d;
    return static_cast<double>(static_cast<float>(d(r)));
  };
  CHECK(judged(sampler_law("gaussian(sigma=1)", {}), short_normal, 1 << 10).tests.front().name ==
        "low bits");
  const SamplerVerdict as_floats =
      judged(sampler_law("gaussian(sigma=1)", {{}, 24, true}), short_normal, 1 << 16);
  CAPTURE(as_floats.tests.front().name, as_floats.tests.front().cell, as_floats.tests.front().seen);
  CHECK(!as_floats.refuted);
}
