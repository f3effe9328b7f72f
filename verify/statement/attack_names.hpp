/// The attacks of a page, told apart by their data.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// One experiment is one attack, by however many bounds it is judged: for one run the exchange bound refutes all
/// that the published one does (ONE-RUN-PUBLISHED), so that both have one probability of error. Scores belong
/// to the experiment: two attacks with other scores are two, even where their numbers and rules are the same.
class AttackNames {
 public:
  explicit AttackNames(const std::vector<Certificate>& certificates);

  bool several() const { return experiments_.size() > 1; }
  /// "attack 2"; "the attack" where there is one alone.
  std::string name(const Certificate& attack) const;
  /// "attack 2 (trials: 140 of 1000 members found, 2 of 1000 non-members falsely accused)"
  std::string described(const Certificate& attack) const;
  /// The name of an attack that was described before, and by which of several bounds it is judged.
  std::string again(const Certificate& attack) const;

  /// The probability of error of each experiment, in the order of their names.
  const std::vector<Rational>& errors() const { return errors_; }

 private:
  /// The bound that judges it, where several judge its experiment; otherwise empty.
  std::string bound_of(const Certificate& attack) const;

  std::vector<std::string> experiments_;
  std::vector<Rational> errors_;
  std::vector<std::string> bounds_;  ///< experiments that are judged by more than one
};

/// The data of an attack in one text: what was counted or measured, and the rules, without the bound that judges
/// it. Two certificates with one such text are about one experiment.
std::string experiment_of(const Certificate& attack);

}  // namespace plumbline
