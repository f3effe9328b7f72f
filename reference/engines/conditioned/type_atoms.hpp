/// The atoms of some steps as machine numbers, for lists of millions of types (vectors of multiplicities of the
/// atoms). Masses have the format of machine_mass.hpp, and losses are integers in a common unit. The members of
/// TypeAtom state their accuracies.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/composition/composition.hpp"

namespace plumbline::conditioned {

/// Upper bounds of tilted masses are at least this number, so that they do not underflow.
inline constexpr double kTiny = 1e-280;

struct TypeAtom {
  size_t factor;
  Ball tilted;         ///< tilted mass P e^{theta loss} / E_P[e^{theta L}], L the loss of one step
  MachineMass P, Q;    ///< masses times the scale of the factor, each with a relative error of at
                       ///< most 4 kMassShare
  double weight;       ///< upper bound of the tilted mass times the scale of the factor
  std::int64_t place;  ///< the loss in units of 2^-unit, with an error of at most 1
};

/// One factor: its number of steps, and the mass outside its atoms.
struct TypeFactor {
  long count;
  double scale;  ///< near count/e, so that count! is approximately scale^count
  Ball outside;  ///< from 0 to a bound of the tilted mass outside the atoms
  /// Partial types are grouped by how many steps of each factor have atoms. The index of a group is the sum over all
  /// factors of that number times the stride of the factor.
  size_t stride;
};

/// All atoms of a composition under the tilt e^{theta S}/E_P[e^{theta S}].
struct TypeAtoms {
  double theta;
  std::vector<TypeFactor> factors;
  std::vector<TypeAtom> atoms;
  size_t indices;   ///< number of combinations of step counts of all factors
  long unit;        ///< units of the losses are 2^-unit
  Ball log_height;  ///< log E_P[e^{theta S}]
  Ball orders;      ///< product of count!/scale^count over the factors
  long steps() const;
};

/// Returns true if the steps are few enough, and of a kind whose types can be listed.
bool types_can_be_listed(const std::vector<Factor>& factors);

/// Returns the atoms of tilted mass at least approximately 2^-depth. Returns nothing if numbers are beyond the range
/// of machine numbers, or the processor does not round to nearest.
std::optional<TypeAtoms> type_atoms(const std::vector<Factor>& factors, double theta, double depth,
                                    const Poll& poll);

}  // namespace plumbline::conditioned
