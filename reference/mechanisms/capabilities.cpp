#include "reference/mechanisms/capabilities.hpp"

namespace plumbline {

std::vector<LossAtom> heavy_atoms(const DominatingPair& pair, double depth, size_t most) {
  if (const std::vector<LossAtom>* atoms = pair.atoms()) {
    return atoms->size() > most ? std::vector<LossAtom>{} : *atoms;
  }
  const auto heavy = pair.offer<HeavyAtoms>();
  return heavy ? heavy->of(depth, most) : std::vector<LossAtom>{};
}

size_t heavy_count(const DominatingPair& pair, double depth, size_t most) {
  if (pair.atoms() == nullptr) {
    const auto heavy = pair.offer<HeavyAtoms>();
    if (heavy && heavy->count) return heavy->count(depth, most);
  }
  return heavy_atoms(pair, depth, most).size();
}

std::optional<Rational> gaussian_mu_squared(const DominatingPair& pair) {
  const auto shift = pair.offer<GaussianShift>();
  return shift ? std::optional(shift->mu_squared) : std::nullopt;
}

}  // namespace plumbline
