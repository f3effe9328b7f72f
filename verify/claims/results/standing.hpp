/// How a verdict counts: the headline is of documented promises alone, and of violations that do not
/// depend on what the tool was installed beside.
#pragma once

#include <array>
#include <string>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

enum class ClaimStanding {
  documented,          ///< in the headline: by a documented promise, or by every reading
  reading,             ///< the kinds of BasisKind that are shown apart
  assumption,          ///<
  unsupported_option,  ///<
  installation         ///< violated, but on fewer than two of two or more installations asked again
};
inline constexpr size_t kStandings = 5;
inline constexpr std::array<ClaimStanding, 4> kApart = {
    ClaimStanding::reading, ClaimStanding::assumption, ClaimStanding::unsupported_option,
    ClaimStanding::installation};

/// "documented", "reading", "assumption", "unsupported_option", "installation".
std::string claim_standing_name(ClaimStanding standing);

/// "by a documented promise", "by a reading", ... for people.
std::string claim_standing_words(ClaimStanding standing);

/// Returns how a line with a claim counts. By a reading a verdict counts where the other reading has the same.
ClaimStanding standing_of(const JudgedLine& judged);

/// The grade of a violation, or the milder one that two installations share where two or more were queried
/// later; `none` where they do not share one.
ViolationGrade grade_that_counts(const ClaimVerdict& verdict);

/// "violated on 3 of 4 installations"; empty where the question was not asked again.
std::string installations_text(const ClaimVerdict& verdict);

}  // namespace plumbline
