/// The names of the attacks of a page, which are distinguished by their data.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// One experiment is one attack, even if several bounds judge it. An attack on one training run can be judged by two
/// bounds, called exchange and published. The exchange bound refutes everything that the published bound refutes
/// (ONE-RUN-PUBLISHED), so the probability of error is counted once for both bounds. The scores are part of the
/// experiment: attacks with different scores are different, even if their numbers and rules agree.
class AttackNames {
 public:
  explicit AttackNames(const std::vector<Certificate>& certificates);

  bool several() const { return experiments_.size() > 1; }
  /// Returns "attack 2", or "the attack" if there is only one.
  std::string name(const Certificate& attack) const;
  /// Returns the name with a description, such as "attack 2 (trials: 140 of 1000 members found, 2 of 1000 non-members
  /// falsely accused)".
  std::string described(const Certificate& attack) const;
  /// Returns the name of an attack that was described before, with the bound that judges it if there are several.
  std::string again(const Certificate& attack) const;

  /// Returns the probability of error of each experiment, in the order of the names "attack 1", "attack 2", ...
  const std::vector<Rational>& errors() const { return errors_; }

 private:
  /// Returns the bound of an attack if several bounds judge its experiment; otherwise an empty text.
  std::string bound_of(const Certificate& attack) const;

  std::vector<std::string> experiments_;
  std::vector<Rational> errors_;
  /// The experiments with certificates of more than one bound. described() and again() name the bound, too.
  std::vector<std::string> bounds_;
};

/// Returns the data of an attack as one text: counts or measurements and the rules, without the bound. Two
/// certificates with equal texts are about the same experiment.
std::string experiment_of(const Certificate& attack);

}  // namespace plumbline
