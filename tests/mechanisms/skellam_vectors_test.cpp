/// Skellam noise on vectors: bounds of divergences compared with sums, and the class with its members.
#include "reference/mechanisms/integer/skellam_vectors.hpp"

#include <cmath>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "tests/mechanisms/pair_checks.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = witness::Real;

/// Returns e^-mu I_k(mu) for k = 0 .. last, by downward recurrence, normalised by the sum of all masses.
std::vector<Wide> masses(double mu, long last) {
  std::vector<Wide> out(static_cast<size_t>(last) + 2);
  const long start = last + 60 + static_cast<long>(4 * mu);
  Wide above = 0, here = 1, sum = 0;
  for (long k = start; k >= 0; --k) {
    if (k <= last) out[static_cast<size_t>(k)] = here;
    sum += k == 0 ? here : 2 * here;
    const Wide below = above + here * Wide(2 * k) / Wide(mu);
    above = here;
    here = below;
    if (here > Wide(1e200)) {
      for (Wide& x : out) x /= Wide(1e200);
      above /= Wide(1e200), here /= Wide(1e200), sum /= Wide(1e200);
    }
  }
  for (Wide& x : out) x /= sum;
  return out;
}

/// Returns D_a of the noise shifted by s.
double divergence(double mu, long s, double a) {
  const long last = 40 + static_cast<long>(14 * std::sqrt(mu)) +
                    6 * static_cast<long>(a * static_cast<double>(s));
  const std::vector<Wide> f = masses(mu, last + s);
  Wide sum = 0;
  for (long x = -last; x <= last; ++x) {
    const Wide moved = f[static_cast<size_t>(std::labs(x - s))],
               plain = f[static_cast<size_t>(std::labs(x))];
    if (plain > 0 && moved > 0) sum += exp(Wide(a) * log(moved) + Wide(1 - a) * log(plain));
  }
  return static_cast<double>(log(sum)) / (a - 1);
}

double bound(const Rational& mu, const Rational& squares, const Rational& count, double a) {
  return skellam_divergence(mu, {squares, count, squares}, Rational::from_binary64(a), Bits{128})
      .upper()
      .approximate();
}

double upper_delta(const std::string& text, const std::string& epsilon) {
  return forward_delta(text, epsilon, "auto", 8).upper().approximate();
}

}  // namespace

TEST_CASE("skellam vectors: second differences of the logarithm are largest in the middle",
          "[mechanisms][integer][SKELLAM-CURVATURE]") {
  Random random(81);
  for (int i = 0; i < iterations(20); ++i) {
    const Rational mu = number(Random::text(random.log_uniform(0.01, 60)));
    const std::vector<Wide> f = masses(mu.approximate(), 60);
    const Wide first = 2 * (log(f[0]) - log(f[1]));
    const double most = 2 * bound(mu, number("1"), number("1"), 2) / 2;
    CAPTURE(mu.text());
    CHECK(static_cast<double>(first) <= most * (1 + 1e-12));
    for (size_t k = 1; k < 50; ++k) {
      CHECK(static_cast<double>(2 * log(f[k]) - log(f[k - 1]) - log(f[k + 1])) < most);
    }
  }
}

TEST_CASE("skellam vectors: no divergence of one coordinate exceeds its bound",
          "[mechanisms][integer][SKELLAM-VECTORS][SKELLAM-CURVATURE]") {
  Random random(82);
  for (int i = 0; i < iterations(40); ++i) {
    const Rational mu = number(Random::text(random.log_uniform(0.05, 40)));
    const int s = random.integer(1, 4);
    const double a = i % 3 == 0   ? random.integer(2, 9)
                     : i % 3 == 1 ? 0.5 + random.integer(1, 5)
                                  : random.uniform(1.02, 6);
    const double found = divergence(mu.approximate(), s, a);
    CAPTURE(mu.text(), s, a, found);
    CHECK(found <= bound(mu, Rational(s * s), number("1"), a) * (1 + 1e-9));
  }
  // At a half-integer order the bound is almost tight.
  CHECK(divergence(50, 1, 1.5) > 0.98 * bound(number("50"), number("1"), number("1"), 1.5));
  // For wide noise the bound is nearly that of a Gaussian, and is tight up to 0.3 %.
  const double wide = divergence(400, 3, 8);
  CHECK(wide > 0.997 * bound(number("400"), number("9"), number("1"), 8));
  CHECK(std::fabs(wide / (8.0 * 9 / 800) - 1) < 2e-3);
}

TEST_CASE("skellam vectors: below the published bound", "[mechanisms][integer]") {
  Random random(83);
  for (int i = 0; i < iterations(50); ++i) {
    const double mu = random.log_uniform(2, 1e12), L = std::floor(random.log_uniform(1, 1e6));
    const double l1 = random.uniform(std::sqrt(L), L);
    const int a = random.integer(2, 200);
    const double published =
        a * L / (2 * mu) + std::min(((2 * a - 1) * L + 6 * l1) / (4 * mu * mu), 3 * l1 / (2 * mu));
    if (mu < 10 || a * L > 4 * mu * l1) continue;
    CAPTURE(mu, L, l1, a);
    CHECK(bound(Rational::from_binary64(mu), Rational::from_binary64(L), Rational::from_binary64(L),
                a) <= published * (1 + 1e-12));
  }
}

TEST_CASE("skellam vectors: the class has at least the losses of its members",
          "[mechanisms][integer][SKELLAM-VECTORS]") {
  for (const char* epsilon : {"0.1", "0.5", "1", "2"}) {
    CAPTURE(epsilon);
    const double all = upper_delta("skellam(mu=20,l2=2)", epsilon);
    CHECK(all >= upper_delta("skellam(mu=20,sensitivity=2)", epsilon));
    CHECK(all >= upper_delta("skellam(mu=20)^4", epsilon));
    CHECK(upper_delta("skellam(mu=20,l2=2)^3", epsilon) >=
          upper_delta("skellam(mu=20,sensitivity=2)^3", epsilon));
    // With l1 = l2 = 2 a single coordinate may change by 2.
    const double one = upper_delta("skellam(mu=20,l1=2,l2=2)", epsilon);
    CHECK(one <= all);
    CHECK(one >= upper_delta("skellam(mu=20,sensitivity=2)", epsilon));
  }
  // Wide noise is nearly Gaussian: delta is between that of the Gaussian and its guarantee.
  const double wide = upper_delta("skellam(mu=1e12,l2=1000000)", "3");
  CHECK(wide > upper_delta("gaussian(sigma=1)", "3"));
  CHECK(wide < 1.03 * upper_delta("zcdp(rho=1/2)", "3"));
}

TEST_CASE("skellam vectors: texts, hypotheses and refusals", "[mechanisms][integer]") {
  for (const char* text : {"skellam(mu=20,l2=2.5)", "skellam(mu=1e12,l1=1e6,l2=1000)^7",
                           "skellam(mu=20,l1=3)", "skellam(mu=20,l2=2)*laplace(b=1)"}) {
    check_round_trip(text);
    const Composition composition = Composition::parse(text);
    const Hypotheses& h = composition.hypotheses();
    CHECK(is_dominating(h));
    CHECK(stated_attainment(h) == Attained::no);
  }
  const auto refused = [](const char* text, const char* part) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(part));
  };
  refused("skellam(mu=20,l2=0.5)", "l2 must be at least 1");
  refused("skellam(mu=20,l2=2,sensitivity=2)", "applies to one integer");
  refused("skellam(mu=1e-6,l2=2)", "from 0.001 to 10^18");
  const auto moves = [](const char* l1, const char* l2) {
    Parameters q;
    if (*l1 != '\0') q["l1"] = number(l1);
    if (*l2 != '\0') q["l2"] = number(l2);
    return integer_moves(q);
  };
  CHECK(moves("", "2.5").squares == number("6"));
  CHECK(moves("", "2.5").single == number("2"));
  CHECK(moves("3.5", "").squares == number("9"));
  CHECK(moves("3", "100").squares == number("9"));
  CHECK(moves("100", "3").count == number("9"));
  CHECK(moves("5", "3").count == number("5"));
}
