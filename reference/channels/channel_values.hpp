/// The certified values of a channel (Ghazi and Issa 2024, Section VII): each to the requested digits,
/// at as many bits as that takes.
#pragma once

#include <optional>
#include <vector>

#include "reference/channels/f_divergence.hpp"
#include "reference/channels/local_privacy.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// The smallest epsilon of epsilon-LDP. eta, the Dobrushin coefficient.
Extended certified_epsilon(const LocalPrivacy& local, int digits);
Certified certified_eta(const LocalPrivacy& local, int digits);
/// The smallest delta of (epsilon, delta)-LDP.
Certified certified_delta(const Channel& channel, const Real& epsilon, int digits);

Certified certified_contraction(const Contraction& contraction, int digits);
/// Theorem 5: at most eta (e^eps-1)/(e^eps+1); equation 34: at most ((e^eps-1)/(e^eps+1))^2 by
/// epsilon alone, where that is finite (else infinite: it says nothing).
Certified contraction_bound(const LocalPrivacy& local, int digits);
Extended contraction_bound_by_epsilon(const LocalPrivacy& local, int digits);

/// D_f(P || Q).
Extended divergence_of_laws(const ConvexFunction& f, const std::vector<Real>& P,
                            const std::vector<Real>& Q, int digits);
/// The largest D_f between two rows (0 of one row), and Theorem 4's bound on it.
Extended largest_between_rows(const Channel& channel, const ConvexFunction& f, int digits);
Extended divergence_bound(const LocalPrivacy& local, const ConvexFunction& f, int digits);

/// Two laws of a channel's input.
struct InputLaws {
  std::vector<Real> P0, P1;  ///< rational
};
/// Returns the outputs of the binary mechanism with erasure of equal epsilon and eta (equation 31),
/// without the erasure: it is as likely under both and adds nothing to any D_f, also where its
/// probability is 0 and only a ball around that is known. Nothing where epsilon is 0 or infinite.
std::optional<InputLaws> binary_outputs(const LocalPrivacy& local, const InputLaws& laws);
/// Theorem 6: at least chi2(M0 || M1) for the outputs' laws. Equation 41: at most the share of the
/// largest possible kl that the binary mechanism with erasure keeps. epsilon must be finite, and
/// for the latter above 0: the caller's to see to.
Certified chi2_output_bound(const LocalPrivacy& local, const InputLaws& laws, int digits);
Certified certified_erasure_guarantee(const LocalPrivacy& local, int digits);

}  // namespace plumbline
