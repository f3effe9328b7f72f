/// The certified values of a channel (Ghazi and Issa 2024, Section VII). Each has the requested digits; the functions
/// choose the precision.
#pragma once

#include <optional>
#include <vector>

#include "reference/channels/f_divergence.hpp"
#include "reference/channels/local_privacy.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Return the smallest epsilon of epsilon-LDP, and eta, the Dobrushin coefficient.
Extended certified_epsilon(const LocalPrivacy& local, int digits);
Certified certified_eta(const LocalPrivacy& local, int digits);
/// Returns the smallest delta of (epsilon, delta)-LDP.
Certified certified_delta(const Channel& channel, const Real& epsilon, int digits);

Certified certified_contraction(const Contraction& contraction, int digits);
/// Return upper bounds of the contraction coefficient: eta (e^eps-1)/(e^eps+1) (Theorem 5), and
/// ((e^eps-1)/(e^eps+1))^2 (equation 34), which depends on epsilon alone. If epsilon is infinite, the second bound is
/// infinite, hence trivial.
Certified contraction_bound(const LocalPrivacy& local, int digits);
Extended contraction_bound_by_epsilon(const LocalPrivacy& local, int digits);

/// Returns D_f(P || Q).
Extended divergence_of_laws(const ConvexFunction& f, const std::vector<Real>& P,
                            const std::vector<Real>& Q, int digits);
/// Return the largest D_f between two rows (0 for one row), and its upper bound by Theorem 4.
Extended largest_between_rows(const Channel& channel, const ConvexFunction& f, int digits);
Extended divergence_bound(const LocalPrivacy& local, const ConvexFunction& f, int digits);

/// Two distributions of the input of a channel.
struct InputLaws {
  std::vector<Real> P0, P1;  ///< rational
};
/// Returns the output distributions, without the erasure, of the binary mechanism with erasure that has the epsilon and
/// eta of `local` (equation 31). The erasure is left out because it has the same probability under both distributions
/// and contributes nothing to D_f, and because a probability of 0 would be known only as a ball around 0. Returns
/// nothing if epsilon is 0 or infinite.
std::optional<InputLaws> binary_outputs(const LocalPrivacy& local, const InputLaws& laws);
/// Return the upper bound of chi2(M0 || M1) for the output distributions M0, M1 of the input distributions P0, P1
/// (Theorem 6), and a lower bound of the fraction of the largest possible KL divergence that the binary mechanism with
/// erasure attains (equation 41). Precondition: epsilon is finite; for equation 41 it is positive.
Certified chi2_output_bound(const LocalPrivacy& local, const InputLaws& laws, int digits);
Certified certified_erasure_guarantee(const LocalPrivacy& local, int digits);

}  // namespace plumbline
