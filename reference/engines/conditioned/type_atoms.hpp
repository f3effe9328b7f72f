/// The atoms of some steps as numbers of the machine, for lists of millions of types: masses as
/// machine_mass.hpp has them, losses in whole units, each as near as is said here.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/composition/composition.hpp"

namespace plumbline::conditioned {

/// Below this nothing tilted is told from it: numbers of this size are bounds, and never too small.
inline constexpr double kTiny = 1e-280;

struct TypeAtom {
  size_t factor;
  Ball tilted;         ///< P e^{theta loss} / K(theta)
  MachineMass P, Q;    ///< masses times the factor's scale, each within 4 kMassShare of itself
  double weight;       ///< not below the tilted mass times that scale
  std::int64_t place;  ///< within 1 of the loss in units
};

/// One factor: how many steps it has, and what is in none of its atoms.
struct TypeFactor {
  long count;
  double scale;   ///< near count/e: count! is about scale^count
  Ball outside;   ///< [0, tilted mass in no atom]
  size_t stride;  ///< of its number of steps in an index
};

/// All atoms of a composition under the tilt e^{theta S}/E_P[e^{theta S}].
struct TypeAtoms {
  double theta;
  std::vector<TypeFactor> factors;
  std::vector<TypeAtom> atoms;
  size_t indices;   ///< how many numbers of steps of all factors there are
  long unit;        ///< units are 2^-unit
  Ball log_height;  ///< log E_P[e^{theta S}]
  Ball orders;      ///< prod count!/scale^count
  long steps() const;
};

/// Returns true if the steps are few enough, and of the kind, for their types to be listed.
bool types_can_be_listed(const std::vector<Factor>& factors);

/// The atoms of tilted mass 2^-depth and more, roughly. Nothing where numbers are beyond the range
/// of the machine's, or it does not round to nearest.
std::optional<TypeAtoms> type_atoms(const std::vector<Factor>& factors, double theta, double depth,
                                    const Poll& poll);

}  // namespace plumbline::conditioned
