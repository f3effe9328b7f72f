/// The distribution of K, the number of runs of a mechanism of which private selection releases the best output.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The distribution of K, which does not depend on the data. With f(x) = E[x^K], the bounds depend on K only through
///
///     below(u) = f(1 - u)     probability that no run has an output in a set of mass u
///     weight(u) = f'(1 - u)   -d below/du: the weight of an output, if the outputs better than it have mass u
///
/// for 0 <= u <= 1. f is convex; hence the weight does not increase in u. weight(0) = E[K].
class RunLaw {
 public:
  virtual ~RunLaw() = default;
  /// Returns the text that parse() reads.
  virtual std::string text() const = 0;
  virtual Ball below(const Ball& u) const = 0;
  virtual Ball weight(const Ball& u) const = 0;
  Ball mean(Bits p) const { return weight(Ball(p)); }
  /// Returns the upper bound of K; nothing if K is unbounded.
  virtual std::optional<Rational> most() const { return std::nullopt; }

  /// Parses one of
  ///
  ///     once()                            K = 1
  ///     fixed(n=5)                        K = n
  ///     geometric(gamma=0.1)              Pr[K = k] = gamma (1-gamma)^(k-1), k >= 1
  ///     logarithmic(gamma=0.1)            Pr[K = k] proportional to (1-gamma)^k / k, k >= 1
  ///     negative_binomial(eta=0.5,gamma=0.1)  truncated: k >= 1, eta > -1 (eta = 1: geometric, eta = 0:
  ///                                       logarithmic)
  ///     poisson(mu=10)                    k >= 0
  ///     binomial(n=20,p=0.5)              k >= 0
  ///     law(probabilities=[0,1/2,1/2])    Pr[K = 0], Pr[K = 1], ...
  ///
  /// geometric, logarithmic and negative_binomial also accept `mean=`, at least 1, in place of gamma.
  ///
  /// Throws std::invalid_argument with the defect and the remedy.
  static std::shared_ptr<const RunLaw> parse(const std::string& text);
};

}  // namespace plumbline
