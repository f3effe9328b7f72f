/// Which nodes kD of a long line come near the transform's peak, listed without a look at the others: with
/// the whole turns of each loss up to there they are the short vectors of a lattice.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::fourier {

__extension__ using Whole = __int128;

class ReturnList {
 public:
  /// For nodes kD on the line Re s = c: from the heavy atoms of factors without lattice.
  ReturnList(const Composition& composition, double c, const Ball& D, Bits p, const Poll& poll);

  /// Puts k of first .. last, 0 < first, in increasing order, into *nodes, such that at all others of
  /// them |K(c+ikD)|/K(c) <= 2^{-need/1024}: BOUND(RETURNS-LIST). False where the search would take more than
  /// about `most` steps, each of them some 10 ns, or its basis is of no use. *steps: those taken.
  bool list(long first, long last, long need, double most, const Poll& poll,
            std::vector<long>* nodes, long* steps);

 private:
  /// An atom of a step that runs N times.
  struct Atom {
    size_t step;
    Ball weight;    ///< N times its mass under the tilted law, exact, not above the true one
    Ball turns;     ///< of one node, less those of the step's first atom, up to whole ones
    Whole rounded;  ///< the same times 2^96: chooses the basis alone
  };
  /// An integer vector: a node and whole turns of all atoms; 0 of a step's first one.
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

  std::vector<Atom> atoms_;        ///< step by step, each step's by falling weight
  std::optional<Rational> alone_;  ///< the count of the only factor
  std::vector<Vector> basis_;      ///< of all integer vectors of the atoms in use_
  std::vector<size_t> use_;
};

}  // namespace plumbline::fourier
