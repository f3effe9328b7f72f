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

/// All of the following throw:
///   std::invalid_argument   an expression, number, quantity, engine or option that is unknown, or a
///                           question without an answer (one line names the problem and the remedy);
///                           UnknownName, OutOfDomain and NotCovered (input_errors.hpp) derive from it
///   plumbline::Contradiction   (a std::logic_error) enclosures do not meet: a bound of this
///                           library is false, nothing is certified Missing digits are not an error: see
///                           CertifiedAnswer::reached.
///
/// A composition of mechanisms, written like subsampled_gaussian(sigma=1,p=0.01)^10000. Results for one question are
/// cached for the next; copies share the cache. Not thread-safe.
class Mechanism {
 public:
  explicit Mechanism(const std::string& expression);

  /// Returns the canonical form.
  std::string expression() const;

  /// A quantity of quantity_names() at its argument (no argument for quantities without one). rero is about the forward
  /// pair in every direction.
  CertifiedAnswer ask(const std::string& quantity, const Number& at, const Options& options = {});
  CertifiedAnswer ask(const std::string& quantity, const Options& options = {}) {
    return ask(quantity, "", options);
  }

  /// The privacy profile.
  CertifiedAnswer delta(const Number& at_epsilon, const Options& options = {}) {
    return ask("delta", at_epsilon, options);
  }
  /// The smallest epsilon with delta(epsilon) <= at_delta, 0 < at_delta < 1.
  CertifiedAnswer epsilon(const Number& at_delta, const Options& options = {}) {
    return ask("epsilon", at_delta, options);
  }
  /// The smallest type II error at type I error alpha.
  CertifiedAnswer tradeoff(const Number& alpha, const Options& options = {}) {
    return ask("tradeoff", alpha, options);
  }
  /// The reconstruction robustness bound gamma(kappa).
  CertifiedAnswer rero(const Number& kappa, const Options& options = {}) {
    return ask("rero", kappa, options);
  }
  /// The minimum Bayes error at a prior of H0.
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

/// The former name, available until 1.1.0.
using AskedMechanism [[deprecated("Mechanism in place of it")]] = Mechanism;

/// Delta(M1 || M2) = max over priors of R1 - R2, and a prior that attains it up to its width.
struct DivergenceAnswer {
  CertifiedAnswer value, prior;
};
DivergenceAnswer divergence(Mechanism& first, Mechanism& second, const Options& options = {});

/// The value of the parameter written `?` (sigma=?, ^?) that just meets a target, and a value at
/// which the target is certified to be met.
struct CalibrationAnswer {
  CertifiedAnswer value;
  std::optional<std::string> safe;
  std::optional<BoundingDouble> safe_double{};  ///< an exact value that is certified to meet the
                                                ///< target
};
/// The target by the names of its numbers: {{"epsilon", "2"}, {"delta", "1e-5"}}, {{"advantage",
/// "0.1"}}, ... as the options of `plumbline calibrate`.
CalibrationAnswer calibrate(const std::string& expression,
                            const std::vector<std::pair<std::string, std::string>>& target,
                            const Options& options = {});

/// An entry of a list, by name.
struct NamedQuantity {
  std::string name;
  std::string argument;  ///< "epsilon", ...; empty if there is none
  std::string summary;
};
std::vector<NamedQuantity> quantity_names();
std::vector<std::string> engine_names();
std::vector<std::string> mechanism_names();

}  // namespace plumbline::api
