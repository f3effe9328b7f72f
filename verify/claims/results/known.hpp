/// Violations that are known in advance, which a nightly run does not report.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// A violation is known by its question (tool, method, options, mechanism, direction, quantity,
/// arguments and kind), whatever the version, unless it has become worse: by its grade, or because the
/// number has moved away from the truth by more than a share of the known one.
class KnownViolations {
 public:
  KnownViolations() = default;
  /// Reads a file of known_violation_row().
  /// \param slack the share of a known number by which another one may be worse; 0 or more.
  /// Throws std::invalid_argument, FILE:LINE: what is wrong.
  static KnownViolations read(const std::string& file, const Rational& slack = Rational(1, 100));

  /// Returns true if the violation is known, and marks it as having occurred.
  bool has(const JudgedLine& violated);
  /// One line for each claim that is worse than its known violation.
  const std::vector<std::string>& worse() const { return worse_; }
  /// One line per known violation that did not occur (fixed, or not claimed).
  std::vector<std::string> not_met() const;

 private:
  struct Known {
    ViolationGrade grade;
    std::string text;
    bool met = false;
    std::vector<Rational> numbers{};  ///< that were claimed, where they are finite numbers
  };
  bool further_off(const JudgedLine& violated, const Known& known) const;

  std::map<std::string, Known> known_;
  std::vector<std::string> worse_;
  Rational slack_{1, 100};
};

/// Returns the question of a verdict (verdict_json), for any version and number; empty if it is not the verdict on a
/// claim.
std::string claim_question(const nlohmann::ordered_json& verdict);

/// A line of such a file.
std::string known_violation_row(const JudgedLine& violated);

}  // namespace plumbline
