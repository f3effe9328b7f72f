#include "reference/mechanisms/loss_pieces.hpp"

namespace plumbline {

std::optional<LossPieces> loss_pieces(const DominatingPair& pair) {
  if (const auto known = pair.offer<LossPieces>()) return known;
  const std::vector<LossAtom>* atoms = pair.atoms();
  if (atoms == nullptr) return std::nullopt;
  LossPieces out;
  for (const LossAtom& atom : *atoms) {
    if (!atom.loss.rational()) return std::nullopt;
    const Rational place = *atom.loss.rational();
    const Real weight(
        [mass = atom.mass, place](Bits p) { return mass(p) * exp(Ball(place / Rational(2), p)); });
    out.atoms.push_back({place, weight});
  }
  return out;
}

}  // namespace plumbline
