/// Certificates of the truth beside each find.
#pragma once

#include <functional>
#include <vector>

#include "reference/certificates/certificate.hpp"
#include "verify/hunt/hunt.hpp"

namespace plumbline {

struct TruthLimits {
  double seconds = 20;     ///< of processor time, for each
  double all_seconds = 0;  ///< for all of them; 0 is no limit
  std::function<void(size_t done, size_t of)> report;
};

struct CertifiedTruths {
  std::vector<Certificate> certificates;
  size_t missing = 0;  ///< of those that ran out of time
};

/// Certifies the question of each cause's simplest setting, to ten digits; infinite values have no certificate.
CertifiedTruths certified_truths(const HuntResult& result, const TruthLimits& limits);

}  // namespace plumbline
