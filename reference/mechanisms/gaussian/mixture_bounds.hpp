/// Upper bounds of the integrands of the subsampled Gaussian pair, on and off the real axis, for the error bounds of
/// the trapezoid rules in mixture.hpp. The proofs are in mixture_bounds.cpp.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// Returns z = mu t - mu^2/2.
Ball log_ratio_normal(const MixtureLaw& law, const Ball& t);

/// Return numbers with |phi(t+ib) X(t+ib)| <= growth(b) phi(t) X(t; widening(b)), by BOUND(WINDOW-GROWTH). X(t; kappa)
/// is the window at z + log kappa. Indeterminate if no such bound is known.
Ball growth(const MixtureLaw& law, const Ball& b);
Ball widening(const MixtureLaw& law, const Ball& b);

/// Returns a factor with |w(t+ib)|^c <= factor * w(t)^c, by BOUND(MIXTURE-COSINE).
Ball cosine_factor(const MixtureLaw& law, const Ball& b, double c);

/// Returns an upper bound of int phi(t) X(t; kappa) w(t)^c dt, by BOUND(MIXTURE-SIZE).
UpperBound size_bound(const MixtureLaw& law, double c, const Ball& kappa);

/// Returns an upper bound of int phi(t) X(t; kappa) |w(t+ia) w(t+ib)|^{c/2} dt, by BOUND(MIXTURE-STRIP).
UpperBound strip_size(const MixtureLaw& law, double c, const Ball& a, const Ball& b,
                      const Ball& kappa);
/// Returns the second bound of MIXTURE-STRIP: (1-p)^c for c < 0 and |a| mu, |b| mu <= pi/2, otherwise infinite.
UpperBound flat_size(const MixtureLaw& law, double c, const Ball& a, const Ball& b);

/// Bounds of the sums over the omitted nodes to the left and to the right of a grid.
struct OmittedTails {
  UpperBound left, right;
};
/// Return upper bounds of the sum of h phi(u) X(u; kappa) w(u)^c over the omitted real nodes u on each side
/// (omitted_tails), and on both sides together (omitted_nodes), by BOUND(MIXTURE-TAILS). Infinite if the range of the
/// grid is too short for the bound.
OmittedTails omitted_tails(const MixtureLaw& law, const Grid& grid, double c, const Ball& kappa);
UpperBound omitted_nodes(const MixtureLaw& law, const Grid& grid, double c, const Ball& kappa);
/// Returns an upper bound of the sum of h phi(u) X(u; widening(b)) |w(u+ib)|^c over all omitted nodes, by
/// BOUND(MIXTURE-STRIP).
UpperBound omitted_off_axis(const MixtureLaw& law, const Grid& grid, double c, const Ball& b);

/// Returns 1/(e^{2 pi b/h} - 1). The error of the trapezoid rule with step h is at most this factor times the integral
/// over each edge of the strip, at distance b. Indeterminate unless b > 0 and h > 0.
Ball edge_share(double b, double h);

}  // namespace plumbline::mixture
