/// Numerical checks of every line of the proof of PARAMETER-ORDER, and of the order itself.
#include <cmath>

#include "reference/mechanisms/proved_order.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::check_meet;
using plumbline::testing::iterations;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

const Rational kOne(1);
const Bits kBits{256};

Rational random_number(Random& random, double low, double high) {
  return number(Random::text(random.uniform(low, high)));
}

PrivacyProfile profile_of(const std::string& mechanism, Direction direction) {
  return PrivacyProfile(Composition::parse(mechanism), direction);
}

}  // namespace

TEST_CASE("Parameter order: more Laplace noise is Laplace noise and another", "[PARAMETER-ORDER]") {
  Random random(911);
  for (int i = 0; i < iterations(20); ++i) {
    const Rational b = random_number(random, 0.1, 2), B = b + random_number(random, 0.01, 2),
                   t = random_number(random, -5, 5);
    CAPTURE(b.text(), B.text(), t.text());
    const Rational share = b * b / (B * B), large = kOne / (kOne + B * B * t * t);
    CHECK(large == (share + (kOne - share) * large) * (kOne / (kOne + b * b * t * t)));
    // The tails: P(Lap(0,b) + Lap(0,B) > x) = (B^2 e^(-x/B) - b^2 e^(-x/b))/(2 (B^2 - b^2)).
    const Rational x = random_number(random, 0.1, 4);
    const Ball tail_b = exp(-Ball(x / b, kBits)) / 2, tail_B = exp(-Ball(x / B, kBits)) / 2;
    const Ball both =
        (Ball(B * B, kBits) * tail_B - Ball(b * b, kBits) * tail_b) / Ball(B * B - b * b, kBits);
    check_meet(Ball(share, kBits) * tail_b + Ball(kOne - share, kBits) * both, tail_B, 30);
  }
}

TEST_CASE("Parameter order: more geometric noise is geometric noise and another",
          "[PARAMETER-ORDER]") {
  Random random(912);
  for (int i = 0; i < iterations(10); ++i) {
    const double a = random.uniform(0.05, 0.6), A = a + random.uniform(0.01, 0.25);
    CAPTURE(a, A);
    // The quotient of the generating functions is c g(z) g(1/z), g = 1 + sum (A-a) A^(n-1) z^n.
    constexpr int kTerms = 400;
    std::vector<double> g{1};
    for (int n = 1; n < kTerms; ++n) g.push_back((A - a) * std::pow(A, n - 1));
    const double c = std::pow((1 - A) / (1 - a), 2);
    std::vector<double> noise(2 * kTerms - 1, 0);  // at -kTerms+1 ..
    double sum = 0;
    for (int m = 0; m < kTerms; ++m) {
      for (int n = 0; n < kTerms; ++n) {
        noise[static_cast<size_t>(kTerms - 1 + m - n)] +=
            c * g[static_cast<size_t>(m)] * g[static_cast<size_t>(n)];
      }
    }
    for (const double mass : noise) {
      CHECK(mass >= 0);
      sum += mass;
    }
    CHECK(sum == Approx(1).epsilon(1e-12));
    for (const int x : {0, 1, -3, 7}) {
      double mass = 0;
      for (int at = -kTerms + 1; at < kTerms; ++at) {
        mass += noise[static_cast<size_t>(at + kTerms - 1)] * (1 - a) / (1 + a) *
                std::pow(a, std::abs(x - at));
      }
      CHECK(mass == Approx((1 - A) / (1 + A) * std::pow(A, std::abs(x))).epsilon(1e-10));
    }
  }
}

TEST_CASE("Parameter order: a smaller rate mixes trivial tests in", "[PARAMETER-ORDER]") {
  Random random(913);
  for (int i = 0; i < iterations(4); ++i) {
    const Rational p = random_number(random, 0.2, 1), less = p * random_number(random, 0.1, 0.9),
                   alpha = random_number(random, 0.01, 0.99), share = less / p;
    for (const char* noise : {"gaussian(sigma=1.3,p=", "laplace(b=0.8,p="}) {
      CAPTURE(noise, p.text(), less.text(), alpha.text());
      const auto f = [&](const Rational& rate) {
        PrivacyProfile profile =
            profile_of("subsampled_" + std::string(noise) + rate.text() + ")", Direction::forward);
        return tradeoff(profile, alpha, Effort{15}).value();
      };
      check_meet(f(less), Ball((kOne - share) * (kOne - alpha), kBits) + Ball(share, kBits) * f(p),
                 13);
    }
  }
}

TEST_CASE("Parameter order: channels of randomized response multiply", "[PARAMETER-ORDER]") {
  Random random(914);
  for (int i = 0; i < iterations(10); ++i) {
    const Rational k(random.integer(2, 6)), E = kOne + random_number(random, 0.1, 5);
    // a I + (1-a) J/k with a = (E-1)/(E+k-1) has E/(E+k-1) on the diagonal and 1/(E+k-1) elsewhere.
    const auto share = [&k](const Rational& ratio) { return (ratio - kOne) / (ratio + k - kOne); };
    const auto same = [&k](const Rational& a) { return a + (kOne - a) / k; };
    const auto other = [&k](const Rational& a) { return (kOne - a) / k; };
    const Rational a = share(E), b = random_number(random, 0, 1);
    CHECK(same(a) == E / (E + k - kOne));
    CHECK(other(a) == kOne / (E + k - kOne));
    CHECK(same(a * b) == same(a) * same(b) + (k - kOne) * other(a) * other(b));
    CHECK(share(E) < share(E + random_number(random, 0.01, 1)));
  }
}

TEST_CASE("Parameter order: trade-off functions of three lines", "[PARAMETER-ORDER]") {
  Random random(915);
  for (int i = 0; i < iterations(8); ++i) {
    const Rational epsilon = random_number(random, 0.1, 2), delta = random_number(random, 0, 0.3),
                   alpha = random_number(random, 0.01, 0.99);
    const Ball e = exp(Ball(epsilon, kBits)), a(alpha, kBits), rest(kOne - delta, kBits);
    const Rational eta =
        delta + (kOne - delta) * number(Random::text(std::tanh(epsilon.approximate() / 2) * 0.9 *
                                                     random.uniform(0.1, 1)));
    const auto largest = [&](bool bounded) {
      Ball f = max(max(rest - e * a, (rest - a) / e), Ball(kBits));
      return bounded ? max(f, Ball(kOne - eta - alpha, kBits)) : f;
    };
    const std::string common = "epsilon=" + epsilon.text() + ",delta=" + delta.text();
    CAPTURE(common, eta.text(), alpha.text());
    for (const Direction d : {Direction::forward, Direction::reverse}) {
      PrivacyProfile plain = profile_of("approximate_dp(" + common + ")", d);
      PrivacyProfile bounded =
          profile_of("total_variation_dp(" + common + ",eta=" + eta.text() + ")", d);
      CHECK(overlaps(tradeoff(plain, alpha, Effort{15}).value(), largest(false)));
      CHECK(overlaps(tradeoff(bounded, alpha, Effort{15}).value(), largest(true)));
    }
  }
}

TEST_CASE("Parameter order: the total variation of staircase noise", "[PARAMETER-ORDER]") {
  Random random(916);
  for (int i = 0; i < iterations(10); ++i) {
    const Rational epsilon = random_number(random, 0.05, 4), gamma = random_number(random, 0, 1);
    const bool small = gamma <= Rational(1, 2);
    const Ball q = exp(-Ball(epsilon, kBits)), g(gamma, kBits), one = Ball::integer(1, kBits);
    const Ball B = g * 2 + q * 2 * (one - g);
    const Ball eta = small ? (one - q) * (one - q / B) : (one - q) / B;
    CAPTURE(epsilon.text(), gamma.text());
    const std::string text = "staircase(epsilon=" + epsilon.text() + ",gamma=" + gamma.text() + ")";
    PrivacyProfile profile = profile_of(text, Direction::forward);
    check_meet(total_variation(profile, Effort{15}).value(), eta, 15);
    // f equals that of total_variation_dp with this eta.
    const Rational alpha = random_number(random, 0.01, 0.99);
    const Ball a(alpha, kBits);
    const Ball f = max(max(one - a / q, q * (one - a)), max(one - eta - a, Ball(kBits)));
    CHECK(overlaps(tradeoff(profile, alpha, Effort{15}).value(), f));
  }
}

TEST_CASE("Parameter order: every row of the table, pointwise", "[PARAMETER-ORDER]") {
  struct Row {
    const char* family;
    double low, high;
  };
  const Row rows[] = {{"gaussian(sigma=?)", 0.3, 3},
                      {"gaussian(sigma=2,sensitivity=?)", 0.3, 3},
                      {"laplace(b=?)", 0.3, 3},
                      {"laplace(b=1.5,sensitivity=?)", 0.3, 3},
                      {"subsampled_gaussian(sigma=?,p=0.3)", 0.5, 3},
                      {"subsampled_gaussian(sigma=1.2,p=0.3,sensitivity=?)", 0.3, 2},
                      {"subsampled_gaussian(sigma=1.2,p=?)", 0.01, 0.99},
                      {"subsampled_laplace(b=?,p=0.3)", 0.3, 3},
                      {"subsampled_laplace(b=1.2,p=0.3,sensitivity=?)", 0.3, 2},
                      {"subsampled_laplace(b=1.2,p=?)", 0.01, 0.99},
                      {"discrete_laplace(b=?,sensitivity=2)", 0.3, 3},
                      {"randomized_response(epsilon=?,k=3)", 0.1, 3},
                      {"approximate_dp(epsilon=?,delta=0.05)", 0.1, 3},
                      {"approximate_dp(epsilon=0.7,delta=?)", 0.01, 0.9},
                      {"total_variation_dp(epsilon=?,delta=0.05,eta=0.1)", 0.3, 3},
                      {"total_variation_dp(epsilon=0.7,delta=?,eta=0.3)", 0.0, 0.3},
                      {"total_variation_dp(epsilon=0.7,delta=0.05,eta=?)", 0.05, 0.3},
                      {"staircase(epsilon=?,gamma=0.2)", 0.1, 3},
                      {"staircase(epsilon=?,gamma=0.7)", 0.1, 3},
                      {"staircase(epsilon=1,gamma=?)", 0, 0.5},
                      {"laplace(b=?,relation=replace)", 0.5, 3},
                      {"randomized_response(epsilon=?,k=3,relation=replace_special)", 0.1, 3},
                      {"subsampled_gaussian(sigma=?,p=0.3,relation=replace)", 0.7, 3},
                      {"subsampled_gaussian(sigma=1.2,p=?,relation=replace)", 0.05, 0.95},
                      {"gaussian_mixture(sigma=?,shifts=[0,1,2],weights=[0.7,0.2,0.1])", 0.7, 3},
                      {"subsampled(staircase(epsilon=1,gamma=0.2),p=?)", 0.05, 0.95},
                      {"exponential_mechanism(epsilon=?)", 0.2, 3},
                      {"permute_and_flip(epsilon=?)", 0.2, 3},
                      {"exponential_mechanism(epsilon=?,t=0.2)", 0.3, 3},
                      {"skellam(mu=?)", 0.5, 9},
                      {"poisson(mu=?)", 0.5, 9},
                      {"uniform(width=?)", 1.1, 9}};
  Random random(917);
  for (const Row& row : rows) {
    const Family family(row.family, "");
    const bool up = family.order().larger_is_more_private;
    for (int i = 0; i < iterations(2); ++i) {
      const double x = random.uniform(row.low, row.high), y = random.uniform(row.low, row.high);
      const Rational low = number(Random::text(std::min(x, y))),
                     high = number(Random::text(std::max(x, y)));
      const Rational alpha = random_number(random, 0.01, 0.9), e = random_number(random, -1, 1);
      CAPTURE(row.family, low.text(), high.text(), alpha.text(), e.text());
      for (const Direction d : {Direction::forward, Direction::reverse}) {
        PrivacyProfile more(family.at(up ? high : low), d), less(family.at(up ? low : high), d);
        CHECK_FALSE(certainly_less(less.delta(Real(e), Effort{12}).value,
                                   more.delta(Real(e), Effort{12}).value));
        CHECK_FALSE(certainly_less(tradeoff(more, alpha, Effort{12}).value(),
                                   tradeoff(less, alpha, Effort{12}).value()));
      }
    }
  }
  const Family other("staircase(epsilon=1,gamma=?)", "");
  CHECK(*other.order().most == Rational(1, 2));
  const Family beyond("staircase(epsilon=1,gamma=0.8)", "gamma");
  CHECK(beyond.order().larger_is_more_private);
}

TEST_CASE("Parameter order: what is not in the table is refused", "[PARAMETER-ORDER]") {
  for (const auto& [mechanism, parameter] :
       {std::pair{"discrete_gaussian(sigma=3)", "sigma"},
        {"randomized_response(epsilon=1,k=3)", "k"},
        {"discrete_laplace(b=3,sensitivity=2)", "sensitivity"},
        {"staircase(epsilon=1,gamma=0.2,sensitivity=2)", "sensitivity"},
        {"skellam(mu=4,sensitivity=2)", "sensitivity"},
        {"truncated_laplace(b=1,bound=3)", "b"},
        {"bounded_laplace(b=1,width=3,at=1)", "at"},
        {"exponential_mechanism(epsilon=1,t=0.3)", "t"},
        {"truncated_subsampled_gaussian(sigma=1,p=0.1,n=100,batch=12)", "sigma"}}) {
    CAPTURE(mechanism, parameter);
    CHECK_THROWS_WITH(Family(mechanism, parameter), Catch::Contains("no proof"));
  }
  CHECK_THROWS_AS(Family("total_variation_dp(epsilon=?,delta=1,eta=0.5)", ""),
                  std::invalid_argument);
}
