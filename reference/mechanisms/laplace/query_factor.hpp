/// A query's factor in a sparse vector, as a function of the noisy threshold: on pieces between its
/// breaks a constant and an exponential.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/laplace/sparse_vector.hpp"

namespace plumbline::sparse {

/// One query and what was seen of it.
struct Seen {
  Rational answer;
  long what;
};

/// Between two neighbouring breaks; without a limit where it has none. `base` is where y = 0.
struct Piece {
  std::optional<Rational> from, to;
  const Rational& base() const { return from ? *from : *to; }
  /// All of it is at x or beyond.
  bool is_beyond(const Rational& x) const { return from && x <= *from; }
};

/// fixed + moving e^(sign y/b) on a piece.
struct Factor {
  Ball fixed, moving;
  int sign;
};

/// The factor of one query.
class QueryFactor {
 public:
  QueryFactor(const SparseVector& run, const Seen& seen, Bits p) : run_(run), seen_(seen), p_(p) {}

  /// Nothing where it is 0 on all of the piece.
  std::optional<Factor> on(const Piece& piece) const;
  std::vector<Rational> breaks() const;

 private:
  /// The interval that was seen.
  std::optional<Rational> lower() const;
  std::optional<Rational> upper() const;
  std::optional<Factor> without_noise(const Piece& piece) const;
  /// P(answer + noise < x).
  Ball below(const Rational& x) const;
  /// Returns the distribution along a piece.
  Factor distribution(const Piece& piece) const;

  const SparseVector& run_;
  const Seen& seen_;
  Bits p_;
};

std::vector<Piece> pieces_between(std::vector<Rational> breaks);

}  // namespace plumbline::sparse
