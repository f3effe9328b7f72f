#include "reference/engines/sieve/return_list.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/sieve/heavy_losses.hpp"
#include "reference/engines/sieve/sieve.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::fourier {
namespace {

constexpr Bits kFine{256}, kBits{192};
constexpr double kBelow = 1 - 0x1p-40,
                 kAbove = 1 + 0x1p-40;  // compensates some dozens of roundings
constexpr double kMargin = 0x1p-20;     // margin of a coordinate in a search, for rounding errors
constexpr long kMostCoordinate = 1L << 15;
constexpr size_t kMostAtoms = 22, kMostVectors = 24;

double double_below(const Ball& x) { return x.lower().approximate() * kBelow; }
double double_above(const Ball& x) { return x.upper().approximate() * kAbove; }

/// Returns x - n y; nothing if it overflows.
std::optional<long> less_times(long x, long n, long y) {
  long product = 0, out = 0;
  if (__builtin_mul_overflow(n, y, &product) || __builtin_sub_overflow(x, product, &out)) {
    return std::nullopt;
  }
  return out;
}

}  // namespace

/// The quadratic form on integer vectors (ReturnList::Vector): the sum of the squares of the coordinates place().
struct ReturnList::Form {
  std::vector<double> weights;  ///< weights of the atoms in use, as exact doubles
  double node = 0;              ///< weight of k, an exact double
  Ball most{kBits};             ///< upper bound of the form at a vector of a near-recurrence
};

/// The Gram-Schmidt coefficients of the form in the basis: lower bounds of the squared lengths, and quotients with
/// errors of at most 2^-40.
struct ReturnList::Reduced {
  std::vector<double> squares;
  std::vector<std::vector<double>> quotients;
  double most;  ///< upper bound of the form at a vector of a near-recurrence
  /// Returns the approximate number of vectors that a search visits.
  double steps() const;
};

ReturnList::ReturnList(const Composition& composition, double c, const Ball& D, Bits p,
                       const Poll& poll)
    : basis_{{1, {}}} {
  const std::vector<Factor>& factors = composition.factors();
  if (factors.size() == 1) alone_ = factors.front().count;
  for (size_t i = 0; i < factors.size(); ++i) {
    if (!factors[i].mechanism->lattice()) add(i, factors[i], c, D, p, poll);
  }
  basis_.front().turns.assign(atoms_.size(), 0);
}

void ReturnList::add(size_t step, const Factor& factor, double c, const Ball& D, Bits p,
                     const Poll& poll) {
  constexpr double kDepth = 28;
  constexpr size_t kMostHeavy = 400;
  struct Heavy {
    Ball weight, loss;
  };
  std::vector<Heavy> heavy;
  const Ball K = measure_of(*factor.mechanism).transform(c, p), line = exact(c, p);
  for (const LossAtom& atom : heavy_losses(*factor.mechanism, kDepth, kMostHeavy)) {
    const Ball loss = atom.loss(kFine);
    const Ball weight = atom.mass(p) * exp(line * loss.at(p)) / K * Ball(factor.count, p);
    heavy.push_back({weight.lower(), loss});
    poll();
  }
  std::sort(heavy.begin(), heavy.end(),
            [](const Heavy& a, const Heavy& b) { return midpoint_less(b.weight, a.weight); });
  if (heavy.size() > kMostAtoms) heavy.resize(kMostAtoms, heavy.front());
  for (const Heavy& x : heavy) {
    Ball turns = D.at(kFine) * (x.loss - heavy.front().loss) / (Ball::pi(kFine) * 2);
    const auto whole = certain_floor(turns.midpoint());
    if (!whole || !certainly_positive(x.weight)) return;
    turns = turns - Ball(*whole, kFine);
    const Ball high = turns * exact(0x1p48, kFine);
    const double a = std::floor(high.approximate());
    const double b = ((high - exact(a, kFine)) * exact(0x1p48, kFine)).approximate();
    if (!(std::fabs(a) < 0x1p50 && std::fabs(b) < 0x1p50)) return;
    const Whole rounded = (static_cast<Whole>(a) << 48) + static_cast<Whole>(b);
    atoms_.push_back({step, x.weight, turns, rounded});
  }
}

/// Returns a strict upper bound of the sum of N (1 - |z|) over all steps at a node at which the transform has not
/// decayed by `need`. RETURNS-LIST defines N and z.
Ball ReturnList::excess(long need) const {
  const Ball nats = log(Ball::integer(2, kBits)) * need / kUnit;
  if (!alone_) return nats.upper();
  const Ball N(*alone_, kBits);
  return (-expm1(-(nats / N)) * N).upper();
}

// BOUND(RETURNS-LIST)
// Statement.  Let steps i run N_i times, with atoms at the losses l_a whose masses are at least p_a under the
//             distributions tilted by e^{cL}/K_i(c). Let t_a = (l_a - l_0) D/(2 pi) up to an integer, where 0 is the
//             first atom of the step of a. Let 0 < n, and e = n, or e = N_1 (1 - e^{-n/N_1}) if there is only one kind
//             of step. Let x_a = pi, or x_a < pi with N_i p_a (1 - cos x_a) >= e, and let w_a be at most N_i p_a (1 -
//             cos x_a)/x_a^2. If |K(c+ikD)|/K(c) > e^{-n} and |k| <= last, there are integers m_a, m_0 = 0, such that
//             with u_a = k t_a - m_a and any g >= 0
//
//                 q(k, m) = sum_i sum_a 4 pi^2 w_a (u_a - u_i)^2 + g^2 k^2 <= e + g^2 last^2,
//
//             where u_i is the mean of u_a over the atoms of i with the weights w_a. A search finds all (k, m), up to
//             their sign, with q <= R: for a basis of all integer vectors, it visits the coordinates z_d, ..., z_1 (d
//             vectors in the basis) for which sum_{j >= i} b_j (z_j + sum_{l > j} mu_lj z_l)^2 <= R at every i, where
//             b and mu are the squares and quotients of the Gram-Schmidt vectors of the basis under q.
// Needs.      (a) Disjoint atoms, and lower bounds of their masses: heavy_losses, lower ends. (b) x_a: checked here
//             in balls. (c) A basis of all integer vectors: it starts as the unit vectors, a new atom adds one unit
//             vector (for any entries of the other vectors in the new coordinate), and reduce() only swaps vectors
//             and subtracts multiples, in exact numbers. (d) Lower bounds b, errors of mu of at most 2^-40, |mu| <=
//             1, coordinates below 2^15: checked (no list otherwise).
// Proof.      Let z_i be the transform of one step at the node, relative to its value at c. log |z| <= -(1 - |z|), so
//             that sum N_i (1 - |z_i|) < n; if there is only one kind of step, |z_1| > e^{-n/N_1} implies N_1 (1 -
//             |z_1|) < e. With an angle f_i, |z_i| = e^{-i f_i} z_i is the mean of cos(kDl - f_i). So 1 - |z_i| is the
//             mean of 1 - cos(kDl - f_i), which is at least the sum over the atoms. Let v_a be kDl_a - f_i reduced to
//             [-pi, pi]. Each N_i p_a (1 - cos v_a) is less than e, hence |v_a| <= x_a, because 1 - cos increases on
//             [0, pi]. The function (1 - cos x)/x^2 decreases there, so 1 - cos v_a >= v_a^2 (1 - cos x_a)/x_a^2.
//             Together sum w_a v_a^2 < e.
//
//             v_a/2 pi = u_a - z for integers m_a and a number z that depends only on the step. The weighted mean u_i
//             minimises sum w_a (u_a - z)^2 over z. All m_a of a step may be changed by the same integer, so m_0 = 0
//             may be assumed. The second part of the statement is q in coordinates, and q(-v) = q(v).
//
//             In doubles: with sum |z_l| at most 24 2^15, a sum mu_lj z_l has an error of at most 0.75 2^-20 by (d),
//             and 2^-28 for two dozen roundings, so that the distance |z_j + ..| minus 2^-20 is below the exact one.
//             The factor 1 - 2^-40 compensates the roundings of squares and of sums of nonnegative numbers. At each
//             level the search tries values upwards from the first one at which z_j + .. is not negative, and
//             downwards from the one below it. Computed sums are monotone in the distance, so all values beyond the
//             first one that is too far are too far as well.
// Source.     Fincke and Pohst 1985 (short vectors); Lenstra, Lenstra and Lovasz 1982 (bases); near-recurrences as
//             short vectors: Odlyzko and te Riele 1985.
ReturnList::Form ReturnList::form(long last, long need) const {
  Form out;
  const Ball e = excess(need), pi = Ball::pi(kBits), one = Ball::integer(1, kBits);
  for (const size_t a : use_) {
    const Ball& weight = atoms_[a].weight;
    const Ball q = e / weight;
    double x = std::acos(std::max(-1.0, 1 - q.approximate())) * (1 + 0x1p-20);
    const bool within = x < 3.14 && certainly_at_most(q, one - cos(exact(x, kBits)));
    const Ball share =
        within ? (one - cos(exact(x, kBits))) / square(exact(x, kBits)) : one * 2 / square(pi);
    out.weights.push_back(std::max(0.0, double_below(weight * share)));
  }
  const double dimensions = std::max(1.0, static_cast<double>(use_.size()));
  out.node = std::sqrt(e.approximate() / dimensions) / static_cast<double>(last);
  const Ball far = exact(out.node, kBits) * last;
  out.most = bound_number<"RETURNS-LIST">((e + square(far)).upper());
  return out;
}

/// Returns the coordinates of a vector, in doubles. The sum of their squares is the form.
std::vector<double> ReturnList::place(const Form& form, const Vector& v) const {
  std::vector<double> out;
  for (size_t i = 0; i < use_.size();) {
    const size_t step = atoms_[use_[i]].step, from = i;
    double sum = 0, weight = 0;
    for (; i < use_.size() && atoms_[use_[i]].step == step; ++i) {
      // k times `rounded` may be as large as 2^140, so that the low 32 bits are multiplied separately.
      const Atom& a = atoms_[use_[i]];
      const auto low = static_cast<long>(a.rounded & 0xffffffff);
      const Whole high = (a.rounded >> 32) * v.k - (static_cast<Whole>(v.turns[use_[i]]) << 64);
      const double u = static_cast<double>(high) * 0x1p-64 +
                       static_cast<double>(low) * static_cast<double>(v.k) * 0x1p-96;
      out.push_back(u);
      sum += form.weights[i] * u;
      weight += form.weights[i];
    }
    const double mean = weight > 0 ? sum / weight : 0;
    for (size_t j = from; j < i; ++j) {
      out[j] = 2 * M_PI * std::sqrt(form.weights[j]) * (out[j] - mean);
    }
  }
  out.push_back(form.node * static_cast<double>(v.k));
  return out;
}

/// Adds to use_ the atoms whose weight exceeds a fixed share of excess(need). Further atoms become useful if the excess
/// is smaller than in the last call.
void ReturnList::use_atoms(long need) {
  constexpr double kUseful = 0.07;
  const double e = excess(need).approximate();
  for (size_t a = 0; a < atoms_.size(); ++a) {
    const bool first = a == 0 || atoms_[a].step != atoms_[a - 1].step;
    if (std::find(use_.begin(), use_.end(), a) != use_.end()) continue;
    const bool useful = atoms_[a].weight.approximate() > kUseful * e;
    if (!useful || basis_.size() >= kMostVectors) continue;
    use_.insert(std::lower_bound(use_.begin(), use_.end(), a), a);
    if (first) continue;
    for (Vector& v : basis_) {
      const Whole turns = (atoms_[a].rounded >> 32) * v.k;
      v.turns[a] = static_cast<long>((turns + (static_cast<Whole>(1) << 63)) >> 64);
    }
    basis_.push_back({0, std::vector<long>(atoms_.size(), 0)});
    basis_.back().turns[a] = 1;
  }
}

/// Computes v - n w exactly; returns false, without changes, if the result is too large.
bool ReturnList::subtract(Vector* v, long n, const Vector& w) {
  constexpr long kFarthest = 1L << 58;
  const auto k = less_times(v->k, n, w.k);
  if (!k || *k > kFarthest || *k < -kFarthest) return false;
  std::vector<long> turns;
  for (size_t a = 0; a < v->turns.size(); ++a) {
    const auto m = less_times(v->turns[a], n, w.turns[a]);
    if (!m || *m > kFarthest || *m < -kFarthest) return false;
    turns.push_back(*m);
  }
  *v = {*k, std::move(turns)};
  return true;
}

/// Reduces the basis with respect to the form (Lenstra, Lenstra and Lovasz), completely or partly. The steps are
/// chosen in doubles and performed exactly.
void ReturnList::reduce(const Form& form, const Poll& poll) {
  constexpr int kMostSteps = 20000, kMostPasses = 60;
  constexpr long double kLovasz = 0.99L;
  const size_t n = basis_.size();
  std::vector<std::vector<long double>> stars(n), quotients(n, std::vector<long double>(n, 0));
  std::vector<long double> squares(n, 0);
  const auto orthogonal = [&](size_t i) {
    const std::vector<double> at = place(form, basis_[i]);
    stars[i].assign(at.begin(), at.end());
    for (size_t j = 0; j < i; ++j) {
      long double product = 0;
      for (size_t x = 0; x < at.size(); ++x) product += at[x] * stars[j][x];
      quotients[i][j] = squares[j] > 0 ? product / squares[j] : 0;
      for (size_t x = 0; x < at.size(); ++x) stars[i][x] -= quotients[i][j] * stars[j][x];
    }
    squares[i] = 0;
    for (const long double x : stars[i]) squares[i] += x * x;
  };
  const auto shorten = [&](size_t i) {
    for (int pass = 0; pass < kMostPasses; ++pass) {
      orthogonal(i);
      bool changed = false;
      for (size_t j = i; j-- > 0;) {
        const long double q = std::round(quotients[i][j]);
        if (!(std::fabs(q) >= 1) || !(std::fabs(q) < 0x1p58L)) continue;
        if (!subtract(&basis_[i], static_cast<long>(q), basis_[j])) return false;
        for (size_t l = 0; l < j; ++l) quotients[i][l] -= q * quotients[j][l];
        quotients[i][j] -= q;
        changed = true;
      }
      if (!changed) return true;
    }
    return true;
  };
  orthogonal(0);
  size_t i = 1;
  for (int step = 0; i < n && step < kMostSteps; ++step) {
    if (step % 64 == 0) poll();
    if (!shorten(i)) return;
    const long double q = quotients[i][i - 1];
    if (squares[i] >= (kLovasz - q * q) * squares[i - 1]) {
      ++i;
      continue;
    }
    std::swap(basis_[i], basis_[i - 1]);
    if (i == 1) {
      orthogonal(0);
    } else {
      --i;
    }
  }
}

/// Returns the coordinates of a vector, as balls. The sum of their squares is the form.
std::vector<Ball> ReturnList::exact_place(const Form& form, const Vector& v) const {
  const Ball turn = Ball::pi(kBits) * 2;
  std::vector<Ball> out;
  for (size_t i = 0; i < use_.size();) {
    const size_t step = atoms_[use_[i]].step, from = i;
    Ball sum(kBits), weight(kBits);
    for (; i < use_.size() && atoms_[use_[i]].step == step; ++i) {
      const Ball u = atoms_[use_[i]].turns * v.k - Ball::integer(v.turns[use_[i]], kFine);
      const Ball w = exact(form.weights[i], kBits);
      out.push_back(u.rounded(kBits).at(kBits));
      sum += w * out.back();
      weight += w;
    }
    const Ball mean = certainly_positive(weight) ? sum / weight : Ball(kBits);
    for (size_t j = from; j < i; ++j) {
      out[j] = turn * sqrt(exact(form.weights[j], kBits)) * (out[j] - mean);
    }
  }
  out.push_back(exact(form.node, kBits) * v.k);
  return out;
}

std::optional<ReturnList::Reduced> ReturnList::reduced(const Form& form) const {
  const size_t n = basis_.size();
  Reduced out{{}, {}, double_above(form.most)};
  std::vector<std::vector<Ball>> stars;
  std::vector<Ball> squares;
  const auto product = [](const std::vector<Ball>& x, const std::vector<Ball>& y) {
    Ball sum(kBits);
    for (size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
  };
  for (size_t i = 0; i < n; ++i) {
    const std::vector<Ball> at = exact_place(form, basis_[i]);
    stars.push_back(at);
    out.quotients.emplace_back();
    for (size_t j = 0; j < i; ++j) {
      const Ball mu = product(at, stars[j]) / squares[j];
      const double near = mu.approximate();
      const Ball off = abs(mu - exact(near, kBits)), least = exact(0x1p-40, kBits);
      if (!(std::fabs(near) <= 1) || !certainly_at_most(off, least)) return std::nullopt;
      out.quotients.back().push_back(near);
      for (size_t x = 0; x < at.size(); ++x) stars[i][x] = stars[i][x] - mu * stars[j][x];
    }
    squares.push_back(product(stars[i], stars[i]));
    out.squares.push_back(double_below(squares.back()));
    if (!(out.squares.back() > 0) || !std::isfinite(out.squares.back())) return std::nullopt;
  }
  return out;
}

double ReturnList::Reduced::steps() const {
  // For each i, estimates the number of vectors whose coordinates from the i-th on are small enough: the volume of a
  // ball divided by that of a lattice cell.
  double sum = 0, log_cells = 0;
  for (size_t i = squares.size(); i-- > 0;) {
    const double d = static_cast<double>(squares.size() - i);
    log_cells += 0.5 * std::log(squares[i]);
    const double log_ball = d / 2 * std::log(M_PI * most) - log_gamma(d / 2 + 1);
    sum += 1 + std::exp(std::min(600.0, log_ball - log_cells)) / 2;
  }
  return sum;
}

struct ReturnList::Search {
  const std::vector<Vector>& basis;
  const Reduced& form;
  long first, last;
  double most_steps;
  const Poll& poll;
  std::vector<long>* nodes;
  std::vector<long> z;
  double steps = 0;

  bool at(size_t level, double far, Whole k, double centre, long value, bool zero, bool* fits);
  bool descend(size_t level, double far, Whole k, bool zero);
};

/// Visits all coordinates below `level` for which the form is small enough. z contains the coordinates from `level` on.
/// They contribute `far` to the form and k to the number of the node. Returns false if the search takes too long.
bool ReturnList::Search::descend(size_t level, double far, Whole k, bool zero) {
  if (level == 0) {
    const Whole node = k < 0 ? -k : k;
    if (node >= first && node <= last) nodes->push_back(static_cast<long>(node));
    return true;
  }
  double centre = 0;
  for (size_t j = level; j < z.size(); ++j) {
    centre -= form.quotients[j][level - 1] * static_cast<double>(z[j]);
  }
  // Only one of a vector and its negative is visited: the highest nonzero coordinate is positive.
  const long start = zero ? 0 : static_cast<long>(std::ceil(centre));
  bool fits = true;
  for (long value = start; fits; ++value) {
    if (!at(level, far, k, centre, value, zero && value == 0, &fits)) return false;
  }
  fits = !zero;
  for (long value = start - 1; fits; --value) {
    if (!at(level, far, k, centre, value, false, &fits)) return false;
  }
  return true;
}

bool ReturnList::Search::at(size_t level, double far, Whole k, double centre, long value, bool zero,
                            bool* fits) {
  if (static_cast<long>(++steps) % 65536 == 0) poll();
  const double distance = std::max(0.0, std::fabs(static_cast<double>(value) - centre) - kMargin);
  const double sum = far + form.squares[level - 1] * distance * distance * kBelow;
  *fits = sum * kBelow <= form.most;
  if (!*fits) return true;
  if (steps > most_steps || value > kMostCoordinate || value < -kMostCoordinate) return false;
  z[level - 1] = value;
  return descend(level - 1, sum, k + static_cast<Whole>(value) * basis[level - 1].k, zero);
}

bool ReturnList::list(long first, long last, long need, double most, const Poll& poll,
                      std::vector<long>* nodes, long* steps) {
  constexpr double kSpare = 4;
  *steps = 0;
  if (atoms_.empty() || first < 1 || last < first || last >= (1L << 44)) return false;
  use_atoms(need);
  if (basis_.size() < 3) return false;
  const Form f = form(last, need);
  reduce(f, poll);
  const auto short_basis = reduced(f);
  if (!short_basis || !(short_basis->steps() < most)) return false;
  std::vector<long> found;
  Search search{basis_,        *short_basis, first,  last,
                kSpare * most, poll,         &found, std::vector<long>(basis_.size(), 0)};
  const bool whole = search.descend(basis_.size(), 0, 0, true);
  *steps = static_cast<long>(search.steps);
  if (!whole) return false;
  long compared = 0;
  std::sort(found.begin(), found.end(), [&](long a, long b) {
    if (++compared % 65536 == 0) poll();
    return a < b;
  });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  nodes->insert(nodes->end(), found.begin(), found.end());
  return true;
}

}  // namespace plumbline::fourier
