/// A mechanism expression that answers questions about each quantity.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/api/answer.hpp"
#include "reference/arithmetic/contradiction_error.hpp"
#include "reference/arithmetic/input_errors.hpp"

namespace plumbline::api {

struct DivergenceAnswer;

/// All functions of this header throw:
///   std::invalid_argument     an expression, number, quantity, engine or option is unknown, or the question has no
///                             answer (the message has one line with the problem and the remedy); UnknownName,
///                             OutOfDomain and NotCovered (input_errors.hpp) derive from it
///   plumbline::Contradiction  (a std::logic_error) enclosures of one number are disjoint: a bound of this library is
///                             false, and nothing is certified
/// Missing digits are not an error: see CertifiedAnswer::reached.
///
/// A composition of mechanisms, written like subsampled_gaussian(sigma=1,p=0.01)^10000. Results for one question are
/// cached for the next; copies share the cache. Not thread-safe.
class Mechanism {
 public:
  explicit Mechanism(const std::string& expression);

  /// Returns the canonical form of the expression.
  std::string expression() const;

  /// Computes a quantity of quantity_names() at its argument; quantities without an argument need none. rero is always
  /// about the forward pair, whatever the direction.
  CertifiedAnswer ask(const std::string& quantity, const Number& at, const Options& options = {});
  CertifiedAnswer ask(const std::string& quantity, const Options& options = {}) {
    return ask(quantity, "", options);
  }

  /// Computes the privacy profile delta(epsilon).
  CertifiedAnswer delta(const Number& at_epsilon, const Options& options = {}) {
    return ask("delta", at_epsilon, options);
  }
  /// Computes the smallest epsilon with delta(epsilon) <= at_delta, 0 < at_delta < 1.
  CertifiedAnswer epsilon(const Number& at_delta, const Options& options = {}) {
    return ask("epsilon", at_delta, options);
  }
  /// Computes the smallest type II error at type I error alpha.
  CertifiedAnswer tradeoff(const Number& alpha, const Options& options = {}) {
    return ask("tradeoff", alpha, options);
  }
  /// Computes the reconstruction robustness bound gamma(kappa).
  CertifiedAnswer rero(const Number& kappa, const Options& options = {}) {
    return ask("rero", kappa, options);
  }
  /// Computes the minimum Bayes error at a prior of H0.
  CertifiedAnswer bayes(const Number& prior, const Options& options = {}) {
    return ask("bayes", prior, options);
  }
  CertifiedAnswer total_variation(const Options& options = {}) { return ask("tv", options); }
  /// Returns the Renyi divergence of an order > 0; nothing if it is infinite. Uses no engine.
  std::optional<CertifiedAnswer> renyi(const Number& order, const Options& options = {}) const;

  struct State;

 private:
  friend DivergenceAnswer divergence(Mechanism& first, Mechanism& second, const Options& options);
  std::shared_ptr<State> state_;
};

/// Former name, available until 1.1.0.
using AskedMechanism [[deprecated("Mechanism in place of it")]] = Mechanism;

/// Delta(M1 || M2), the maximum of R1 - R2 over priors, where R1 and R2 are the Bayes errors of the mechanisms, and a
/// prior that attains it up to the width of the enclosure.
struct DivergenceAnswer {
  CertifiedAnswer value, prior;
};
DivergenceAnswer divergence(Mechanism& first, Mechanism& second, const Options& options = {});

/// The value of the parameter written `?` (sigma=?, ^?) at which a target is just met, and a value at which the
/// target is certainly met.
struct CalibrationAnswer {
  CertifiedAnswer value;
  std::optional<std::string> safe;
  /// A double whose exact value certainly meets the target.
  std::optional<BoundingDouble> safe_double{};
};
/// Computes the parameter for a target. The target is a list of names and numbers: {{"epsilon", "2"}, {"delta",
/// "1e-5"}}, {{"advantage", "0.1"}}, ... as in the options of `plumbline calibrate`.
CalibrationAnswer calibrate(const std::string& expression,
                            const std::vector<std::pair<std::string, std::string>>& target,
                            const Options& options = {});

/// An entry of the list of quantities.
struct NamedQuantity {
  std::string name;
  std::string argument;  ///< "epsilon", ...; empty if there is none
  std::string summary;
};
std::vector<NamedQuantity> quantity_names();
std::vector<std::string> engine_names();
std::vector<std::string> mechanism_names();

}  // namespace plumbline::api
