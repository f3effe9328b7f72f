/// Violations that are known in advance, which a nightly run does not report.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// A violation is known by its question (tool, method, options, mechanism, direction, quantity, arguments and kind),
/// for any version and number, unless its grade has become worse.
class KnownViolations {
 public:
  KnownViolations() = default;
  /// Reads a file that rows() wrote. Throws std::invalid_argument, FILE:LINE: defect.
  static KnownViolations read(const std::string& file);

  /// Returns true if the violation is known, and marks it as having occurred.
  bool has(const JudgedLine& violated);
  /// One line per known violation that did not occur (fixed, or not claimed).
  std::vector<std::string> not_met() const;

 private:
  struct Known {
    ViolationGrade grade;
    std::string text;
    bool met = false;
  };
  std::map<std::string, Known> known_;
};

/// Returns the question of a verdict (verdict_json), for any version and number; empty if it is not the verdict on a
/// claim.
std::string claim_question(const nlohmann::ordered_json& verdict);

/// A line of such a file.
std::string known_violation_row(const JudgedLine& violated);

}  // namespace plumbline
