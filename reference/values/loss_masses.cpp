#include "reference/values/loss_masses.hpp"

namespace plumbline {

LossMasses GridMasses::atoms() const {
  LossMasses out;
  out.infinite = Rational::from_binary64(infinite);
  for (size_t k = 0; k < masses.size(); ++k) {
    if (masses[k] != 0) out.atoms.push_back({loss(k), Rational::from_binary64(masses[k])});
  }
  return out;
}

}  // namespace plumbline
