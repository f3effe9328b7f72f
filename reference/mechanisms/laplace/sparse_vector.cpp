#include "reference/mechanisms/laplace/sparse_vector.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/laplace/query_factor.hpp"

namespace plumbline {
namespace {

using sparse::Factor;
using sparse::Piece;
using sparse::pieces_between;
using sparse::QueryFactor;
using sparse::Seen;

const Rational kHalf(1, 2);

/// Sum of coefficients[k + reach] e^(k y/b), k = -reach .. reach.
struct Exponentials {
  std::vector<Ball> coefficients;
  long reach;

  static Exponentials constant(const Ball& x) { return {{x}, 0}; }
  Exponentials times(const Factor& f, Bits p) const {
    Exponentials out{std::vector<Ball>(coefficients.size() + 2, Ball(p)), reach + 1};
    for (size_t i = 0; i < coefficients.size(); ++i) {
      out.coefficients[i + 1] += coefficients[i] * f.fixed;
      out.coefficients[f.sign > 0 ? i + 2 : i] += coefficients[i] * f.moving;
    }
    return out;
  }
};

/// The integral of e^(rate y) over a piece from its base.
Ball integral(const Piece& piece, const Rational& rate, Bits p) {
  if (!piece.from) return Ball(kOne / rate, p);  // from 0 downwards, rate > 0
  if (!piece.to) return Ball(-kOne / rate, p);   // from 0 upwards, rate < 0
  const Rational width = *piece.to - *piece.from;
  if (rate.is_zero()) return Ball(width, p);
  return expm1(Ball(rate * width, p)) / Ball(rate, p);
}

// BOUND(ABOVE-THRESHOLD)
// Statement.  The probability of what is seen of queries with one noisy threshold is
//
//                 int f(x) prod_i g_i(x) dx,
//
//             f the density of Lap(T, b_threshold), g_i(x) the probability of what is seen of query i
//             given that the noisy threshold is x; on the pieces between T, the answers and the ends of
//             the intervals seen it is a sum of exponentials, and their integrals are added up here.
// Needs.      b_threshold > 0, b_queries >= 0; edges increase: the caller, by the mechanism's registry
//             entry.
// Proof.      Given x the queries have noises of their own, so that the probability is the product. With
//             F the distribution function of Lap(0, b) and q the answer, g is F(x - q) for below,
//             1 - F(x - q) for above, and for above and printed in [u, v) it is
//             P(max(x, u) <= q + noise < v) = F(v - q) - F(max(x, u) - q), 0 where x >= v. F is
//             e^{z/b}/2 left of 0 and 1 - e^{-z/b}/2 right of it: on a piece each g is a + b' e^{+-y/b}, y
//             from the piece's finite end, and f is c e^{+-y/b_threshold}. Without noise g is 1 or 0 but
//             for points. A product of these is a sum of e^{k y/b +- y/b_threshold}. Left of all breaks every
//             g that moves grows with y, and f too, right of all breaks all fall: all rates have the sign
//             that makes the integrals finite.
// Source.     Lyu, Su, Li 2017, for the variants; the integrals are this project's.
std::optional<Ball> segment_probability(const SparseVector& run, const std::vector<Seen>& seen,
                                        Bits p) {
  std::vector<Rational> breaks{run.threshold};
  std::vector<QueryFactor> factors;
  for (const Seen& one : seen) {
    factors.emplace_back(run, one, p);
    for (const Rational& x : factors.back().breaks()) breaks.push_back(x);
  }
  Ball sum(p);
  bool possible = false;
  for (const Piece& piece : pieces_between(breaks)) {
    const bool right = piece.is_beyond(run.threshold);
    const Rational far = (piece.base() - run.threshold) / run.b_threshold;
    Exponentials product = Exponentials::constant(exp(Ball(right ? -far : far, p)) /
                                                  Ball(run.b_threshold * Rational(2), p));
    bool vanishes = false;
    for (const QueryFactor& factor : factors) {
      const auto here = factor.on(piece);
      vanishes = !here;
      if (vanishes) break;
      product = product.times(*here, p);
    }
    if (vanishes) continue;
    possible = true;
    const Rational of_threshold = (right ? -kOne : kOne) / run.b_threshold;
    for (size_t i = 0; i < product.coefficients.size(); ++i) {
      const Rational k(static_cast<long>(i) - product.reach);
      const Rational moved = run.b_queries.is_zero() ? kZero : k / run.b_queries;
      // A product that no factor contains is 0, for any rate.
      if (product.coefficients[i].is_exactly_zero()) continue;
      sum += product.coefficients[i] * integral(piece, moved + of_threshold, p);
    }
  }
  if (!possible) return std::nullopt;
  return bound<"ABOVE-THRESHOLD">(sum);
}

long above_kinds(const SparseVector& run) {
  return run.edges.empty() ? 1 : static_cast<long>(run.edges.size()) + 1;
}

bool has_stopped(const SparseVector& run, long above) { return run.cutoff && above >= *run.cutoff; }

long count_above(const SparseOutcome& seen) {
  return std::count_if(seen.begin(), seen.end(), [](long what) { return what > 0; });
}

}  // namespace

std::optional<std::vector<SparseOutcome>> sparse_outcomes(const SparseVector& run, size_t queries,
                                                          size_t most) {
  std::vector<SparseOutcome> open{{}}, whole;
  while (!open.empty()) {
    const SparseOutcome seen = open.back();
    open.pop_back();
    if (seen.size() == queries || has_stopped(run, count_above(seen))) {
      whole.push_back(seen);
    } else {
      for (long what = 0; what <= above_kinds(run); ++what) {
        open.push_back(seen);
        open.back().push_back(what);
      }
    }
    if (whole.size() + open.size() > most) return std::nullopt;
  }
  return whole;
}

bool is_whole_outcome(const SparseVector& run, size_t queries, const SparseOutcome& seen) {
  for (const long what : seen) {
    if (what < 0 || what > above_kinds(run)) return false;
  }
  const long above = count_above(seen);
  if (!has_stopped(run, above)) return seen.size() == queries;
  return seen.size() <= queries && above == *run.cutoff && seen.back() > 0;
}

// A threshold that is drawn again is independent of earlier results.
std::optional<Ball> outcome_probability(const SparseVector& run,
                                        const std::vector<Rational>& answers,
                                        const SparseOutcome& seen, Bits p) {
  const Bits wide = p + 64 + 4 * static_cast<long>(seen.size());
  Ball product = Ball::integer(1, wide);
  std::vector<Seen> segment;
  for (size_t i = 0; i < seen.size(); ++i) {
    segment.push_back({answers[i], seen[i]});
    if (i + 1 < seen.size() && !(run.redraw && seen[i] > 0)) continue;
    const auto here = segment_probability(run, segment, wide);
    if (!here) return std::nullopt;
    product = product * *here;
    segment.clear();
  }
  return product.at(p);
}

}  // namespace plumbline
