#include "reference/mechanisms/matrix/sensitivity.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

const Rational kZero(0);

Rational absolute(const Rational& x) { return x.sign() < 0 ? -x : x; }

Rational product(const Strategy::Column& a, const Strategy::Column& b) {
  const long from = std::max(a.first, b.first);
  const long to = std::min(a.first + static_cast<long>(a.entries.size()),
                           b.first + static_cast<long>(b.entries.size()));
  Rational sum(0);
  for (long t = from; t < to; ++t) {
    sum = sum +
          a.entries[static_cast<size_t>(t - a.first)] * b.entries[static_cast<size_t>(t - b.first)];
  }
  return sum;
}

/// Returns the squared norm of the sum of the columns C_i over the steps i of the pattern.
Rational squared_sum(const Strategy& strategy, const Pattern& pattern) {
  std::vector<Rational> sum;
  for (const long step : pattern) {
    const Strategy::Column column = strategy.column(step);
    const size_t first = static_cast<size_t>(column.first), end = first + column.entries.size();
    if (sum.size() < end) sum.resize(end, kZero);
    for (size_t t = first; t < end; ++t) sum[t] = sum[t] + column.entries[t - first];
  }
  Rational out(0);
  for (const Rational& x : sum) {
    if (!x.is_zero()) out = out + x * x;
  }
  return out;
}

struct Gram {
  std::vector<std::vector<Rational>> at;
  bool nonnegative = true;
};

Gram gram_of(const Strategy& strategy, const Pattern& steps) {
  std::vector<Strategy::Column> columns;
  for (const long step : steps) columns.push_back(strategy.column(step));
  Gram out{{steps.size(), std::vector<Rational>(steps.size())}};
  for (size_t i = 0; i < steps.size(); ++i) {
    for (size_t j = 0; j <= i; ++j) {
      out.at[i][j] = out.at[j][i] = product(columns[i], columns[j]);
      out.nonnegative = out.nonnegative && out.at[i][j].sign() >= 0;
    }
  }
  return out;
}

struct Ends {
  Rational least, most;
};

/// Returns the maximum over signs e_i of the sum of G_ij e_i e_j, where G is the Gram matrix. For many steps, returns
/// the value of a greedy choice instead, in which each sign maximises the sum so far.
Rational best_signs(const Gram& gram) {
  constexpr size_t kMostSigns = 12;
  const size_t n = gram.at.size();
  const auto value = [&](const std::vector<int>& e) {
    Rational sum(0);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        sum = e[i] == e[j] ? sum + gram.at[i][j] : sum - gram.at[i][j];
      }
    }
    return sum;
  };
  std::vector<int> e(n, 1);
  if (n > kMostSigns) {
    for (size_t i = 1; i < n; ++i) {
      Rational there(0);
      for (size_t j = 0; j < i; ++j) there = there + gram.at[i][j] * Rational(e[j]);
      e[i] = there.sign() >= 0 ? 1 : -1;
    }
    return value(e);
  }
  Rational best(0);
  for (size_t code = 0; code < (size_t{1} << (n - 1)); ++code) {
    for (size_t i = 1; i < n; ++i) e[i] = (code >> (i - 1)) % 2 == 0 ? 1 : -1;
    best = std::max(best, value(e));
  }
  return best;
}

// BOUND(MATRIX-SIGNS)
// Statement.  Let G = C^T C. Consider the maximum of |sum of C_i u_i|^2, i in a pattern, over vectors u_i of norm at
//             most 1. It is at least the value at any numbers u_i = 1 or -1, and at most the sum of |G_ij|. If all
//             G_ij >= 0, it is the sum of G_ij, attained at u_i = 1. The maximum for a part of the pattern is not
//             larger.
// Needs.      Nothing.
// Proof.      |sum of C_i u_i|^2 is the sum of G_ij <u_i, u_j>, and |<u_i, u_j>| <= 1. For a part of the pattern, u_i
//             = 0 elsewhere. The square is convex in each u_i, so its maximum is attained at vectors of norm 1. So the
//             maximum for a part, where the other u_i are 0, is not larger.
// Source.     Choquette-Choo and others 2306.08153.
Ends ends_of(const Strategy& strategy, const Pattern& pattern) {
  if (strategy.is_nonnegative()) {
    const Rational s = squared_sum(strategy, pattern);
    return {s, s};
  }
  const Gram gram = gram_of(strategy, pattern);
  Rational sum(0);
  for (const auto& row : gram.at) {
    for (const Rational& x : row) sum = sum + absolute(x);
  }
  if (proved<"MATRIX-SIGNS">(gram.nonnegative)) return {sum, sum};
  return {best_signs(gram), sum};
}

/// Returns the enclosure of s^2 for a list of patterns, and the pattern that attains its lower end.
MatrixSensitivity largest(const Strategy& strategy, const std::vector<Pattern>& patterns,
                          const std::string& why) {
  MatrixSensitivity out{kZero, kZero, {}, why};
  for (const Pattern& pattern : patterns) {
    const Ends ends = ends_of(strategy, pattern);
    if (out.least < ends.least) {
      out.least = ends.least;
      out.pattern = pattern;
    }
    out.most = std::max(out.most, ends.most);
  }
  return out;
}

Pattern regular(long first, long gap, long count, long steps) {
  Pattern out;
  for (long i = first; i < steps && static_cast<long>(out.size()) < count; i += gap) {
    out.push_back(i);
    if (gap > steps) break;
  }
  return out;
}

std::vector<Pattern> regular_patterns(const Participation& how, long steps) {
  std::vector<Pattern> out;
  const long last = how.count > steps ? std::min(how.gap, steps) : steps;
  for (long i = 0; i < last; ++i) out.push_back(regular(i, how.gap, how.count, steps));
  return out;
}

/// Returns the number of patterns if it is at most `most`; otherwise a number above `most`.
long spaced_count(const Participation& how, long steps, long most) {
  // ways[i]: number of ways to choose at most j more steps, from step i on.
  std::vector<double> ways(static_cast<size_t>(steps) + 1, 1);
  for (long j = 0; j < std::min(how.count, steps); ++j) {
    std::vector<double> next(ways.size(), 1);
    for (long i = steps - 1; i >= 0; --i) {
      next[static_cast<size_t>(i)] = next[static_cast<size_t>(i) + 1] +
                                     ways[static_cast<size_t>(std::min(steps, i + how.gap))];
    }
    ways = next;
    if (ways[0] > static_cast<double>(most)) return most + 1;
  }
  return static_cast<long>(ways[0]);
}

/// Appends all patterns that begin with *so_far and to which no later step can be added.
void all_spaced(const Participation& how, long steps, Pattern* so_far, std::vector<Pattern>* out) {
  const long from = so_far->empty() ? 0 : so_far->back() + how.gap;
  if (from >= steps || static_cast<long>(so_far->size()) == how.count) {
    out->push_back(*so_far);
    return;
  }
  for (long i = from; i < steps; ++i) {
    so_far->push_back(i);
    all_spaced(how, steps, so_far, out);
    so_far->pop_back();
  }
}

/// The maximum sum of weights >= 0 over at most `count` steps at distances of at least `gap`, and the steps.
struct Chosen {
  Rational sum;
  Pattern pattern;
};

Chosen best_spaced(const std::vector<Rational>& weights, const Participation& how) {
  const auto n = weights.size();
  const size_t gap = static_cast<size_t>(std::min(how.gap, static_cast<long>(n)));
  const size_t count =
      std::min(static_cast<size_t>(how.count), (n + gap - 1) / gap);  // more steps do not fit
  // best[j][i]: maximum over at most j steps from step i on.
  std::vector<std::vector<Rational>> best(count + 1, std::vector<Rational>(n + 1, kZero));
  for (size_t j = 1; j <= count; ++j) {
    for (size_t i = n; i-- > 0;) {
      best[j][i] = std::max(best[j][i + 1], weights[i] + best[j - 1][std::min(n, i + gap)]);
    }
  }
  Chosen out{best[count][0], {}};
  for (size_t i = 0, j = count; i < n && j > 0;) {
    if (best[j][i] == best[j][i + 1]) {
      ++i;
      continue;
    }
    out.pattern.push_back(static_cast<long>(i));
    i = std::min(n, i + gap);
    --j;
  }
  return out;
}

// BOUND(MATRIX-BANDS)
// Statement.  Let the steps of each pattern be at least b apart. (a) If columns at least b apart are orthogonal, s^2
//             is the largest sum of |C_i|^2 over a pattern. (b) If the matrix is Toeplitz and its coefficients are at
//             least 0 and do not increase, s^2 is attained by the pattern 0, b, 2b, ... with the largest permitted
//             number of steps.
// Needs.      The conditions of (a) and (b): checked by Strategy, exactly.
// Proof.      (a) G_ij = 0 off the diagonal. (b) For i <= j, G_ij = sum over s < n-j of c_s c_{s+j-i}, which
//             increases neither in j nor in j - i. The a-th step of a pattern is at least (a-1) b, and the a-th and
//             the a'-th step are at least (a' - a) b apart.
// Source.     Kalinin, Lampert 2405.13763, Theorem 2.
MatrixSensitivity spaced(const Strategy& strategy, const Participation& how) {
  constexpr long kMostPatterns = 20000, kMostRows = 256;
  const long n = strategy.steps();
  if (proved<"MATRIX-BANDS">(strategy.decreases())) {
    return largest(strategy, {regular(0, how.gap, how.count, n)},
                   "Toeplitz with nonnegative coefficients that do not increase: the earliest and "
                   "closest steps");
  }
  if (proved<"MATRIX-BANDS">(strategy.bands() <= how.gap)) {
    std::vector<Rational> norms;
    for (long i = 0; i < n; ++i) {
      const Strategy::Column column = strategy.column(i);
      norms.push_back(product(column, column));
    }
    const Chosen chosen = best_spaced(norms, how);
    return {chosen.sum, chosen.sum, chosen.pattern,
            "columns at this distance are orthogonal: the largest sum of their squared norms"};
  }
  if (spaced_count(how, n, kMostPatterns) <= kMostPatterns) {
    std::vector<Pattern> patterns;
    Pattern none;
    all_spaced(how, n, &none, &patterns);
    return largest(strategy, patterns, "all patterns");
  }
  if (n > kMostRows) {
    throw std::invalid_argument("steps must be at most " + std::to_string(kMostRows) +
                                " here: the matrix is neither Toeplitz with decreasing "
                                "coefficients nor banded with at most gap bands");
  }
  return sensitivity_by_rows(strategy, how);
}

}  // namespace

// BOUND(MATRIX-ROWS)
// Statement.  Consider patterns of at most k steps with distances of at least b. Let r_i be G_ii plus the largest sum
//             of |G_ij| over patterns of at most k - 1 steps j before i - b + 1, plus the largest such sum over
//             patterns of at most k - 1 steps after i + b - 1. Then s^2 is at most the largest sum of r_i over i in a
//             pattern.
// Needs.      Nothing.
// Proof.      By MATRIX-SIGNS s^2 is at most the sum over i of the sums over j of |G_ij|, with i and j in the
//             pattern. The j before i form a pattern of the first kind, and the j after i one of the second kind.
// Source.     Choquette-Choo and others 2306.08153, Theorem 2; here the two sides of i are bounded separately.
MatrixSensitivity sensitivity_by_rows(const Strategy& strategy, const Participation& how) {
  const long n = strategy.steps();
  Pattern all;
  for (long i = 0; i < n; ++i) all.push_back(i);
  const Gram gram = gram_of(strategy, all);
  const Participation fewer{Participation::Kind::spaced, how.count - 1, how.gap};
  std::vector<Rational> rows;
  for (long i = 0; i < n; ++i) {
    std::vector<Rational> before, after;
    for (long j = 0; j <= i - how.gap; ++j) {
      before.push_back(absolute(gram.at[static_cast<size_t>(i)][static_cast<size_t>(j)]));
    }
    for (long j = i + how.gap; j < n; ++j) {
      after.push_back(absolute(gram.at[static_cast<size_t>(i)][static_cast<size_t>(j)]));
    }
    Rational r = gram.at[static_cast<size_t>(i)][static_cast<size_t>(i)];
    if (how.count > 1 && !before.empty()) r = r + best_spaced(before, fewer).sum;
    if (how.count > 1 && !after.empty()) r = r + best_spaced(after, fewer).sum;
    rows.push_back(r);
  }
  const Chosen top = best_spaced(rows, how);
  std::vector<Pattern> tried{top.pattern};
  for (long i = 0; i < std::min(how.gap, n); ++i) {
    tried.push_back(regular(i, how.gap, how.count, n));
  }
  MatrixSensitivity out =
      largest(strategy, tried, "bounds: row sums of C^T C above, examined patterns below");
  if (!proved<"MATRIX-ROWS">(out.least == top.sum)) out.most = top.sum;
  return out;
}

MatrixSensitivity matrix_sensitivity(const Strategy& strategy, const Participation& participation) {
  const long n = strategy.steps();
  switch (participation.kind) {
    case Participation::Kind::single: {
      const Participation one = Participation::every(n, 1);
      return largest(strategy, regular_patterns(one, n), "the largest norm of a column");
    }
    case Participation::Kind::every:
      return largest(strategy, regular_patterns(participation, n), "all first steps");
    case Participation::Kind::spaced:
      return spaced(strategy, participation);
    case Participation::Kind::listed:
      break;
  }
  return largest(strategy, participation.patterns, "all listed patterns");
}

}  // namespace plumbline
