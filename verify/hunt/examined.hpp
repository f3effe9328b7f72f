/// The outcome of one question: an answer and its verdict.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/hunt/space/setting.hpp"

namespace plumbline {

/// The margin (Examined::margin) if a bound is finite and the true value infinite, or vice versa.
inline constexpr double kWithoutLimit = 1e300;
/// The state of a whole distribution that fails only by rounding of its doubles.
inline constexpr const char* kWithinRounding = "within rounding";

/// The result of one question, as JSON numbers or texts. A log contains all these data, so that a hunt can continue.
struct Examined {
  Setting setting;
  std::string kind;  ///< upper, lower or estimate; empty if the answer had no value
  std::string value;
  std::string distribution;  ///< the JSON of a whole distribution with a find; `value` describes it
  std::string tolerance;     ///< the stated tolerance, in the format of claims
  double eps_error = 0, delta_error = 0;
  /// sound, within rounding, violated, estimate, undecided, unsupported, error, crash, hang, nonsense or unread
  std::string state;
  std::string finding;  ///< the defect in two words; empty if there is none
  std::string grade;    ///< name of the ViolationGrade of a violation
  /// The size of the error. A positive number is the relative size of a violation, the relative error of an estimate,
  /// or the distance of a probability from [0, 1]. A negative number is minus the relative distance of a bound from the
  /// true value on the safe side.
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

/// Returns the answer as a claim, in the input format of `plumbline claims`.
nlohmann::ordered_json claim_json(const Examined& examined, const std::string& tool);

/// Returns the answer as text, such as "epsilon(delta=1e-5) <= 2.1".
std::string answer_text(const Examined& examined);

}  // namespace plumbline
