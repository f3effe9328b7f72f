#include "reference/quantities/composed_tv.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/ball_polynomial.hpp"

namespace plumbline {
namespace {

const Rational kZero(0), kOne(1);
constexpr long kMostBits = 1L << 14;
constexpr size_t kMostCoefficients = 1UL << 21;

std::string short_text(const Real& x) {
  return x.rational() ? x.rational()->text() : x(Bits{64}).decimal_bounds(10).first;
}

[[noreturn]] void refuse(const std::string& name, const std::string& range, const Real& value) {
  throw std::invalid_argument(name + " must be " + range + ", got " + short_text(value));
}

/// The sign where it can be told; nothing where it cannot (numbers that are not known exactly).
std::optional<int> sign(const Real& x) {
  if (x.rational()) return x.rational()->sign();
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    const Ball value = x(p);
    if (certainly_positive(value)) return 1;
    if (certainly_negative(value)) return -1;
  }
  return std::nullopt;
}

bool certainly_zero(const Real& x) { return x.rational() && x.rational()->is_zero(); }

void check_probability(const std::string& name, const Real& x) {
  if (sign(x).value_or(0) < 0 || sign(Real(kOne) - x).value_or(0) < 0) refuse(name, "in [0, 1]", x);
}

void check(const TvSteps& steps) {
  if (steps.count < 1) {
    throw std::invalid_argument("the number of steps must be at least 1, got " +
                                std::to_string(steps.count));
  }
  if (sign(steps.epsilon).value_or(0) < 0) refuse("epsilon", "at least 0", steps.epsilon);
  check_probability("delta", steps.delta);
  if (!steps.eta) return;
  check_probability("eta", *steps.eta);
  const Real excess = *steps.eta - steps.delta;
  if (sign(excess).value_or(0) < 0) {
    refuse("eta", "at least delta (every mechanism may break with probability delta)", *steps.eta);
  }
  if (const auto alpha = steps.exact_alpha()) {
    if (alpha->sign() >= 0) return;
  } else {
    const Real room([&steps](Bits p) { return steps.alpha(p); });
    if (sign(room).value_or(0) >= 0) return;
  }
  const Bits p{64};
  const Ball most = largest_total_variation(steps.epsilon(p), steps.delta(p));
  refuse(
      "eta",
      "at most delta + (1-delta) (e^epsilon-1)/(e^epsilon+1) = " + most.decimal_bounds(10).first +
          "..., the largest total variation of an (epsilon,delta)-DP mechanism (leave it out "
          "where there is no other bound)",
      *steps.eta);
}

Ball times(const Ball& x, long n) { return x * n; }
Rational times(const Rational& x, long n) { return x * Rational(n); }
Ball over(const Ball& x, long n) { return x / n; }
Rational over(const Rational& x, long n) { return x / Rational(n); }

/// The law of one kind under Q, j = count, count-1, ...
//
// BOUND(TV-RECURRENCE)
// Statement.  Let (u x^2 + alpha x + v)^k = sum_n t_n x^{2k-n}. Then t_0 = u^k and, for n >= 0,
//             u (n+1) t_{n+1} = alpha (k-n) t_n + v (2k-n+1) t_{n-1} (t_{-1} = 0). For n <= k no
//             term is negative, so that rounding costs a relative error of O(n) units in the last
//             place, which the balls measure. With u = (1-alpha) e^eps/(1+e^eps) and
//             v = (1-alpha)/(1+e^eps), t_{k-j} = Q(S = j).
// Proof.      T = (u + alpha y + v y^2)^k satisfies T' (u + alpha y + v y^2) = k T (alpha + 2 v y);
//             compare coefficients of y^n. t_{k-j} is the mass of count(+) - count(-) = j of k
//             independent draws of equation 7, whose positive loss has mass u under Q.
// Source.     Elementary (Euler's recurrence for powers of polynomials).
template <class T>
class LawWalk {
 public:
  LawWalk(long count, const T& top, const T& alpha_over_u, const T& v_over_u, const T& zero)
      : count_(count), a_(alpha_over_u), v_(v_over_u), now_(top), before_(zero) {}

  const T& mass() const { return now_; }
  void down() {
    T next = over(times(a_ * now_, count_ - n_) + times(v_ * before_, 2 * count_ - n_ + 1), n_ + 1);
    before_ = std::move(now_);
    now_ = std::move(next);
    ++n_;
  }

 private:
  long count_, n_ = 0;
  T a_, v_, now_, before_;
};

/// delta_j, Q(S > j) and P(S > j) from the masses above j.
//
// BOUND(TV-SUFFIX)
// Statement.  With x = e^{-unit}, q_j = Q(S = j), p_j = P(S = j) = x^j q_j:
//             delta_{j-1} = x delta_j + (1-x) Q(S >= j), Q(S >= j) = Q(S > j) + q_j and
//             P(S >= j) = P(S > j) + x^j q_j. No differences: small values keep relative accuracy.
// Proof.      delta_j = sum_{i > j} q_i (1 - x^{i-j}), and 1 - x^{m+1} = x (1 - x^m) + (1-x); for
//             i = j it gives 1-x.
// Source.     Elementary; the sums are those of equation 5 of Ghazi and Issa 2024.
template <class T>
struct Suffix {
  T x, rest, ratio;      ///< x, 1-x, 1/x
  T delta, P, Q, level;  ///< at j; level = x^j

  /// To j-1, given q_j.
  void down(const T& q) {
    Q = Q + q;
    P = P + level * q;
    delta = x * delta + rest * Q;
    level = level * ratio;
  }
};

struct Masses {
  Ball u, alpha, v;  ///< Q-mass of +eps, 0, -eps
};

Masses masses(const TvSteps& steps, Bits p) {
  const Ball one = Ball::integer(1, p);
  if (certainly_zero(steps.epsilon)) return {Ball(p), one, Ball(p)};
  const Ball x = exp(-steps.epsilon(p));
  const auto exact = steps.exact_alpha();
  const Ball alpha = steps.alpha(p);
  // 1 - alpha = (eta-delta)/(1-delta)/tanh(eps/2), without the difference.
  Ball ends = one;
  if (steps.eta) {
    ends = exact ? Ball(kOne - *exact, p)
                 : (*steps.eta - steps.delta)(p) / (one - steps.delta(p)) * (one + x) /
                       -expm1(-steps.epsilon(p));
  }
  const Ball u = ends / (one + x);
  return {u, alpha, u * x};
}

LawWalk<Ball> law_walk(const TvSteps& steps, Bits p) {
  const Masses m = masses(steps, p);
  return {steps.count, power(m.u, Rational(steps.count)), m.alpha / m.u, exp(-steps.epsilon(p)),
          Ball(p)};
}

/// Whether S = 0 always (u = 0: the recurrence does not apply).
bool still(const TvSteps& steps) {
  if (certainly_zero(steps.epsilon)) return true;
  const auto alpha = steps.exact_alpha();
  if (alpha) return *alpha == kOne;
  return steps.eta && certainly_zero(*steps.eta - steps.delta);
}

/// A stretch of a law on the lattice: masses of low, low+1, ...; what is left out is at most
/// `outside`.
struct Stretch {
  long low;
  std::vector<Ball> masses;
  Ball outside;
};

/// The Q-law of one kind, in units. Masses below e^{log_cut} beside the bulk are left out.
Stretch stretch(const TvSteps& steps, long multiple, double log_cut, Bits p, const Poll& poll) {
  std::vector<Ball> down;  // from the top
  long top = 0;
  if (still(steps)) {
    down.push_back(Ball::integer(1, p));
  } else {
    LawWalk<Ball> walk = law_walk(steps, p);
    bool risen = false;
    for (long j = steps.count; j >= 0; --j, walk.down()) {
      if (j % 256 == 0) poll();
      const bool large = walk.mass().log_approximate() >= log_cut;
      if (!large && !risen) continue;
      if (!risen) top = j;
      risen = true;
      if (!large && down.back().log_approximate() < log_cut) break;
      down.push_back(walk.mass());
    }
    // Q(S = -j) = e^{-j eps} Q(S = j).
    const long last = top - static_cast<long>(down.size()) + 1;
    if (last == 0 && top > 0) {
      const Ball x = exp(-steps.epsilon(p));
      Ball level = x;
      for (long j = 1; j <= top; ++j) {
        Ball mass = down[static_cast<size_t>(top - j)] * level;
        // Two in a row: without alpha every other mass is zero.
        const bool small = mass.log_approximate() < log_cut;
        if (small && down.back().log_approximate() < log_cut) break;
        down.push_back(std::move(mass));
        level = level * x;
      }
    }
  }
  Ball kept(p);
  for (const Ball& mass : down) kept += mass;
  const long low = top - static_cast<long>(down.size()) + 1;
  Stretch out{low * multiple, {}, (Ball::integer(1, p) - kept).upper()};
  out.masses.assign((down.size() - 1) * static_cast<size_t>(multiple) + 1, Ball(p));
  for (size_t i = 0; i < down.size(); ++i) {
    out.masses[(down.size() - 1 - i) * static_cast<size_t>(multiple)] = std::move(down[i]);
  }
  return out;
}

/// The lattice of all kinks: a Real of which every epsilon is a whole multiple.
struct Lattice {
  Real unit;
  std::vector<long> multiples;
};

Lattice lattice(const std::vector<TvSteps>& steps) {
  const TvSteps& first = steps.front();
  if (steps.size() == 1) return {first.epsilon, {1}};
  Rational unit(0);
  std::vector<Rational> values;
  for (const TvSteps& one : steps) {
    if (one.epsilon.rational()) {
      values.push_back(*one.epsilon.rational());
    } else {
      throw std::invalid_argument(
          "different kinds of steps need rational epsilons, whose kinks meet on a lattice; for "
          "others ask for single values: plumbline delta 'total_variation_dp(...)^N * ...'");
    }
    unit = gcd(unit, values.back());
  }
  if (unit.is_zero()) unit = kOne;
  Lattice out{Real(unit), {}};
  for (const Rational& value : values) {
    const double multiple = (value / unit).approximate();
    if (multiple > 1e6) {
      throw std::invalid_argument(
          "the epsilons are multiples of " + unit.text() +
          " only, too fine a lattice; round them up to fewer digits, or ask for single values: "
          "plumbline delta 'total_variation_dp(...)^N * ...'");
    }
    out.multiples.push_back(std::lround(multiple));
  }
  return out;
}

}  // namespace

std::optional<Rational> TvSteps::exact_ratio() const {
  const auto x = epsilon.log_linear();
  if (!x || !x->offset.is_zero()) return std::nullopt;
  Rational ratio = kOne;
  for (const LogLinear::Term& term : x->logs) {
    if (!term.n.is_integer() || abs(Ball(term.n, Bits{64})).approximate() > 1000) {
      return std::nullopt;
    }
    const long n = std::lround(term.n.approximate());
    ratio = ratio * (n >= 0 ? power(term.q, n) : kOne / power(term.q, -n));
  }
  return ratio;
}

std::optional<Rational> TvSteps::exact_alpha() const {
  if (!eta) return kZero;
  if (certainly_zero(*eta - delta)) return kOne;
  const auto E = exact_ratio();
  if (!E || !delta.rational() || !eta->rational()) return std::nullopt;
  const Rational rest = kOne - *delta.rational();
  // epsilon = 0 or delta = 1 force eta = delta (the formula is 0/0).
  if (*E == kOne || rest.is_zero()) return kOne - (*eta->rational() - *delta.rational()) - kOne;
  return kOne - (*eta->rational() - *delta.rational()) * (*E + kOne) / (rest * (*E - kOne));
}

Ball TvSteps::alpha(Bits p) const {
  if (const auto exact = exact_alpha()) return Ball(*exact, p);
  const auto at = [this](Bits bits) {
    const Ball e = epsilon(bits), one = Ball::integer(1, bits);
    return one - (*eta - delta)(bits) / (one - delta(bits)) * (exp(e) + 1) / expm1(e);
  };
  // It cancels where eta is near its largest value: as many more bits as that takes.
  Ball best = at(p + 16);
  for (Bits wide = p + 64; wide.n < 4 * p.n + 4096; wide = Bits{2 * wide.n}) {
    if (best.relative_digits() * 3.3 >= static_cast<double>(p.n) - 4) break;
    best = at(wide);
  }
  return best.at(p).rounded(p);
}

Ball largest_total_variation(const Ball& epsilon, const Ball& delta) {
  const Ball one = Ball::integer(1, wider(epsilon.precision(), delta.precision()));
  return delta + (one - delta) * (-expm1(-epsilon) / (one + exp(-epsilon)));
}

// BOUND(TV-SUBSAMPLING)
// Statement.  If M is (eps, delta)-DP with total variation at most eta, then M on a random subset
//             that contains each record with probability p is (log(1 + p(e^eps - 1)), p delta)-DP
//             with total variation at most p eta; the pair of equations 43 and 44, subsampled,
//             attains both in the worst of its two directions, and its whole region.
// Proof.      Ghazi and Issa 2024, Proposition 1 and Appendix H. For the region: the pair (P, (1-p)
// P
//             + p Q) has ratio 1 + p(e^eps - 1) on the upper point, so that its trade-off function
//             goes from (0, 1 - p delta) with slope -(1 + p(e^eps-1)) to type I error
//             (eta-delta)/(e^eps-1), where type I + type II = 1 - p eta; the mirrored curve does
//             the same, and the hull of both is the region of Corollary 1 for the amplified
//             parameters.
// Source.     Ghazi and Issa 2024, Proposition 1.
TvSteps subsampled(const TvSteps& steps, const Rational& p) {
  if (p.sign() < 0 || p > kOne) {
    throw std::invalid_argument("the sampling rate must be in [0, 1], got " + p.text());
  }
  const auto scaled = [p](const Real& x) {
    return x.rational() ? Real(p * *x.rational())
                        : Real([p, x](Bits bits) { return Ball(p, bits) * x(bits); });
  };
  TvSteps out{Real(kZero), scaled(steps.delta), std::nullopt, steps.count};
  if (steps.eta) out.eta = scaled(*steps.eta);
  if (const auto E = steps.exact_ratio()) {
    const Rational ratio = kOne + p * (*E - kOne);
    out.epsilon = ratio == kOne ? Real(kZero) : Real(LogLinear{kZero, {{ratio, kOne}}});
  } else if (!p.is_zero()) {
    out.epsilon =
        Real([p, e = steps.epsilon](Bits bits) { return log1p(Ball(p, bits) * expm1(e(bits))); });
  }
  return out;
}

Real parse_epsilon(const std::string& text) {
  if (text.size() < 6 || text.compare(0, 4, "log(") != 0 || text.back() != ')') {
    return Real(Rational::parse(text));
  }
  const Rational q = Rational::parse(text.substr(4, text.size() - 5));
  if (q.sign() <= 0) {
    throw std::invalid_argument("the argument of log must be greater than 0, got " + q.text());
  }
  return q == kOne ? Real(kZero) : Real(LogLinear{kZero, {{q, kOne}}});
}

ComposedTv::ComposedTv(std::vector<TvSteps> steps) : steps_(std::move(steps)), unit_(kZero) {
  if (steps_.empty()) throw std::invalid_argument("no steps given");
  for (const TvSteps& one : steps_) check(one);
  Lattice found = lattice(steps_);
  unit_ = found.unit;
  multiples_ = std::move(found.multiples);
  constexpr long kMostReach = 100000000;
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (multiples_[i] > 0 && steps_[i].count > kMostReach / multiples_[i]) {
      throw std::invalid_argument("more than 10^8 kinks (" + std::to_string(steps_[i].count) +
                                  " steps); ask for single values: plumbline delta "
                                  "'total_variation_dp(...)^N'");
    }
    reach_ += multiples_[i] * steps_[i].count;
  }
}

ComposedTv ComposedTv::repeated(long times) const {
  std::vector<TvSteps> steps = steps_;
  for (TvSteps& one : steps) one.count *= times;
  return ComposedTv(std::move(steps));
}

ComposedTv ComposedTv::without_eta() const {
  std::vector<TvSteps> steps;
  for (const TvSteps& one : steps_) steps.push_back(one.without_eta());
  return ComposedTv(std::move(steps));
}

namespace {

/// prod (1 - x_i)^{k_i}, and 1 minus it with relative accuracy.
std::pair<Ball, Ball> survival(const std::vector<TvSteps>& steps, bool of_eta, Bits p) {
  Ball exponent(p);
  for (const TvSteps& one : steps) {
    const Real& x = of_eta && one.eta ? *one.eta : one.delta;
    const bool all = one.delta.rational() && *one.delta.rational() == kOne;  // then eta = 1 too
    if (all || (x.rational() && *x.rational() == kOne)) return {Ball(p), Ball::integer(1, p)};
    exponent += log1p(-x(p)) * one.count;
  }
  return {exp(exponent), -expm1(exponent)};
}

}  // namespace

Ball ComposedTv::finite_mass(Bits p) const { return survival(steps_, false, p).first; }
Ball ComposedTv::infinite_mass(Bits p) const { return survival(steps_, false, p).second; }

Ball ComposedTv::worst_total_variation(Bits p) const {
  std::vector<TvSteps> steps = steps_;
  for (TvSteps& one : steps) {
    if (one.eta) continue;
    one.eta = Real(
        [one](Bits bits) { return largest_total_variation(one.epsilon(bits), one.delta(bits)); });
  }
  return survival(steps, true, p).second;
}

Bits ComposedTv::bits(int digits) const {
  const double sizes = 2 * std::log2(static_cast<double>(reach_) + 2);
  return bits_for_digits(digits) + 48 + static_cast<long>(sizes);
}

void ComposedTv::visit(const Effort& effort,
                       const std::function<void(const RegionPoint&)>& visitor) const {
  constexpr int kBelow = 60;  // absolute digits beyond those asked where laws are convolved
  const bool one_kind = steps_.size() == 1;
  const Bits p = bits(effort.digits) + (one_kind ? 0 : bits_for_digits(kBelow).n);
  const Ball one = Ball::integer(1, p), zero(p), e = unit_(p), x = exp(-e);
  const auto start = [&](long j) {
    return Suffix<Ball>{x, -expm1(-e), exp(e), zero, zero, zero, exp(-(e * j))};
  };
  if (one_kind && !still(steps_.front())) {
    LawWalk<Ball> walk = law_walk(steps_.front(), p);
    Suffix<Ball> sums = start(reach_);
    for (long j = reach_;; --j) {
      if (j % 256 == 0) effort.poll();
      visitor({j, sums.delta, sums.P, sums.Q, sums.level});
      if (j == 0) return;
      sums.down(walk.mass());
      walk.down();
    }
  }
  // BOUND(TV-STRETCH)
  // Statement.  Leaving out outcomes of total Q-mass tau lowers delta_j, Q(S > j) and, for j >= 0,
  //             P(S > j), each by at most tau.
  // Proof.      Each is an integral over Q of a function of S between 0 and 1: (1 - e^{(j-S)u})_+,
  //             the indicator of S > j, and that times e^{-S u} <= 1.
  // Source.     Elementary.
  const double log_cut =
      reach_ <= 2048 ? -INFINITY : -(effort.digits + kBelow - 2) * std::log(10.0);
  std::vector<Stretch> kinds;
  size_t length = 1;
  for (size_t i = 0; i < steps_.size(); ++i) {
    const long multiple = std::max(1L, multiples_[i]);
    kinds.push_back(stretch(steps_[i], multiple, log_cut, p, effort.poll));
    length += kinds.back().masses.size();
  }
  if (length > kMostCoefficients) {
    throw std::invalid_argument(
        "the law of the loss would have " + std::to_string(length) +
        " points; round the epsilons to a coarser lattice, or ask for single values: plumbline "
        "delta 'total_variation_dp(...)^N * ...'");
  }
  std::sort(kinds.begin(), kinds.end(),
            [](const Stretch& a, const Stretch& b) { return a.masses.size() < b.masses.size(); });
  Stretch law = std::move(kinds.front());
  for (size_t i = 1; i < kinds.size(); ++i) {
    effort.poll();
    law.masses = polynomial_product(law.masses, kinds[i].masses, p);
    law.low += kinds[i].low;
    law.outside += kinds[i].outside;
  }
  const UpperBound outside = UpperBound::of(max(law.outside, zero));
  const Ball missing = Ball::zero_to(outside, p);
  const long high = law.low + static_cast<long>(law.masses.size()) - 1;
  Ball level = exp(-(e * reach_));
  const Ball ratio = exp(e);
  for (long j = reach_; j > std::max(high, -1L); --j) {
    if (j % 256 == 0) effort.poll();
    visitor({j, missing, missing, missing, level});
    level = level * ratio;
  }
  if (high < 0) return;
  Suffix<Ball> sums = start(high);
  for (long j = high;; --j) {
    if (j % 256 == 0) effort.poll();
    visitor({j, sums.delta + missing, sums.P + missing, sums.Q + missing, sums.level});
    if (j == 0) return;
    sums.down(j >= law.low ? law.masses[static_cast<size_t>(j - law.low)] : zero);
  }
}

std::optional<std::vector<Rational>> ComposedTv::exact_region(const Poll& poll) const {
  const TvSteps& one = steps_.front();
  const auto E = one.exact_ratio(), alpha = one.exact_alpha();
  if (steps_.size() > 1 || !E || !alpha || !one.delta.rational()) return std::nullopt;
  const Rational finite = power(kOne - *one.delta.rational(), one.count);
  std::vector<Rational> out(static_cast<size_t>(reach_) + 1, kOne - finite);
  if (still(one)) return out;
  const Rational x = kOne / *E, u = (kOne - *alpha) / (kOne + x);
  LawWalk<Rational> walk(one.count, power(u, one.count), *alpha / u, x, kZero);
  Suffix<Rational> sums{x, kOne - x, *E, kZero, kZero, kZero, power(x, reach_)};
  for (long j = reach_; j > 0; --j) {
    poll();
    sums.down(walk.mass());
    walk.down();
    out[static_cast<size_t>(j) - 1] = kOne - finite * (kOne - sums.delta);
  }
  return out;
}

namespace {

Certified value(const Ball& x, int digits) {
  return within(certified({x, {}}, "theorem2", digits), kZero, kOne);
}

Certified unknown(int digits) {
  return value(Ball::zero_to(UpperBound::of(Ball::integer(1, Bits{64})), Bits{64}), digits);
}

}  // namespace

// BOUND(TV-LINES)
// Statement.  With F = (1-delta)^k the composed trade-off function is
//             f(a) = max(0, max_j F (1-delta_j) - e^{j u} a, max_j e^{-j u} (F (1-delta_j) - a)),
//             j = 0 .. reach.
// Proof.      The trade-off function of the composed pair is piecewise linear with the slopes
//             -e^{j u}, |j| <= reach, hence the maximum of its supporting lines, of which that of
//             slope -e^{t} is 1 - delta(t) - e^t a with 1 - delta(j u) = F (1-delta_j); for -j, the
//             pair being symmetric, 1 - delta(-t) = e^{-t} (1 - delta(t)).
// Source.     Ghazi and Issa 2024, III-C; Dong, Roth, Su 2022, Proposition 6.
RegionAnswers region_answers(const ComposedTv& composed, const std::vector<long>& js,
                             const std::vector<Rational>& alphas, const Effort& effort) {
  const int digits = effort.digits;
  RegionAnswers out{{}, unknown(digits), {}};
  out.deltas.assign(js.size(), unknown(digits));
  out.tradeoff.assign(alphas.size(), unknown(digits));
  const Bits p = composed.bits(digits);
  const Ball finite = composed.finite_mass(p), infinite = composed.infinite_mass(p);
  std::vector<Ball> levels, best(alphas.size(), Ball(p));
  // From this j on the steep lines are negative at alpha.
  std::vector<long> steep_from;
  for (const Rational& alpha : alphas) {
    if (alpha.sign() < 0 || alpha > kOne) {
      throw std::invalid_argument("alpha must be in [0, 1], got " + alpha.text());
    }
    levels.emplace_back(alpha, p);
    steep_from.push_back(composed.reach() + 1);
    const Ball unit = composed.unit()(p);
    const double guess =
        alpha.is_zero() ? INFINITY : -levels.back().log_approximate() / unit.approximate() + 2;
    if (!(guess < static_cast<double>(composed.reach()))) continue;
    const long j = std::max(0L, std::lround(guess));
    if (certainly_less(Ball::integer(1, p), exp(unit * j) * levels.back())) steep_from.back() = j;
  }
  std::vector<size_t> order(js.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return js[a] > js[b]; });
  size_t next = 0;
  for (; next < order.size() && js[order[next]] > composed.reach(); ++next) {
    out.deltas[order[next]] = value(infinite, digits);  // no finite loss is as large
  }
  try {
    composed.visit(effort, [&](const RegionPoint& point) {
      for (; next < order.size() && js[order[next]] == point.j; ++next) {
        out.deltas[order[next]] = value(infinite + finite * point.delta, digits);
      }
      if (point.j == 0) out.total_variation = value(infinite + finite * point.delta, digits);
      if (levels.empty()) return;
      const Ball height = finite * (Ball::integer(1, p) - point.delta);
      const Ball slope = Ball::integer(1, p) / point.slope;
      for (size_t i = 0; i < levels.size(); ++i) {
        best[i] = max(best[i], point.slope * (height - levels[i]));
        if (point.j < steep_from[i]) best[i] = max(best[i], height - slope * levels[i]);
      }
    });
  } catch (const Interrupted&) {
    return out;
  }
  for (size_t i = 0; i < alphas.size(); ++i) {
    // Exactly 0 from type I error F on, which a ball cannot tell from tiny.
    out.tradeoff[i] = within(certified({best[i], {}}, "theorem2", digits, true), kZero, kOne);
  }
  return out;
}

// BOUND(TV-AREA)
// Statement.  For a pair symmetric under exchange, 1 - 2 int f is the total variation of the pair
//             composed with itself.
// Proof.      Let X ~ P, Y ~ Q. int f is the probability that S(X) > S(Y) plus half that of ties
// (the
//             area under a curve of errors), so that 1 - 2 int f = Pr(S(Y) > S(X)) - Pr(S(Y) <
//             S(X)). By symmetry S(X) has the law of -S(Y'), Y' ~ Q independent of Y, and (Y, Y')
//             is the pair twice under Q: 1 - 2 int f = Q2(S2 > 0) - Q2(S2 < 0) = Q2(S2 > 0) - P2(S2
//             > 0), its delta(0). Infinite losses (+inf under Q, -inf under P) fit in.
// Source.     Elementary.
Certified region_area(const ComposedTv& composed, const Effort& effort) {
  return region_answers(composed.repeated(2), {}, {}, effort).total_variation;
}

}  // namespace plumbline
