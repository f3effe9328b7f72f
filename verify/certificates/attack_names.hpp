/// The attacks of a page, told apart.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// One experiment is one attack, by however many bounds it is judged: of one run the exchange bound refutes all that the
/// published one does (ONE-RUN-PUBLISHED), so that both have one probability of error.
class AttackNames {
 public:
  explicit AttackNames(const std::vector<Certificate>& certificates);

  bool several() const { return experiments_.size() > 1; }
  /// "attack 2"; "the attack" where there is one alone.
  std::string name(const std::string& attack) const;
  /// "attack 2 (trials: 140 of 1000 members found, 2 of 1000 others wrongly suspected)"
  std::string described(const std::string& attack) const;
  /// Where it was described before: its name, and by which of several bounds it is judged.
  std::string again(const std::string& attack) const;
  /// The confidence at which all of them hold together: a sentence; empty of one.
  std::string together() const;

 private:
  /// The bound that judges it, where several judge its experiment; otherwise empty.
  std::string bound_of(const std::string& attack) const;

  std::vector<std::string> experiments_;
  std::vector<std::string> bounds_;  ///< experiments that are judged by more than one
};

}  // namespace plumbline
