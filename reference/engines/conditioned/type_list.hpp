/// A type is the vector of the multiplicities of the atoms (losses with positive probability) in all steps. This
/// class lists the types for some of the atoms of a composition, and bounds the total mass of the rare types that it
/// drops.
#pragma once

#include "reference/engines/conditioned/type_atoms.hpp"

namespace plumbline::conditioned {

/// Types with approximately equal losses (`place`). An atom a has the masses P_a, Q_a and the multiplicity n_a. P is
/// the sum of prod P_a^{n_a}/n_a! over these types, Q is the same sum for Q_a, and `weight` is an upper bound of the
/// same sum for the tilted masses. Each mass P_a, Q_a and each tilted mass is multiplied by the scale of its factor.
struct TypePoint {
  std::int64_t place;
  double weight;
  MachineMass P, Q;
};

/// Lists of types for one of two groups of atoms. The index of a list encodes, for each factor, the number of steps
/// that have atoms of this group. The other steps belong to the TypeList of the other group.
class TypeList {
 public:
  explicit TypeList(const TypeAtoms& all);

  /// Adds an atom with any multiplicity. Types of a tilted probability below `least` are dropped. Returns false if
  /// more than `most` points would remain, or if a mass is below kLeastMass; the list is then invalid.
  bool add(const TypeAtom& atom, double least, size_t most, const Poll& poll);

  /// Returns the points at one index, sorted by `place` (their loss).
  const std::vector<TypePoint>& at(size_t index) const { return points_[index]; }
  size_t size() const { return size_; }
  /// Upper bound on the tilted probability of the dropped types.
  double dropped() const;
  /// Maximum difference, in units of the losses, of a point's `place` and the losses of its types, in addition to the
  /// rounding errors of the atoms' losses.
  std::int64_t spread() const { return spread_; }
  /// The relative error of the masses: each is within a factor (1 + kMassShare)^{+-roundings} of its exact value.
  long roundings() const { return roundings_; }
  /// Releases the points.
  void clear() { points_.clear(); }

 private:
  struct Runs {
    std::vector<TypePoint> points, other;  ///< `other`: buffer for merging
    std::vector<size_t> starts;
  };
  struct Powers {
    std::vector<MachineMass> P, Q;
    std::vector<double> weight;
  };
  /// The types at one index, while an atom is added to them.
  struct Source {
    size_t index, steps;            ///< `steps`: steps of the atom's factor with atoms of this list
    double others = 1;              ///< product of chances_ of the other factors
    double total = 0, largest = 0;  ///< sum and maximum of the types' weights
  };
  Powers powers(const TypeAtom& atom) const;
  void update_chances(const TypeAtom& atom);
  double others(size_t index, size_t own) const;
  std::vector<Source> sources(const TypeAtom& atom) const;
  void extend(const Source& source, size_t n, const TypeAtom& atom, const Powers& powers,
              double least, Runs* to);
  long merge(Runs* runs, const Poll& poll) const;

  const TypeAtoms* all_;
  std::vector<std::vector<TypePoint>> points_;
  /// For each factor: 1 minus the tilted masses of its atoms in this list.
  std::vector<Ball> left_;
  /// g_m of BOUND(TYPE-LIST), by factor and by the number m of its steps that have atoms of this list.
  std::vector<std::vector<double>> chances_;
  size_t size_ = 1;
  double dropped_ = 0;
  bool too_small_ = false;  ///< true if a mass is below kLeastMass
  std::int64_t spread_ = 0;
  long roundings_ = 0;
};

}  // namespace plumbline::conditioned
