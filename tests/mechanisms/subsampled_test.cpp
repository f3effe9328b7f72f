/// subsampled(M, p=): compared with existing pairs, closed-form sums and mixtures of tails.
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("subsampled: known pairs are found again", "[mechanisms][subsampled]") {
  for (const auto& [written, known] :
       {std::pair{"subsampled(gaussian(sigma=1.2),p=0.1)", "subsampled_gaussian(sigma=1.2,p=0.1)"},
        {"subsampled(laplace(b=2,sensitivity=3),p=1/4)",
         "subsampled_laplace(b=2,p=1/4,sensitivity=3)"},
        {"subsampled(subsampled(gaussian(sigma=2),p=0.5),p=0.2)",
         "subsampled_gaussian(sigma=2,p=0.1)"},
        {"subsampled(discrete_laplace(b=3,sensitivity=4),p=1)",
         "discrete_laplace(b=3,sensitivity=4)"}}) {
    CAPTURE(written);
    CHECK(Composition::parse(written).identity() == Composition::parse(known).identity());
  }
}

TEST_CASE("subsampled: finite laws against the mixture written out", "[mechanisms][subsampled]") {
  // Expected Q: 2/3 (1/5, 3/10, 1/2) + 1/3 (2/5, 7/20, 1/4).
  const std::string inner = "finite(P=[0.2,0.3,0.5],Q=[0.4,0.35,0.25])";
  const std::string mixed = "finite(P=[0.2,0.3,0.5],Q=[4/15,19/60,5/12])";
  for (const char* t : {"-0.1", "0", "0.05", "0.2"}) {
    CAPTURE(t);
    check_meet(forward_delta("subsampled(" + inner + ",p=1/3)^3", t),
               forward_delta(mixed + "^3", t), 12);
  }
  // Zeros: infinite loss under either measure.
  const std::string zeros = "finite(P=[0,0.3,0.7],Q=[0.2,0.8,0])";
  const std::string zeros_mixed = "finite(P=[0,0.3,0.7],Q=[0.05,0.425,0.525])";
  for (const char* t : {"-0.2", "0", "0.1", "0.3"}) {
    CAPTURE(t);
    check_meet(forward_delta("subsampled(" + zeros + ",p=1/4)^2", t),
               forward_delta(zeros_mixed + "^2", t), 12);
  }
}

TEST_CASE("subsampled: one step is a mixture of tails", "[mechanisms][subsampled]") {
  // L' > t' is equivalent to L > t, e^t' = 1-p + p e^t; delta' = p delta at the corresponding threshold.
  for (const char* inner :
       {"finite(P=[1/2,1/4,1/4],Q=[1/4,1/4,1/2])", "staircase(epsilon=1,gamma=0.2)",
        "discrete_laplace(b=2,sensitivity=3)", "approximate_dp(epsilon=0.7,delta=0.01)",
        "discrete_gaussian(sigma=2)", "skellam(mu=4)", "binomial(n=20,sensitivity=2)",
        "poisson(mu=3)", "choice(1/3:gaussian(sigma=1),2/3:laplace(b=1))"}) {
    const std::string whole = "subsampled(" + std::string(inner) + ",p=0.25)";
    CAPTURE(inner);
    for (const char* t : {"-0.37", "0.13", "0.41"}) {
      const Real threshold([t](Bits b) { return log1p(expm1(ball(t, b)) / 4); });
      PrivacyProfile mixed(Composition::parse(whole), Direction::forward);
      const Ball left = mixed.delta(threshold, Effort{13}).value;
      CAPTURE(t);
      check_meet(left, forward_delta(inner, t) / 4, 12);
    }
    check_round_trip(whole);
  }
}

TEST_CASE("subsampled: recorded sums", "[mechanisms][subsampled]") {
  check_value(forward_delta("subsampled(discrete_gaussian(sigma=2),p=0.1)", "0.05"),
              "0.0068049798827713910301", 15);
  check_value(forward_delta("subsampled(skellam(mu=4),p=0.2)", "0.1"), "0.012995409353186278446",
              15);
  check_value(forward_delta("subsampled(binomial(n=20,sensitivity=2),p=0.25)", "0.2"),
              "0.040944430760440603557", 15);
}

TEST_CASE("subsampled: two engines on compositions", "[mechanisms][subsampled]") {
  check_engines("subsampled(approximate_dp(epsilon=1,delta=0),p=0.2)^30", "0.8", "finite",
                "lattice", 2);
  check_engines("subsampled(discrete_gaussian(sigma=3),p=0.3)^2 * gaussian(sigma=1)", "0.4",
                "fourier", "lattice", 2);
}

namespace {

/// Returns positive weights with sum 1 and short texts.
std::vector<Rational> random_law(Random& random, size_t size) {
  std::vector<Rational> out;
  Rational sum(0);
  for (size_t i = 0; i < size; ++i) {
    out.push_back(Rational(random.integer(1, 9)));
    sum = sum + out.back();
  }
  for (Rational& x : out) x = x / sum;
  return out;
}

std::string list_text(const std::vector<Rational>& values) {
  std::string out;
  for (const Rational& x : values) out += (out.empty() ? "[" : ",") + x.text();
  return out + "]";
}

std::string finite_text(const std::vector<Rational>& P, const std::vector<Rational>& Q) {
  return "finite(P=" + list_text(P) + ",Q=" + list_text(Q) + ")";
}

/// Returns all products of an entry of a and an entry of b.
std::vector<Rational> outer(const std::vector<Rational>& a, const std::vector<Rational>& b) {
  std::vector<Rational> out;
  for (const Rational& x : a) {
    for (const Rational& y : b) out.push_back(x * y);
  }
  return out;
}

/// Returns the sum of (e^t P - Q)_- for a mixture of the product of a finite pair with discrete Gaussian noise, in
/// doubles.
double sum_beside_integers(const std::vector<double>& P, const std::vector<double>& Q, double sigma,
                           double p, double t) {
  const auto weight = [&](int x) { return std::exp(-x * x / (2 * sigma * sigma)); };
  double total = 0, sum = 0;
  for (int x = -60; x <= 60; ++x) total += weight(x);
  for (size_t i = 0; i < P.size(); ++i) {
    for (int x = -60; x <= 60; ++x) {
      const double a = P[i] * weight(x) / total, b = Q[i] * weight(x - 1) / total;
      sum += std::max(0.0, (1 - p) * a + p * b - std::exp(t) * a);
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("subsampled: products of finite laws against the product written out",
          "[mechanisms][subsampled]") {
  Random random(5613);
  for (int i = 0; i < iterations(12); ++i) {
    const auto P = random_law(random, 3), Q = random_law(random, 3), R = random_law(random, 2),
               S = random_law(random, 2);
    const std::string batch =
        "subsampled(" + finite_text(P, Q) + "*" + finite_text(R, S) + "^2,p=1/4)";
    const auto all_P = outer(P, outer(R, R)), all_Q = outer(Q, outer(S, S));
    const std::string written = "subsampled(" + finite_text(all_P, all_Q) + ",p=1/4)";
    CAPTURE(batch);
    for (const char* t : {"-0.21", "0.013", "0.3"}) {
      check_meet(forward_delta(batch, t), forward_delta(written, t), 12);
      check_meet(forward_delta(batch + "^2", t), forward_delta(written + "^2", t), 10);
    }
    check_round_trip(batch);
  }
  // Zeros: infinite losses of either sign.
  const std::string zeros = "finite(P=[0,0.3,0.7],Q=[0.2,0.8,0])",
                    other = "finite(P=[1/4,3/4],Q=[3/4,1/4])";
  const std::string joint = "finite(P=[0,0,3/40,9/40,7/40,21/40],Q=[3/20,1/20,3/5,1/5,0,0])";
  for (const char* t : {"-0.2", "0", "0.1", "0.3"}) {
    CAPTURE(t);
    check_meet(forward_delta("subsampled(" + zeros + "*" + other + ",p=1/3)", t),
               forward_delta("subsampled(" + joint + ",p=1/3)", t), 12);
    check_meet(forward_delta("subsampled(" + zeros + "*" + other + ",p=1)^2", t),
               forward_delta(zeros + "^2*" + other + "^2", t), 12);
  }
}

TEST_CASE("subsampled: a finite law beside integer noise, Gaussian and Laplace noise",
          "[mechanisms][subsampled]") {
  const double e = std::exp(1.0), p = 0.1;
  const std::vector<double> P{1 / (1 + e), e / (1 + e)}, Q{e / (1 + e), 1 / (1 + e)};
  const std::string whole = "subsampled(discrete_laplace(b=1)*discrete_gaussian(sigma=2),p=0.1)";
  for (const char* t : {"-0.08", "0", "0.1", "0.5"}) {
    CAPTURE(t);
    const double expected = sum_beside_integers(P, Q, 2, p, std::stod(t));
    CHECK(std::abs(forward_delta(whole, t).approximate() - expected) < 1e-12);
  }
  // L' > t' is equivalent to L > t, e^t' = 1-p + p e^t; delta' = p delta at the corresponding threshold.
  for (const char* inner :
       {"discrete_laplace(b=1)*laplace(b=2)", "dp(epsilon=1,delta=1e-3)^2*gaussian(sigma=2)",
        "gaussian(sigma=2)^3*finite(P=[1/3,2/3],Q=[2/3,1/3])*gaussian(sigma=3)",
        "truncated_discrete_laplace(b=1,bound=9)*skellam(mu=4)"}) {
    const std::string sampled = "subsampled(" + std::string(inner) + ",p=0.25)";
    CAPTURE(inner);
    for (const char* t : {"-0.37", "0.13", "0.41"}) {
      const Real threshold([t](Bits b) { return log1p(expm1(ball(t, b)) / 4); });
      PrivacyProfile mixed(Composition::parse(sampled), Direction::forward);
      CAPTURE(t);
      check_meet(mixed.delta(threshold, Effort{10}).value, forward_delta(inner, t) / 4, 8);
    }
    check_round_trip(sampled);
  }
}

TEST_CASE("subsampled: products that have no pair are refused by name",
          "[mechanisms][subsampled]") {
  for (const auto& [text, why] :
       {std::pair{"subsampled(laplace(b=1)*laplace(b=2),p=0.1)",
                  "no law of laplace(b=1) * laplace(b=2) on one batch is known"},
        {"subsampled(discrete_gaussian(sigma=2)^2,p=0.1)",
         "no law of discrete_gaussian(sigma=2) * discrete_gaussian(sigma=2) on one batch is known"},
        {"subsampled(zcdp(rho=0.1)*gaussian(sigma=2),p=0.1)",
         "zcdp(rho=0.1) must be sampled alone"},
        {"subsampled(gaussian(sigma=1,group=2)*laplace(b=1),p=0.1)", "unlike neighbours"},
        {"subsampled(gaussian(sigma=1,relation=replace)^2,p=0.1)", "it exchanges records"},
        {"subsampled(discrete_laplace(b=1,sensitivity=9)^40,p=0.1)", "at most 5000 outcomes"}}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(why));
  }
}

TEST_CASE("subsampled: advice under another relation says so", "[mechanisms][subsampled]") {
  const auto advises = [](const std::string& inner, const std::string& advice) {
    const std::string text = "subsampled(" + inner + ",p=0.1)";
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(advice));
  };
  const std::string other = "Under another relation, one record added or removed, approximate_dp(";
  for (const char* relation : {"replace", "replace_special", "zero_out"}) {
    const std::string inner = std::string("laplace(b=1,relation=") + relation + ")";
    advises(inner, std::string("subsampled_gaussian(sigma=...,p=...,relation=") + relation + ")");
    advises(inner, other);
  }
  advises("gaussian(sigma=1,group=2)", "subsampled_gaussian(sigma=...,p=...,group=2) for");
  advises("gaussian(sigma=1,group=2,relation=zero_out)",
          "subsampled_gaussian(sigma=...,p=...,group=2,relation=zero_out) for");
  advises("gaussian(sigma=1,group=2,relation=replace)",
          "whose relation is another one: records added or removed, not exchanged");
}

TEST_CASE("subsampled: what it refuses", "[mechanisms][subsampled]") {
  const auto refuses = [](const std::string& text, const std::string& why) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(why));
  };
  refuses("subsampled(p=0.1)", "unknown mechanism");
  refuses("subsampled()", "needs a mechanism");
  refuses("subsampled(gaussian(sigma=1))", "needs p=");
  refuses("subsampled(laplace(b=1)^2,p=0.1)", "all mechanisms but one must be Gaussian");
  refuses("subsampled(gaussian(sigma=1),p=1.5)", "p must be in (0, 1]");
  CHECK_THROWS_WITH(Family("subsampled(gaussian(sigma=?),p=0.1)", ""),
                    Catch::Contains("cannot have an open parameter"));
  const Family rate("subsampled(staircase(epsilon=1,gamma=0.2),p=?)", "");
  CHECK_FALSE(rate.order().larger_is_more_private);
  CHECK(rate.expression() == "subsampled(staircase(epsilon=1,gamma=0.2),p=?)");
}
