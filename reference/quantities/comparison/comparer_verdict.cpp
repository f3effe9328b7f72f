/// Combines the verdicts on the cells of a comparison into ranges, a bound beyond the first and last sample, and one
/// verdict.
#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/comparison/comparer.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

void Comparer::append(const ComparedRange& range, std::vector<ComparedRange>* ranges) {
  const bool crossing = range.kind == Order::crossing;
  if (!crossing && !certainly_less(range.from, range.to)) return;
  if (!crossing && !ranges->empty() && ranges->back().kind == range.kind) {
    ranges->back().to = range.to;
    ranges->back().gap = larger(ranges->back().gap, range.gap);
  } else {
    ranges->push_back(range);
  }
}

Comparison Comparer::assemble() {
  Comparison out{{}, Ball(bits_), Ball(samples_.rbegin()->first, bits_), {}, {}, Dominance::open};
  out.least = mirrored_ ? -out.most : Ball(samples_.begin()->first, bits_);
  std::vector<ComparedRange> ranges;
  for (auto it = samples_.begin(); std::next(it) != samples_.end(); ++it) {
    const JudgedCell& cell = cells_.at(it->first);
    const Ball left(it->first, bits_), right(std::next(it)->first, bits_);
    if (cell.kind != Order::crossing) {
      append({cell.kind, left, right, cell.gap}, &ranges);
      continue;
    }
    const Ball root = refine(it);
    if (root.relative_digits() < effort_.digits &&
        root.radius().log_approximate() > -effort_.digits * kLn10) {
      out.reached = false;
    }
    // On each side of the root, the difference has the sign of the sample on that side.
    append({sign_kind(it->second.sign), left, root.lower(), {}}, &ranges);
    append({Order::crossing, root.lower(), root.upper(), {}}, &ranges);
    append({sign_kind(std::next(it)->second.sign), root.upper(), right, {}}, &ranges);
  }
  if (mirrored_) mirror(&ranges);
  judge(ranges, &out);
  out.ranges = std::move(ranges);
  return out;
}

void Comparer::mirror(std::vector<ComparedRange>* ranges) {
  std::vector<ComparedRange> out;
  for (auto it = ranges->rbegin(); it != ranges->rend(); ++it) {
    out.push_back({it->kind, -it->to, -it->from, it->gap});
  }
  ComparedRange& last = out.back();
  const ComparedRange& first = ranges->front();
  auto from = ranges->begin();
  if (last.kind == first.kind && last.kind != Order::crossing) {
    last.to = first.to;
    ++from;
  }
  out.insert(out.end(), from, ranges->end());
  *ranges = std::move(out);
}

// BOUND(PROFILE-ENDS)
// Statement.  Let q_i be the mass of infinite loss of profile i. Right of the last sample, |delta_1 - delta_2| is at
//             most
//                 max(delta_1 - q_2, delta_2 - q_1)
//             with the values at this sample, and delta_1 > delta_2 if q_1 > delta_2 at this sample. Left of the
//             first sample, the bound is the larger excess at the first sample.
// Needs.      The samples are in the form of their side: ask().
// Proof.      delta decreases to q as epsilon grows. The excess increases from 0, and delta_1 - delta_2 is the
//             difference of the excesses.
// Source.     Elementary.
void Comparer::judge_ends(Order last_kind, Comparison* out, Signs* signs) {
  const ComparedSample& last = samples_.rbegin()->second;
  const Ball q_1 = first_.infinite_mass(bits_), q_2 = second_.infinite_mass(bits_);
  const bool exactly = last.first.is_exactly_zero() && last.second.is_exactly_zero();
  const bool plus = certainly_less(last.second, q_1);  // delta_1 >= q_1 > delta_2 from there on
  const bool minus = certainly_less(last.first, q_2);
  if (plus) signs->plus = signs->certain_plus = true;
  if (minus) signs->minus = signs->certain_minus = true;
  // If the masses of infinite loss prove that the sign of the last range holds beyond the last sample, the range
  // extends to infinity; otherwise the difference beyond the last sample is bounded.
  const bool goes_on =
      (plus && last_kind == Order::first_larger) || (minus && last_kind == Order::second_larger);
  if (!goes_on && !exactly) {
    const Ball most = max(last.first - q_2, last.second - q_1).upper();
    out->beyond = bound<"PROFILE-ENDS">(UpperBound::of(most));
  }
  if (mirrored_) return;
  const ComparedSample& least = samples_.begin()->second;
  const UpperBound left = UpperBound::of(max(least.first, least.second).upper());
  out->beyond = larger(out->beyond, bound<"PROFILE-ENDS">(left));
}

Comparer::Signs Comparer::signs() const {
  Signs out;
  for (auto it = samples_.begin(); std::next(it) != samples_.end(); ++it) {
    const Order kind = cells_.at(it->first).kind;
    const int a = it->second.sign, b = std::next(it)->second.sign;
    const bool crossing = kind == Order::crossing;
    out.plus = out.plus || crossing || kind == Order::first_larger;
    out.minus = out.minus || crossing || kind == Order::second_larger;
    out.certain_plus =
        out.certain_plus || crossing || (kind == Order::first_larger && (a > 0 || b > 0));
    out.certain_minus =
        out.certain_minus || crossing || (kind == Order::second_larger && (a < 0 || b < 0));
  }
  return out;
}

void Comparer::judge(const std::vector<ComparedRange>& ranges, Comparison* out) {
  Signs found = signs();
  UpperBound open;
  for (const ComparedRange& range : ranges) {
    if (range.kind == Order::undecided) open = larger(open, range.gap);
  }
  judge_ends(ranges.back().kind, out, &found);
  out->margin = larger(open, out->beyond);
  out->reached = out->reached && open.log_approximate() <= -kMarginDigits * kLn10 + 1e-6;
  const bool small = out->margin.log_approximate() <= -(kMarginDigits - 1) * kLn10;
  out->verdict = found.certain_plus && found.certain_minus ? Dominance::cross
                 : found.plus && found.minus               ? Dominance::open
                 : found.plus                              ? Dominance::second_more_private
                 : found.minus                             ? Dominance::first_more_private
                 : small                                   ? Dominance::equal
                                                           : Dominance::open;
}

}  // namespace plumbline
