#include "reference/channels/local_privacy.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/channels/f_divergence.hpp"

namespace plumbline {
namespace {

constexpr long kMostBits = 1L << 14;

bool is_zero(const Real& x) { return x.rational() && x.rational()->is_zero(); }

/// Whether x <= y; nothing where it cannot be told.
std::optional<bool> at_most(const Real& x, const Real& y) {
  if (x.rational() && y.rational()) return *x.rational() <= *y.rational();
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    if (certainly_at_most(x(p), y(p))) return true;
    if (certainly_less(y(p), x(p))) return false;
  }
  return std::nullopt;
}

/// sum of weights times Reals, exact where they are.
Real combination(const std::vector<std::pair<Real, Real>>& terms) {
  bool exact = true;
  Rational sum(0);
  for (const auto& [weight, x] : terms) {
    if (is_zero(weight) || is_zero(x)) continue;
    exact = exact && weight.rational() && x.rational();
    if (exact) sum = sum + *weight.rational() * *x.rational();
  }
  if (exact) return Real(sum);
  return Real([terms](Bits p) {
    Ball out(p);
    for (const auto& [weight, x] : terms) out += weight(p) * x(p);
    return out;
  });
}

/// sum_y max(0, P(y) - factor Q(y)).
Ball hockey_stick(const std::vector<Real>& P, const std::vector<Real>& Q, const Real& factor,
                  Bits p) {
  Ball sum(p);
  for (size_t y = 0; y < P.size(); ++y) {
    sum += max(P[y](p) - factor(p) * Q[y](p), Ball(p));
  }
  return sum;
}

Real total_variation_of(const Channel& channel, size_t x, size_t other) {
  const std::vector<Real>&P = channel.row(x), &Q = channel.row(other);
  if (channel.rational()) {
    Rational sum(0);
    for (size_t y = 0; y < P.size(); ++y) {
      const Rational excess = *P[y].rational() - *Q[y].rational();
      if (excess.sign() > 0) sum = sum + excess;
    }
    return Real(sum);
  }
  return Real([P, Q](Bits p) { return hockey_stick(P, Q, Real(kOne), p); });
}

void check_epsilon(const Real& epsilon) {
  if (at_most(Real(kZero), epsilon).value_or(false)) return;
  throw std::invalid_argument("epsilon must be at least 0, got " +
                              (epsilon.rational() ? epsilon.rational()->text()
                                                  : epsilon(Bits{64}).decimal_bounds(10).first));
}

/// e^epsilon - 1 over e^epsilon + 1.
Ball half_tanh(const Ball& epsilon) { return -expm1(-epsilon) / (exp(-epsilon) + 1); }

}  // namespace

Channel::Channel(std::vector<std::vector<Real>> rows, Known known)
    : rows_(std::move(rows)), known_(std::move(known)) {
  if (rows_.empty() || rows_.front().empty()) {
    throw std::invalid_argument("the channel has no entries; write one row per input");
  }
  for (size_t x = 0; x < rows_.size(); ++x) {
    const std::string place = "row " + std::to_string(x + 1);
    if (rows_[x].size() != rows_.front().size()) {
      throw std::invalid_argument(place + " has " + std::to_string(rows_[x].size()) +
                                  " entries, row 1 has " + std::to_string(rows_.front().size()) +
                                  "; write one entry per output, 0 where it never occurs");
    }
    bool exact = true;
    Rational sum(0);
    Ball ball(Bits{128});
    for (size_t y = 0; y < rows_[x].size(); ++y) {
      const Real& entry = rows_[x][y];
      const bool negative =
          entry.rational() ? entry.rational()->sign() < 0 : certainly_negative(entry(Bits{128}));
      if (negative) {
        throw std::invalid_argument(place + ", column " + std::to_string(y + 1) +
                                    ": the negative probability " +
                                    (entry.rational() ? entry.rational()->text() : "given") +
                                    "; probabilities are at least 0");
      }
      exact = exact && entry.rational();
      if (exact) sum = sum + *entry.rational();
      ball += entry(Bits{128});
    }
    rational_ = rational_ && exact;
    if (exact ? !(sum == kOne) : !ball.contains(kOne)) {
      throw std::invalid_argument(place + " sums to " +
                                  (exact ? sum.text() : ball.decimal_bounds(10).first) +
                                  ", not to 1; write exact numbers such as 1/3");
    }
  }
}

Channel randomized_response_channel(const Real& epsilon, long M) {
  if (M < 2) throw std::invalid_argument("k must be at least 2, got " + std::to_string(M));
  check_epsilon(epsilon);
  const auto entry = [&](bool same) {
    // e^eps/(e^eps + M - 1) and 1/(e^eps + M - 1)
    if (const auto x = epsilon.log_linear(); x && x->offset.is_zero() && x->logs.size() <= 1) {
      const bool one = x->logs.empty() || x->logs[0].n == kOne;
      const Rational E = x->logs.empty() ? kOne : x->logs[0].q;
      if (one) return Real((same ? E : kOne) / (E + Rational(M - 1)));
    }
    return Real([epsilon, M, same](Bits p) {
      const Ball E = exp(epsilon(p + 16));
      return ((same ? E : Ball::integer(1, p + 16)) / (E + (M - 1))).at(p);
    });
  };
  const Real same = entry(true), other = entry(false);
  std::vector<std::vector<Real>> rows(static_cast<size_t>(M));
  for (size_t x = 0; x < rows.size(); ++x) {
    for (size_t y = 0; y < rows.size(); ++y) rows[x].push_back(x == y ? same : other);
  }
  return Channel(std::move(rows), {epsilon, std::nullopt});
}

Channel extremal_channel(const Real& epsilon, const Real& eta) {
  check_epsilon(epsilon);
  if (is_zero(eta)) return Channel({{kZero, kZero, kOne}, {kZero, kZero, kOne}});
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument(what + ", got " + eta(Bits{64}).decimal_bounds(10).first);
  };
  if (at_most(epsilon, Real(kZero)).value_or(true)) refuse("eta must be 0 for epsilon = 0");
  std::vector<Real> shares;  // of 0, of 1, of the erasure
  const auto x = epsilon.log_linear();
  if (x && x->offset.is_zero() && x->logs.size() == 1 && x->logs[0].n == kOne && eta.rational()) {
    const Rational E = x->logs[0].q, h = *eta.rational(), rest = E - kOne;
    shares = {Real(h * E / rest), Real(h / rest), Real(kOne - h * (E + kOne) / rest)};
  } else {
    const auto share = [&](long of_E, long of_one) {
      return [epsilon, eta, of_E, of_one](Bits p) {
        const Ball e = epsilon(p + 16);
        return (eta(p + 16) * (exp(e) * of_E + of_one) / expm1(e)).at(p);
      };
    };
    const auto ends = share(1, 1);
    shares = {Real(share(1, 0)), Real(share(0, 1)), Real([ends](Bits p) {
                Ball best = Ball::integer(1, p) - ends(p);
                for (Bits wide = p + 64; wide.n < 4 * p.n + 4096; wide = Bits{2 * wide.n}) {
                  if (best.relative_digits() * 3.3 >= static_cast<double>(p.n) - 4) break;
                  best = (Ball::integer(1, wide) - ends(wide)).at(p);
                }
                return best;
              })};
  }
  if (!at_most(Real(kZero), shares[2]).value_or(true) ||
      !at_most(Real(kZero), eta).value_or(true)) {
    refuse("eta must be in [0, (e^epsilon-1)/(e^epsilon+1) = " +
           half_tanh(epsilon(Bits{64})).decimal_bounds(10).first + "...]");
  }
  return Channel({{shares[0], shares[1], shares[2]}, {shares[1], shares[0], shares[2]}},
                 {epsilon, eta});
}

Channel binary_with_erasure(const std::vector<Rational>& P0, const std::vector<Rational>& P1,
                            const Real& epsilon, const Real& eta) {
  const Channel extremal = extremal_channel(epsilon, eta);
  std::vector<std::vector<Real>> rows;
  for (size_t y = 0; y < P0.size(); ++y) rows.push_back(extremal.row(P1[y] > P0[y] ? 1 : 0));
  return Channel(std::move(rows));
}

Channel erased(const Channel& channel, const Rational& alpha) {
  if (alpha.sign() < 0 || alpha > kOne) {
    throw std::invalid_argument("the erasure probability must be in [0, 1], got " + alpha.text());
  }
  std::vector<std::vector<Real>> rows;
  for (size_t x = 0; x < channel.inputs(); ++x) {
    std::vector<Real> row;
    for (const Real& entry : channel.row(x)) {
      row.push_back(combination({{Real(kOne - alpha), entry}}));
    }
    row.emplace_back(alpha);
    rows.push_back(std::move(row));
  }
  if (alpha == kOne) return Channel(std::move(rows));
  Channel::Known known = channel.known();
  if (known.eta) known.eta = combination({{Real(kOne - alpha), *known.eta}});
  return Channel(std::move(rows), std::move(known));
}

LocalPrivacy local_privacy(const Channel& channel) {
  LocalPrivacy out{Real(kZero), kOne, {0, 0}, 0, Real(kZero), {0, 0}, channel.known()};
  const Bits rough{192};
  const size_t n = channel.inputs();
  Ball largest_ratio = Ball::integer(1, rough), largest_eta(rough);
  std::vector<std::pair<Real, Real>> ratios;  // candidates that may be the largest
  std::vector<Real> etas;
  bool infinite = false;
  for (size_t x = 0; x < n; ++x) {
    for (size_t other = 0; other < n; ++other) {
      if (x == other) continue;
      for (size_t y = 0; y < channel.outputs() && !infinite; ++y) {
        const Real &a = channel.row(x)[y], &b = channel.row(other)[y];
        if (is_zero(a)) continue;
        if (is_zero(b)) {
          infinite = true;
          out.ratio_at = {x, other};
          out.ratio_output = y;
          break;
        }
        const Ball ratio = a(rough) / b(rough);
        if (certainly_less(ratio, largest_ratio)) continue;
        if (certainly_less(largest_ratio, ratio) || ratios.empty()) {
          ratios.clear();
          out.ratio_at = {x, other};
          out.ratio_output = y;
        }
        ratios.emplace_back(a, b);
        largest_ratio = max(largest_ratio, ratio);
      }
      if (x > other) continue;  // symmetric
      const Real eta = total_variation_of(channel, x, other);
      const Ball ball = eta(rough);
      if (certainly_less(ball, largest_eta)) continue;
      if (certainly_less(largest_eta, ball) || etas.empty()) {
        etas.clear();
        out.eta_at = {x, other};
      }
      etas.push_back(eta);
      largest_eta = max(largest_eta, ball);
    }
  }
  if (!etas.empty()) {
    if (channel.rational()) {
      Rational best(0);
      for (const Real& eta : etas) best = std::max(best, *eta.rational());
      out.eta = Real(best);
    } else {
      out.eta = Real([etas](Bits p) {
        Ball best(p);
        for (const Real& eta : etas) best = max(best, eta(p));
        return best;
      });
    }
  }
  if (infinite) {
    out.epsilon.reset();
    out.exact_ratio.reset();
    return out;
  }
  if (channel.rational()) {
    Rational best = kOne;
    for (const auto& [a, b] : ratios) best = std::max(best, *a.rational() / *b.rational());
    out.exact_ratio = best;
    if (!(best == kOne)) out.epsilon = Real(LogLinear{kZero, {{best, kOne}}});
  } else if (!ratios.empty()) {
    out.exact_ratio.reset();
    out.epsilon = Real([ratios](Bits p) {
      Ball best(p);
      for (const auto& [a, b] : ratios) best = max(best, log(a(p) / b(p)));
      return best;
    });
  }
  return out;
}

Ball local_delta(const Channel& channel, const Real& epsilon, Bits p) {
  const Real factor([epsilon](Bits bits) { return exp(epsilon(bits)); });
  Ball best(p);
  for (size_t x = 0; x < channel.inputs(); ++x) {
    for (size_t other = 0; other < channel.inputs(); ++other) {
      if (x == other) continue;
      best = max(best, hockey_stick(channel.row(x), channel.row(other), factor, p));
    }
  }
  return best;
}

std::optional<bool> is_locally_private(const LocalPrivacy& channel, const Real& epsilon) {
  if (!channel.epsilon) return false;
  const auto x = epsilon.log_linear();
  if (channel.exact_ratio && x && x->offset.is_zero() && x->logs.size() <= 1) {
    const bool one = x->logs.empty() || x->logs[0].n == kOne;
    if (one) return *channel.exact_ratio <= (x->logs.empty() ? kOne : x->logs[0].q);
  }
  return at_most(channel.known.epsilon.value_or(*channel.epsilon), epsilon);
}

std::optional<bool> has_total_variation(const LocalPrivacy& channel, const Real& eta) {
  return at_most(channel.known.eta.value_or(channel.eta), eta);
}

namespace {

struct LeCam {
  Ball value, slope, curvature;
};

/// LC_beta and its first two derivatives in beta.
LeCam le_cam_derivatives(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& beta) {
  const Bits bits = beta.precision();
  const Ball one = Ball::integer(1, bits), rest = one - beta;
  LeCam out{one, Ball(bits), Ball(bits)};
  for (size_t y = 0; y < P.size(); ++y) {
    if (is_zero(P[y]) || is_zero(Q[y])) continue;
    const Ball p = P[y](bits), q = Q[y](bits), r = beta * p + rest * q, d = p - q;
    const Ball term = p * q / r;
    out.value = out.value - term;
    out.slope += term * d / r;
    out.curvature = out.curvature - term * square(d / r) * 2;
  }
  return out;
}

}  // namespace

Ball le_cam(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& beta) {
  return le_cam_derivatives(P, Q, beta).value;
}

// BOUND(LECAM-MAXIMUM)
// Statement.  h(beta) = LC_beta(P || Q) = 1 - sum p q/(beta p + (1-beta) q), the sum over y with
//             p q > 0, is concave on [0, 1]; so for any b in [0, 1]
//                 h(b) <= sup h <= h(b) + max(h'(b) (1-b), -h'(b) b, 0).
// Needs.      (a) P and Q have no entry certainly negative and sum to 1: Channel, by its
//             constructor. (b) b in [0, 1]: checked here (std::logic_error).
// Proof.      With r = beta p + (1-beta) q > 0 where p q > 0:
//                 beta (1-beta) (p-q)^2/r = (beta p^2 + (1-beta) q^2)/r - r = p + q - p q/r - r,
//             as (beta p + (1-beta) q)(p + q) - p q = beta p^2 + (1-beta) q^2; where one of p, q is
//             0 the same holds for 0 < beta < 1 without the third term. Its sum is 1 - sum p q/r:
//             equation 38. Each p q/r is the reciprocal of a positive affine function of beta, up
//             to a factor >= 0, hence convex. A concave function lies below its tangent at b.
// Source.     Elementary. That eta_KL is the supremum over beta in (0, 1) and pairs of inputs:
//             Ordentlich and Polyanskiy 2021, Theorem 1; Polyanskiy and Wu 2017, Theorem 21; that
//             eta_KL = eta_chi2: Choi, Ruskai, Seneta 1994.
LeCamMaximum le_cam_maximum(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& b) {
  const Ball one = Ball::integer(1, b.precision()), zero(b.precision());
  if (!certainly_at_most(zero, b) || !certainly_at_most(b, one)) {
    throw std::logic_error("beta must be in [0, 1], got " + b.decimal_bounds(10).first);
  }
  const LeCam at = le_cam_derivatives(P, Q, b);
  const Ball steepest = max(max(at.slope * (one - b), -at.slope * b), zero);
  const UpperBound above = bound<"LECAM-MAXIMUM">(UpperBound::of(steepest));
  const Ball value = at.value + Ball::zero_to(above, b.precision());
  require_within(value, kZero, kOne, "a Le Cam divergence");
  return {value, b};
}

LeCamMaximum le_cam_maximum(const std::vector<Real>& P, const std::vector<Real>& Q, Bits p) {
  const auto slope_at = [&](double b) {
    return le_cam_derivatives(P, Q, Ball::from_binary64(b, Bits{64})).slope.approximate();
  };
  double low = 0, high = 1;
  if (slope_at(0) <= 0) {
    high = 0;
  } else if (slope_at(1) >= 0) {
    low = 1;
  }
  for (int i = 0; i < 50 && low < high; ++i) {
    const double middle = (low + high) / 2;
    (slope_at(middle) > 0 ? low : high) = middle;
  }
  const Ball one = Ball::integer(1, p), zero(p);
  Ball b = Ball::from_binary64((low + high) / 2, p);
  const bool inside = low > 0 && high < 1;
  for (long known = 40; inside && known < p.n; known *= 2) {  // Newton; any b will do
    const LeCam at = le_cam_derivatives(P, Q, b);
    const Ball next = (b - at.slope / at.curvature).midpoint();
    if (!next.is_finite() || !certainly_less(zero, next) || !certainly_less(next, one)) break;
    b = next;
  }
  return le_cam_maximum(P, Q, b);
}

namespace {

/// Over all pairs of inputs. Throws Interrupted when poll does.
Contraction contraction_at(const Channel& channel, Bits p, const Poll& poll) {
  Contraction best{Ball(p), Ball(p), {0, 0}};
  for (size_t x = 0; x < channel.inputs(); ++x) {
    for (size_t other = x + 1; other < channel.inputs(); ++other) {
      poll();
      const LeCamMaximum one = le_cam_maximum(channel.row(x), channel.row(other), p);
      if (certainly_less(best.value, one.value) || best.at.second == 0) {
        best.beta = one.beta;
        best.at = {x, other};
      }
      best.value = max(best.value, one.value);
    }
  }
  return best;
}

}  // namespace

Contraction contraction_coefficient(const Channel& channel, const Effort& effort) {
  const Ball unit = Ball::zero_to(UpperBound::of(Ball::integer(1, Bits{64})), Bits{64});
  Contraction out{unit, unit, {0, 1}};  // nothing is known of any pair
  const Bits asked = bits_for_digits(effort.digits);
  try {
    for (Bits p = asked + 64;; p = Bits{2 * p.n}) {
      out = contraction_at(channel, p, effort.poll);
      const bool reached = out.value.relative_digits() >= effort.digits;
      if (reached || p.n >= 8 * asked.n + 1024) break;
    }
  } catch (const Interrupted&) {
  }
  return out;
}

Ball largest_contraction(const std::optional<Real>& epsilon, const Real& eta, Bits p) {
  return epsilon ? eta(p) * half_tanh((*epsilon)(p)) : eta(p);
}

Ball chi2_bound(const Real& epsilon, const Real& eta, const Ball& tv, Bits p) {
  const Ball e = epsilon(p);
  return eta(p) * 4 * expm1(e) * (exp(-e) + 1) * square(tv);
}

Ball erasure_guarantee(const Real& epsilon, const Real& eta, Bits p) {
  const Ball e = epsilon(p);
  return eta(p) / (expm1(e) * (exp(-e) + 1) * 2);
}

std::vector<Real> output_law(const Channel& channel, const std::vector<Real>& input) {
  if (input.size() != channel.inputs()) {
    throw std::invalid_argument("the law of the input has " + std::to_string(input.size()) +
                                " probabilities, the channel " + std::to_string(channel.inputs()) +
                                " rows");
  }
  std::vector<Real> out;
  for (size_t y = 0; y < channel.outputs(); ++y) {
    std::vector<std::pair<Real, Real>> terms;
    for (size_t x = 0; x < channel.inputs(); ++x) terms.emplace_back(input[x], channel.row(x)[y]);
    out.push_back(combination(terms));
  }
  return out;
}

}  // namespace plumbline
