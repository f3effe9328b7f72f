/// Exact truth for pairs with few outcomes: all of it from the outcomes of the product, sorted by
/// likelihood ratio, in rational numbers (Neyman and Pearson). Shares nothing with reference/ but
/// the type Rational.
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

/// By decreasing ratio q/p (p = 0 first); equal ratios are one outcome.
class Law {
 public:
  explicit Law(std::vector<Outcome> outcomes);
  /// One step's law run n times, and the product of two.
  static Law power(const Law& law, int n);
  friend Law operator*(const Law& a, const Law& b);
  Law reversed() const;
  const std::vector<Outcome>& outcomes() const { return outcomes_; }

 private:
  std::vector<Outcome> outcomes_;
};

/// A number between two rationals (the same one twice where it is known exactly).
struct Range {
  Rational least, most;
  explicit Range(const Rational& x) : least(x), most(x) {}
  Range(Rational low, Rational high) : least(std::move(low)), most(std::move(high)) {}
};
Range operator+(const Range& a, const Range& b);
Range operator-(const Range& a, const Range& b);
Range operator*(const Range& a, const Rational& n);
Range max(const Range& a, const Range& b);
/// -1, +1: the sign for certain; 0: zero, or not decided.
int certain_sign(const Range& x);
/// e^t, of relative width below 10^-digits; exact at t = 0.
Range exponential(const Rational& t, int digits);

/// A trade-off curve with corners: type I and type II errors of the tests "reject the first k
/// outcomes", alpha increasing. Between corners tests are mixed.
class Polygon {
 public:
  struct Corner {
    Rational alpha, beta;
  };
  explicit Polygon(const Law& law);
  /// The lower convex hull of both: the curve of the larger of the two profiles.
  static Polygon hull(const Polygon& a, const Polygon& b);
  const std::vector<Corner>& corners() const { return corners_; }

  Rational beta(const Rational& alpha) const;
  /// sup over tests of Q(E) - x P(E), x = e^epsilon.
  Range delta(const Range& x) const;
  /// The smallest x >= 0 with delta(x) <= D; nothing where there is none.
  std::optional<Rational> least_x(const Rational& D) const;
  /// min over tests of prior alpha + (1-prior) beta.
  Rational bayes(const Rational& prior) const;
  Rational advantage() const;
  /// a = f(a), and the priors at which the Bayes error is as large as that.
  Rational fixed_point() const;
  Range maximising_priors() const;
  /// The corners of the Bayes error, with 0 and 1, increasing.
  std::vector<Rational> prior_corners() const;
  /// The corners of delta in x = e^epsilon, increasing.
  std::vector<Rational> x_corners() const;
  /// The largest ratio q/p of an outcome; nothing where infinite.
  std::optional<Rational> largest_ratio() const;

 private:
  explicit Polygon(std::vector<Corner> corners) : corners_(std::move(corners)) {}
  std::vector<Corner> corners_;
};

/// max(0, max over priors of R - R~), and R - R~ at one prior.
Rational divergence(const Polygon& M, const Polygon& other);
Rational bayes_difference(const Polygon& M, const Polygon& other, const Rational& prior);
/// The largest R - R~ over an interval of priors.
Rational largest_difference(const Polygon& M, const Polygon& other, const Range& priors);

/// sum q^a p^(1-a), a >= 2 an integer; nothing where infinite.
std::optional<Rational> power_sum(const Law& law, long a);

}  // namespace plumbline::fractions
