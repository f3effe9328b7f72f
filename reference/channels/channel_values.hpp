/// The certified values of a channel (Ghazi and Issa 2024, Section VII), each to the requested digits, with as much
/// precision as necessary.
#pragma once

#include <optional>
#include <vector>

#include "reference/channels/f_divergence.hpp"
#include "reference/channels/local_privacy.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// The smallest epsilon of epsilon-LDP; and eta, the Dobrushin coefficient.
Extended certified_epsilon(const LocalPrivacy& local, int digits);
Certified certified_eta(const LocalPrivacy& local, int digits);
/// The smallest delta of (epsilon, delta)-LDP.
Certified certified_delta(const Channel& channel, const Real& epsilon, int digits);

Certified certified_contraction(const Contraction& contraction, int digits);
/// Theorem 5: the upper bound eta (e^eps-1)/(e^eps+1); equation 34: the upper bound ((e^eps-1)/(e^eps+1))^2 from
/// epsilon alone, if epsilon is finite (otherwise the result is infinite and states nothing).
Certified contraction_bound(const LocalPrivacy& local, int digits);
Extended contraction_bound_by_epsilon(const LocalPrivacy& local, int digits);

/// D_f(P || Q).
Extended divergence_of_laws(const ConvexFunction& f, const std::vector<Real>& P,
                            const std::vector<Real>& Q, int digits);
/// The largest D_f between two rows (0 for one row), and the bound of Theorem 4 on it.
Extended largest_between_rows(const Channel& channel, const ConvexFunction& f, int digits);
Extended divergence_bound(const LocalPrivacy& local, const ConvexFunction& f, int digits);

/// Two distributions of a channel's input.
struct InputLaws {
  std::vector<Real> P0, P1;  ///< rational
};
/// Returns the output distributions of the binary mechanism with erasure with equal epsilon and eta (equation 31),
/// without the erasure. The erasure is equally likely under both and adds nothing to any D_f, even if its probability
/// is 0 and only a ball around 0 is known. Returns nothing if epsilon is 0 or infinite.
std::optional<InputLaws> binary_outputs(const LocalPrivacy& local, const InputLaws& laws);
/// Theorem 6: an upper bound of chi2(M0 || M1) for the output distributions. Equation 41: a lower bound of the fraction
/// of the largest possible KL divergence that the binary mechanism with erasure attains. Precondition: epsilon is
/// finite, and for equation 41 positive.
Certified chi2_output_bound(const LocalPrivacy& local, const InputLaws& laws, int digits);
Certified certified_erasure_guarantee(const LocalPrivacy& local, int digits);

}  // namespace plumbline
