#include "reference/regions/tv_kinks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"

namespace plumbline {
namespace {

constexpr long kMostReach = 100000000;
constexpr long kMostMultiple = 1000000;
constexpr double kMostAtoms = 1 << 19;

/// Returns the largest r > 1 of which both a > 1 and b > 1 are powers, by Euclid's algorithm; nothing if the algorithm
/// needs too many steps.
std::optional<Rational> common_root(Rational a, Rational b) {
  for (int i = 0; i < 64; ++i) {
    if (a < b) std::swap(a, b);
    if (b == kOne) return a;
    const double times =
        std::floor(log(Ball(a, Bits{128})).approximate() / log(Ball(b, Bits{128})).approximate());
    constexpr double kLongest = 8192;  // digits of the power
    if (!(times * static_cast<double>(b.text().size()) <= kLongest)) return std::nullopt;
    a = a / power(b, std::max(1L, std::lround(times)));
    if (a < kOne) a = a * b;  // the estimate by doubles was one too large
    if (a < kOne || a.text().size() > 4096) return std::nullopt;
  }
  return std::nullopt;
}

/// Returns a unit of which all nonzero epsilons are integer multiples (1 if all are 0); nothing if none is known.
std::optional<Real> common_unit(const std::vector<TvSteps>& steps) {
  if (const auto& origin = steps.front().origin) {  // a unit is known only if all have this origin
    const bool same = std::all_of(steps.begin(), steps.end(),
                                  [&](const TvSteps& one) { return one.origin == origin; });
    return same ? std::optional(steps.front().epsilon) : std::nullopt;
  }
  std::optional<Rational> unit, root;
  for (const TvSteps& one : steps) {
    if (one.epsilon.rational()) {
      if (one.epsilon.rational()->is_zero()) continue;
      unit = unit ? gcd(*unit, *one.epsilon.rational()) : *one.epsilon.rational();
    } else if (const auto ratio = one.exact_ratio()) {
      root = root ? common_root(*root, *ratio) : *ratio;
      if (!root) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  if (unit && root)
    return std::nullopt;  // the ratio of a rational and the logarithm of a rational is irrational
  if (root) return Real(LogLinear{Rational(0), {{*root, kOne}}});
  return Real(unit.value_or(kOne));
}

/// Returns epsilon divided by the unit, both known exactly; nothing if the quotient is too large.
std::optional<long> multiple_of(const TvSteps& one, const Real& unit) {
  if (one.epsilon.rational() && one.epsilon.rational()->is_zero()) return 0;
  if (one.origin) return 1;  // equal to the unit, see common_unit()
  const double guess = std::round(one.epsilon.approximate() / unit.approximate());
  if (!(guess >= 1 && guess <= kMostMultiple)) return std::nullopt;
  const long n = std::lround(guess);
  if (unit.rational()) {
    return *unit.rational() * Rational(n) == *one.epsilon.rational() ? std::optional(n)
                                                                     : std::nullopt;
  }
  // epsilon is an integer multiple of the unit, so the difference `off` is one, too. Hence it is 0 if it is certainly
  // smaller than the unit.
  const Ball off = one.epsilon(Bits{256}) - unit(Bits{256}) * n;
  return off.contains_zero() && certainly_less(abs(off), unit(Bits{256})) ? std::optional(n)
                                                                          : std::nullopt;
}

bool same_epsilon(const TvSteps& a, const TvSteps& b) {
  if (a.epsilon.rational() && b.epsilon.rational()) {
    return *a.epsilon.rational() == *b.epsilon.rational();
  }
  if (a.origin && b.origin) return a.origin == b.origin;
  const auto x = a.exact_ratio(), y = b.exact_ratio();
  return x && y && *x == *y;
}

double atoms_of(const std::vector<TvAxis>& axes) {
  double out = 1;
  for (const TvAxis& axis : axes) out *= 2 * static_cast<double>(axis.count) + 1;
  return out;
}

}  // namespace

std::optional<TvLattice> tv_lattice(const std::vector<TvSteps>& steps) {
  if (steps.size() == 1) {
    return TvLattice{steps.front().epsilon, {1}, steps.front().count};
  }
  const std::optional<Real> unit = common_unit(steps);
  if (!unit) return std::nullopt;
  TvLattice out{*unit, {}, 0};
  for (const TvSteps& one : steps) {
    const std::optional<long> multiple = multiple_of(one, *unit);
    if (!multiple) return std::nullopt;
    if (*multiple > 0 && one.count > (kMostReach - out.reach) / *multiple) return std::nullopt;
    out.multiples.push_back(*multiple);
    out.reach += *multiple * one.count;
  }
  return out;
}

std::vector<TvAxis> tv_axes(const std::vector<TvSteps>& steps) {
  std::vector<TvAxis> out;
  for (size_t i = 0; i < steps.size(); ++i) {
    const TvSteps& one = steps[i];
    if (one.epsilon.rational() && one.epsilon.rational()->is_zero()) continue;
    auto axis = std::find_if(out.begin(), out.end(), [&](const TvAxis& known) {
      return same_epsilon(steps[known.kinds.front()], one);
    });
    if (axis == out.end()) axis = out.insert(axis, TvAxis{one.epsilon, 0, {}});
    axis->count += one.count;
    axis->kinds.push_back(i);
  }
  return out;
}

double TvScatter::size(const std::vector<TvSteps>& steps) { return atoms_of(tv_axes(steps)); }

TvScatter::TvScatter(const std::vector<TvSteps>& steps) : axes_(tv_axes(steps)) {
  if (!(atoms_of(axes_) <= kMostAtoms)) {
    throw std::invalid_argument(
        "too many steps for a list of all losses, and the epsilons are not known to be multiples "
        "of one number that is large enough; round them (those after sampling) up to such "
        "multiples, of 0.001 say");
  }
  const Bits rough{256};
  std::vector<Ball> epsilons;
  for (const TvAxis& axis : axes_) epsilons.push_back(axis.epsilon(rough));
  std::vector<std::pair<Ball, std::uint32_t>> sorted;
  const auto count = static_cast<std::uint32_t>(atoms_of(axes_));
  for (std::uint32_t code = 0; code < count; ++code) {
    Ball x = loss(code, epsilons);
    if (!certainly_negative(x)) sorted.emplace_back(std::move(x), code);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return midpoint_less(a.first, b.first); });
  join_kinks(sorted);
}

// BOUND(TV-KINKS)
// Statement.  The interval of every kink is certainly above the intervals of all previous kinks, and contains the
//             losses of its atoms. The interval of kink 0 contains 0.
// Needs.      `sorted` contains all atoms that are not certainly negative, including the atom of loss exactly 0, each
//             with an interval of its loss: the constructor. (Any order is admissible.)
// Proof.      An atom starts a kink only if it is certainly above the last interval. Otherwise it joins the last
//             interval. While the result is not certainly above the interval before it, these two intervals are
//             joined. So consecutive intervals are in order, hence all are. The atom of loss exactly 0 is always
//             present. If others come before it, every interval so far reaches 0 or more, because none is certainly
//             negative. So none is certainly below that atom, nor below the interval that it joins, which then
//             contains 0, and all become one interval.
// Source.     Elementary.
void TvScatter::join_kinks(const std::vector<std::pair<Ball, std::uint32_t>>& sorted) {
  std::vector<Ball> intervals;
  const auto below = [](const Ball& a, const Ball& b) {
    return proved<"TV-KINKS">(certainly_less(a, b));
  };
  for (const auto& [x, code] : sorted) {
    if (intervals.empty() || below(intervals.back(), x)) {
      intervals.push_back(x);
      begin_.push_back(codes_.size());
    } else {
      intervals.back() = Ball::hull(intervals.back(), x);
      while (intervals.size() > 1 && !below(intervals[intervals.size() - 2], intervals.back())) {
        intervals[intervals.size() - 2] =
            Ball::hull(intervals[intervals.size() - 2], intervals.back());
        intervals.pop_back();
        begin_.pop_back();
      }
    }
    codes_.push_back(code);
  }
  begin_.push_back(codes_.size());
  for (const Ball& x : intervals) about_.push_back(x.approximate());
}

std::vector<size_t> TvScatter::places(size_t atom) const {
  std::vector<size_t> out;
  size_t code = codes_[atom];
  for (const TvAxis& axis : axes_) {
    const size_t choices = 2 * static_cast<size_t>(axis.count) + 1;
    out.push_back(code % choices);
    code /= choices;
  }
  return out;
}

Ball TvScatter::loss(std::uint32_t code, const std::vector<Ball>& epsilons) const {
  Ball out(epsilons.front().precision());
  for (size_t i = 0; i < axes_.size(); ++i) {
    const auto choices = static_cast<std::uint32_t>(2 * axes_[i].count + 1);
    out += epsilons[i] * (static_cast<long>(code % choices) - axes_[i].count);
    code /= choices;
  }
  return out;
}

Ball TvScatter::epsilon(long kink, Bits p) const {
  std::vector<Ball> epsilons;
  for (const TvAxis& axis : axes_) epsilons.push_back(axis.epsilon(p));
  const auto [first, last] = atoms(kink);
  Ball out = loss(codes_[first], epsilons);
  for (size_t i = first + 1; i < last; ++i) out = Ball::hull(out, loss(codes_[i], epsilons));
  return out;
}

std::optional<Rational> TvScatter::exact_ratio(long kink) const {
  std::optional<Rational> found;
  const auto [first, last] = atoms(kink);
  for (size_t atom = first; atom < last; ++atom) {
    const std::vector<size_t> at = places(atom);
    Rational ratio = kOne;
    for (size_t i = 0; i < axes_.size(); ++i) {
      const auto E = TvSteps{axes_[i].epsilon, Real(Rational(0)), std::nullopt, 1}.exact_ratio();
      if (!E) return std::nullopt;
      const long n = static_cast<long>(at[i]) - axes_[i].count;
      ratio = ratio * (n >= 0 ? power(*E, n) : kOne / power(*E, -n));
    }
    if (found && !(*found == ratio)) return std::nullopt;
    found = ratio;
  }
  return found;
}

long TvScatter::near(double epsilon) const {
  return std::lower_bound(about_.begin(), about_.end(), epsilon) - about_.begin();
}

}  // namespace plumbline
