#include "reference/engines/sieve/heavy_losses.hpp"

#include <algorithm>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::fourier {

std::vector<LossAtom> heavy_losses(const DominatingPair& pair, double depth, size_t most) {
  constexpr size_t kMostAsked = 5000;
  constexpr Bits kRough{64};
  const std::vector<LossAtom>* all = pair.atoms();
  if (all == nullptr || all->size() <= most || all->size() > kMostAsked) {
    return heavy_atoms(pair, depth, most);
  }
  std::vector<LossAtom> out;
  for (const LossAtom& atom : *all) {
    const double log_P = atom.mass(kRough).log_approximate();
    const double log_Q = log_P + atom.loss(kRough).approximate();
    if (std::max(log_P, log_Q) >= -depth * kLn2) out.push_back(atom);
  }
  if (out.size() > most) out.clear();
  return out;
}

}  // namespace plumbline::fourier
