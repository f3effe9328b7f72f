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

/// Returns the integral over a piece of e^(rate y), where y = x - base.
Ball integral(const Piece& piece, const Rational& rate, Bits p) {
  if (!piece.from) return Ball(kOne / rate, p);  // over y < 0, rate > 0
  if (!piece.to) return Ball(-kOne / rate, p);   // over y > 0, rate < 0
  const Rational width = *piece.to - *piece.from;
  if (rate.is_zero()) return Ball(width, p);
  return expm1(Ball(rate * width, p)) / Ball(rate, p);
}

// BOUND(ABOVE-THRESHOLD)
// Statement.  Consider the results of queries that are compared with one noisy threshold. Their probability is
//
//                 int f(x) prod_i g_i(x) dx,
//
//             where f is the density of Lap(T, b_threshold), and g_i(x) is the probability of the result of query i
//             given that the noisy threshold is x. A result is 'below', 'above', or 'above, in the interval [u, v)'.
//             T, the answers and the ends u, v divide the line into pieces. On each piece the integrand is a sum of
//             exponentials; this function adds up their integrals.
// Needs.      b_threshold > 0, b_queries >= 0, and the edges increase: the registry entry of the mechanism guarantees
//             this.
// Proof.      Given x, the noises of the queries are independent, so the probability is the product. Let F be the
//             distribution function of Lap(0, b) and q the answer. Then g is F(x - q) for a result below, and 1 - F(x
//             - q) for a result above. For a result above in the interval [u, v) it is P(max(x, u) <= q + noise < v)
//             = F(v - q) - F(max(x, u) - q), and 0 where x >= v. F(z) is e^{z/b}/2 left of 0 and 1 - e^{-z/b}/2 right
//             of it. So on a piece each g is a + b' e^{+-y/b}, where y = x - base and base is a finite end of the
//             piece, and f is c e^{+-y/b_threshold}. Without noise, g is 1 or 0 except at single points. A product of
//             these functions is a sum of terms e^{k y/b +- y/b_threshold}. Left of all breaks, where y <= 0, f and
//             the exponential terms of all g have positive rates in y; right of all breaks they have negative rates.
//             So the integrals over both unbounded pieces are finite.
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
      // A coefficient that is exactly 0 contributes nothing, even if the integral does not exist at this rate.
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

// A segment is a sequence of queries that are compared with the same noisy threshold. Noisy thresholds are independent,
// so the probabilities of the segments multiply.
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
