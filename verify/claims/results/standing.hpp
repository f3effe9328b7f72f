/// The way in which a verdict is counted. The headline (the main counts of a run) contains only verdicts on
/// documented promises, and only violations that do not depend on the installation of the tool.
#pragma once

#include <array>
#include <string>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

enum class ClaimStanding {
  /// In the headline: the promise is documented, or the verdict is the same under all readings of the promise.
  documented,
  reading,  ///< not in the headline: the promise can be read in several ways (BasisKind::reading)
  assumption,          ///< not in the headline: BasisKind::assumption
  unsupported_option,  ///< not in the headline: BasisKind::unsupported_option
  /// Not in the headline: violated, but on fewer than two of at least two queried installations.
  installation
};
inline constexpr size_t kStandings = 5;
inline constexpr std::array<ClaimStanding, 4> kApart = {
    ClaimStanding::reading, ClaimStanding::assumption, ClaimStanding::unsupported_option,
    ClaimStanding::installation};

/// Returns "documented", "reading", "assumption", "unsupported_option" or "installation".
std::string claim_standing_name(ClaimStanding standing);

/// Returns "by a documented promise", "by a reading", ... for people.
std::string claim_standing_words(ClaimStanding standing);

/// Returns the way in which a line with a claim is counted. A verdict under one reading is in the headline if the
/// other reading has the same verdict.
ClaimStanding standing_of(const JudgedLine& judged);

/// Returns the grade of a violation. If the question was asked on two or more installations, returns the largest grade
/// that at least two of them reach, but at most the violation's own grade; `none` if fewer than two installations
/// violate the claim.
ViolationGrade grade_that_counts(const ClaimVerdict& verdict);

/// Returns "violated on 3 of 4 installations"; empty if the question was not repeated.
std::string installations_text(const ClaimVerdict& verdict);

}  // namespace plumbline
