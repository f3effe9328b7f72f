#include "reference/composition/engine.hpp"

#include <stdexcept>

#include "reference/composition/closed_form.hpp"
#include "reference/composition/fourier.hpp"

namespace plumbline {

const std::vector<EngineEntry>& engine_registry() {
  static const std::vector<EngineEntry> entries = {
      {"closed_form", "single steps and products of gaussians, in error functions",
       closed_form_refusal, make_closed_form},
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
      if (refusal.empty()) return entry.make(composition);
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
