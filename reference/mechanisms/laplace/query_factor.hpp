/// The probability of a sparse-vector outcome is an integral over the noisy threshold of a product with one factor for
/// each query. The formula of a factor changes at finitely many points, its breaks. Between two neighbouring breaks,
/// the factor is a constant plus an exponential of the noisy threshold.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/laplace/sparse_vector.hpp"

namespace plumbline::sparse {

/// One query: its exact answer, and the number of its visible result (SparseOutcome defines these numbers).
struct Seen {
  Rational answer;
  long what;
};

/// The interval between two neighbouring breaks, possibly unbounded. A point x has the local coordinate y = x - base.
struct Piece {
  std::optional<Rational> from, to;
  const Rational& base() const { return from ? *from : *to; }
  /// Returns true if no point of the piece is left of x.
  bool is_beyond(const Rational& x) const { return from && x <= *from; }
};

/// The function fixed + moving e^(sign y/b) on a piece, where b is the scale of the noise of the queries.
struct Factor {
  Ball fixed, moving;
  int sign;
};

/// The factor of one query.
class QueryFactor {
 public:
  QueryFactor(const SparseVector& run, const Seen& seen, Bits p) : run_(run), seen_(seen), p_(p) {}

  /// Returns the factor on a piece; nothing if it is 0 on the whole piece.
  std::optional<Factor> on(const Piece& piece) const;
  std::vector<Rational> breaks() const;

 private:
  /// The ends of the interval in which the outcome places the noisy answer.
  std::optional<Rational> lower() const;
  std::optional<Rational> upper() const;
  std::optional<Factor> without_noise(const Piece& piece) const;
  /// Returns P(answer + noise < x).
  Ball below(const Rational& x) const;
  /// Returns P(answer + noise < x) as a function of x on a piece.
  Factor distribution(const Piece& piece) const;

  const SparseVector& run_;
  const Seen& seen_;
  Bits p_;
};

std::vector<Piece> pieces_between(std::vector<Rational> breaks);

}  // namespace plumbline::sparse
