#include "verify/claims/results/summary.hpp"

#include <cmath>
#include <utility>

#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

/// Returns the largest |x| of the ball, as a double; infinite if it exceeds the range of doubles.
double size_of(const Ball& x) { return std::exp(x.magnitude().log_approximate()); }

/// Returns the smallest |x| of the ball, which is the certain size of a violation.
double least_size_of(const Ball& x) {
  return x.contains_zero() ? 0 : std::exp(abs(x).lower().log_approximate());
}

/// Returns the grade with which a verdict is counted. For a verdict in the headline, other installations are considered
/// (grade_that_counts()). For all others it is the grade of the recorded answer.
ViolationGrade grade_of(const ClaimVerdict& v, ClaimStanding standing) {
  return standing == ClaimStanding::documented ? grade_that_counts(v) : v.grade;
}

void keep_worse(WorstLine line, std::optional<WorstLine>* worst) {
  const bool worse =
      !*worst || std::pair(line.grade, line.size) > std::pair((*worst)->grade, (*worst)->size);
  if (worse) *worst = std::move(line);
}

void add_promise(const JudgedLine& judged, MethodRow* row) {
  const ClaimVerdict& v = judged.verdict;
  if (!v.promise) return;
  ++row->promises;
  if (v.promise->verdict != VerdictKind::violated) return;
  ++row->promises_violated;
  keep_worse({v.grade, v.error ? size_of(*v.error) : 0, shown_claim(judged)},
             &row->broken_promises);
}

}  // namespace

void Counts::add(const ClaimVerdict& v, ClaimStanding standing) {
  ++verdicts[static_cast<size_t>(v.verdict)];
  ++grades[static_cast<size_t>(grade_of(v, standing))];
}

long Counts::all() const {
  long sum = 0;
  for (const long n : verdicts) sum += n;
  return sum;
}

void ClaimsSummary::add(const JudgedLine& judged) {
  const ClaimVerdict& v = judged.verdict;
  const ClaimStanding standing =
      judged.line.claim ? standing_of(judged) : ClaimStanding::documented;
  counts_[static_cast<size_t>(standing)].add(v, standing);
  contradictions_ += v.contradiction ? 1 : 0;
  if (!judged.line.claim) {
    ++unreadable_;
    return;
  }
  const Claim& claim = *judged.line.claim;
  MethodRow& row = row_of(claim, standing);
  row.counts.add(v, standing);
  if (v.verdict == VerdictKind::estimate && v.relative) row.errors.add(size_of(*v.relative));
  if (v.verdict == VerdictKind::sound && v.looseness) row.errors.add(size_of(*v.looseness));
  const bool judged_at_all =
      v.verdict != VerdictKind::unsupported && v.verdict != VerdictKind::broken;
  if (!judged_at_all) return;
  if (v.verdict == VerdictKind::violated) {
    const double size = v.relative ? least_size_of(*v.relative) : HUGE_VAL;
    keep_worse({grade_of(v, standing), size, shown_claim(judged)}, &row.violated);
  }
  row.by_tolerance += v.by_tolerance ? 1 : 0;
  row.says_nothing += v.says_nothing ? 1 : 0;
  row.at_doubles += v.at_doubles == VerdictKind::sound ? 1 : 0;
  add_promise(judged, &row);
  if (v.promise && v.promise->verdict == VerdictKind::undecided) promise_undecided_ = true;
  if (claim.seconds) {
    row.tool_seconds.add(*claim.seconds);
    row.seconds.add(v.seconds);
  }
}

MethodRow& ClaimsSummary::row_of(const Claim& claim, ClaimStanding standing) {
  // Answers of another installation form a separate row of the same release.
  const std::string version =
      claim.version + (claim.installation.empty() ? "" : " beside " + claim.installation);
  const char order = static_cast<char>('0' + static_cast<int>(standing));
  MethodRow& row = rows_[claim.tool + "\n" + version + "\n" + claim.method + "\n" +
                         kind_name(claim.kind) + "\n" + order];
  if (row.counts.all() == 0) {
    row.tool = one_line(claim.tool);
    row.version = one_line(version);
    row.method = one_line(claim.method);
    row.kind = claim.kind;
    row.standing = standing;
  }
  return row;
}

Counts ClaimsSummary::counts() const {
  Counts out;
  for (const Counts& part : counts_) {
    for (size_t i = 0; i < out.verdicts.size(); ++i) out.verdicts[i] += part.verdicts[i];
    for (size_t i = 0; i < out.grades.size(); ++i) out.grades[i] += part.grades[i];
  }
  return out;
}

std::vector<const MethodRow*> ClaimsSummary::rows() const {
  std::vector<const MethodRow*> out;
  for (const auto& [key, row] : rows_) out.push_back(&row);
  return out;
}

}  // namespace plumbline
