#include "reference/certificates/comparison_check.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/comparison_parts.hpp"
#include "reference/certificates/request.hpp"

namespace plumbline {
namespace {

using Order = ComparedRange::Order;

/// Returns the smallest interval of decimals that contains [from, to].
Interval around(const Ball& from, const Ball& to) {
  return {from.decimal_ends(compared::kExactDigits).first,
          to.decimal_ends(compared::kExactDigits).second};
}

/// Returns a crossing as decimals inside the stated ends, with as few digits as possible.
std::pair<std::string, std::string> enclosing_texts(const ComparedRange& crossing,
                                                    const Interval& stated) {
  const Ball whole = Ball::hull(crossing.from, crossing.to);
  for (const int digits : {25, 50, 130}) {
    if (inside(Interval::around(whole, digits), stated)) return whole.decimal_bounds(digits);
  }
  return {crossing.from.decimal_bounds(compared::kExactDigits).first,
          crossing.to.decimal_bounds(compared::kExactDigits).second};
}

/// Returns true if ranges of the check's own comparison with this sign or "equal" cover [from, to] without a gap.
bool keeps_sign(const Comparison& own, Order sign, const Ball& from, const Ball& to) {
  Ball reached = from;
  for (const ComparedRange& range : own.ranges) {
    if (certainly_at_most(to, reached)) return true;
    if (!compared::is_also(sign, range.kind) || !certainly_at_most(range.from, reached)) continue;
    if (certainly_less(reached, range.to)) reached = range.to;
  }
  return certainly_at_most(to, reached);
}

/// Returns true if the given crossing of the check's own comparison is the only change of sign in the stated interval.
bool alone_in(const Comparison& own, const ComparedRange& crossing, const Interval& stated) {
  const Ball lower(*stated.lower, compared::kBits), upper(*stated.upper, compared::kBits);
  const auto around = [&](Order left) {
    return keeps_sign(own, left, lower, crossing.from) &&
           keeps_sign(own, compared::other_sign(left), crossing.to, upper);
  };
  return around(Order::first_larger) || around(Order::second_larger);
}

}  // namespace

std::optional<StatedRange> StatedRange::read(const std::string& text) {
  std::istringstream words(text);
  std::string kind, from, to, gap, more;
  words >> kind >> from >> to >> gap >> more;
  for (const Order known :
       {Order::first_larger, Order::second_larger, Order::equal, Order::undecided}) {
    if (kind_name(known) != kind) continue;
    const bool undecided = known == Order::undecided;
    if (to.empty() || gap.empty() == undecided || !more.empty()) return std::nullopt;
    const auto first = rational_or_none(from), last = rational_or_none(to);
    if (!first || !last || *first >= *last) return std::nullopt;
    StatedRange out{known, *first, *last};
    if (undecided && gap != "inf") {
      out.gap = rational_or_none(gap);
      if (!out.gap || out.gap->sign() < 0) return std::nullopt;
    }
    return out;
  }
  return std::nullopt;
}

ComparisonCheck::ComparisonCheck(const CheckTask& task, std::vector<NumberProof>* numbers,
                                 std::vector<CheckedFinding>* findings)
    : task_(task),
      numbers_(numbers),
      findings_(findings),
      first_(Composition::parse(task.request.mechanism), task.request.direction),
      second_(Composition::parse(task.request.other), task.request.direction) {
  for (CheckedFinding& finding : *findings) {
    if (finding.name.rfind("findings.range_", 0) != 0) continue;
    if (const auto range = StatedRange::read(finding.text)) {
      ranges_.push_back({*range, &finding});
    } else {
      compared::settle(&finding, Standing::refuted, "not a range of epsilons with its sign");
    }
  }
  std::stable_sort(ranges_.begin(), ranges_.end(),
                   [](const Range& a, const Range& b) { return a.stated.from < b.stated.from; });
  check_form();
}

CheckedFinding& ComparisonCheck::finding(const std::string& name) {
  const auto found = std::find_if(findings_->begin(), findings_->end(),
                                  [&](const auto& f) { return f.name == "findings." + name; });
  return *found;  // check_members() has checked that the finding exists
}

// Checks that each crossing lies between finite ends and is stated once.
void ComparisonCheck::check_crossings() {
  std::vector<NumberProof*> crossings;
  for (NumberProof& number : *numbers_) {
    if (number.result().name.rfind("values.crossing_", 0) != 0) continue;
    if (number.stated().is_finite()) {
      crossings.push_back(&number);
    } else {
      number.exclude("a crossing lies between two finite epsilons", "", "");
    }
  }
  std::sort(crossings.begin(), crossings.end(), [](const NumberProof* a, const NumberProof* b) {
    return *a->stated().lower < *b->stated().lower;
  });
  for (size_t i = 1; i < crossings.size(); ++i) {
    if (*crossings[i]->stated().lower <= *crossings[i - 1]->stated().upper) {
      crossings[i]->exclude("it may be the same as another crossing", "", "");
    }
  }
}

// Checks the statements that the certificate alone decides, without values of the profiles.
void ComparisonCheck::check_form() {
  check_crossings();
  for (const char* name : {"margin", "beyond"}) {
    try {
      const auto value = compared::size(finding(name).text);
      if (value && value->sign() < 0) throw std::invalid_argument("it is negative");
      // An infinite size states nothing, so it is proved.
      if (!value) compared::settle(&finding(name), Standing::proved, "");
    } catch (const std::invalid_argument& e) {
      compared::settle(&finding(name), Standing::refuted, e.what());
      return;
    }
  }
  check_ends();
  check_verdict();
  // The margin must be at least every undecided difference on the ranges and outside them.
  CheckedFinding& margin = finding("margin");
  if (margin.settled()) return;
  const Rational most = *compared::size(margin.text);
  const auto outside = compared::size(finding("beyond").text);
  bool covers = outside && *outside <= most;
  for (const Range& range : ranges_) {
    const bool open = range.stated.kind == Order::undecided;
    covers = covers && (!open || (range.stated.gap && *range.stated.gap <= most));
  }
  compared::settle(&margin, covers ? Standing::proved : Standing::refuted,
                   covers ? "" : "the ranges, or the part beyond them, leave more than that open");
}

void ComparisonCheck::check_verdict() {
  for (const Dominance known : {Dominance::first_more_private, Dominance::second_more_private,
                                Dominance::cross, Dominance::equal, Dominance::open}) {
    if (finding("verdict").text == dominance_name(known)) return;
  }
  compared::settle(&finding("verdict"), Standing::refuted, "there is no such verdict");
}

// Checks that ranges and crossings cover the examined interval.
void ComparisonCheck::check_ends() {
  CheckedFinding &from = finding("examined_from"), &to = finding("examined_to");
  std::vector<std::pair<Rational, Rational>> pieces;
  for (const Range& range : ranges_) pieces.emplace_back(range.stated.from, range.stated.to);
  for (const NumberProof& number : *numbers_) {
    const Interval& stated = number.stated();
    if (number.result().name.rfind("values.crossing_", 0) == 0 && stated.is_finite()) {
      pieces.emplace_back(*stated.lower, *stated.upper);
    }
  }
  std::sort(pieces.begin(), pieces.end());
  try {
    Rational reached = Rational::parse(from.text);
    const Rational end = Rational::parse(to.text);
    bool covered = reached < end;
    for (const auto& [left, right] : pieces) {
      covered = covered && (left <= reached || reached >= end);
      if (covered && right > reached) reached = right;
    }
    covered = covered && reached >= end;
    const std::string missing = "the certificate states nothing beyond " + reached.text();
    for (CheckedFinding* f : {&from, &to}) {
      compared::settle(f, covered ? Standing::proved : Standing::refuted, covered ? "" : missing);
    }
  } catch (const std::invalid_argument& e) {
    compared::settle(&to, Standing::refuted, e.what());
    compared::settle(&from, Standing::refuted, e.what());
  }
}

Enclosure ComparisonCheck::ask(PrivacyProfile* profile, const Rational& epsilon, int digits) {
  Effort effort;
  effort.poll = task_.options.poll;
  effort.digits = digits;
  ++evaluations_;
  return epsilon.sign() >= 0 ? profile->delta(Real(epsilon), effort)
                             : profile->excess(Real(epsilon), effort);
}

Ball ComparisonCheck::difference(const Rational& epsilon, int digits) {
  return ask(&first_, epsilon, digits).value - ask(&second_, epsilon, digits).value;
}

void ComparisonCheck::take(const Comparison& own, const std::string& engine,
                           const std::string& path) {
  judge_crossings(own, engine, path);
  for (Range& range : ranges_) {
    if (!range.finding->settled()) judge_range(own, &range);
    if (!range.finding->settled()) refute_range(own, &range);
  }
  if (!finding("examined_to").settled() || finding("examined_to").standing == Standing::refuted) {
    return;
  }
  judge_beyond(own);
  judge_verdict(own);
}

void ComparisonCheck::judge_crossings(const Comparison& own, const std::string& engine,
                                      const std::string& path) {
  for (NumberProof& number : *numbers_) {
    const auto open = [&] { return !number.result().settled() && number.stated().is_finite(); };
    if (number.result().name.rfind("values.crossing_", 0) != 0 || !open()) continue;
    judge_crossing(own, engine, path, &number);
    if (open()) refute_crossing(own, &number);
  }
}

// Checks part (b) of the theorem in comparison_check.hpp.
void ComparisonCheck::judge_crossing(const Comparison& own, const std::string& engine,
                                     const std::string& path, NumberProof* number) {
  const Interval& stated = number->stated();
  const ComparedRange* inner = nullptr;
  for (const ComparedRange& range : own.ranges) {
    const bool crossing = range.kind == Order::crossing;
    if (crossing && inside(around(range.from, range.to), stated)) {
      if (inner != nullptr) {
        return number->exclude("more than one change of sign in it", engine, path);
      }
      inner = &range;
    }
    const bool within = certainly_at_most(range.from, Ball(*stated.lower, compared::kBits)) &&
                        certainly_at_most(Ball(*stated.upper, compared::kBits), range.to);
    if (!crossing && range.kind != Order::undecided && within) {
      const auto [low, high] = Ball::hull(range.from, range.to).decimal_bounds(20);
      return number->exclude(
          kind_name(range.kind) + " from " + low + " to " + high + ": no change of sign there",
          engine, path);
    }
  }
  if (inner == nullptr || !alone_in(own, *inner, stated)) return;
  const auto [low, high] = enclosing_texts(*inner, stated);
  number->take(low, high, engine, path);
}

// Evaluates signs of the difference at both ends of the stated interval and inside it. If they change more than once,
// the interval contains several changes of sign, and the crossing is refuted.
void ComparisonCheck::refute_crossing(const Comparison& own, NumberProof* number) {
  const Interval& stated = number->stated();
  std::vector<Rational> points{*stated.lower, *stated.upper};
  const auto add = [&](const Rational& at) {
    if (*stated.lower < at && at < *stated.upper) points.push_back(at);
  };
  for (const ComparedRange& range : own.ranges) {
    auto [from, to] = compared::decimals_within(range);
    if (range.kind == Order::crossing || to <= from) continue;
    from = std::max(from, *stated.lower);
    to = std::min(to, *stated.upper);
    add((from + to) * Rational(1, 2));
  }
  for (const long share : {1L, 3L, 10L, 30L}) {
    add(*stated.lower + stated.width() * Rational(share, 40UL));
  }
  std::sort(points.begin(), points.end());
  int last = 0, first = 0, changes = 0;
  for (const Rational& at : points) {
    if (evaluations_ > compared::kMostEvaluations) return;
    const Ball D = difference(at, compared::kPointDigits);
    const int sign = certainly_positive(D) ? 1 : certainly_negative(D) ? -1 : 0;
    if (sign == 0) continue;
    if (last * sign < 0) ++changes;
    last = sign;
    if (first == 0) first = sign;
  }
  if (changes > 1) {
    number->exclude("delta of the first less that of the second changes its sign at least " +
                        std::to_string(changes) + " times in it",
                    "", "by values in it");
  }
}

}  // namespace plumbline
