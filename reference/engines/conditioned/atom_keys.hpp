/// Names for sums of losses of countably many values: equal keys have equal losses.
#pragma once

#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::conditioned {

using Key = std::vector<long>;

/// Where losses have coordinates (LogBasis) these; otherwise which atoms came up, in order.
class AtomKeys {
 public:
  /// The atoms of each factor.
  explicit AtomKeys(const std::vector<std::vector<LossAtom>>& atoms);

  /// Returns the key of the j-th atom of factor i.
  const Key& of(size_t i, size_t j) const { return keys_[i][j]; }
  /// Returns the key of no atom.
  Key none() const { return Key(width_, 0); }
  /// One more atom.
  Key sum(const Key& some, const Key& atom) const;

 private:
  bool by_coordinates(const std::vector<std::vector<LossAtom>>& atoms);

  std::vector<std::vector<Key>> keys_;
  size_t width_ = 0;  ///< of coordinates; 0 where keys are lists
};

}  // namespace plumbline::conditioned
