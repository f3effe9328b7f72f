#include "reference/mechanisms/integer/binomial_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/integer/integer_noise.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

constexpr long kMostTrials = 20000;  // maximum n: exact masses have up to n bits

class BinomialLaw final : public IntegerLaw {
 public:
  explicit BinomialLaw(long n) : n_(n) {}

  std::optional<long> first() const override { return 0; }
  std::optional<long> last() const override { return n_; }
  std::vector<Ball> masses(long from, long to, Bits p) const override {
    const Bits work = p + 64;
    const auto log_factorial = [&](long k) { return log_gamma(Ball::integer(k + 1, work)); };
    const Ball log_2 = log(Ball::integer(2, work));
    Ball mass =
        exp(log_factorial(n_) - log_factorial(from) - log_factorial(n_ - from) - log_2 * n_);
    std::vector<Ball> out;
    for (long x = from; x <= to; ++x) {
      poll_here(x);
      out.push_back(mass);
      mass = mass * (n_ - x) / (x + 1);
    }
    return out;
  }
  std::optional<Rational> exact_sum(long from, long to) const override {
    Rational sum(0), mass = exact_mass(from);
    for (long x = from; x <= to; ++x) {
      sum = sum + mass;
      mass = mass * Rational(n_ - x, static_cast<unsigned long>(x + 1));
    }
    return sum;
  }
  // C(n, k-1)/C(n, k) = k/(n-k+1).
  std::optional<Rational> exact_odds(long x, long D) const override {
    Rational out(1);
    for (long k = x; k > x - D; --k) {
      out = out * Rational(k, static_cast<unsigned long>(n_ - k + 1));
    }
    return out;
  }
  // BOUND(BINOMIAL-LAW)
  // Statement.  f is log-concave, and for D <= x <= y < n
  //
  //                 e^{L(y+1)-L(y)} <= (1+D) (x+1)/(x+1-D).
  //
  // Needs.      x >= D: checked here (indeterminate otherwise).
  // Proof.      f(y+1)/f(y) = (n-y)/(y+1) decreases in y, so f is log-concave. The ratio at y-D divided by the ratio
  //             at y is (1 + D/(n-y)) (y+1)/(y+1-D), where n-y >= 1, and (y+1)/(y+1-D) decreases in y.
  // Source.     Elementary.
  Ball growth(long x, long D, Bits p) const override {
    if (x < D) return Ball::indeterminate(p);
    return bound_number<"BINOMIAL-LAW">(
        Ball(Rational(1 + D) * Rational(x + 1, static_cast<unsigned long>(x + 1 - D)), p));
  }
  std::optional<long> twice_centre() const override { return n_; }
  double mean() const override { return static_cast<double>(n_) / 2; }
  double deviation() const override { return std::sqrt(static_cast<double>(n_)) / 2; }
  double log_mass(double x) const override {
    const double n = static_cast<double>(n_);
    if (x < 0 || x > n) return -std::numeric_limits<double>::infinity();
    return log_gamma(n + 1) - log_gamma(x + 1) - log_gamma(n - x + 1) - n * kLn2;
  }

 private:
  Rational exact_mass(long x) const {
    const long k = std::min(x, n_ - x);
    Rational mass = power(Rational(1, 2UL), n_);
    for (long i = 0; i < k; ++i) mass = mass * Rational(n_ - i, static_cast<unsigned long>(i + 1));
    return mass;
  }
  long n_;
};

Mechanism make_binomial_noise(const Parameters& q) {
  const Rational n = positive(q, "n");
  if (!n.is_integer() || n > Rational(kMostTrials)) {
    throw std::invalid_argument("n must be an integer from 1 to 20000, got " + n.text());
  }
  return binomial_noise(static_cast<long>(n.approximate()), integer_sensitivity(q));
}

// A Bin(n+1, 1/2) variable is a Bin(n, 1/2) variable plus an independent Bin(1, 1/2) variable.
// PROOF(PARAMETER-ORDER) n of binomial
//             A sum of independent noises of this kind is a noise of this kind. So the larger noise is the smaller
//             noise plus an independent noise.
std::optional<ParameterOrder> order_of_binomial_noise(const std::string& parameter,
                                                      const Parameters&) {
  if (parameter != "n") return std::nullopt;
  return ParameterOrder{true, Rational(1), Rational(kMostTrials), true, true, true};
}

}  // namespace

std::shared_ptr<const IntegerLaw> binomial_law(long n) { return std::make_shared<BinomialLaw>(n); }

Mechanism binomial_noise(long n, long sensitivity) {
  return integer_noise(
      binomial_law(n), sensitivity,
      "binomial(n=" + std::to_string(n) + sensitivity_text(Rational(sensitivity)) + ")");
}

MechanismEntry binomial_noise_entry() {
  return {.name = "binomial",
          .required = {"n"},
          .optional = {"sensitivity"},
          .summary = "binomial noise Bin(n,1/2) against its shift by an integer",
          .make = make_binomial_noise,
          .order = order_of_binomial_noise,
          .symmetric = always_symmetric,
          .whole = {"n", "sensitivity"},
          .facts = log_concave_facts(kShiftedIntegers)};
}

}  // namespace plumbline
