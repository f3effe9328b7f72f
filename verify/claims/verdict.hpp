/// The verdict on a claim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

enum class VerdictKind { sound, violated, estimate, undecided, unsupported, broken };

/// How wrong a violated claim is.
enum class ViolationGrade {
  none,
  last_digits,  ///< within 4 units in the last place of the claimed double
  numerical,    ///< relative to the truth below 1e-6
  material,
  gross,   ///< a factor of two or more
  broken,  ///< of no violation: an answer that is no number where there is one (grade_of_failure)
};

/// A certified value as it is printed.
struct PrintedBounds {
  std::string lower, upper;
  bool both() const { return !lower.empty() && !upper.empty(); }
};

/// An error bound that an accountant states for its estimate, as a claim of its own.
struct PromiseVerdict {
  VerdictKind verdict = VerdictKind::undecided;  ///< sound, violated or undecided
  std::string text;                              ///< what was promised
  std::string against;                           ///< what decided it
  PrintedBounds certified;                       ///< of that
  std::string confirmed_by;                      ///< the second path to a violation
};

/// The verdict on the answer of another installation to the question.
struct VerdictElsewhere {
  std::string installation;
  VerdictKind verdict = VerdictKind::undecided;
  ViolationGrade grade = ViolationGrade::none;
};

struct ClaimVerdict {
  VerdictKind verdict = VerdictKind::undecided;
  ViolationGrade grade = ViolationGrade::none;
  std::string reason;       ///< of undecided, unsupported and broken; otherwise a note
  std::string against;      ///< what decided the claim: "delta(epsilon=1)"
  PrintedBounds certified;  ///< of that
  /// Of the quantity claimed. An end is empty where it is not known: of a mechanism whose pair dominates and is not
  /// attained the upper end alone may be, of one that some neighbours have the lower.
  PrintedBounds truth;
  /// Claimed minus true, as far as the truth is known: where only its lower end is, claimed minus that end, which is
  /// the most that the error can be; where only its upper end is, the least.
  std::optional<Ball> error;
  std::optional<Ball> relative;   ///< that over |true|; nothing where the truth may be zero
  std::optional<Ball> looseness;  ///< of a bound: how far it is off on the safe side, relatively
  bool by_tolerance = false;      ///< a bound that holds only because of its tolerance
  std::string confirmed_by;       ///< of a violation: the second path that found it as well
  std::optional<PromiseVerdict> promise;
  bool says_nothing = false;  ///< a bound that holds whatever the truth is: infinite, say
  /// Of a violation that is below 1e-6 and asked in decimals: what it is worth at the nearest doubles.
  std::optional<VerdictKind> at_doubles;
  std::vector<VerdictElsewhere>
      elsewhere;               ///< of a violation, where the question was queried again
  double seconds = 0;          ///< that deciding and measuring took, without the second path
  std::string engine;          ///< that did
  double steps = 0;            ///< N of the composition, for the breakdown by regime
  double delta_scale = 0;      ///< the delta in question, for the same; 0 where there is none
  std::string replay;          ///< a command that shows the truth
  bool no_number = false;      ///< broken, and the accountant does not call it an error
  bool contradiction = false;  ///< certified values contradicted each other: `reason` says how
};

/// How a claim counts in a run that is to fail on some violations and knows others. Apart: violated, but
/// of no documented promise, or found on fewer than two installations (standing.hpp).
enum class ClaimOutcome { passed, failed, known, apart, not_judged };

/// By what a claim may fail a run: the grade of a violation, material of a stated error that is exceeded,
/// broken of an answer that is no number where there is one. None of what the accountant itself calls an error.
ViolationGrade grade_of_failure(const ClaimVerdict& verdict);

std::string verdict_name(VerdictKind verdict);
/// Nothing where no verdict has that name.
std::optional<VerdictKind> find_verdict(const std::string& name);
/// Empty for none.
std::string grade_name(ViolationGrade grade);
/// Nothing where no grade has that name.
std::optional<ViolationGrade> find_grade(const std::string& name);

}  // namespace plumbline
