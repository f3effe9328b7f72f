/// Certificates of the truth beside each find.
#pragma once

#include <vector>

#include "reference/certificates/certificate.hpp"
#include "verify/hunt/hunt.hpp"

namespace plumbline {

/// Of what the simplest setting of each cause asks, to ten digits, each within so many seconds of
/// processor time; of what takes longer, or is infinite, there is none.
std::vector<Certificate> certified_truths(const HuntResult& result, double seconds);

}  // namespace plumbline
