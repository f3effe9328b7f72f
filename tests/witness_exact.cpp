#include "tests/witness_exact.hpp"

#include <algorithm>

namespace plumbline::fractions {
namespace {

const Rational kZero(0), kOne(1);

Rational larger(const Rational& a, const Rational& b) { return a < b ? b : a; }
Rational smaller(const Rational& a, const Rational& b) { return a < b ? a : b; }

/// Rounds outward to multiples of 2^-bits.
Range rounded(const Range& x, long bits) {
  const Rational scale = power(Rational(2), bits);
  return {floor(x.least * scale) / scale, -floor(-(x.most * scale)) / scale};
}

/// Squares a nonnegative range.
Range square(const Range& x, long bits) {
  return rounded({x.least * x.least, x.most * x.most}, bits);
}

/// Returns e^t for 0 <= t <= 1/2 by its series; every term is rounded both ways, and the tail is below the last term.
Range series(const Rational& t, long bits) {
  const Rational last = kOne / power(Rational(2), bits);
  Range sum(kOne), term(kOne);
  for (long k = 1; term.most > last; ++k) {
    term = rounded({term.least * t / Rational(k), term.most * t / Rational(k)}, bits + 8);
    sum = sum + term;
  }
  return {sum.least, sum.most + term.most};
}

}  // namespace

Law::Law(std::vector<Outcome> outcomes) {
  // Outcomes of probability 0 have no ratio. The remaining outcomes are in strict order.
  std::erase_if(outcomes, [](const Outcome& o) { return o.p.is_zero() && o.q.is_zero(); });
  std::sort(outcomes.begin(), outcomes.end(),
            [](const Outcome& a, const Outcome& b) { return a.q * b.p > b.q * a.p; });
  for (const Outcome& o : outcomes) {
    if (!outcomes_.empty() && outcomes_.back().q * o.p == o.q * outcomes_.back().p) {
      outcomes_.back() = {outcomes_.back().p + o.p, outcomes_.back().q + o.q};
    } else {
      outcomes_.push_back(o);
    }
  }
}

Law operator*(const Law& a, const Law& b) {
  std::vector<Outcome> all;
  for (const Outcome& x : a.outcomes_) {
    for (const Outcome& y : b.outcomes_) all.push_back({x.p * y.p, x.q * y.q});
  }
  return Law(all);
}

Law Law::power(const Law& law, int n) {
  Law out = law;
  for (int i = 1; i < n; ++i) out = out * law;
  return out;
}

Law Law::reversed() const {
  std::vector<Outcome> out;
  for (const Outcome& o : outcomes_) out.push_back({o.q, o.p});
  return Law(out);
}

Range operator+(const Range& a, const Range& b) { return {a.least + b.least, a.most + b.most}; }
Range operator-(const Range& a, const Range& b) { return {a.least - b.most, a.most - b.least}; }
Range operator*(const Range& a, const Rational& n) {
  return n.sign() < 0 ? Range(a.most * n, a.least * n) : Range(a.least * n, a.most * n);
}
Range max(const Range& a, const Range& b) {
  return {larger(a.least, b.least), larger(a.most, b.most)};
}
int certain_sign(const Range& x) { return x.least.sign() > 0 ? 1 : x.most.sign() < 0 ? -1 : 0; }

Range exponential(const Rational& t, int digits) {
  if (t.is_zero()) return Range(kOne);
  if (t.sign() < 0) {
    const Range inverse = exponential(-t, digits + 2);
    const long bits = 4L * digits + static_cast<long>(-2 * t.approximate()) + 64;
    return rounded({kOne / inverse.most, kOne / inverse.least}, bits);
  }
  long halvings = 0;
  Rational small = t;
  for (; small > Rational(1, 2); ++halvings) small = small / Rational(2);
  // Every squaring doubles the relative error. All numbers are multiples of a power of 2, which keeps the fractions
  // short. Between two multiples, e^t increases by a factor below 1 + 2^(1-bits).
  const long bits = 4L * digits + 2 * halvings + 64;
  const Rational step = kOne / power(Rational(2), bits);
  Range out = series(floor(small / step) * step, bits);
  out.most = out.most * (kOne + step + step);
  for (long i = 0; i < halvings; ++i) out = square(out, bits);
  return rounded(out, bits);
}

Polygon::Polygon(const Law& law) {
  Corner at{kZero, kOne};
  corners_.push_back(at);
  for (const Outcome& o : law.outcomes()) {
    at = {at.alpha + o.p, at.beta - o.q};
    if (o.p.is_zero()) {
      corners_.back() = at;  // rejected without type I error
    } else {
      corners_.push_back(at);
    }
  }
}

Polygon Polygon::hull(const Polygon& a, const Polygon& b) {
  std::vector<Corner> all = a.corners_, out;
  all.insert(all.end(), b.corners_.begin(), b.corners_.end());
  std::sort(all.begin(), all.end(), [](const Corner& x, const Corner& y) {
    return x.alpha == y.alpha ? x.beta < y.beta : x.alpha < y.alpha;
  });
  for (const Corner& c : all) {
    if (!out.empty() && out.back().alpha == c.alpha) continue;
    while (out.size() >= 2) {
      const Corner &u = out[out.size() - 2], &v = out.back();
      const bool below =
          (v.beta - u.beta) * (c.alpha - u.alpha) < (c.beta - u.beta) * (v.alpha - u.alpha);
      if (below) break;
      out.pop_back();
    }
    out.push_back(c);
  }
  return Polygon(out);
}

Rational Polygon::beta(const Rational& alpha) const {
  for (size_t i = 1; i < corners_.size(); ++i) {
    const Corner &u = corners_[i - 1], &v = corners_[i];
    if (alpha > v.alpha) continue;
    return u.beta + (v.beta - u.beta) * (alpha - u.alpha) / (v.alpha - u.alpha);
  }
  return corners_.back().beta;
}

Range Polygon::delta(const Range& x) const {
  Range best(kZero);
  for (const Corner& c : corners_) best = max(best, Range(kOne - c.beta) - x * c.alpha);
  return best;
}

std::optional<Rational> Polygon::least_x(const Rational& D) const {
  Rational x(0);
  for (const Corner& c : corners_) {
    const Rational excess = kOne - c.beta - D;
    if (!c.alpha.is_zero()) {
      x = larger(x, excess / c.alpha);
    } else if (excess.sign() > 0) {
      return std::nullopt;
    }
  }
  return x;
}

Rational Polygon::bayes(const Rational& prior) const {
  Rational least = smaller(prior, kOne - prior);
  for (const Corner& c : corners_)
    least = smaller(least, prior * c.alpha + (kOne - prior) * c.beta);
  return least;
}

Rational Polygon::advantage() const {
  Rational best(0);
  for (const Corner& c : corners_) best = larger(best, kOne - c.alpha - c.beta);
  return best;
}

Rational Polygon::fixed_point() const {
  for (size_t i = 0; i < corners_.size(); ++i) {
    const Corner& v = corners_[i];
    if (v.alpha < v.beta) continue;
    if (i == 0) return kZero;  // f(0) = 0
    const Corner& u = corners_[i - 1];
    const Rational before = u.beta - u.alpha, after = v.alpha - v.beta;
    return (u.alpha * after + v.alpha * before) / (before + after);
  }
  return kZero;
}

Range Polygon::maximising_priors() const {
  const Rational top = fixed_point();
  std::optional<Rational> first, last;
  for (const Rational& prior : prior_corners()) {
    if (!(bayes(prior) == top)) continue;
    if (!first) first = prior;
    last = prior;
  }
  return {*first, *last};
}

std::vector<Rational> Polygon::prior_corners() const {
  std::vector<Rational> out{kZero, kOne};
  for (size_t i = 1; i < corners_.size(); ++i) {
    const Rational run = corners_[i].alpha - corners_[i - 1].alpha;
    const Rational fall = corners_[i - 1].beta - corners_[i].beta;
    if (!(run + fall).is_zero()) out.push_back(fall / (run + fall));
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<Rational> Polygon::x_corners() const {
  std::vector<Rational> out;
  for (size_t i = 1; i < corners_.size(); ++i) {
    const Rational run = corners_[i].alpha - corners_[i - 1].alpha;
    const Rational fall = corners_[i - 1].beta - corners_[i].beta;
    if (fall.sign() > 0) out.push_back(fall / run);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<Rational> Polygon::largest_ratio() const {
  if (corners_.front().beta < kOne || corners_.size() < 2) return std::nullopt;
  return (kOne - corners_[1].beta) / corners_[1].alpha;
}

Rational bayes_difference(const Polygon& M, const Polygon& other, const Rational& prior) {
  return M.bayes(prior) - other.bayes(prior);
}

Rational largest_difference(const Polygon& M, const Polygon& other, const Range& priors) {
  Rational best =
      larger(bayes_difference(M, other, priors.least), bayes_difference(M, other, priors.most));
  for (const Polygon* polygon : {&M, &other}) {
    for (const Rational& prior : polygon->prior_corners()) {
      if (prior < priors.least || prior > priors.most) continue;
      best = larger(best, bayes_difference(M, other, prior));
    }
  }
  return best;
}

Rational divergence(const Polygon& M, const Polygon& other) {
  return larger(kZero, largest_difference(M, other, {kZero, kOne}));
}

std::optional<Rational> power_sum(const Law& law, long a) {
  Rational sum(0);
  for (const Outcome& o : law.outcomes()) {
    if (o.q.is_zero()) continue;
    if (o.p.is_zero()) return std::nullopt;
    sum = sum + power(o.q / o.p, a) * o.p;
  }
  return sum;
}

}  // namespace plumbline::fractions
