/// Collects masses in any order. Masses at equal losses are added, and masses() returns the losses in increasing order.
#pragma once

#include <map>

#include "reference/values/loss_masses.hpp"

namespace plumbline {

struct MassCollector {
  std::map<Rational, Rational> finite;
  Rational infinite;

  void add(const Rational& loss, const Rational& mass) {
    if (!mass.is_zero()) finite[loss] = finite[loss] + mass;
  }

  LossMasses masses() const {
    LossMasses out;
    out.infinite = infinite;
    for (const auto& [loss, mass] : finite) {
      if (!mass.is_zero()) out.atoms.push_back({loss, mass});
    }
    return out;
  }
};

}  // namespace plumbline
