#include "reference/composition/engine.hpp"

#include <stdexcept>

#include "reference/composition/closed_form.hpp"
#include "reference/composition/fourier.hpp"
#include "reference/composition/knots.hpp"
#include "reference/composition/laplace_sums.hpp"

namespace plumbline {

bool Effort::expired() const {
  try {
    poll();
  } catch (const Interrupted&) {
    return true;
  }
  return false;
}

const std::vector<EngineEntry>& engine_registry() {
  static const std::vector<EngineEntry> entries = {
      {"closed_form", "single steps and products of gaussians, in error functions",
       closed_form_refusal, make_closed_form},
      {"laplace_sums", "laplace(...)^N as an exact finite sum, N up to 1500", laplace_sums_refusal,
       make_laplace_sums, laplace_sums_preferred},
      {"knots", "few steps of laplace and subsampled_laplace: an integral split at the knots",
       knots_refusal, make_knots, knots_preferred},
      {"fourier", "any composition: inversion of the loss transform on a vertical line",
       fourier_refusal, make_fourier},
  };
  return entries;
}

std::unique_ptr<Engine> plan(const Composition& composition, const std::string& engine) {
  std::string known = "auto";
  for (const EngineEntry& entry : engine_registry()) {
    const bool automatic = engine == "auto";
    if (automatic || entry.name == engine) {
      const std::string refusal = entry.refusal(composition);
      const bool wanted = !automatic || entry.preferred == nullptr ||
                          (refusal.empty() && entry.preferred(composition));
      if (refusal.empty() && wanted) return entry.make(composition);
      if (!automatic) {
        throw std::invalid_argument("engine " + engine + " does not cover " +
                                    composition.expression() + ": " + refusal);
      }
    }
    known += ", " + entry.name;
  }
  throw std::invalid_argument("unknown engine '" + engine + "'; known: " + known);
}

}  // namespace plumbline
