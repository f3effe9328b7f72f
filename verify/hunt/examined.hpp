/// The outcome of one question: an answer and its verdict.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/hunt/space/setting.hpp"

namespace plumbline {

/// The margin if a bound is finite and the true value is infinite, or the other way round.
inline constexpr double kWithoutLimit = 1e300;
/// The state of a whole distribution that fails by rounding of its doubles alone.
inline constexpr const char* kWithinRounding = "within rounding";

/// Numbers in the form of JSON, or texts; all data from which a log can be continued.
struct Examined {
  Setting setting;
  std::string kind;  ///< upper, lower or estimate; empty if there was no value
  std::string value;
  std::string distribution;  ///< as JSON, of a find about a whole one; `value` describes it
  std::string tolerance;     ///< stated with it, as claims read it
  double eps_error = 0, delta_error = 0;
  /// sound, within rounding, violated, estimate, undecided, unsupported, error, crash, hang, nonsense, unread
  std::string state;
  std::string finding;  ///< the defect in two words; empty if there is none
  std::string grade;    ///< grade of a violation, as for claims
  /// The size of the error: positive for a certified relative violation; negative for the relative distance on the safe
  /// side.
  double margin = 0;
  double seconds = 0;  ///< time of the accountant
  std::string truth_lower, truth_upper;
  std::string confirmed_by;
  std::string note;
  std::string reproduction;  ///< lines in the accountant's own language, if it provides them
  std::string replay;        ///< a command that prints the certified value

  bool is_find() const { return !finding.empty(); }
};

nlohmann::ordered_json examined_json(const Examined& examined);
Examined examined_of(const nlohmann::ordered_json& object);

/// A line in the format of `plumbline claims`.
nlohmann::ordered_json claim_json(const Examined& examined, const std::string& tool);

/// "epsilon(delta=1e-5) <= 2.1"
std::string answer_text(const Examined& examined);

}  // namespace plumbline
