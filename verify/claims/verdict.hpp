/// The verdict on a claim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

enum class VerdictKind { sound, violated, estimate, undecided, unsupported, broken };

/// The size of the error of a violated claim.
enum class ViolationGrade {
  none,
  last_digits,  ///< within 4 units in the last place of the claimed double
  numerical,    ///< relative error below 1e-6
  material,
  gross,  ///< wrong by a factor of two or more
  /// Not a violation: an answer that is not a number although the quantity is a number (grade_of_failure).
  broken,
};

/// The printed ends of a certified value.
struct PrintedBounds {
  std::string lower, upper;
  bool both() const { return !lower.empty() && !upper.empty(); }
};

/// The verdict on an error bound that an accountant states for its estimate; the bound is judged as a separate claim.
struct PromiseVerdict {
  VerdictKind verdict = VerdictKind::undecided;  ///< sound, violated or undecided
  std::string text;                              ///< the promise
  std::string against;                           ///< the certified quantity that decided it
  PrintedBounds certified;                       ///< the certified value of that quantity
  std::string confirmed_by;                      ///< the second path that confirmed a violation
};

/// The verdict on the answer of another installation to the same question.
struct VerdictElsewhere {
  std::string installation;
  VerdictKind verdict = VerdictKind::undecided;
  ViolationGrade grade = ViolationGrade::none;
};

struct ClaimVerdict {
  VerdictKind verdict = VerdictKind::undecided;
  ViolationGrade grade = ViolationGrade::none;
  std::string reason;       ///< reason of an undecided, unsupported or broken verdict; otherwise a
                            ///< note
  std::string against;      ///< the certified quantity that decided the claim: "delta(epsilon=1)"
  PrintedBounds certified;  ///< the certified value of that quantity
  /// Enclosure of the claimed quantity. An end is empty if it is unknown. If the mechanism's pair dominates and is
  /// not attained, possibly only the upper end is known. If the pair does not dominate and some neighbours attain it,
  /// possibly only the lower end is known.
  PrintedBounds truth;
  /// The claimed value minus the true value. If only one end of the true value is known, it is the claimed value
  /// minus that end: the maximum of the error for a lower end, the minimum for an upper end.
  std::optional<Ball> error;
  std::optional<Ball> relative;   ///< the error divided by |true value|; nothing if the true value
                                  ///< may be zero
  std::optional<Ball> looseness;  ///< relative distance of a bound from the true value on the safe
                                  ///< side
  bool by_tolerance = false;      ///< the bound holds only because of its tolerance
  std::string confirmed_by;       ///< the second path that confirmed a violation
  std::optional<PromiseVerdict> promise;
  bool says_nothing = false;  ///< the bound holds for every true value, for example because it is
                              ///< infinite
  /// The verdict if the decimals of the question are replaced by the nearest doubles. Set if the claim has decimal
  /// numbers and is violated by less than 1e-6.
  std::optional<VerdictKind> at_doubles;
  std::vector<VerdictElsewhere>
      elsewhere;  ///< results of other installations, if a violated question was repeated there
  double seconds = 0;  ///< processor time for the verdict and the true value, without second paths
  std::string engine;  ///< engine that decided
  double steps = 0;    ///< number of steps of the composition, for statistics
  double delta_scale = 0;      ///< approximate delta of the claim, for statistics; 0 if it has none
  std::string replay;          ///< a command that computes the certified value
  bool no_number = false;      ///< the verdict is `broken`, and the accountant does not report an
                               ///< error
  bool contradiction = false;  ///< certified values contradicted each other; `reason` has the
                               ///< details
};

/// The outcome of a claim in a run that fails on some violations and knows others in advance. `apart` means a
/// violation that is counted separately: it violates no documented promise, or was found on fewer than two
/// installations (standing.hpp).
enum class ClaimOutcome { passed, failed, known, apart, not_judged };

/// Returns the grade by which a claim may fail a run: the grade of a violation, `material` for an exceeded stated
/// error, `broken` for an answer that is not a number although the quantity is a number, and none for errors that the
/// accountant itself reports.
ViolationGrade grade_of_failure(const ClaimVerdict& verdict);

std::string verdict_name(VerdictKind verdict);
/// Returns the verdict of that name; nothing if there is none.
std::optional<VerdictKind> find_verdict(const std::string& name);
/// Returns the name of a grade; empty for none.
std::string grade_name(ViolationGrade grade);
/// Returns the grade of that name; nothing if there is none.
std::optional<ViolationGrade> find_grade(const std::string& name);

}  // namespace plumbline
