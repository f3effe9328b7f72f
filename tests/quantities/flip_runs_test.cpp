/// Runs of permute-and-flip: values that two candidates attain, compared with their law and the dominating pair.
#include "reference/mechanisms/laplace/flip_runs.hpp"

#include <cmath>

#include "reference/quantities/divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/statistics/samplers/choice_law.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Ball returned(const Rational& lead) {
  const Ball half = exp(-abs(Ball(lead, Bits{512}))) / 2;
  return lead.sign() < 0 ? half : Ball::integer(1, Bits{512}) - half;
}

double delta_of(const std::string& mechanism, const Rational& epsilon) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  return profile.delta(Real(epsilon), Effort{12}).value.approximate();
}

}  // namespace

TEST_CASE("flip runs: probabilities lie within those of two candidates, with few bits too",
          "[quantities][FLIP-PAIR]") {
  for (const char* epsilon : {"0.3", "1", "2.7"}) {
    for (const char* lead : {"-3.1", "-1", "-0.45", "-0.1", "0.2", "1.7"}) {
      for (const long bits : {8L, 10L, 13L, 192L}) {
        CAPTURE(epsilon, lead, bits);
        const auto pair = flip_pair(number(epsilon), number(lead), Bits{bits});
        if (!pair) continue;
        CHECK(certainly_at_most(returned(number(lead)), Ball(pair->without, Bits{512})));
        CHECK(certainly_at_most(Ball(pair->with, Bits{512}),
                                returned(number(lead) + number(epsilon))));
      }
    }
  }
  CHECK_FALSE(flip_pair(number("1e-9"), Rational(0), Bits{12}));
  CHECK_THROWS_AS(flip_member({Rational(0), Rational(1)}, std::nullopt), std::invalid_argument);
}

TEST_CASE("flip runs: of one run each point of the Laplace profile is reached, of two none is more",
          "[quantities]") {
  for (const double at : {0.1, 0.5, 0.9}) {
    const Rational epsilon = Rational::from_binary64(at);
    const std::string one = flip_member({Rational(1), Rational(1)}, at);
    CHECK(delta_of(one, epsilon) == Approx(delta_of("laplace(b=1)", epsilon)).epsilon(1e-6));
  }
  const std::string two = flip_member({Rational(1), Rational(2)}, 1.5) + "^2";
  CHECK(delta_of(two, Rational(3, 2)) == Approx(0.12309095479).epsilon(1e-8));
  CHECK(delta_of("laplace(b=1)^2", Rational(3, 2)) == Approx(0.1238491190).epsilon(1e-8));
  const std::string even = flip_member({Rational(1), Rational(2)}, std::nullopt) + "^2";
  CHECK(delta_of(even, Rational(3, 2)) < 0.12309);
}

// Compares the output distributions of up to five candidates, with every score changed by at most 1. Every third
// setting has two candidates at the distance that attains the profile.
TEST_CASE("permute_and_flip: no neighbours have a larger profile, and two candidates reach it",
          "[quantities][mechanisms]") {
  Random random(71);
  for (int i = 0; i < 60; ++i) {
    const double epsilon = random.log_uniform(0.1, 4), at = random.uniform(0, epsilon);
    const bool reaches = i % 3 == 0;
    const int candidates = reaches ? 2 : random.integer(2, 5);
    std::vector<Rational> without, with;
    for (int k = 0; k < candidates; ++k) {
      const double score = reaches ? k * (at / epsilon + 1) : random.uniform(-4, 4);
      const double change = reaches ? 1 - 2 * k : random.uniform(-1, 1);
      without.push_back(Rational::from_binary64(score));
      with.push_back(Rational::from_binary64(score) + Rational::from_binary64(change));
    }
    const Rational exact = Rational::from_binary64(epsilon);
    const OutcomeMasses p = permute_and_flip_masses(exact, without),
                        q = permute_and_flip_masses(exact, with);
    double delta = 0;
    for (size_t k = 0; k < p.size(); ++k) {
      delta += std::max(0.0, q[k].approximate() - std::exp(at) * p[k].approximate());
    }
    const double most =
        delta_of("permute_and_flip(epsilon=" + exact.text() + ")", Rational::from_binary64(at));
    CAPTURE(i, epsilon, at);
    CHECK(delta <= most * (1 + 1e-9));
    if (reaches) CHECK(delta >= most * (1 - 1e-9));
  }
  CHECK(delta_of("permute_and_flip(epsilon=2)^3", Rational(1)) ==
        Approx(delta_of("laplace(b=0.5)^3", Rational(1))));
}

TEST_CASE("flip runs: two candidates stand at places from far behind to far ahead",
          "[quantities]") {
  const FlipRuns two{Rational(2), Rational(2)};
  CHECK(flip_member_at(two, 0.5) == flip_member(two, std::nullopt));
  CHECK(flip_member_at(two, 0.45) != flip_member_at(two, 0.55));
  const auto divergence = [](const std::string& member) {
    return renyi(Composition::parse(member), Rational(2), Direction::worst, Effort{10})
        ->value()
        .approximate();
  };
  double best = 0;
  for (int i = 0; i <= 1000; ++i)
    best = std::max(best, divergence(flip_member_at(two, i / 1000.0)));
  CHECK(best == Approx(1.505555).epsilon(1e-5));  // computed by another program
  CHECK_THROWS_AS(flip_member_at({Rational(0), Rational(1)}, 0.5), std::invalid_argument);
}
