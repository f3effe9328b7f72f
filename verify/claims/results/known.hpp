/// Known violations, which do not fail a nightly run.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// A set of known violations. A violation is known by its question (tool, method, options, mechanism, direction,
/// quantity, arguments and kind), for any version of the tool. A violation that has become worse does not count as
/// known: its grade is higher, or its number is farther from the true value than the known number by more than a
/// fraction (`slack`) of the known number.
class KnownViolations {
 public:
  KnownViolations() = default;
  /// Parses a file of known_violation_row().
  /// \param slack the fraction in the definition of "worse" above; at least 0
  /// \throws std::invalid_argument "FILE:LINE: defect"
  static KnownViolations read(const std::string& file, const Rational& slack = Rational(1, 100));

  /// Returns true if the violation is known, and marks it as having occurred.
  bool has(const JudgedLine& violated);
  /// Returns one line for each claim that is worse than its known violation.
  const std::vector<std::string>& worse() const { return worse_; }
  /// Returns one line for each known violation that did not occur (fixed, or not claimed).
  std::vector<std::string> not_met() const;

 private:
  struct Known {
    ViolationGrade grade;
    std::string text;
    bool met = false;
    std::vector<Rational> numbers{};  ///< the finite numbers that were claimed
  };
  bool further_off(const JudgedLine& violated, const Known& known) const;

  std::map<std::string, Known> known_;
  std::vector<std::string> worse_;
  Rational slack_{1, 100};
};

/// Returns a key that identifies the question of a verdict (in the format of verdict_json); empty if the verdict is not
/// on a claim. The key depends neither on the version of the tool nor on the claimed number.
std::string claim_question(const nlohmann::ordered_json& verdict);

/// Returns the line of a violation in a file that KnownViolations::read() parses.
std::string known_violation_row(const JudgedLine& violated);

}  // namespace plumbline
