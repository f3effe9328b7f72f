/// How often a mechanism is run before the best output is chosen: the law of K.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// K does not depend on the data. With f(x) = E[x^K], all that matters of it is
///
///     below(u) = f(1 - u)     all runs miss the outputs of mass u
///     weight(u) = f'(1 - u)   -d below/du: what an output counts above which there is mass u
///
/// for 0 <= u <= 1. f is convex, so that the weight does not increase in u; weight(0) = E[K].
class RunLaw {
 public:
  virtual ~RunLaw() = default;
  /// As read back by parse().
  virtual std::string text() const = 0;
  virtual Ball below(const Ball& u) const = 0;
  virtual Ball weight(const Ball& u) const = 0;
  Ball mean(Bits p) const { return weight(Ball(p)); }
  /// Returns the upper bound of K, if there is one.
  virtual std::optional<Rational> most() const { return std::nullopt; }

  /// Reads one of
  ///
  ///     once()                            K = 1
  ///     fixed(n=5)                        K = n
  ///     geometric(gamma=0.1)              Pr[K = k] = gamma (1-gamma)^(k-1), k >= 1
  ///     logarithmic(gamma=0.1)            Pr[K = k] proportional to (1-gamma)^k / k, k >= 1
  ///     negative_binomial(eta=0.5,gamma=0.1)  truncated: k >= 1, eta > -1 (1: geometric, 0:
  ///                                       logarithmic)
  ///     poisson(mu=10)                    k >= 0
  ///     binomial(n=20,p=0.5)              k >= 0
  ///     law(probabilities=[0,1/2,1/2])    Pr[K = 0], Pr[K = 1], ...
  ///
  /// The first three also by `mean=` in place of gamma, at least 1.
  ///
  /// Throws std::invalid_argument, saying what is wrong and what to write.
  static std::shared_ptr<const RunLaw> parse(const std::string& text);
};

}  // namespace plumbline
