/// Cells of promised laws, compared with independently computed masses, and with draws of correct and wrong samplers.
#include "reference/statistics/samplers/sampler_law.hpp"

#include <cmath>
#include <random>
#include <stdexcept>

#include "reference/mechanisms/integer/gaussian_law.hpp"
#include "reference/statistics/samplers/choice_law.hpp"
#include "reference/statistics/samplers/integer_line.hpp"
#include "reference/statistics/samplers/real_line.hpp"
#include "reference/statistics/samplers/resolution.hpp"
#include "reference/statistics/samplers/sampler_judge.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Sampler = std::function<double(std::mt19937_64&)>;

double size_of(const UpperBound& x) { return x.ball(Bits{64}).approximate(); }

double uniform(std::mt19937_64& r) { return std::ldexp(static_cast<double>(r() >> 11), -53); }

SamplerLaw law(const std::string& text, std::vector<Rational> scores = {}) {
  return sampler_law(text, {std::move(scores), 53, true});
}

/// Returns the verdict after `draws` draws, or at the first draw that refutes.
SamplerVerdict judged(const SamplerLaw& promised, const Sampler& sampler, long draws,
                      uint64_t seed = 1) {
  SamplerJudge judge(promised);
  std::mt19937_64 random(seed);
  for (long i = 2; i <= draws; i += 2) {
    const double first = sampler(random);
    judge.add(SamplerDraw::of(first), SamplerDraw::of(sampler(random)));
    const bool is_power = (i & (i - 1)) == 0;
    if (!is_power && i != draws) continue;
    SamplerVerdict out = judge.verdict();
    if (out.refuted || i == draws) return out;
  }
  return judge.verdict();
}

double geometric(std::mt19937_64& r, double b) { return std::floor(-b * std::log1p(-uniform(r))); }
Sampler discrete_laplace(double b) {
  return [b](std::mt19937_64& r) {
    const double up = geometric(r, b);
    return up - geometric(r, b);
  };
}
Sampler chosen(std::vector<double> weights) {
  return [weights](std::mt19937_64& r) {
    std::discrete_distribution<int> d(weights.begin(), weights.end());
    return static_cast<double>(d(r));
  };
}

/// Returns a sampler for the law of a table.
Sampler of_masses(const std::shared_ptr<const IntegerLaw>& law_of, long from, long to) {
  std::vector<double> weights;
  for (const Ball& m : law_of->masses(from, to, Bits{64})) weights.push_back(m.approximate());
  auto d = std::make_shared<std::discrete_distribution<long>>(weights.begin(), weights.end());
  return [d, from](std::mt19937_64& r) { return static_cast<double>((*d)(r) + from); };
}

}  // namespace

TEST_CASE("sampler laws: cells have at least their masses, and hardly more",
          "[statistics][sampler]") {
  for (const char* text :
       {"discrete_laplace(b=2)", "discrete_laplace(b=1/3)", "discrete_gaussian(sigma=3)",
        "geometric(b=2)", "skellam(mu=4)", "poisson(mu=4)", "binomial(n=100)", "gaussian(sigma=1)",
        "laplace(b=2)", "randomized_response(epsilon=1,k=3)", "finite(P=[1/4,3/4],Q=[1/2,1/2])"}) {
    const SamplerLaw promised = law(text);
    CHECK(promised.tests() >= 4);
    for (const CellPartition& p : promised.single) {
      CAPTURE(text, p.name);
      double sum = 0;
      for (const UpperBound& q : p.masses) sum += size_of(q);
      CHECK(sum >= 1 - 1e-9);
      CHECK(sum <= (p.name == "holes near zero" ? 1.01 : 1 + 1e-6));
      CHECK(p.cells.size() == p.masses.size());
    }
  }
}

TEST_CASE("sampler laws: what a table leaves out is counted",
          "[statistics][sampler][TABLE-BEYOND]") {
  const auto noise = discrete_gaussian_law(number("9"));
  const auto line = tabulated_law(noise);
  const double edge = line->range().first;  // no integer of the table is at most this
  Ball sum(Bits{128});
  for (const Ball& m :
       noise->masses(static_cast<long>(edge) - 30, static_cast<long>(edge), Bits{128}))
    sum += m;
  CHECK(certainly_at_most(sum, line->mass(std::nullopt, edge).ball(Bits{128})));
}

TEST_CASE("sampler laws: closed forms meet sums", "[statistics][sampler]") {
  const double r = std::exp(-0.5);
  const auto line = geometric_line_law(number("2"), false);
  const auto f = [r](long x) { return (1 - r) / (1 + r) * std::pow(r, std::labs(x)); };
  for (const long modulus : {1L, 2L, 16L}) {
    for (long residue = 0; residue < modulus; ++residue) {
      double sum = 0;
      for (long x = -400; x <= 400; ++x) {
        if (((x - residue) % modulus) == 0) sum += f(x);
      }
      CHECK(std::fabs(size_of(line->residue_mass(residue, modulus)) - sum) < 1e-8);
    }
  }
  for (const long a : {-7L, -1L, 0L, 4L}) {
    double sum = 0;
    for (long x = a + 1; x <= a + 5; ++x) sum += f(x);
    const double found = size_of(line->mass(static_cast<double>(a), static_cast<double>(a + 5)));
    CHECK(std::fabs(found - sum) < 1e-8);
  }
  double squares = 0;
  for (long x = -400; x <= 400; ++x) squares += f(x) * f(x);
  CHECK(std::fabs(size_of(line->repetition()) - squares) < 1e-8);
}

TEST_CASE("sampler laws: permute-and-flip, by all orders", "[statistics][sampler]") {
  const std::vector<Rational> scores{number("0"), number("1"), number("2.5")};
  std::vector<double> w;
  for (const Rational& s : scores) w.push_back(std::exp((s.approximate() - 2.5) / 2));
  std::vector<double> sums(3, 0);
  std::vector<size_t> order{0, 1, 2};
  do {
    double left = 1;  // no candidate was chosen so far in this pass
    for (const size_t i : order) {
      sums[i] += left * w[i] / 6;
      left *= 1 - w[i];
    }
  } while (std::next_permutation(order.begin(), order.end()));
  const OutcomeMasses found = permute_and_flip_masses(number("1"), scores);
  for (size_t i = 0; i < 3; ++i) CHECK(std::fabs(found[i].approximate() - sums[i]) < 1e-14);
}

TEST_CASE("sampler laws: right samplers of integers are not accused", "[statistics][sampler]") {
  const long draws = 1 << 17;
  for (const uint64_t seed : {1, 2}) {
    CHECK(!judged(law("discrete_laplace(b=2)"), discrete_laplace(2), draws, seed).refuted);
    CHECK(!judged(
               law("geometric(b=3)"), [](auto& r) { return geometric(r, 3); }, draws, seed)
               .refuted);
    CHECK(!judged(law("discrete_gaussian(sigma=3)"),
                  of_masses(discrete_gaussian_law(number("9")), -40, 40), draws, seed)
               .refuted);
    CHECK(!judged(
               law("binomial(n=60)"),
               [](auto& r) {
                 std::binomial_distribution<int> d(60, 0.5);
                 return static_cast<double>(d(r));
               },
               draws, seed)
               .refuted);
  }
  const double w = std::exp(0.5);
  CHECK(!judged(law("exponential_mechanism(epsilon=1)", {number("0"), number("1")}), chosen({1, w}),
                draws)
             .refuted);
  CHECK(!judged(law("randomized_response(epsilon=1,k=3)"), chosen({std::exp(1), 1, 1}), draws)
             .refuted);
}

TEST_CASE("sampler laws: wrong samplers of integers are found", "[statistics][sampler]") {
  const auto strongest = [](const SamplerVerdict& v) {
    return v.refuted ? v.tests.front().name : "none";
  };
  const SamplerLaw promised = law("discrete_laplace(b=2)");
  const Sampler right = discrete_laplace(2);
  CHECK(judged(promised, discrete_laplace(2.05), 1 << 18).refuted);
  CHECK(judged(
            promised, [&](auto& r) { return std::clamp(right(r), -14.0, 14.0); }, 1 << 18)
            .refuted);
  CHECK(strongest(judged(
            promised, [&](auto& r) { return right(r) + 0.5; }, 16)) == "support");
  CHECK(judged(
            promised,
            [&](auto& r) {  // the last bit is not fair
              const double x = right(r);
              return r() % 20 == 0 && std::fmod(x, 2) != 0 ? x + 1 : x;
            },
            1 << 18)
            .refuted);
  double last = 0;
  CHECK(strongest(judged(
                      promised,
                      [&](auto& r) {  // one draw in ten repeats the previous one
                        return last = r() % 10 == 0 ? last : right(r);
                      },
                      1 << 18))
            .find("neighbours") != std::string::npos);
}

TEST_CASE("sampler laws: permute-and-flip is told from the exponential mechanism",
          "[statistics][sampler]") {
  const std::vector<Rational> scores{number("0"), number("1")};
  const auto permute_and_flip = [](std::mt19937_64& r) {
    const bool accepts =
        uniform(r) < std::exp(-0.5);  // the trial of the worse candidate, if it comes first
    return r() % 2 == 0 && accepts ? 0.0 : 1.0;
  };
  CHECK(judged(law("exponential_mechanism(epsilon=1)", scores), permute_and_flip, 1 << 16).refuted);
  CHECK(!judged(law("permute_and_flip(epsilon=1)", scores), permute_and_flip, 1 << 16).refuted);
}

TEST_CASE("sampler laws: the same stream in two starts is found", "[statistics][sampler]") {
  SamplerJudge judge(law("discrete_laplace(b=20)"));
  std::mt19937_64 random(3);
  for (int i = 0; i < 64; ++i) {
    const SamplerDraw x = SamplerDraw::of(discrete_laplace(20)(random));
    judge.add_starts(x, x);
  }
  CHECK(judge.verdict().refuted);
  CHECK(judge.verdict().tests.front().name == "two starts");
}

TEST_CASE("sampler laws: what is written", "[statistics][sampler]") {
  CHECK_THROWS_WITH(law("gaussian(sigma=1)^2"), Catch::Contains("run once"));
  CHECK_THROWS_WITH(law("gaussian(sigma=?)"), Catch::Contains("no number"));
  CHECK_THROWS_WITH(law("subsampled_gaussian(sigma=1,p=0.1)"), Catch::Contains("known are"));
  CHECK_THROWS_WITH(law("exponential_mechanism(epsilon=1)"), Catch::Contains("--scores"));
  CHECK_THROWS_WITH(law("geometric(p=1)"), Catch::Contains("geometric(b=NUMBER)"));
  CHECK_THROWS_WITH(law("geometric(b=0)"), Catch::Contains("b"));
  CHECK_THROWS_AS(law("discrete_gaussian(sigma=1000000)"), std::invalid_argument);
}
