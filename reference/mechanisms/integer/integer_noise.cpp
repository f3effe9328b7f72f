#include "reference/mechanisms/integer/integer_noise.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/integer/heavy_integers.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr long kMostPoints = 400;
constexpr double kDeepest = 40000;  // maximum depth of a tail, in bits

/// The number of losses that are at most t is at least `least` and at most `most`.
struct Place {
  size_t least, most;
};

Place place(const std::vector<Ball>& losses, const Ball& t) {
  const auto middle = std::partition_point(losses.begin(), losses.end(),
                                           [&](const Ball& x) { return !midpoint_less(t, x); });
  const auto start = static_cast<size_t>(middle - losses.begin());
  Place out{start, start};
  while (out.least > 0 && !certainly_at_most(losses[out.least - 1], t)) --out.least;
  while (out.most < losses.size() && !certainly_less(t, losses[out.most])) ++out.most;
  return out;
}

Ball anything(Bits p) { return Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p); }

}  // namespace

IntegerNoise::IntegerNoise(std::shared_ptr<const IntegerTables> tables, std::string expression,
                           std::string identity)
    : tables_(std::move(tables)),
      expression_(std::move(expression)),
      identity_(std::move(identity)) {
  // Lists the atoms only if their losses have a known form. For other losses, it cannot be decided if two sums of
  // losses are equal.
  const auto first = tables_->first(), last = tables_->last();
  const Real &b = tables_->P_finite(), &a = tables_->Q_finite();
  const bool even = b.rational() && a.rational() && *b.rational() == *a.rational();
  if (!first || !last || *last - *first >= kMostPoints || !even || tables_->mixed()) return;
  for (long x = *first; x <= *last; ++x) {
    const auto odds = tables_->law().exact_odds(x, tables_->D());
    if (!odds) {
      points_.clear();
      return;
    }
    const Real mass([tables = tables_, x](Bits p) {
      const auto table = tables->table(p, kInf);
      return table->P[static_cast<size_t>(x - table->first)];
    });
    points_.push_back({mass, log_ratio(Real(*odds), Real(Rational(1)))});
  }
}

Real IntegerNoise::loss_at(long x) const {
  return Real([tables = tables_, x](Bits p) {
    const double depth =
        8 - std::min(tables->law().log_mass(static_cast<double>(x)),
                     tables->law().log_mass(static_cast<double>(x - tables->D()))) /
                kLn2;
    const auto table = tables->table(p, depth);
    if (table == nullptr || x < table->first || x > table->last) return Ball::indeterminate(p);
    return table->loss[static_cast<size_t>(x - table->first)];
  });
}

void IntegerNoise::offers(Offers* asked) const {
  asked->give<HeavyAtoms>([this] {
    return HeavyAtoms{
        [this](double depth, size_t most) {
          return heavy_integers(tables_, depth, most, [this](long x) { return loss_at(x); });
        },
        [this](double depth, size_t most) { return heavy_integers_count(*tables_, depth, most); }};
  });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string& text) { return subsampled(p, text); }};
  });
  asked->give<TiedLosses>(
      [this] { return TiedLosses{[this](const Real& t, Bits p) { return tied(t, p); }}; });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment(tilt, t, p);
    }};
  });
}

std::optional<Real> IntegerNoise::largest_loss() const {
  return tables_->last() ? std::optional(loss_at(*tables_->last())) : std::nullopt;
}

std::optional<Real> IntegerNoise::smallest_loss() const {
  if (tables_->first()) return loss_at(*tables_->first());
  if (!tables_->mixed()) return std::nullopt;
  return Real([rate = tables_->rate()](Bits p) { return log1p(-rate(p)); });
}

Mechanism IntegerNoise::subsampled(const Real& p, const std::string& expression) const {
  const auto tables = std::make_shared<const IntegerTables>(
      std::shared_ptr<const IntegerLaw>(tables_, &tables_->law()), tables_->D(),
      tables_->rate() * p);
  return std::make_shared<IntegerNoise>(tables, expression, expression);
}

// BOUND(INTEGER-BRACKET)
// Statement.  Consider the integers first .. last. Let the number of those with loss at most t lie between j and k.
//             Then each tail at t lies between its values for the events "the j-th integer and above" and "the k-th
//             integer and above". If j = 0, the integers before the first may be on either side of t; if k is the
//             number of all integers, those beyond the last may be on either side.
// Needs.      The loss does not decrease in the integer: IntegerLaw guarantees this. j and k: computed by place(), by
//             certain comparisons.
// Proof.      L > t means that the integer is at least some x. If 0 < j, the integers before the first have losses at
//             most that of the first, hence at most t. The same argument applies beyond the last.
// Source.     Elementary.
LossTails IntegerNoise::tails(const Real& t, Bits p) const {
  // If a loss equals t, the comparison remains undecided at any precision; tied() handles this case.
  const long most_bits = std::min(4096L, std::max(512L, 4 * p.n));
  const Ball zero(p), one = Ball::integer(1, p);
  if (const auto smallest = smallest_loss(); smallest && !tables_->first()) {
    if (certainly_at_most(t(p), (*smallest)(p))) return {one, zero, one, zero};
  }
  Bits work = p + 16;
  double depth =
      std::min(kDeepest, static_cast<double>(p.n) + 64 + tables_->depth_at(t.approximate()));
  LossTails best{anything(p), anything(p), anything(p), anything(p)};
  for (;;) {
    const auto table = tables_->table(work, depth);
    if (table == nullptr) return best;
    const Place at = place(table->loss, t(work));
    const bool left = at.least == 0, right = at.most == table->size();
    const auto hull = [](const Ball& x, const Ball& y) {
      return bound<"INTEGER-BRACKET">(Ball::hull(x, y));
    };
    const size_t end = table->size();
    const auto above = [&](const PartialSums& of, const std::vector<Ball>& masses) {
      const Ball top = left ? of.from(masses, 0) + of.before(masses, 0) : of.from(masses, at.least);
      return hull(top, right ? of.from(masses, end) : of.from(masses, at.most));
    };
    const auto below = [&](const PartialSums& of, const std::vector<Ball>& masses) {
      const Ball top =
          right ? of.before(masses, end) + of.from(masses, end) : of.before(masses, at.most);
      return hull(of.before(masses, left ? 0 : at.least), top);
    };
    best = {above(table->of_P, table->P), below(table->of_P, table->P),
            above(table->of_Q, table->Q), below(table->of_Q, table->Q)};
    if (at.least != at.most && work.n < most_bits) {
      work = Bits{2 * work.n};
      continue;
    }
    const double digits =
        std::min({best.P_above.relative_digits(), best.P_below.relative_digits(),
                  best.Q_above.relative_digits(), best.Q_below.relative_digits()});
    const bool sharp = digits * 3.33 >= static_cast<double>(p.n) - 16;
    if (sharp || at.least != at.most || (table->whole_left && table->whole_right)) return best;
    if (depth > kDeepest) return best;
    depth *= 2;
  }
}

// BOUND(TIED-LOSSES)
// Statement.  Let the number m of integers first .. last whose loss is at most t lie between j and k. Let 0 < j
//             unless no integer lies before the first, and let k be less than the number of all integers unless no
//             integer lies beyond the last. The profile at t is the triple (Q(L>t) - e^t P(L>t), Q(L<=t) + e^t P(L>t),
//             e^t P(L<=t) - Q(L<=t)). It lies in the hull of (Q_i - e^t P_i, Q'_i + e^t P_i, e^t P'_i - Q'_i) over j
//             <= i <= k, where P_i and Q_i are the masses of the i-th integer and above, and P'_i and Q'_i the masses
//             before it.
// Needs.      The loss does not decrease: IntegerLaw guarantees this. j and k: computed by place(), by certain
//             comparisons.
// Proof.      The profile is the triple at i = m, which is in the hull: if 0 < m, the integers before the first have
//             losses at most that of the first, hence at most t; if m is less than the number of integers, those
//             beyond the last have larger losses than t. An output of loss t adds Q - e^t P = 0 on either side. So the
//             hull is narrow even if the enclosures of the tails are wide.
// Source.     Elementary.
std::optional<TiedProfile> IntegerNoise::tied(const Real& t, Bits p) const {
  constexpr size_t kMostTied = 8;
  const Bits work = p + 16;
  const auto table = tables_->table(work, 2 * static_cast<double>(p.n) + 64);
  if (table == nullptr) return std::nullopt;
  const Ball at = t(work);
  const Place found = place(table->loss, at);
  const bool left = found.least == 0 && !table->whole_left,
             right = found.most == table->size() && !table->whole_right;
  if (left || right || found.most - found.least > kMostTied) return std::nullopt;
  std::optional<TiedProfile> out;
  for (size_t i = found.least; i <= found.most; ++i) {
    const TiedProfile one = profile_of(
        {table->P_from(i), table->P_before(i), table->Q_from(i), table->Q_before(i)}, at);
    const auto hull = [](const Ball& x, const Ball& y) {
      return bound<"TIED-LOSSES">(Ball::hull(x, y));
    };
    out = !out ? one
               : TiedProfile{hull(out->delta, one.delta),
                             hull(out->one_minus_delta, one.one_minus_delta),
                             hull(out->excess, one.excess)};
  }
  out->undecided = found.least < found.most;
  return out;
}

Mechanism integer_noise(const std::shared_ptr<const IntegerLaw>& law, long D,
                        const std::string& expression) {
  if (law->first() && law->last() && *law->last() - *law->first() < D) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{Rational(0), Rational(0), nullptr},
                                                expression, "blatantly_non_private");
  }
  const auto tables = std::make_shared<const IntegerTables>(law, D, Real(Rational(1)));
  const auto inner = std::make_shared<IntegerNoise>(tables, expression, expression);
  if (!law->first() && !law->last()) return inner;
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{tables->P_finite(), tables->Q_finite(), inner}, expression,
      expression + " whole");
}

long integer_sensitivity(const Parameters& parameters) {
  constexpr long kMost = 10000;
  const Rational s = sensitivity(parameters);
  if (!s.is_integer() || s > Rational(kMost)) {
    throw std::invalid_argument("sensitivity must be an integer from 1 to 10000, got " + s.text());
  }
  return static_cast<long>(s.approximate());
}

}  // namespace plumbline
