/// Exact values for pairs with few outcomes, from the outcomes of the product, sorted by likelihood ratio (Neyman and
/// Pearson), in rational numbers. Only the type Rational is shared with reference/.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline::fractions {

/// Masses of one outcome under P and under Q.
struct Outcome {
  Rational p, q;
};

/// Outcomes by decreasing ratio q/p (p = 0 first); outcomes with equal ratios are merged.
class Law {
 public:
  explicit Law(std::vector<Outcome> outcomes);
  /// Return the law of n runs of one step, and the product of two laws.
  static Law power(const Law& law, int n);
  friend Law operator*(const Law& a, const Law& b);
  Law reversed() const;
  const std::vector<Outcome>& outcomes() const { return outcomes_; }

 private:
  std::vector<Outcome> outcomes_;
};

/// A number enclosed by two rationals, which are equal if the number is known exactly.
struct Range {
  Rational least, most;
  explicit Range(const Rational& x) : least(x), most(x) {}
  Range(Rational low, Rational high) : least(std::move(low)), most(std::move(high)) {}
};
Range operator+(const Range& a, const Range& b);
Range operator-(const Range& a, const Range& b);
Range operator*(const Range& a, const Rational& n);
Range max(const Range& a, const Range& b);
/// Returns -1 or +1 if the sign is certain; 0 if x is zero or its sign is undecided.
int certain_sign(const Range& x);
/// Returns e^t with relative width below 10^-digits; exact at t = 0.
Range exponential(const Rational& t, int digits);

/// A piecewise linear trade-off curve: type I and type II errors of the tests "reject the first k outcomes", alpha
/// increasing. Points between corners are mixtures of two tests.
class Polygon {
 public:
  struct Corner {
    Rational alpha, beta;
  };
  explicit Polygon(const Law& law);
  /// Returns the lower convex hull of both curves: the curve of the larger of the two profiles.
  static Polygon hull(const Polygon& a, const Polygon& b);
  const std::vector<Corner>& corners() const { return corners_; }

  Rational beta(const Rational& alpha) const;
  /// Returns sup over tests of Q(E) - x P(E), x = e^epsilon.
  Range delta(const Range& x) const;
  /// Returns the smallest x >= 0 with delta(x) <= D; nothing if none exists.
  std::optional<Rational> least_x(const Rational& D) const;
  /// Returns min over tests of prior alpha + (1-prior) beta.
  Rational bayes(const Rational& prior) const;
  Rational advantage() const;
  /// Return a with a = f(a), and the priors at which the Bayes error attains its maximum a.
  Rational fixed_point() const;
  Range maximising_priors() const;
  /// Returns the corners of the Bayes error, with 0 and 1, increasing.
  std::vector<Rational> prior_corners() const;
  /// Returns the corners of delta in x = e^epsilon, increasing.
  std::vector<Rational> x_corners() const;
  /// Returns the largest ratio q/p of an outcome; nothing if it is infinite.
  std::optional<Rational> largest_ratio() const;

 private:
  explicit Polygon(std::vector<Corner> corners) : corners_(std::move(corners)) {}
  std::vector<Corner> corners_;
};

/// Return max(0, max over priors of R - R~), and R - R~ at one prior.
Rational divergence(const Polygon& M, const Polygon& other);
Rational bayes_difference(const Polygon& M, const Polygon& other, const Rational& prior);
/// Returns the largest R - R~ over an interval of priors.
Rational largest_difference(const Polygon& M, const Polygon& other, const Range& priors);

/// Returns sum q^a p^(1-a), a >= 2 an integer; nothing if it is infinite.
std::optional<Rational> power_sum(const Law& law, long a);

}  // namespace plumbline::fractions
