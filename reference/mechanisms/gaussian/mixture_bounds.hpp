/// Sizes of the integrands of the subsampled Gaussian pair, on and off the real axis. The error bounds of the trapezoid
/// rules in mixture.hpp use them. Proofs in mixture_bounds.cpp.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// z = mu t - mu^2/2.
Ball log_ratio_normal(const MixtureLaw& law, const Ball& t);

/// |phi(t+ib) X(t+ib)| <= growth(b) phi(t) X(t; widening(b)), X(t; kappa) the window at z + log kappa, by
/// BOUND(WINDOW-GROWTH). Indeterminate if no such bound is known.
Ball growth(const MixtureLaw& law, const Ball& b);
Ball widening(const MixtureLaw& law, const Ball& b);

/// A factor with |w(t+ib)|^c <= factor * w(t)^c, by BOUND(MIXTURE-COSINE).
Ball cosine_factor(const MixtureLaw& law, const Ball& b, double c);

/// int phi(t) X(t; kappa) w(t)^c dt, by BOUND(MIXTURE-SIZE).
UpperBound size_bound(const MixtureLaw& law, double c, const Ball& kappa);

/// int phi(t) X(t; kappa) |w(t+ia) w(t+ib)|^{c/2} dt, by BOUND(MIXTURE-STRIP).
UpperBound strip_size(const MixtureLaw& law, double c, const Ball& a, const Ball& b,
                      const Ball& kappa);
/// The second of its forms: (1-p)^c for c < 0 and |a| mu, |b| mu <= pi/2, else infinite.
UpperBound flat_size(const MixtureLaw& law, double c, const Ball& a, const Ball& b);

/// The omitted nodes of a grid, on either side.
struct OmittedTails {
  UpperBound left, right;
};
/// Sums over the omitted nodes of h phi(u) X(u; kappa) w(u)^c, u real, by BOUND(MIXTURE-TAILS). Infinite if the range
/// is too short for the bound.
OmittedTails omitted_tails(const MixtureLaw& law, const Grid& grid, double c, const Ball& kappa);
UpperBound omitted_nodes(const MixtureLaw& law, const Grid& grid, double c, const Ball& kappa);
/// The sum of h phi(u) X(u; widening(b)) |w(u+ib)|^c over all omitted nodes, by BOUND(MIXTURE-STRIP).
UpperBound omitted_off_axis(const MixtureLaw& law, const Grid& grid, double c, const Ball& b);

/// 1/(e^{2 pi b/h} - 1), the share of the integral over each edge at distance b that bounds the
/// error of the trapezoid rule of step h; indeterminate unless b > 0 and h > 0.
Ball edge_share(double b, double h);

}  // namespace plumbline::mixture
