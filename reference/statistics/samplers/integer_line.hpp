/// Distributions on the integers that a sampler is supposed to have.
#pragma once

#include <memory>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/statistics/samplers/line_law.hpp"

namespace plumbline {

class IntegerLineLaw : public LineLaw {
 public:
  bool is_whole() const override { return true; }
  /// Returns an upper bound of P(X = residue mod modulus), 0 <= residue < modulus.
  virtual UpperBound residue_mass(long residue, long modulus) const = 0;
  /// Returns an upper bound of the probability that two independent draws are equal.
  virtual UpperBound repetition() const = 0;
  /// Return the smallest and the largest integer of the support; nothing if it is unbounded there.
  virtual std::optional<long> first() const { return std::nullopt; }
  virtual std::optional<long> last() const { return std::nullopt; }
};

/// Returns a distribution as a table of masses, computed once. Throws std::invalid_argument if it has more than 2^20
/// masses.
std::unique_ptr<const IntegerLineLaw> tabulated_law(std::shared_ptr<const IntegerLaw> law);
/// Returns the distribution with P(x) proportional to e^(-|x|/b), on all integers or, if `one_sided`, on the integers x
/// >= 0.
std::unique_ptr<const IntegerLineLaw> geometric_line_law(const Rational& b, bool one_sided);

/// Returns all partitions of single draws: intervals, single values, residues and the support.
std::vector<CellPartition> integer_partitions(const IntegerLineLaw& law);
/// Returns the partition into residues modulo `modulus`.
CellPartition residues(const IntegerLineLaw& law, long modulus);

}  // namespace plumbline
