/// The outcome of one question: an answer and its verdict.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/hunt/space/setting.hpp"

namespace plumbline {

/// The margin where a bound is finite and the truth is not, or the other way round.
inline constexpr double kWithoutLimit = 1e300;

/// Numbers as JSON has them, or texts; all that a log needs to go on from.
struct Examined {
  Setting setting;
  std::string kind;  ///< upper, lower or estimate; empty where there was no value
  std::string value;
  std::string tolerance;  ///< stated with it, as claims read it
  double eps_error = 0, delta_error = 0;
  /// sound, violated, estimate, undecided, unsupported, error, crash, hang, nonsense, unread
  std::string state;
  std::string finding;  ///< what is wrong, in two words; empty where nothing is
  std::string grade;    ///< of a violation, as claims grade it
  /// How wrong: the certified relative violation, above 0; or how far on the safe side, below.
  double margin = 0;
  double seconds = 0;  ///< of the accountant
  std::string truth_lower, truth_upper;
  std::string confirmed_by;
  std::string note;
  std::string reproduction;  ///< lines of the accountant's own language, where it gives them
  std::string replay;        ///< a command that prints the truth

  bool is_find() const { return !finding.empty(); }
};

nlohmann::ordered_json examined_json(const Examined& examined);
Examined examined_of(const nlohmann::ordered_json& object);

/// A line that `plumbline claims` reads again.
nlohmann::ordered_json claim_json(const Examined& examined, const std::string& tool);

/// "epsilon(delta=1e-5) <= 2.1"
std::string answer_text(const Examined& examined);

}  // namespace plumbline
