/// Witness thresholds: where to look so that each end of a certificate is an inequality about the
/// privacy profile at a few places, and who checks it needs no search.
///
/// Hints: nothing is proved by them, and a bad one can only keep a checker from deciding.
#pragma once

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Adds the thresholds that this quantity's ends rest on (docs/certificates.md says which), as far as
/// they are found within the effort; nothing for a quantity that has none.
void add_witness(const Query& request, const Effort& effort, Certificate* certificate);

/// Throws std::invalid_argument, naming the text, where one is not `3/7`, `log 3/7` or the like, or
/// the quantity's certificates have no witness for such an end.
void check_witness(const Certificate& certificate);

}  // namespace plumbline
