/// Violations that are known already: what a nightly run is to be silent about.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// A violation is known by its question (tool, method, options, mechanism, direction, quantity,
/// arguments and kind), whatever the version and the number, unless its grade has become worse.
class KnownViolations {
 public:
  KnownViolations() = default;
  /// A file that rows() wrote. Throws std::invalid_argument, FILE:LINE: what is wrong.
  static KnownViolations read(const std::string& file);

  /// Marks it as met.
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

/// Returns the question of a verdict (verdict_json), for any version and number; empty where it is
/// none of a claim.
std::string claim_question(const nlohmann::ordered_json& verdict);

/// A line of such a file.
std::string known_violation_row(const JudgedLine& violated);

}  // namespace plumbline
