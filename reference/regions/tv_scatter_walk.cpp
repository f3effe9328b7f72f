/// Visits the points of a region whose losses do not lie on a lattice.
#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/ball_polynomial.hpp"
#include "reference/regions/composed_tv.hpp"
#include "reference/regions/tv_law.hpp"

namespace plumbline {
namespace {

/// The distribution of the loss S_i of one axis with k steps of epsilon e_i. For n = -k .. k, `mass` is Q(S_i = n e_i),
/// `level` is e^{-n e_i}, and `loss` is n e_i.
struct AxisTable {
  std::vector<Ball> mass, level, loss;
};

AxisTable axis_table(const TvAxis& axis, const std::vector<TvSteps>& steps, Bits p,
                     const Poll& poll) {
  long low = 0;
  std::vector<Ball> law{Ball::integer(1, p)};
  for (const size_t kind : axis.kinds) {
    const Stretch more = stretch(steps[kind], 1, -INFINITY, p, poll);
    law = law.size() == 1 ? more.masses : polynomial_product(law, more.masses, p);
    low += more.low;
  }
  const Ball e = axis.epsilon(p), zero(p);
  AxisTable table;
  for (long n = -axis.count; n <= axis.count; ++n) {
    const long at = n - low;
    const bool inside = at >= 0 && at < static_cast<long>(law.size());
    table.mass.push_back(inside ? law[static_cast<size_t>(at)] : zero);
    table.loss.push_back(e * n);
    table.level.push_back(exp(-table.loss.back()));
  }
  return table;
}

/// Balls that contain e^-s and s for all losses s of a kink, and the masses of the kink under Q and P.
struct ScatterKink {
  Ball levels, losses, Q, P;
};

ScatterKink kink_at(const TvScatter& scatter, const std::vector<AxisTable>& tables, long i,
                    Bits p) {
  const Ball zero(p), one = Ball::integer(1, p);
  ScatterKink out{zero, zero, zero, zero};
  const auto [first, last] = scatter.atoms(i);
  for (size_t atom = first; atom < last; ++atom) {
    Ball mass = one, level = one, loss = zero;
    const std::vector<size_t> places = scatter.places(atom);
    for (size_t kind = 0; kind < places.size(); ++kind) {
      mass = mass * tables[kind].mass[places[kind]];
      level = level * tables[kind].level[places[kind]];
      loss += tables[kind].loss[places[kind]];
    }
    out.levels = atom == first ? level : Ball::hull(out.levels, level);
    out.losses = atom == first ? loss : Ball::hull(out.losses, loss);
    out.Q += mass;
    out.P += mass * level;
  }
  return out;
}

}  // namespace

// BOUND(TV-SCATTER)
// Statement.  Let K_0, K_1, ... be sets of losses, each above all sets before it, with 0 in K_0, whose union contains
//             all losses >= 0. Let r_i = max K_i, m_i = Q(S in K_i), and L_i an interval that contains e^-s for all s
//             in K_i. Then
//                 delta(r_{i-1}) is in the set of all x delta(r_i) + (1-x') Q(S > r_{i-1}) with x, x' in L_i/L_{i-1};
//                 Q(S > r_{i-1}) = Q(S > r_i) + m_i;
//                 P(S > r_{i-1}) is P(S > r_i) + sum over s in K_i of e^-s Q(S = s).
//             For t in [0, r_0], delta(t) is in delta(r_0) + [0, r_0].
// Needs.      The K_i in order, with 0 in K_0: by TV-KINKS.
// Proof.      delta(t) = E_Q[(1 - e^(t-S))_+]. The losses above r_{i-1} are those above r_i and those in K_i. For a
//             loss s above r_i
//                 1 - e^(r_{i-1}-s) = x (1 - e^(r_i-s)) + (1-x),   x = e^(r_{i-1}-r_i).
//             For a loss s in K_i, 1 - e^(r_{i-1}-s) is 1-x with x = e^(r_{i-1}-s). Every such x is in L_i/L_{i-1}.
//             The slope of delta is -e^t P(S > t), at least -Q(S > t) >= -1.
// Source.     Elementary.
void ComposedTv::visit_scatter(const Effort& effort, const Visitor& visitor, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p);
  std::vector<AxisTable> tables;
  for (const TvAxis& axis : scatter_->axes()) {
    tables.push_back(axis_table(axis, steps_, p, effort.poll));
  }
  Ball delta(p), P(p), Q(p);
  ScatterKink now = kink_at(*scatter_, tables, reach(), p);
  for (long i = reach(); i > 0; --i) {
    effort.poll();
    visitor({i, delta, P, Q, now.levels, now.losses});
    const ScatterKink next = kink_at(*scatter_, tables, i - 1, p);
    const Ball x = bound<"TV-SCATTER">(now.levels / next.levels);
    Q += now.Q;
    P += now.P;
    delta = x * delta + (one - x) * Q;
    now = next;
  }
  const UpperBound spread = bound<"TV-SCATTER">(UpperBound::of(max(now.losses, zero).upper()));
  visitor({0, delta + Ball::zero_to(spread, p), P, Q, now.levels, now.losses});
}

}  // namespace plumbline
