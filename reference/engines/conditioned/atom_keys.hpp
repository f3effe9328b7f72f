/// Keys for sums of losses with countably many values: equal keys imply equal losses.
#pragma once

#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::conditioned {

using Key = std::vector<long>;

/// A key is the vector of the loss's coordinates (LogBasis) if all losses have coordinates, otherwise the sorted list
/// of the atoms in the sum.
class AtomKeys {
 public:
  /// Constructs the keys of the atoms of each factor.
  explicit AtomKeys(const std::vector<std::vector<LossAtom>>& atoms);

  /// Returns the key of the j-th atom of factor i.
  const Key& of(size_t i, size_t j) const { return keys_[i][j]; }
  /// Returns the key of the empty sum.
  Key none() const { return Key(width_, 0); }
  /// Returns the key of the sum `some` plus one atom.
  Key sum(const Key& some, const Key& atom) const;

 private:
  bool by_coordinates(const std::vector<std::vector<LossAtom>>& atoms);

  std::vector<std::vector<Key>> keys_;
  size_t width_ = 0;  ///< number of coordinates; 0 if keys are lists
};

}  // namespace plumbline::conditioned
