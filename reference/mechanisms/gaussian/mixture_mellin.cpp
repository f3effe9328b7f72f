#include "reference/mechanisms/gaussian/mixture_mellin.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/gamma_line.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/vectors/convolution.hpp"

namespace plumbline::mixture {
namespace {

constexpr Bits kBoundBits{64};
constexpr double kAngle = 3.1;  // angle, below pi, of the rays on which the integrand is bounded

ComplexBall conjugate(const ComplexBall& z) { return {z.real(), -z.imag()}; }
ComplexBall turn(const Ball& angle) { return exp(ComplexBall(Ball(angle.precision()), angle)); }

/// Rounds to approximately `bits` bits after the binary point, because further bits are not significant.
ComplexBall trimmed(const ComplexBall& z, double bits) {
  const double own = bits + z.magnitude().log_approximate() / kLn2;
  const Bits p{std::max(32L, saturated(std::min(own, 1e9)))};
  return {z.real().rounded(p), z.imag().rounded(p)};
}

/// The data that all parts of the computation share.
struct Line {
  const MixtureLaw& law;
  const MellinRule& rule;
  double c;
  size_t count;
  Bits p;
  Ball D, eta, a, cc, mu2, log_odds;

  Line(const MixtureLaw& of, double at, const MellinRule& by, const Ball& step, size_t nodes,
       Bits work)
      : law(of),
        rule(by),
        c(at),
        count(nodes),
        p(work),
        D(step.at(work)),
        eta(by.split == 1 ? D : D / by.split),
        a(exact(by.a, work)),
        cc(exact(at, work)),
        mu2(square(Ball(of.mu, work))),
        log_odds(log(Ball(of.p / (Rational(1) - of.p), work))) {}

  /// Returns the index of the last node of the outer line, counted in steps of the inner line.
  long end() const { return static_cast<long>(count - 1) * rule.split; }
  ComplexBall s(size_t k) const { return {cc, D * static_cast<long>(k)}; }
  /// Returns log E[e^{x z}] for real x.
  Ball log_moment(const Ball& x) const { return x * (x - 1) * mu2 / 2; }
  /// Returns 2 pi/eta.
  Ball period() const { return Ball::pi(p) * 2 / eta; }
};

/// Returns Gamma(from + steps + iy) e^{pi y/2} at y = k stride eta, computed from the values `known` at Re = from.
ComplexVector shifted(const ComplexVector& known, const Ball& from, long steps, const Line& line,
                      size_t stride, size_t size, const std::function<void()>& poll) {
  ComplexVector out(size, known.precision());
  for (size_t k = 0; k < size; ++k) {
    const Ball y = line.eta * static_cast<long>(k * stride);
    ComplexBall z = known[k * stride];
    for (long i = 0; i < steps; ++i) z = z * ComplexBall(from + i, y);
    out.set(k, z);
    if (k % 256 == 0) poll();
  }
  return out;
}

/// Returns x - from if it is a non-negative integer.
std::optional<long> whole_steps(const Ball& from, const Ball& x) {
  constexpr double kMost = 1e4;
  const Ball apart = x - from;
  const double n = std::round(apart.approximate());
  if (!(n >= 0 && n < kMost)) return std::nullopt;
  const long steps = static_cast<long>(n);
  return (apart - steps).is_exactly_zero() ? std::optional(steps) : std::nullopt;
}

/// The values of the Gamma function for a line. Each value is computed only to its significant bits.
class Gammas {
 public:
  Gammas(const Line& line, const std::function<void()>& poll) : line_(line), poll_(poll) {
    const MellinRule& r = line.rule;
    const long size = std::max(line.end() - r.first, r.last) + 1;
    first_ = gamma_line(-line.a, line.eta, bits(size), poll);
  }

  /// Returns the values at Re = -a, for the weights.
  const ComplexVector& weights() const { return first_; }
  /// Returns the values at Re = a - c, for kernel(), whose index differences are -last .. end - first.
  ComplexVector kernel() const { return at(line_.a - line_.cc, 1, first_.size()); }
  /// Returns the values at Re = -c, for each node of the outer line.
  ComplexVector norms() const {
    return at(-line_.cc, static_cast<size_t>(line_.rule.split), line_.count);
  }

 private:
  ComplexVector at(const Ball& place, size_t stride, size_t size) const {
    if (const auto steps = whole_steps(-line_.a, place)) {
      return shifted(first_, -line_.a, *steps, line_, stride, size, poll_);
    }
    return gamma_line(
        place, line_.eta * static_cast<long>(stride),
        stride == 1 ? bits(static_cast<long>(size)) : std::vector<Bits>(size, line_.p), poll_);
  }

  /// Returns the significant bits of each value. Values beyond the end of the outer line are used only for the weights
  /// of nodes j < 0.
  std::vector<Bits> bits(long size) const {
    const double eta = line_.eta.approximate(), mu2 = line_.mu2.approximate();
    std::vector<Bits> out;
    for (long d = 0; d < size; ++d) {
      const double own = eta * static_cast<double>(d);
      const double beyond = eta * static_cast<double>(std::max(0L, d - line_.end()));
      const double off = std::min(own * own * mu2 / 2, M_PI * beyond + beyond * beyond * mu2 / 2);
      out.push_back(Bits{std::max(40L, line_.p.n - saturated(off / kLn2))});
    }
    return out;
  }

  const Line& line_;
  const std::function<void()>& poll_;
  ComplexVector first_;
};

/// Returns Gamma(-zeta_j) e^{pi tau_j/2} e^{zeta_j log odds} E[e^{zeta_j z}] for zeta_j = a + i tau_j, j = first ..
/// last, without the factor e^{a log odds} E[e^{a z}].
ComplexVector weights(const Line& line, const ComplexVector& gammas,
                      const std::function<void()>& poll) {
  const MellinRule& r = line.rule;
  const size_t half = static_cast<size_t>(std::max(-r.first, r.last));
  const Ball angle = line.eta * (line.log_odds + (line.a * 2 - 1) * line.mu2 / 2);
  const ComplexVector turns = powers(turn(angle), half + 1, line.p);
  ComplexVector out(static_cast<size_t>(r.last - r.first + 1), line.p);
  const auto put = [&](long j, const ComplexBall& z) {
    out.set(static_cast<size_t>(j - r.first), trimmed(z, static_cast<double>(line.p.n)));
  };
  for (long m = 0; m <= static_cast<long>(half); ++m) {
    const Ball tau = line.eta * m;
    const size_t i = static_cast<size_t>(m);
    const ComplexBall z = conjugate(gammas[i]) * turns[i] * exp(-(square(tau) * line.mu2) / 2);
    if (m <= r.last) put(m, z);
    // Gamma(-a + i tau) e^{-pi tau/2}; the other factors are conjugates
    if (m > 0 && -m >= r.first) put(-m, conjugate(z) * exp(-(Ball::pi(line.p) * tau)));
    if (m % 256 == 0) poll();
  }
  return out;
}

/// Returns Gamma(a - c - i d eta) e^{pi d eta/2} for d = -last .. end - first.
ComplexVector kernel(const Line& line, const ComplexVector& gammas,
                     const std::function<void()>& poll) {
  const MellinRule& r = line.rule;
  const long most = line.end() - r.first;
  ComplexVector out(static_cast<size_t>(r.last + most + 1), line.p);
  for (long d = -r.last; d <= most; ++d) {
    const ComplexBall& z = gammas[static_cast<size_t>(std::labs(d))];
    const ComplexBall value = d >= 0 ? conjugate(z) : z * exp(Ball::pi(line.p) * line.eta * d);
    out.set(static_cast<size_t>(d + r.last), trimmed(value, static_cast<double>(line.p.n)));
    if (d % 256 == 0) poll();
  }
  return out;
}

/// Returns the entries first .. first + count - 1, rounded to `bits` bits after the binary point. Entries beyond the
/// ends of the vector are 0.
ComplexVector part_of(const ComplexVector& v, long first, long count, double bits) {
  ComplexVector out(static_cast<size_t>(count), v.precision());
  const long from = std::max(0L, first), to = std::min(static_cast<long>(v.size()), first + count);
  for (long i = from; i < to; ++i) {
    out.set(static_cast<size_t>(i - first), trimmed(v[static_cast<size_t>(i)], bits));
  }
  return out;
}

double log2_largest(const ComplexVector& v) {
  UpperBound most;
  for (size_t i = 0; i < v.size(); ++i) most = larger(most, v[i].magnitude());
  return std::max(-1e6, most.log_approximate() / kLn2);
}

/// Returns sum_j w_j g_{k split - j} for k < count; the weights begin at j = first and the kernel at d = -last. Blocks
/// of weights limit the memory, and blocks of small weights need fewer bits of the kernel.
ComplexVector diagonal_sums(const Line& line, const ComplexVector& w, const ComplexVector& g,
                            const std::function<void()>& poll) {
  constexpr long kBlock = 2048, kNodes = 4096;
  const MellinRule& r = line.rule;
  const long weights = static_cast<long>(w.size()), nodes = static_cast<long>(line.count);
  const long at_once = std::max(1L, kNodes / r.split);
  ComplexVector out(line.count, line.p);
  for (long j = 0; j < weights; j += kBlock) {
    const long size = std::min(kBlock, weights - j);
    const ComplexVector left = part_of(w, j, size, static_cast<double>(line.p.n));
    const double bits = static_cast<double>(line.p.n) + log2_largest(left);
    for (long k = 0; k < nodes; k += at_once) {
      const long own = std::min(at_once, nodes - k), span = (own - 1) * r.split;
      // d = k split - (first + j + size - 1) at the start
      const long least = k * r.split - r.first - j - size + 1 + r.last;
      const ComplexVector sums =
          convolution(left, part_of(g, least, size + span, bits), line.p, poll);
      for (long i = 0; i < own; ++i) {
        const size_t to = static_cast<size_t>(k + i),
                     from = static_cast<size_t>(size - 1 + i * r.split);
        out.set(to, out[to] + sums[from]);
      }
    }
  }
  return out;
}

/// Returns the inner sums: (1-p)^{-s} K(s) plus the aliases (the terms m != 0 in the proof of MIXTURE-MELLIN).
ComplexVector inner_sums(const Line& line, const std::function<void()>& poll) {
  const Gammas gammas(line, poll);
  const ComplexVector sums = diagonal_sums(line, weights(line, gammas.weights(), poll),
                                           kernel(line, gammas.kernel(), poll), poll);
  const ComplexVector norms = gammas.norms();
  const Ball scale =
      exp(line.a * line.log_odds + line.log_moment(line.a)) * line.eta / (Ball::pi(line.p) * 2);
  ComplexVector out(line.count, line.p);
  for (size_t k = 0; k < line.count; ++k) {
    out.set(k, sums[k] / conjugate(norms[k]) * scale);
    if (k % 256 == 0) poll();
  }
  return out;
}

/// The expansions of the aliases without their remainders. The coefficients include the factors 1/r! of C(s, r).
class Aliases {
 public:
  explicit Aliases(const Line& line)
      : line_(line),
        shrink_(powers(turn(-(line.D * line.mu2)), line.count, line.p)),
        far_(powers(turn(line.D * (line.log_odds + (line.cc * 2 - 1) * line.mu2 / 2)), line.count,
                    line.p)) {
    const Ball period = line.period(), one = Ball::integer(1, line.p);
    Ball factorial = one;
    for (long r = 0; r < std::max(line.rule.below, line.rule.above); ++r) {
      if (r > 0) factorial = factorial * r;
      const Ball rr = Ball::integer(r, line.p);
      if (r < line.rule.below) {
        const Ball size = exp(line.log_odds * r + line.log_moment(rr));
        below_.push_back(size / (expm1((rr - line.a) * period) * factorial));
      }
      if (r < line.rule.above) {
        const Ball size = exp(line.log_odds * -r + (rr * (rr + 1) / 2 - rr * line.cc) * line.mu2);
        above_.push_back(size / (expm1((rr - line.cc + line.a) * period) * factorial));
      }
    }
    start_ = exp(line.cc * line.log_odds + line.log_moment(line.cc));
  }

  ComplexBall at(size_t k) const {
    const ComplexBall turned = shrink_[k];
    const Ball y = line_.D * static_cast<long>(k);
    const ComplexBall far = far_[k] * (start_ * exp(-(square(y) * line_.mu2) / 2));
    return horner(below_, k, nullptr) + horner(above_, k, &turned) * far;
  }

 private:
  /// Returns sum_r c_r s (s-1) .. (s-r+1) v^r.
  ComplexBall horner(const std::vector<Ball>& c, size_t k, const ComplexBall* v) const {
    ComplexBall sum(line_.p);
    for (size_t r = c.size(); r-- > 0;) {
      sum = sum * ComplexBall(line_.cc - static_cast<long>(r), line_.D * static_cast<long>(k));
      if (v != nullptr) sum = sum * *v;
      sum = sum + ComplexBall(c[r]);
    }
    return sum;
  }

  const Line& line_;
  ComplexVector shrink_, far_;
  std::vector<Ball> below_, above_;
  Ball start_{Bits{2}};
};

/// Returns an upper bound of |C(s, r)| for s = c + iy, 0 <= y <= Y, c < 0.
Ball binomial_size(const Ball& c, const Ball& Y, long r) {
  Ball out = Ball::integer(1, kBoundBits);
  for (long i = 0; i < r; ++i) out = out * sqrt(square(c - i) + square(Y)) / (i + 1);
  return out;
}

// BOUND(MIXTURE-MELLIN)
// Statement.  Let c < a < 0, eta > 0 and s = c + iy, where y is a multiple of eta and 0 <= y <= Y. Let Lambda = 2
//             pi/eta, x = p/(1-p), G(b) = E[e^{bz}] = e^{b (b-1) mu^2/2}, zeta_j = a + i j eta, and let C(s,r) be the
//             binomial coefficient. Then
//
//                 (1-p)^{-s} K(s) = (eta/2 pi) sum_j Gamma(-zeta_j) Gamma(zeta_j - s)/Gamma(-s)
//                                       x^{zeta_j} G(zeta_j)
//                     - sum_{r < R} C(s,r) x^r G(r)/(e^{(r-a) Lambda} - 1)
//                     - sum_{r < Q} C(s,r) x^{s-r} G(s-r)/(e^{(r-c+a) Lambda} - 1) + e,
//
//             where j runs over all integers. If |C(s,r)| <= B_r,
//
//                 |e| <= B_R x^R G(R)/(e^{(R-a) Lambda} - 1)
//                        + B_Q x^{c-Q} G(c-Q)/(e^{(Q-c+a) Lambda} - 1).
//
//             Let 0 <= theta < pi, b = Gamma(-a) Gamma(a-c)/Gamma(-c) and t = (n+1) eta. The omitted terms j > n
//             contribute at most
//
//                 (eta/2 pi) b x^a G(a) cos(theta/2)^c e^{-(t-Y) theta - t^2 mu^2/2}
//                     / (1 - e^{-eta theta - eta t mu^2}),
//
//             and the omitted terms j < -n at most this with 0 in place of Y.
// Needs.      (a) mu > 0, 0 < p < 1, no window, c < a < 0, first <= 0 <= last, R, Q >= 0, D > 0: checked
//             here (indeterminate otherwise). (b) y a multiple of eta: y = k D, eta = D/split. (c)
//             Angles below pi: kAngle.
// Proof.      The sum: f(u) = e^{-au} (1 + e^u)^s and its derivatives decrease exponentially at both ends, because c <
//             a < 0. The Fourier transform of f at tau is int_0^inf v^{-zeta-1} (1 + v)^s dv with zeta = a + i tau.
//             This is the Beta integral Gamma(-zeta) Gamma(zeta-s)/Gamma(-s), which is Beta_j at zeta = zeta_j.
//             Poisson's summation formula, multiplied by e^{au}, is
//
//                 sum_m e^{-am Lambda} (1 + e^{u + m Lambda})^s = (eta/2 pi) sum_j Beta_j e^{zeta_j u}.
//
//             Both sides converge absolutely, also after averaging over u = z + log x. The mean of the term m = 0 is
//             (1-p)^{-s} K(s), because w = (1-p)(1 + e^u). The means on the right side are the terms of the sum over
//             j. The terms m != 0 are the aliases. For v >= 0, Taylor's formula
//
//                 (1 + v)^s = sum_{r < R} C(s,r) v^r + rho,   |rho| <= |C(s,R)| v^R,
//
//             holds because the R-th derivative is R! C(s,R) (1 + v)^{s-R} and c - R <= 0. For m <= -1 use it at v =
//             e^{u + m Lambda}. The mean of v^r is x^r G(r) e^{r m Lambda}, and the sum over m of e^{(r-a) m Lambda}
//             is geometric. For m >= 1 use (1 + 1/v)^s = v^{-s} (1 + v)^s at v = e^{-u - m Lambda}. The mean of
//             v^{r-s} is x^{s-r} G(s-r) e^{(s-r) m Lambda}, and e^{-iy m Lambda} = 1. The remainder rho is bounded in
//             the same way, with |v^{-s}| = v^{-c}.
//             The omitted terms: rotate the Beta integral to the ray arg v = phi with |phi| = theta. There
//             |v^{-zeta-1}| = |v|^{-a-1} e^{tau phi}. Because arg(1 + v) lies between 0 and phi, |(1 + v)^s| <= |1 +
//             v|^c e^{y (-phi)_+}. Further, |1 + v| >= (1 + |v|) cos(theta/2). Hence |Beta| <= b cos(theta/2)^c
//             e^{-(tau - y) theta} with phi = -theta, and |Beta| <= b cos(theta/2)^c e^{tau theta} with phi = theta.
//             Moreover, |G(zeta)| = G(a) e^{-tau^2 mu^2/2}. So the bound of each term is at most e^{-eta theta - eta t
//             mu^2} times the bound of the previous term.
// Source.     The Beta integral: Mellin and Barnes; its use here is this project's.
UpperBound rule_error(const Line& line) {
  const MixtureLaw& law = line.law;
  const MellinRule& rule = line.rule;
  const Bits q = kBoundBits;
  const Ball c = exact(line.c, q), a = exact(rule.a, q), mu2 = square(Ball(law.mu, q));
  const Ball D = line.D.rounded(q).at(q), eta = D / rule.split, period = Ball::pi(q) * 2 / eta;
  const Ball Y = D * static_cast<long>(line.count - 1);
  const Ball odds = log(Ball(law.p / (Rational(1) - law.p), q)), one = Ball::integer(1, q);
  const auto moment = [&](const Ball& x) { return x * odds + x * (x - 1) * mu2 / 2; };
  const Ball R = Ball::integer(rule.below, q), Q = Ball::integer(rule.above, q);
  Ball sum = binomial_size(c, Y, rule.below) * exp(moment(R)) / expm1((R - a) * period) +
             binomial_size(c, Y, rule.above) * exp(moment(c - Q)) / expm1((Q - c + a) * period);
  const Ball beta =
      exp(log_gamma(-a) + log_gamma(a - c) - log_gamma(-c) + moment(a)) * eta / (Ball::pi(q) * 2);
  const auto cut = [&](long n, const Ball& from) {
    Ball best = Ball::indeterminate(q);
    const Ball t = eta * (n + 1);
    for (const double angle : {0.0, kAngle}) {
      const Ball theta = exact(angle, q);
      const Ball size = power(cos(theta / 2), c) *
                        exp(-((t - from) * theta) - square(t) * mu2 / 2) /
                        (one - exp(-(eta * theta) - eta * t * mu2));
      if (size.is_finite()) best = best.is_finite() ? min(best, size) : size;
    }
    return best;
  };
  sum += beta * (cut(rule.last, Y) + cut(-rule.first, Ball(q)));
  const Ball flat = exp(c * log(Ball(Rational(1) - law.p, q)));
  return bound<"MIXTURE-MELLIN">(UpperBound::of(sum * flat));
}

bool usable(const MixtureLaw& law, double c, const MellinRule& rule, const Ball& D, size_t count) {
  constexpr long kMost = 1L << 24;
  const bool order = std::isfinite(c) && c < rule.a && rule.a < 0 && rule.split >= 1 && count >= 1;
  const bool range = rule.first <= 0 && rule.last >= 0 && rule.below >= 0 && rule.above >= 0;
  if (!order || !range || !law.window.whole() || !certainly_positive(D)) return false;
  return rule.last - rule.first < kMost && rule.below + rule.above < kMost &&
         static_cast<double>(count) * static_cast<double>(rule.split) < static_cast<double>(kMost);
}

}  // namespace

LineValues mellin_line(const MixtureLaw& law, double c, const MellinRule& rule, const Ball& D,
                       size_t count, Bits p, const std::function<void()>& poll) {
  if (!(law.mu.sign() > 0 && law.p.sign() > 0 && law.p < Rational(1))) {
    throw std::logic_error("a Gaussian mixture needs mu > 0 and 0 < p < 1");
  }
  if (!usable(law, c, rule, D, count)) {
    LineValues unknown{ComplexVector(count, p), UpperBound::infinite()};  // an indeterminate result
    unknown.values.widen_all(unknown.quadrature_error);
    return unknown;
  }
  const double size = heuristic::log_mellin_size(law, c, rule, D.approximate(), count);
  const double terms =
      static_cast<double>(rule.last - rule.first + rule.split) * static_cast<double>(count);
  const Bits work = p + saturated(std::max(0.0, size) / kLn2 + 2 * std::log2(terms)) + 24;
  const Line line(law, c, rule, D, count, work);
  LineValues out{inner_sums(line, poll), rule_error(line)};
  const Aliases aliases(line);
  const Ball rest = log(Ball(Rational(1) - law.p, work));
  const ComplexVector turns = powers(turn(line.D * rest), count, work);
  const Ball flat = exp(line.cc * rest);
  for (size_t k = 0; k < count; ++k) {
    out.values.set(k, (out.values[k] - aliases.at(k)) * turns[k] * flat);
    if (k % 64 == 0) poll();
  }
  out.values.widen_all(out.quadrature_error);
  return out;
}

}  // namespace plumbline::mixture
