#include "reference/quantities/closed/gaussian_mu.hpp"

#include "reference/values/mint.hpp"

namespace plumbline {

std::optional<Certified> gaussian_mu(const Composition& composition, int digits) {
  const auto mu2 = composition.gaussian_mu_squared();
  if (!mu2) return std::nullopt;
  return certified({sqrt(Ball(*mu2, bits_for_digits(digits) + 32)), {}}, "closed_form", digits);
}

}  // namespace plumbline
