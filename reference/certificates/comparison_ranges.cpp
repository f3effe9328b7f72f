/// Checks the ranges of a comparison, the bounds beyond them, and the verdict.
#include <algorithm>

#include "reference/certificates/comparison_parts.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

using Order = ComparedRange::Order;

}  // namespace

void ComparisonCheck::judge_range(const Comparison& own, Range* range) {
  const StatedRange& stated = range->stated;
  Rational reached = stated.from;
  for (const ComparedRange& here : own.ranges) {
    const bool same = stated.kind == Order::undecided
                          ? here.kind == Order::equal ||
                                (here.kind == Order::undecided &&
                                 compared::at_most(here.gap.ball(compared::kBits), stated.gap))
                          : compared::is_also(stated.kind, here.kind);
    if (!same) continue;
    const auto [from, to] = compared::decimals_within(here);
    if (from <= reached && reached < to) reached = to;
    if (reached >= stated.to) return compared::settle(range->finding, Standing::proved, "");
  }
  if (stated.kind != Order::undecided) return;
  if (!stated.gap || within_gap(stated.from, stated.to, *stated.gap, 6)) {
    compared::settle(range->finding, Standing::proved, "");
  }
}

// In epsilon, delta decreases and the excess delta - 1 + e^epsilon increases. The difference of the two mechanisms is
// the same for both functions. Hence the values at the ends of [from, to] bound the difference on [from, to].
bool ComparisonCheck::within_gap(const Rational& from, const Rational& to, const Rational& gap,
                                 int depth) {
  if (from.sign() < 0 && to.sign() > 0) {
    return within_gap(from, Rational(0), gap, depth) && within_gap(Rational(0), to, gap, depth);
  }
  if (evaluations_ > compared::kMostEvaluations) return false;
  Effort effort;
  effort.poll = task_.options.poll;
  if (effort.expired()) return false;
  effort.digits = compared::kPointDigits;
  const bool falls = from.sign() >= 0;
  const Rational &large = falls ? from : to, &small = falls ? to : from;
  const auto value = [&](PrivacyProfile& profile, const Rational& at) {
    ++evaluations_;
    const Real epsilon(at);
    return (falls ? profile.delta(epsilon, effort) : profile.excess(epsilon, effort)).value;
  };
  const Ball one = value(first_, large) - value(second_, small);
  const Ball other = value(second_, large) - value(first_, small);
  if (compared::at_most(max(one, other), gap)) return true;
  if (depth == 0) return false;
  const Rational middle = (from + to) * Rational(1, 2);
  return within_gap(from, middle, gap, depth - 1) && within_gap(middle, to, gap, depth - 1);
}

void ComparisonCheck::refute_range(const Comparison& own, Range* range) {
  const StatedRange& stated = range->stated;
  std::vector<Rational> points;
  for (const long quarter : {1L, 2L, 3L}) {
    points.push_back(stated.from + (stated.to - stated.from) * Rational(quarter, 4UL));
  }
  for (const ComparedRange& here : own.ranges) {
    if (!compared::opposite(stated.kind, here.kind) && stated.kind != Order::equal) continue;
    const auto [first, last] = compared::decimals_within(here);
    const Rational from = std::max(first, stated.from), to = std::min(last, stated.to);
    if (from < to) points.push_back((from + to) * Rational(1, 2));
  }
  for (const Rational& at : points) {
    if (evaluations_ > compared::kMostEvaluations) return;
    const Ball D = difference(at, compared::kPointDigits);
    const bool wrong = stated.kind == Order::first_larger    ? certainly_negative(D)
                       : stated.kind == Order::second_larger ? certainly_positive(D)
                       : stated.kind == Order::equal
                           ? certainly_negative(D) || certainly_positive(D)
                           : compared::beyond(abs(D), stated.gap);
    if (!wrong) continue;
    const auto [low, high] = D.decimal_bounds(6);
    return compared::settle(range->finding, Standing::refuted,
                            "delta of the first less that of the second is in [" + low + ", " +
                                high + "] at epsilon = " + at.text());
  }
}

/// Returns the sign of the last stated range, if it is proved and reaches `end`; nothing otherwise.
std::optional<ComparedRange::Order> ComparisonCheck::last_sign(const Rational& end) const {
  const auto last =
      std::max_element(ranges_.begin(), ranges_.end(),
                       [](const Range& a, const Range& b) { return a.stated.to < b.stated.to; });
  if (last == ranges_.end() || last->finding->standing != Standing::proved) return std::nullopt;
  const Order kind = last->stated.kind;
  const bool sign = kind == Order::first_larger || kind == Order::second_larger;
  if (!sign || last->stated.to < end) return std::nullopt;
  return kind;
}

// Beyond t, the profiles lie between their values at t and the masses of infinite loss.
bool ComparisonCheck::ends_with_sign(const Rational& t) {
  const auto kind = last_sign(t);
  if (!kind) return false;
  Effort effort;
  effort.poll = task_.options.poll;
  effort.digits = compared::kPointDigits;
  const auto stays = [&](PrivacyProfile& larger, PrivacyProfile& smaller) {
    return certainly_at_most(smaller.delta(Real(t), effort).value,
                             larger.infinite_mass(compared::kBits));
  };
  return (*kind == Order::first_larger && stays(first_, second_)) ||
         (*kind == Order::second_larger && stays(second_, first_));
}

/// The last range of `own` may have a sign that extends to infinity; own.beyond does not cover this part. Returns false
/// if the stated ranges do not end with this sign.
bool ComparisonCheck::has_same_end(const Comparison& own, const Rational& to) const {
  const Order last = own.ranges.back().kind;
  const bool sign = last == Order::first_larger || last == Order::second_larger;
  return !sign || last_sign(to) == last;
}

void ComparisonCheck::judge_beyond(const Comparison& own) {
  CheckedFinding& stated = finding("beyond");
  if (stated.settled()) return;
  const auto most = compared::size(stated.text);
  const Rational from = Rational::parse(finding("examined_from").text);
  const Rational to = Rational::parse(finding("examined_to").text);
  const bool all = certainly_at_most(Ball(from, compared::kBits), own.least) &&
                   certainly_at_most(own.most, Ball(to, compared::kBits));
  if (all && has_same_end(own, to) && compared::at_most(own.beyond.ball(compared::kBits), most)) {
    return compared::settle(&stated, Standing::proved, "");
  }
  Effort effort;
  effort.poll = task_.options.poll;
  effort.digits = compared::kPointDigits;
  const Real end(to), start(from);
  const Ball one = first_.delta(end, effort).value - second_.infinite_mass(compared::kBits);
  const Ball other = second_.delta(end, effort).value - first_.infinite_mass(compared::kBits);
  if (!compared::at_most(max(one, other), most) && !ends_with_sign(to)) return;
  // In the direction worst, delta(-t) = 1 - e^-t + e^-t delta(t).
  const bool mirrored = task_.request.direction == Direction::worst && from <= -to;
  const Ball left = max(first_.excess(start, effort).value, second_.excess(start, effort).value);
  if (mirrored || compared::at_most(left, most)) compared::settle(&stated, Standing::proved, "");
}

/// Derives the verdict from all ranges, if every range is proved.
bool ComparisonCheck::verdict_follows(const std::string& verdict) {
  bool proved = finding("beyond").standing == Standing::proved &&
                finding("margin").standing == Standing::proved;
  bool first = false, second = false;
  for (const Range& range : ranges_) {
    proved = proved && range.finding->standing == Standing::proved;
    first = first || range.stated.kind == Order::first_larger;
    second = second || range.stated.kind == Order::second_larger;
  }
  for (const NumberProof& number : *numbers_) {
    if (number.result().name.rfind("values.crossing_", 0) == 0) first = second = true;
  }
  return proved && ((verdict == dominance_name(Dominance::first_more_private) && !first) ||
                    (verdict == dominance_name(Dominance::second_more_private) && !second) ||
                    (verdict == dominance_name(Dominance::equal) && !first && !second));
}

void ComparisonCheck::judge_verdict(const Comparison& own) {
  CheckedFinding& verdict = finding("verdict");
  if (verdict.settled()) return;
  const auto margin = compared::size(finding("margin").text);
  const bool named = dominance_name(own.verdict) == verdict.text;
  if (verdict.text == dominance_name(Dominance::open)) {
    return compared::settle(&verdict, Standing::proved, "");  // states nothing
  }
  const bool cross = verdict.text == dominance_name(Dominance::cross);
  if (named && (cross || compared::at_most(own.margin.ball(compared::kBits), margin))) {
    return compared::settle(&verdict, Standing::proved, "");
  }
  if (margin && verdict_follows(verdict.text))
    return compared::settle(&verdict, Standing::proved, "");
  const bool some = !cross && (named || own.verdict == Dominance::open);
  if (some) return;
  // A difference of the wrong sign that exceeds the margin refutes the verdict; `cross` is refuted if differences of
  // one sign do not occur.
  const std::string found = "found again: " + dominance_name(own.verdict);
  if (cross) {
    if (own.margin.is_zero() && own.verdict != Dominance::open) {
      compared::settle(&verdict, Standing::refuted, found);
    }
    return;
  }
  for (const ComparedRange& range : own.ranges) {
    if (range.kind != Order::first_larger && range.kind != Order::second_larger) continue;
    const bool allowed = (range.kind == Order::second_larger &&
                          verdict.text == dominance_name(Dominance::first_more_private)) ||
                         (range.kind == Order::first_larger &&
                          verdict.text == dominance_name(Dominance::second_more_private));
    if (allowed) continue;
    const auto [from, to] = compared::decimals_within(range);
    const Ball D = difference((from + to) * Rational(1, 2), compared::kPointDigits);
    if (compared::beyond(abs(D), margin))
      return compared::settle(&verdict, Standing::refuted, found);
  }
}

}  // namespace plumbline
