#include "reference/engines/periodic/periodic_line.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/periodic/kept_nodes.hpp"
#include "reference/engines/sieve/alias_sides.hpp"

namespace plumbline::fourier {
namespace {

/// Returns the number of bits that are lost when transforms are raised to powers, and when phases extend over many
/// periods of a factor.
long lost_bits(const Composition& composition, const Rational& h) {
  double turns = 1;
  for (const Factor& f : composition.factors()) {
    turns = std::max(turns, (f.mechanism->lattice()->spacing / h).approximate());
  }
  return static_cast<long>(std::log2(composition.steps().approximate()) + std::log2(turns)) + 2;
}

/// Returns prod_i x_i^{N_i}, where `value` returns x_i.
template <class Value>
Ball product(const Composition& composition, Bits p, Value value) {
  Ball out = Ball::integer(1, p);
  for (const Factor& f : composition.factors()) out = out * power(value(*f.mechanism), f.count);
  return out;
}

}  // namespace

PeriodicLine::PeriodicLine(const Composition& composition, const LossLattice& lattice,
                           const PeriodicContour& contour, const Poll& poll)
    : contour_(contour),
      lattice_(lattice),
      transform_c_(contour.bits),
      decay_(contour.bits),
      transform_right_(contour.bits),
      transform_left_(contour.bits),
      finite_P_(contour.bits),
      finite_Q_(contour.bits) {
  const Rational M = contour.nodes;
  if (!std::isfinite(contour.c) || contour.c == 0 || contour.c == 1 || contour.last < 0 ||
      M < Rational(2 * contour.last + 1) || !((M - Rational(1)) / Rational(2)).is_integer() ||
      lattice.spacing.sign() <= 0) {
    throw std::invalid_argument("a periodic contour needs c not 0 or 1 and an odd number of nodes");
  }
  const long lost = lost_bits(composition, lattice.spacing);
  const Bits p = contour.bits + lost + 8, bound_bits = Bits{64 + lost};
  const auto K = [&](double x, Bits q) {
    return product(composition, q,
                   [&](const DominatingPair& m) { return measure_of(m).transform(x, q); });
  };
  transform_c_ = K(contour.c, bound_bits);
  transform_right_ = K(contour.right, bound_bits);
  transform_left_ = K(contour.left, bound_bits);
  // If the smallest and the largest loss are finite, there is no mass at infinity: then K(0) = 1 and K(1) = 1
  // exactly.
  const Ball one = Ball::integer(1, p);
  finite_P_ = product(composition, p, [&](const DominatingPair& m) {
    return m.smallest_loss() ? one : measure_of(m).transform(0, p);
  });
  finite_Q_ = product(composition, p, [&](const DominatingPair& m) {
    return m.largest_loss() ? one : measure_of(m).transform(1, p);
  });
  poll();
  KeptNodes chosen{{}, Ball(bound_bits)};
  if (!contour.complete()) {
    chosen = choose_nodes(composition, lattice.spacing,
                          {contour.c, M, contour.last, contour.log_decay, contour.most_nodes},
                          bound_bits, poll);
  }
  decay_ = chosen.decay;
  chosen.kept.emplace(chosen.kept.begin(), 0, contour.last);
  for (const auto& [first, last] : chosen.kept) {
    segments_.push_back(segment(composition, first, last, p, poll));
    size_ += static_cast<size_t>(last - first) + 1;
  }
}

PeriodicLine::Segment PeriodicLine::segment(const Composition& composition, long first, long last,
                                            Bits p, const Poll& poll) const {
  const size_t count = static_cast<size_t>(last - first) + 1;
  const Rational& M = contour_.nodes;
  const Ball h(lattice_.spacing, p), two_pi = Ball::pi(p) * 2;
  const Ball D = two_pi / Ball(M * lattice_.spacing, p), start = D * first;
  ComplexVector K;
  for (const Factor& f : composition.factors()) {
    const LossMeasure& m = measure_of(*f.mechanism);
    ComplexVector values = first == 0
                               ? m.transform_on_line(contour_.c, D, count, p, poll).values
                               : m.transform_on_segment(contour_.c, start, D, count, p, poll);
    raise(&values, f.count, poll);
    if (K.size() == 0) {
      K = std::move(values);
    } else {
      K.multiply(values);
    }
    poll();
  }
  Segment out{first, K, std::move(K)};
  const Ball c = Ball::from_binary64(contour_.c, p);
  for (size_t k = 0; k < count; ++k) {
    const ComplexBall sh(c * h, two_pi * (first + static_cast<long>(k)) / Ball(M, p));
    out.P_values.set(k, -(out.P_values[k] / expm1(-sh)));
    out.Q_values.set(k, -(out.Q_values[k] / expm1(ComplexBall(h) - sh)));
    if (k % 256 == 0) poll();
  }
  return out;
}

// BOUND(PERIODIC-SUM)
// Statement.  Let p_l be the P-mass at the finite losses l in o + hZ, Lambda = M h, and
//                 f_t(l) = 1{l > t}, or -1{l <= t} for c < 0                       (P_tail),
//                 f_t(l) = e^l 1{l > t}, or -e^l 1{l <= t} for c < 1               (Q_tail),
//                 f_t(l) = (e^l - e^t)_+, -min(e^l, e^t), (e^t - e^l)_+            (profile)
//                          for c > 1, 0 < c < 1, c < 0.
//             Let G_c(t) = sum_l p_l f_t(l), and g(s) = sum f_t(l) e^{-sl} over l in o + hZ. Then g is the kernel of
//             periodic_line.hpp, and for s_k = c + 2 pi i k/(M h), k over M consecutive integers,
//                 (1/M) sum_k K(s_k) g(s_k) = sum_m e^{(c-sigma) m Lambda} G_c(t + m Lambda).
//             ALIAS-SIDES gives the terms of m other than 0.
// Needs.      c not 0 or 1, h > 0, M odd and positive: checked by the constructor.
// Proof.      g(s) converges absolutely at Re s = c: f_t is the function of the region in which c lies, and c is not a
//             pole, so f_t(l) e^{-cl} decays at both ends of the lattice. With j the smallest lattice point above t,
//                 sum_{l >= j} e^{-sl} = e^{-sj} / (1 - e^{-sh}) = -sum_{l < j} e^{-sl},
//             if the respective sum converges. So the formula is the same in every region, and the differences of the
//             regions are the residues of from_region(). The mean over k of e^{s_k (l' - l)} is e^{c(l'-l)} if l' - l
//             is a multiple m Lambda of Lambda, else 0. Moreover f_t(l' - m Lambda) = e^{-sigma m Lambda} f_{t + m
//             Lambda}(l'). All p_{l'} f_t(l) e^{c(l'-l)} have the same sign, so the sums may be exchanged.
// Source.     The discrete Fourier transform; this form is this project's.
Ball PeriodicLine::geometric_sum(bool under_Q, const Rational& above, Bits p,
                                 const Poll& poll) const {
  // Returns e^{-i y_k l}, where l = `above`. The phase is reduced modulo 2 pi.
  const Rational turns = above / (contour_.nodes * lattice_.spacing);
  const auto turn = [&](const Rational& k) {
    const Rational by = turns * k;
    return exp(ComplexBall(Ball(p), -(Ball::pi(p) * 2 * Ball(by - floor(by), p))));
  };
  const ComplexBall one_step = turn(Rational(1));
  Ball sum(p);
  for (const Segment& s : segments_) {
    const ComplexVector& F = under_Q ? s.Q_values : s.P_values;
    const ComplexBall part = power_sum(F, one_step, p, poll) * turn(Rational(s.first));
    // The terms of k and -k are conjugate, and the term of k = 0 is counted once.
    sum += part.real() * 2;
    if (s.first == 0) sum += -F[0].real();
  }
  const Ball c = Ball::from_binary64(contour_.c, p);
  const Ball growth = exp(Ball(above, p) * (Ball::integer(under_Q ? 1 : 0, p) - c));
  return sum * growth / Ball(contour_.nodes, p);
}

// BOUND(PERIODIC-TRUNCATION)
// Statement.  Let j be the smallest lattice point above t, and let E bound |K(c+iy)|/K(c) at those nodes n < |k| <=
//             (M-1)/2 that are omitted from (1/M) sum_k K(s_k) g(s_k). For the tails, these nodes contribute at most
//                 K(c) E e^{(sigma-c)(j - h/2)} log(M/(2n)) / 2          for n >= 1,
//                 K(c) E e^{(sigma-c)(j - h/2)} (1 + log(M/2)) / 2       for n = 0
//             to the sum.
// Needs.      (a) 0 <= n <= (M-1)/2: checked by the constructor. (b) E: PERIOD-PRODUCT.
// Proof.      Let r = e^{(sigma-c)h} and theta_k = 2 pi k/M. For |theta| <= pi,
//                 |1 - r e^{-i theta}|^2 = (1-r)^2 + 4 r sin^2(theta/2) >= 4 r theta^2/pi^2.
//             So |g(s_k)| = e^{(sigma-c)j} / |1 - r e^{-i theta_k}| <= e^{(sigma-c)j} M / (4 sqrt(r) |k|). The two
//             signs of k and the factor 1/M give the sum of 1/(2k) over n < k <= (M-1)/2. Finally, sum_{n < k <= m}
//             1/k <= log(m/n) and sum_{1 <= k <= m} 1/k <= 1 + log m.
// Source.     Elementary.
Ball PeriodicLine::truncation(bool under_Q, const Rational& above, Bits p) const {
  if (contour_.complete()) return Ball(p);
  const Ball c = Ball::from_binary64(contour_.c, p);
  const Ball middle(above - lattice_.spacing / Rational(2), p);
  const Ball growth = exp(middle * (Ball::integer(under_Q ? 1 : 0, p) - c));
  const long n = contour_.last;
  const Ball half(contour_.nodes / Rational(2), p);
  const Ball sum = n == 0 ? log(half) + 1 : log(half / n);
  return bound_number<"PERIODIC-TRUNCATION">(transform_c_ * decay_ * growth * sum / 2);
}

/// Returns the sum of the terms with m other than 0 in PERIODIC-SUM.
Ball PeriodicLine::aliases(Kernel kernel, const Ball& t, UpperBound* size) const {
  const Ball Lambda(contour_.nodes * lattice_.spacing, t.precision());
  return bound_number<"PERIODIC-SUM">(alias_sides({contour_.c, contour_.left, contour_.right},
                                                  transform_left_, transform_right_,
                                                  {finite_P_, finite_Q_}, kernel, Lambda, t, size));
}

Enclosure PeriodicLine::answer(Question question, const LatticeThreshold& threshold,
                               const Poll& poll) const {
  const Kernel kernel = kernel_of(question);
  const Bits p = segments_.front().P_values.precision() + 8;
  const Ball t = threshold.t(p), zero(p), one = Ball::integer(1, p);
  Enclosure out{Ball(p), {}};
  Ball G(p);
  UpperBound cut;
  if (kernel != Kernel::P_tail) {
    G += geometric_sum(true, threshold.above, p, poll);
    cut = cut + UpperBound::of(truncation(true, threshold.above, p));
  }
  if (kernel != Kernel::Q_tail) {
    const Ball factor = kernel == Kernel::profile ? -exp(t) : one;
    G += geometric_sum(false, threshold.above, p, poll) * factor;
    cut = cut + UpperBound::of(truncation(false, threshold.above, p) * factor);
  }
  out.budget.truncation = cut;
  out.budget.rounding = G.radius();
  G = widen(G - aliases(kernel, t, &out.budget.discretisation), cut);
  // In each case: the contribution of the finite losses, then the mass at infinity.
  const double c = contour_.c;
  const Ball right_of_1 = c > 1 ? finite_Q_ : zero, left_of_1 = c > 1 ? zero : finite_Q_;
  const Ball right_of_0 = c > 0 ? finite_P_ : zero, left_of_0 = c > 0 ? zero : finite_P_;
  const Ball P_lost = one - finite_P_, Q_lost = one - finite_Q_;
  switch (question) {
    case Question::delta:
      out.value = G + left_of_1 - left_of_0 * exp(t) + Q_lost;
      break;
    case Question::one_minus_delta:
      out.value = right_of_1 - G + left_of_0 * exp(t);
      break;
    case Question::excess:
      out.value = G - right_of_1 + (right_of_0 + P_lost) * exp(t);
      break;
    case Question::P_above:
      out.value = G + left_of_0;
      break;
    case Question::P_below:
      out.value = right_of_0 - G + P_lost;
      break;
    case Question::Q_above:
      out.value = G + left_of_1 + Q_lost;
      break;
    case Question::Q_below:
      out.value = right_of_1 - G;
      break;
  }
  return out;
}

}  // namespace plumbline::fourier
