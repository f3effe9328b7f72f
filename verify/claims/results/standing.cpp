#include "verify/claims/results/standing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace plumbline {
namespace {

constexpr size_t kShared = 2;  ///< the number of installations that must agree

/// Returns true if the verdict is the same under the other reading (interpretation) of the promise.
bool by_every_reading(const Basis& basis, VerdictKind verdict) {
  return basis.other_verdict == "the same" || basis.other_verdict == verdict_name(verdict);
}

}  // namespace

std::string claim_standing_name(ClaimStanding standing) {
  return standing == ClaimStanding::installation ? "installation"
                                                 : basis_name(static_cast<BasisKind>(standing));
}

std::string claim_standing_words(ClaimStanding standing) {
  switch (standing) {
    case ClaimStanding::documented:
      return "by a documented promise";
    case ClaimStanding::reading:
      return "by a reading";
    case ClaimStanding::assumption:
      return "by an assumption";
    case ClaimStanding::unsupported_option:
      return "with an option that is not supported there";
    case ClaimStanding::installation:
      break;
  }
  return "on fewer than two installations";
}

ViolationGrade grade_that_counts(const ClaimVerdict& v) {
  if (v.elsewhere.size() < kShared) return v.grade;
  std::vector<ViolationGrade> found;
  for (const VerdictElsewhere& one : v.elsewhere) found.push_back(one.grade);
  std::sort(found.begin(), found.end(), std::greater<>());
  return std::min(v.grade, found[kShared - 1]);
}

ClaimStanding standing_of(const JudgedLine& judged) {
  const Claim& claim = *judged.line.claim;
  const ClaimVerdict& v = judged.verdict;
  const bool reading = claim.basis_kind() == BasisKind::reading;
  const bool either_way = reading && by_every_reading(*claim.basis, v.verdict);
  if (claim.basis_kind() != BasisKind::documented && !either_way) {
    return static_cast<ClaimStanding>(claim.basis_kind());
  }
  const bool hangs = v.verdict == VerdictKind::violated && v.grade != ViolationGrade::none &&
                     grade_that_counts(v) == ViolationGrade::none;
  return hangs ? ClaimStanding::installation : ClaimStanding::documented;
}

std::string installations_text(const ClaimVerdict& v) {
  if (v.elsewhere.empty()) return "";
  const auto found = std::count_if(
      v.elsewhere.begin(), v.elsewhere.end(),
      [](const VerdictElsewhere& one) { return one.verdict == VerdictKind::violated; });
  return fmt::format("violated on {} of {} installation{}", found, v.elsewhere.size(),
                     v.elsewhere.size() == 1 ? "" : "s");
}

}  // namespace plumbline
