#include "reference/quantities/comparison/concentrated.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

// BOUND(CONCENTRATED-MOMENT)
// Statement.  Let N mechanisms have D_s <= xi + rho s given the earlier outputs, and let S be the sum of their
//             losses. Then E_P[e^{sS}] <= e^{N (s-1) (xi + rho s)} for s > 1.
// Needs.      s > 1: chernoff_by_moments. The bounds of the divergences: the definition.
// Proof.      (s-1) D_s(Q || P) = log E_P[e^{sL}] for each mechanism given the earlier outputs. Conditioning on all
//             but the last mechanism gives one factor; N repetitions give the bound.
// Source.     Bun and Steinke 2016, Definition 1.1 and Lemma 1.7.
Ball log_moment_of(const ConcentratedRuns& r, const Ball& s) {
  const Bits p = s.precision();
  const Ball divergence = Ball(r.xi, p) + Ball(r.rho, p) * s;
  return bound_number<"CONCENTRATED-MOMENT">((s - 1) * divergence * Ball(r.runs, p));
}

}  // namespace

std::optional<ChernoffBound> concentrated_ceiling(const ConcentratedRuns& runs,
                                                  const Rational& epsilon, double log_wanted,
                                                  bool moved) {
  require_concentrated(runs);
  const double rho = runs.rho.approximate(), xi = runs.xi.approximate();
  const double N = runs.runs.approximate();
  return chernoff_by_moments([&](const Ball& s) { return log_moment_of(runs, s); },
                             [&](double s) { return N * (s - 1) * (xi + rho * s); }, epsilon,
                             log_wanted, moved);
}

}  // namespace plumbline
