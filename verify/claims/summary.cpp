#include "verify/claims/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/base/safe_text.hpp"

namespace plumbline {
namespace {

constexpr std::array<double, 4> kSteps = {1, 30, 300, 3000};
constexpr std::array<double, 4> kDeltas = {1e-4, 1e-8, 1e-12, 1e-20};

/// Index of the first limit that x does not exceed.
int steps_regime(double N) {
  size_t i = 0;
  while (i < kSteps.size() && N > kSteps[i]) ++i;
  return static_cast<int>(i);
}

int delta_regime(double delta) {
  size_t i = 0;
  while (i < kDeltas.size() && delta < kDeltas[i]) ++i;
  return static_cast<int>(i);
}

/// The largest |x| of the ball, as a double; infinite beyond those.
double size_of(const Ball& x) { return std::exp(x.magnitude().log_approximate()); }

/// What is apart has the grade of the record.
ViolationGrade grade_of(const ClaimVerdict& v, ClaimStanding standing) {
  return standing == ClaimStanding::documented ? grade_that_counts(v) : v.grade;
}

/// What a row and its regimes both keep.
void count_error(const ClaimVerdict& v, ClaimStanding standing, Counts* counts,
                 LogHistogram* errors) {
  counts->add(v, standing);
  if (v.verdict == VerdictKind::estimate && v.relative) errors->add(size_of(*v.relative));
  if (v.verdict == VerdictKind::sound && v.looseness) errors->add(size_of(*v.looseness));
}

void add_promise(const JudgedLine& judged, MethodRow* row) {
  const ClaimVerdict& v = judged.verdict;
  if (!v.promise) return;
  ++row->promises;
  if (v.promise->verdict == VerdictKind::undecided) ++row->promises_undecided;
  if (v.promise->verdict != VerdictKind::violated) return;
  ++row->promises_violated;
  row->broken_promises.add({v.grade, v.error ? size_of(*v.error) : 0, shown_claim(judged)});
}

}  // namespace

void KeptLines::add(KeptLine line) {
  constexpr size_t kMost = 5000;
  const auto worse = [](const KeptLine& a, const KeptLine& b) {
    return std::pair(a.grade, a.size) > std::pair(b.grade, b.size);
  };
  lines_.insert(std::upper_bound(lines_.begin(), lines_.end(), line, worse), std::move(line));
  if (lines_.size() <= kMost) return;
  lines_.pop_back();
  ++left_out_;
}

void Counts::add(const ClaimVerdict& v, ClaimStanding standing) {
  ++verdicts[static_cast<size_t>(v.verdict)];
  ++grades[static_cast<size_t>(grade_of(v, standing))];
}

long Counts::all() const {
  long sum = 0;
  for (const long n : verdicts) sum += n;
  return sum;
}

std::string steps_regime_name(int regime) {
  if (regime == 0) return "N = 1";
  const auto i = static_cast<size_t>(regime);
  if (i >= kSteps.size()) return fmt::format("N > {}", kSteps.back());
  return fmt::format("{} < N <= {}", kSteps[i - 1], kSteps[i]);
}

std::string delta_regime_name(int regime) {
  const auto i = static_cast<size_t>(regime);
  if (regime == 0) return fmt::format("delta >= {}", kDeltas[0]);
  if (i >= kDeltas.size()) return fmt::format("delta < {}", kDeltas.back());
  return fmt::format("{} <= delta < {}", kDeltas[i], kDeltas[i - 1]);
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
  if (standing != ClaimStanding::documented) add_apart(claim, v, standing);
  if (v.verdict == VerdictKind::unsupported) ++unsupported_[one_line(v.reason)];
  releases_.add(judged);
  MethodRow& row = row_of(claim, standing);
  count_error(v, standing, &row.counts, &row.errors);
  const bool judged_at_all =
      v.verdict != VerdictKind::unsupported && v.verdict != VerdictKind::broken;
  if (!judged_at_all) return;
  if (v.verdict == VerdictKind::violated) {
    const double size = v.relative ? size_of(*v.relative) : HUGE_VAL;
    row.violations.add(size);
    row.violated.add({grade_of(v, standing), size, shown_claim(judged)});
  }
  if (v.by_tolerance) {
    row.by_tolerance.add({v.grade, v.relative ? size_of(*v.relative) : 0, shown_claim(judged)});
  }
  add_promise(judged, &row);
  if (v.promise && v.promise->verdict == VerdictKind::undecided) promise_undecided_ = true;
  if (claim.seconds) {
    row.tool_seconds.add(*claim.seconds);
    row.seconds.add(v.seconds);
  }
  RegimeRow& steps = row.by_steps[steps_regime(v.steps)];
  count_error(v, standing, &steps.counts, &steps.errors);
  if (v.delta_scale <= 0) return;
  RegimeRow& deltas = row.by_delta[delta_regime(v.delta_scale)];
  count_error(v, standing, &deltas.counts, &deltas.errors);
}

void ClaimsSummary::add_apart(const Claim& claim, const ClaimVerdict& v, ClaimStanding standing) {
  ApartRow& apart = apart_[claim_standing_name(standing) + "\n" + claim.rests_on];
  if (claim.basis) apart.basis = *claim.basis;
  apart.standing = standing;
  apart.counts.add(v, standing);
}

MethodRow& ClaimsSummary::row_of(const Claim& claim, ClaimStanding standing) {
  // Answers of another installation are another row of the same release.
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
