/// Certificates of the values that decide each find: the true value or, for a whole distribution, the largest amount by
/// which it is on the wrong side of the true profile.
#pragma once

#include <functional>
#include <vector>

#include "reference/certificates/certificate.hpp"
#include "verify/hunt/hunt.hpp"

namespace plumbline {

struct TruthLimits {
  double seconds = 20;     ///< limit of processor time for each certificate
  double all_seconds = 0;  ///< limit for all certificates; 0 means no limit
  std::function<void(size_t done, size_t of)> report;
};

struct CertifiedTruths {
  std::vector<Certificate> certificates;
  size_t missing = 0;  ///< number of certificates that ran out of time
};

/// Certifies the question of each cause's simplest setting to ten digits; infinite values have no certificate. A find
/// about a whole distribution has one certificate for each of its directions: the largest amount, over all epsilons, by
/// which the distribution is on the wrong side.
CertifiedTruths certified_truths(const HuntResult& result, const TruthLimits& limits);

}  // namespace plumbline
