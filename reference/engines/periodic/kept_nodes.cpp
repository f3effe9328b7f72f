#include "reference/engines/periodic/kept_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/sieve/sieve.hpp"
#include "reference/mechanisms/integer/lattice_decay.hpp"

namespace plumbline::fourier {
namespace {

/// Bounds (|K_i(c+iy)|/K_i(c))^{N_i} for one factor, where K_i is the transform of its step and N_i its count. The
/// bounds are tabulated for a geometric grid of distances, because over() is called for many arcs and must be cheap.
class FactorDecay {
 public:
  FactorDecay(const Factor& factor, const Rational& h, double c, Bits p, const Poll& poll)
      : ratio_((factor.mechanism->lattice()->spacing / h).approximate()) {
    constexpr double kGrowth = 1.04, kSmallest = 1e-9;
    const PeriodDecay decay(*factor.mechanism, c, p, poll);
    const double half =
        (Ball::pi(Bits{64}) / Ball(factor.mechanism->lattice()->spacing, Bits{64})).approximate();
    const Ball one = Ball::integer(1, p);
    bounds_.push_back({0, one, 0});
    for (double share = kSmallest; share < 0.5; share *= kGrowth) {
      // Bound at a distance of at least `share` periods from the beginning of a period.
      const Ball bound = power(decay(2 * half * share * (1 - 1e-12)), factor.count).upper();
      bounds_.push_back({share, bound, bound.log_approximate()});
      poll();
    }
  }

  struct Bound {
    double share;  ///< distance from the beginning of a period, in periods of the factor
    Ball decay;
    double log_decay;
  };

  /// Returns the bound for all y = 2 pi u/h with from <= u <= to.
  const Bound& over(double from, double to) const {
    const double a = ratio_ * from, b = ratio_ * to;
    if (std::floor(a) != std::floor(b)) return bounds_.front();
    const double d = std::min(std::min(a - std::floor(a), std::ceil(a) - a),
                              std::min(b - std::floor(b), std::ceil(b) - b));
    // d, lowered by more than the rounding errors of the doubles, which are at most 2^-52 ratio_.
    const double least = d - 1e-15 * ratio_;
    const auto above = std::upper_bound(bounds_.begin(), bounds_.end(), std::max(least, 0.0),
                                        [](double x, const Bound& y) { return x < y.share; });
    return *std::prev(above);
  }

 private:
  double ratio_;  ///< spacing of the factor's lattice divided by h, an integer
  std::vector<Bound> bounds_;
};

/// Returns true if the transforms of the factors return near their maximum so often that not every return can be
/// inspected.
bool many_returns(const Composition& composition, const Rational& h) {
  constexpr double kMost = 200000;
  double returns = 0;
  for (const Factor& f : composition.factors()) {
    returns += (f.mechanism->lattice()->spacing / h).approximate();
  }
  return returns > kMost;
}

/// Chooses the nodes by the search of Sieve. If the search succeeds, the transform has decayed as requested at every
/// omitted node. Returns false if the search is impossible or takes too long.
bool sieved(const Composition& composition, const Rational& h, const NodeWish& wish, Bits p,
            const Poll& poll, KeptNodes* out) {
  const double half = (wish.nodes.approximate() - 1) / 2;
  if (!(half < 0x1p43) || !(wish.log_decay < 0)) return false;
  const long last = static_cast<long>(half);
  if (last <= wish.last) return false;
  const Bits fine{256};
  const Ball D = Ball::pi(fine) * 2 / Ball(wish.nodes * h, fine);
  Sieve sieve(composition, wish.c, D, last, p, poll);
  const long need = static_cast<long>(std::ceil(-wish.log_decay / kLn2 * kUnit)) + 1;
  std::vector<Run> runs;
  if (!sieve.keep(wish.last + 1, last, need, wish.most_nodes, poll, &runs)) return false;
  for (const Run& run : runs) out->kept.emplace_back(run.first, run.last);
  out->decay = Sieve::share(need, p).upper();
  return true;
}

struct Arc {
  double from, to;  ///< in units of 2 pi/h
};

}  // namespace

namespace {

/// Divides the period into arcs. An arc is halved until the transform is small on it or its nodes are summed:
/// BOUND(PERIOD-PRODUCT).
class ArcChoice {
 public:
  ArcChoice(const Composition& composition, const Rational& h, const NodeWish& wish, Bits p,
            const Poll& poll)
      : wish_(wish), p_(p), M_(wish.nodes.approximate()), out_{{}, Ball(p)} {
    for (const Factor& f : composition.factors()) {
      // The transform of a constant loss has the same modulus everywhere, so its factor is omitted.
      if (f.mechanism->lattice()->spacing.sign() > 0) factors_.emplace_back(f, h, wish.c, p, poll);
    }
  }

  KeptNodes run(const Poll& poll) {
    const double start = next() / M_ * (1 - 1e-12);
    if (start < 0.5) stack_.push_back({start, 0.5});
    for (long arcs = 1; !stack_.empty(); ++arcs) {
      const Arc arc = stack_.back();
      stack_.pop_back();
      double log_bound = 0;
      for (const FactorDecay& f : factors_) log_bound += f.over(arc.from, arc.to).log_decay;
      if (arcs % 4096 == 0) poll();
      const bool small = log_bound <= wish_.log_decay;
      if (!small && (halved(arc, arcs) || kept(arc))) continue;
      leave_out(arc);
    }
    return std::move(out_);
  }

 private:
  double next() const { return static_cast<double>(wish_.last) + 1; }
  double width(const Arc& arc) const { return (arc.to - arc.from) * M_; }

  bool halved(const Arc& arc, long arcs) {
    constexpr long kMostArcs = 4000000;
    constexpr double kNarrow = 8;
    const double middle = arc.to > 4 * arc.from ? 2 * arc.from : (arc.from + arc.to) / 2;
    if (!(width(arc) > kNarrow && arcs < kMostArcs && middle > arc.from && middle < arc.to)) {
      return false;
    }
    stack_.push_back({middle, arc.to});
    stack_.push_back({arc.from, middle});
    return true;
  }

  /// Adds every node of the arc, and possibly one more at each end. Returns false if there would be too many nodes.
  bool kept(const Arc& arc) {
    constexpr double kExact = 0x1p52;  // smaller node numbers are exact doubles
    const double all = static_cast<double>(kept_nodes_) + width(arc);
    if (!(M_ < kExact && all < static_cast<double>(wish_.most_nodes))) return false;
    const double half = (M_ - 1) / 2;
    auto first = static_cast<long>(std::max(next(), std::floor(arc.from * M_) - 1));
    const auto last = static_cast<long>(std::min(half, std::ceil(arc.to * M_) + 1));
    if (!out_.kept.empty()) first = std::max(first, out_.kept.back().second + 1);
    if (first > last) return true;
    kept_nodes_ += last - first + 1;
    if (!out_.kept.empty() && out_.kept.back().second + 1 == first) {
      out_.kept.back().second = last;
    } else {
      out_.kept.emplace_back(first, last);
    }
    return true;
  }

  void leave_out(const Arc& arc) {
    Ball decay = Ball::integer(1, p_);
    for (const FactorDecay& f : factors_) decay = decay * f.over(arc.from, arc.to).decay;
    out_.decay = max(out_.decay, bound_number<"PERIOD-PRODUCT">(decay)).upper();
  }

  const NodeWish& wish_;
  Bits p_;
  double M_;
  KeptNodes out_;
  std::vector<FactorDecay> factors_;
  std::vector<Arc> stack_;
  long kept_nodes_ = 0;
};

}  // namespace

// BOUND(PERIOD-PRODUCT)
// Statement.  Consider a factor whose own spacing is n_i h. Its phi_i(y) = K_i(c+iy)/K_i(c) has an even modulus
//             |phi_i| of period 2 pi/(n_i h). For y = 2 pi u/h,
//                 |phi_i(y)| <= B_i(2 pi d/(n_i h)),
//             where d is the distance of n_i u from the integers and B_i(T) = sup of |phi_i| over T <= |y| <= pi/(n_i
//             h). On an arc, |K(c+iy)|/K(c) is at most the product over the factors of B_i^{N_i} at the smallest d of
//             the arc (B_i = 1 if n_i u is an integer somewhere on the arc).
// Needs.      (a) d is rounded down: `over` subtracts 1e-15 n_i. (b) n_i is an integer: h divides every spacing, the
//             caller's lattice; a factor of constant loss has |phi| = 1 and is omitted. (c) The omitted nodes lie in
//             the arcs: the arcs here cover (last + 1)/M .. 1/2.
// Proof.      |K_i(c+iy)| = |sum_j p_j e^{c l_j} e^{iy n_i h j}|, apart from the offset o_i. Conjugation shows that
//             |phi_i| is even. B_i decreases, so that a grid point below d is valid. If no integer lies in n_i [a, b],
//             d is smallest at an end. In doubles n_i u (u <= 1/2) and its distance from an integer have errors of at
//             most 2^-54 n_i + 2^-53 <= 2e-16 n_i. If this error hides an integer in [n_i a, n_i b], then the computed
//             d at that end is as small as the error, and it is replaced by 0.
// Source.     Elementary.
KeptNodes choose_nodes(const Composition& composition, const Rational& h, const NodeWish& wish,
                       Bits p, const Poll& poll) {
  if (h.sign() <= 0 || wish.last < 0) throw std::logic_error("windows need a spacing > 0");
  bool equal = true;
  for (const Factor& f : composition.factors()) {
    equal = equal && f.mechanism->lattice()->spacing == h;
  }
  KeptNodes out{{}, Ball(p)};
  if (equal) {
    // y at the first omitted node. The bounds are computed for a slightly smaller number.
    const Ball T = Ball::pi(p) * 2 * (wish.last + 1) / Ball(wish.nodes * h, p);
    Ball decay_here = Ball::integer(1, p);
    for (const Factor& f : composition.factors()) {
      const PeriodDecay decay(*f.mechanism, wish.c, p, poll);
      decay_here = decay_here * power(decay(T.approximate() * (1 - 1e-12)), f.count);
    }
    out.decay = bound_number<"PERIOD-PRODUCT">(decay_here).upper();
    return out;
  }
  if (many_returns(composition, h)) {
    if (!sieved(composition, h, wish, p, poll, &out)) out.decay = Ball::integer(1, p);
    return out;
  }
  return ArcChoice(composition, h, wish, p, poll).run(poll);
}

}  // namespace plumbline::fourier
