/// Lists the nodes c + ikD (k an integer) of a long line Re s = c at which the transform K comes near its maximum
/// (near-recurrences), without visiting the other nodes: for such a node, k and the nearest integers to the phases of
/// all losses (in turns) form a short vector of a lattice.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::fourier {

__extension__ using Whole = __int128;

class ReturnList {
 public:
  /// Prepares lists of nodes c + ikD, from the atoms of large mass of the factors without lattice.
  ReturnList(const Composition& composition, double c, const Ball& D, Bits p, const Poll& poll);

  /// Appends numbers k with first <= k <= last (0 < first) to *nodes, in increasing order, such that |K(c+ikD)|/K(c)
  /// <= 2^{-need/1024} at all other nodes of first .. last: BOUND(RETURNS-LIST). Returns false if the search would
  /// take more than approximately `most` steps of 10 ns each, or if no usable basis is found. Stores the number of
  /// steps in *steps.
  bool list(long first, long last, long need, double most, const Poll& poll,
            std::vector<long>* nodes, long* steps);

 private:
  /// An atom of a step that runs N times.
  struct Atom {
    size_t step;
    Ball weight;  ///< N times its mass under the tilted distribution, an exact lower bound
    /// The advance of the phase of its loss from one node to the next, in full turns (2 pi) modulo 1, minus the advance
    /// of the step's first atom.
    Ball turns;
    Whole rounded;  ///< turns times 2^96: only for choosing the basis
  };
  /// An integer vector: a node k, and for each atom a number of whole turns, which is 0 for the first atom of a step.
  struct Vector {
    long k;
    std::vector<long> turns;
  };
  struct Form;
  struct Reduced;
  struct Search;

  void add(size_t step, const Factor& factor, double c, const Ball& D, Bits p, const Poll& poll);
  Ball excess(long need) const;
  Form form(long last, long need) const;
  std::vector<double> place(const Form& form, const Vector& v) const;
  std::vector<Ball> exact_place(const Form& form, const Vector& v) const;
  void use_atoms(long need);
  static bool subtract(Vector* v, long n, const Vector& w);
  void reduce(const Form& form, const Poll& poll);
  std::optional<Reduced> reduced(const Form& form) const;

  std::vector<Atom> atoms_;        ///< step by step, and within each step by decreasing weight
  std::optional<Rational> alone_;  ///< the multiplicity of the factor, if there is only one
  std::vector<Vector> basis_;      ///< basis of all integer vectors of the atoms in use_
  std::vector<size_t> use_;
};

}  // namespace plumbline::fourier
