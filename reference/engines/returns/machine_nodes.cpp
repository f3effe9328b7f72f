#include "reference/engines/returns/machine_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/sieve/heavy_losses.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::returns {
namespace {

constexpr Bits kFine{288}, kCoarse{128};
constexpr int kTableBits = 10;
constexpr int kLowBits = 26;
constexpr double kLeast = 0x1p-900;  // exceeds 2^40 rounding errors of subnormal results
constexpr double kUp = 1 + 0x1p-20;  // compensates the rounding of a sum of 2^30 doubles

/// Returns a bound of the relative rounding error of one operation.
template <class Number>
constexpr double share_of() {
  const auto share = static_cast<double>(std::numeric_limits<Number>::epsilon() / 2);
  return std::max(share, 0x1p-64);
}

/// Returns a number near x, with a relative error of at most two rounding errors.
template <class Number>
Number number_near(const Ball& x) {
  const double high = x.approximate();
  const double low = (x - exact(high, x.precision())).approximate();
  return static_cast<Number>(static_cast<long double>(high) + static_cast<long double>(low));
}

std::uint64_t phase_at(const MachineLaw::Turn& turn, long k) {
  const auto n = static_cast<std::uint64_t>(k);
  return n * turn.high + ((n * turn.low) >> kLowBits);
}

}  // namespace

/// Returns angle/(2 pi) modulo 1, rounded down; nothing if the ball does not determine it.
std::optional<MachineLaw::Turn> MachineLaw::turn_of(const Ball& angle) {
  Ball share = angle / (Ball::pi(kFine) * 2);
  const auto whole = certain_floor(share);
  if (!whole) return std::nullopt;
  share = share - Ball(*whole, kFine);
  std::uint64_t parts[3] = {0, 0, 0};
  const int bits[3] = {32, 32, kLowBits};
  for (int i = 0; i < 3; ++i) {
    share = share * exact(std::ldexp(1.0, bits[i]), kFine);
    const auto part = certain_floor(share);
    if (!part) return std::nullopt;
    share = share - Ball(*part, kFine);
    parts[i] = static_cast<std::uint64_t>(part->approximate());
  }
  return Turn{(parts[0] << 32U) | parts[1], parts[2]};
}

namespace {

struct Tilted {
  double c;
  Ball step, K;
};

/// Returns one step with these atoms and their tilted weights; nothing if the phase of an atom is unknown.
std::optional<MachineLaw::Step> step_from(const std::vector<LossAtom>& atoms, const Tilted& at,
                                          unsigned long count, const Poll& poll) {
  const Ball line = exact(at.c, kCoarse), one = Ball::integer(1, kCoarse);
  MachineLaw::Step own{count, {}, {}, one};
  Ball left = one;
  for (const LossAtom& x : atoms) {
    const Ball loss = x.loss(kFine);
    const Ball weight = x.mass(kCoarse) * exp(line * loss.at(kCoarse)) / at.K;
    const double high = weight.approximate();
    const Ball rest = weight - exact(high, kCoarse);
    const auto turn = MachineLaw::turn_of(at.step * loss);
    // The error of a weight is added to the mass outside the atoms.
    own.outside += abs(rest - exact(rest.approximate(), kCoarse)).upper();
    if (!turn || !std::isfinite(high) || high < 0) return std::nullopt;
    own.turns.push_back(*turn);
    own.weights.push_back(static_cast<long double>(high) +
                          static_cast<long double>(rest.approximate()));
    left = left - weight;
    poll();
  }
  own.outside = (own.outside - one) + max(left.upper(), Ball(kCoarse));
  if (own.turns.empty()) return std::nullopt;
  return own;
}

}  // namespace

std::optional<MachineLaw> MachineLaw::of(const Composition& composition, double c, double D,
                                         const Poll& poll) {
  constexpr double kDepth = 80, kDeepest = 5000, kMostSteps = 1e6;
  constexpr size_t kMostAtoms = 300;
  const Ball step = exact(D, kFine), small = exact(0x1p-72, kCoarse);
  MachineLaw out{{}, c, D};
  if (!rounds_to_nearest()) return std::nullopt;
  for (const Factor& f : composition.factors()) {
    if (f.mechanism->lattice() || f.count.approximate() > kMostSteps) return std::nullopt;
    poll();
    const Tilted at{c, step, measure_of(*f.mechanism).transform(c, kCoarse)};
    poll();
    std::optional<Step> own;
    // An atom with a large mass under the tilt may have a small mass under P, so more atoms are added until they
    // suffice.
    for (double depth = kDepth; depth < kDeepest; depth *= 2) {
      const std::vector<LossAtom> atoms = fourier::heavy_losses(*f.mechanism, depth, kMostAtoms);
      if (atoms.empty()) break;
      own = step_from(atoms, at, static_cast<unsigned long>(f.count.approximate()), poll);
      if (!own || certainly_less(own->outside, small)) break;
      if (f.mechanism->atoms() && f.mechanism->atoms()->size() == atoms.size()) break;
    }
    if (!own) return std::nullopt;
    out.steps.push_back(std::move(*own));
  }
  return out;
}

size_t MachineLaw::atoms() const {
  size_t sum = 0;
  for (const Step& step : steps) sum += step.turns.size();
  return sum;
}

template <class Number>
MachineNodes<Number>::MachineNodes(const MachineLaw& law) : law_(&law) {
  for (int j = 0; j < (1 << kTableBits); ++j) {
    const Ball angle = Ball::pi(kCoarse) * j / (1L << (kTableBits - 1));
    const Ball quarter = Ball::pi(kCoarse) / 2;
    table_.push_back({number_near<Number>(cos(angle)), number_near<Number>(cos(angle - quarter))});
  }
  for (const MachineLaw::Step& step : law.steps) {
    weights_.emplace_back();
    for (const long double w : step.weights) weights_.back().push_back(static_cast<Number>(w));
  }
}

/// Returns e^{2 pi i phase/2^64}, from the nearest entry of the table and a series for the remainder.
template <class Number>
typename MachineNodes<Number>::Value MachineNodes<Number>::turned(std::uint64_t phase) const {
  constexpr int kShift = 64 - kTableBits;
  constexpr auto kUnit = static_cast<Number>(6.283185307179586476925286766559L * 0x1p-64L);
  const std::uint64_t half = std::uint64_t{1} << (kShift - 1), near = (phase + half) >> kShift;
  const auto rest = static_cast<std::int64_t>(phase - (near << kShift));
  const Value& at = table_[near & ((std::uint64_t{1} << kTableBits) - 1)];
  const Number r = static_cast<Number>(rest) * kUnit, q = r * r;
  const Number less = q * (Number(-0.5) + q * (Number(1) / 24 - q * (Number(1) / 720)));
  const Number sine =
      r * (1 - q * (Number(1) / 6 - q * (Number(1) / 120 - q * (Number(1) / 5040))));
  return {at.re + (at.re * less - at.im * sine), at.im + (at.im * less + at.re * sine)};
}

template <class Number>
typename MachineNodes<Number>::Value MachineNodes<Number>::transform(long k) const {
  const auto times = [](const Value& a, const Value& b) {
    return Value{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  };
  Value all{1, 0};
  for (size_t f = 0; f < weights_.size(); ++f) {
    const std::vector<Number>& weights = weights_[f];
    const MachineLaw::Turn* turns = law_->steps[f].turns.data();
    Value base{0, 0};
    for (size_t a = 0; a < weights.size(); ++a) {
      const Value wave = turned(phase_at(turns[a], k));
      base.re += weights[a] * wave.re;
      base.im += weights[a] * wave.im;
    }
    for (unsigned long n = law_->steps[f].count; n > 0; n /= 2) {
      if (n % 2 == 1) all = times(all, base);
      base = times(base, base);
    }
  }
  return all;
}

template <class Number>
void MachineNodes<Number>::add(const fourier::Run& run, const CutKernel& kernel, const Poll& poll) {
  const auto D = law_->D, N = static_cast<double>(kernel.nodes());
  const double flat = 2 * kernel.flat(kCoarse).approximate();
  for (long k = run.first; k <= run.last; ++k) {
    if (size_++ % 4096 == 0) poll();
    const Value K = transform(k);
    values_.push_back(K);
    const double y = static_cast<double>(k) * D;
    const double twice = 2 * static_cast<double>(std::sqrt(K.re * K.re + K.im * K.im));
    sizes_ += twice * (static_cast<double>(kernel.nodes() - k) / N);
    totals_ += twice;
    heights_ += 1.2 / (y * y) + flat;
  }
  farthest_ = std::max(farthest_, run.last);
  runs_.push_back(run);
}

/// The values of the kernel at the nodes.
template <class Number>
struct MachineNodes<Number>::Weights {
  Number c, D, N, flat, slope;

  Weights(const MachineLaw& law, const CutKernel& kernel)
      : c(static_cast<Number>(law.c)),
        D(static_cast<Number>(law.D)),
        N(static_cast<Number>(kernel.nodes())),
        flat(number_near<Number>(kernel.flat(kCoarse))),
        slope(number_near<Number>(kernel.slope(kCoarse))) {}

  Value at(long k) const {
    const Number y = static_cast<Number>(k) * D, v = static_cast<Number>(k) / N;
    const Number re = c * (c - 1) - y * y, im = y * (2 * c - 1), size = re * re + im * im;
    return {re / size + flat * cut_middle(v), slope * v - im / size};
  }
  Number width(long k) const { return cut_width(static_cast<Number>(k) / N); }
};

// BOUND(RETURNS-MACHINE)
// Statement.  Let u be the maximum relative error of one operation and w = 2 pi (2^-64 + k 2^-90) for the farthest
//             node k. For each step with J atoms, N runs, and the share o outside the atoms, let e = 2 (J + 10) u + w
//             + o. With E = 1.1 (sum N (e + 3u) + 3 u F) for F different steps, every computed value of K(s_k)/K(c)
//             has an error of at most E. The error of the sum over the nodes is at most
//
//                 2 sum_k h_k (E + 200 u + 2 w) + 2^-899,   h_k = 1.2/y_k^2 + 2/Y^2,
//
//             The error of the sum of e(v) K(s_k)/K(c) e^{-ikDt} is at most the same number with 5/2 in place of h_k.
// Needs.      (a) y_k >= 4 (1 + |c|), y_k <= Y: the caller. (b) k < 2^38, sum N (e + 3u) <= 1/100: checked here
//             (infinite otherwise). (c) Phases have errors of at most 2^-90 turns per node, and 2^-64 from
//             truncation: turn_of. (d) There are at most 2^30 nodes. (e) Rounding to nearest: checked by
//             MachineLaw::of when values are computed, and by transform_error() and in_all() for each sum.
// Proof.      Values. A phase has an error of less than w. A wave is the product of a table value and of e^{ir}, |r| <
//             0.0031. The series of e^{ir} has a truncation error of less than 2^-75, and each of its terms an error
//             of a few u |r|. So a wave has an error of at most 4u in each part, hence of 6u. The product with a
//             weight (error 2u, and one u for the product), summed over the atoms, adds J u: at most 1.5 (J + 8) u
//             times the sum of the weights, which is at most 1. So the base z^ differs from z, |z| <= 1, by at most e.
//             Complex products have relative errors of 3u (Brent, Percival and Zimmermann); a power has N - 1 of them,
//             and there are F between powers. So the power has an error of at most N (e + 3u) (1 + 1/100), and the
//             product of all powers an error of at most E, because each has a modulus of at most 1 + 1/50.
//
//             Kernel. For y >= 4 (1 + |c|), |c (c-1)| <= y^2/16, so that there is no cancellation in c (c-1) - y^2:
//             1/(s (s-1)) has a relative error of at most 25u and a modulus of at most 1.2/y^2. The moduli of the
//             coefficients of p sum to less than 4, and those of its derivative to less than 7. So p(v) has an error
//             of at most 2 15 4 u + 7u, |p| < 1.01, and p(v)/Y^2 has an error of at most 140u/Y^2. 2b v/Y^3 is at
//             most 1/(2 Y^2), because |b| <= y/4, with an error of at most 3u/Y^2: so far 145u of h_k. With the
//             product with K and the product with e^{-ikDt} (error 6u + w), the error is less than 200u in total.
//             e(v) <= 5/2 is a sum of nonnegative terms in 1 - v, which has an error of u: the error of e(v) is at
//             most 110u in total.
//
//             Sums. The sums of the positive and of the negative terms (MachineSum) add 2u times the sum of the sizes;
//             200 u includes this error. An operation with a result below the smallest normal number has an error of
//             less than 2^-1074. There are at most 2^40 such operations, and no later factor is larger than 2.
// Slack.      The proof adds rounding errors as if all had the same sign, and uses |K(s)| <= K(c): a factor of
//             approximately one hundred or more.
// Source.     Brent, Percival and Zimmermann 2007, "Error bounds on complex floating-point
//             multiplication"; otherwise elementary.
template <class Number>
Ball MachineNodes<Number>::transform_error() const {
  const Ball u = exact(share_of<Number>(), kCoarse), w = phase_error();
  Ball sum(kCoarse);
  for (const MachineLaw::Step& step : law_->steps) {
    const long J = static_cast<long>(step.turns.size());
    const Ball e = u * (2 * (J + 10)) + w + step.outside.upper();
    sum += (e + u * 3) * static_cast<long>(step.count);
  }
  const bool small = certainly_at_most(sum, Ball(Rational(1, 100UL), kCoarse));
  if (!small || !rounds_to_nearest() || farthest_ >= MachineLaw::kMostNode)
    return Ball::indeterminate(kCoarse);
  return (sum + u * (3 * static_cast<long>(law_->steps.size()))) * exact(1.125, kCoarse);
}

template <class Number>
Ball MachineNodes<Number>::phase_error() const {
  const Ball turns =
      exact(0x1p-64, kCoarse) + Ball::integer(farthest_, kCoarse) * exact(0x1p-90, kCoarse);
  return Ball::pi(kCoarse) * 2 * turns;
}

template <class Number>
UpperBound MachineNodes<Number>::with_errors(double sum) const {
  if (size_ == 0) return UpperBound();
  const Ball each = transform_error() * 2 * static_cast<long>(size_);
  return UpperBound::of(exact(sum * kUp, kCoarse) + each);
}

/// Returns the sum over the nodes k and -k, which is twice the difference of two sums over k: `above` of the positive
/// terms, and `below` of the moduli of the negative terms. The error of the difference is at most `error`.
template <class Number>
Ball MachineNodes<Number>::in_all(const MachineSum& above, const MachineSum& below,
                                  const Ball& error, Bits p) const {
  const bool sharp = above.is_sharp() && below.is_sharp() && rounds_to_nearest();
  if (!sharp || !std::isfinite(above.value()) || !std::isfinite(below.value())) {
    return Ball::indeterminate(p);
  }
  const Ball value = exact_mass(above.value(), p) - exact_mass(below.value(), p);
  return widen(value, bound<"RETURNS-MACHINE">(UpperBound::of(error))) * 2;
}

template <class Number>
NodeSums MachineNodes<Number>::sums(const Ball& t, const CutKernel& kernel, Bits p,
                                    const Poll& poll) const {
  if (values_.empty()) return {Ball(p), Ball(p)};
  const auto turn = MachineLaw::turn_of(t.at(kFine) * exact(law_->D, kFine));
  if (!turn) return {Ball::indeterminate(p), Ball::indeterminate(p)};
  const Weights weights(*law_, kernel);
  MachineSum above, below, wide, narrow;  // sums of positive terms, and of moduli of negative terms
  const auto add = [](Number y, MachineSum* plus, MachineSum* minus) {
    const auto x = static_cast<MachineMass>(y);
    (x < 0 ? minus : plus)->add(x < 0 ? -x : x);
  };
  size_t i = 0;
  for (const fourier::Run& run : runs_) {
    for (long k = run.first; k <= run.last; ++k, ++i) {
      const Value wave = turned(phase_at(*turn, k)), K = values_[i], f = weights.at(k);
      const Number re = K.re * wave.re + K.im * wave.im, im = K.im * wave.re - K.re * wave.im;
      add(re * f.re - im * f.im, &above, &below);
      add(re * weights.width(k), &wide, &narrow);
      if (i % 4096 == 0) poll();
    }
  }
  const Ball u = exact(share_of<Number>(), kCoarse), least = exact(kLeast, kCoarse);
  const Ball each = transform_error() + u * 200 + phase_error() * 2;
  const Ball widths = each * static_cast<long>(size_) * exact(2.5, kCoarse);
  return {in_all(above, below, exact(heights_ * kUp, kCoarse) * each + least, p),
          in_all(wide, narrow, widths + least, p)};
}

template class MachineNodes<double>;
template class MachineNodes<long double>;

}  // namespace plumbline::returns
