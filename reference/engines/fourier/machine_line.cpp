#include "reference/engines/fourier/machine_line.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::fourier {
namespace {

constexpr Bits kBits{96}, kFineBits{192};

}  // namespace

// BOUND(DECAY-MULTIPLE)
// Statement.  If |K_i(c+iy)| <= b_i K_i(c) for all y >= Y > 0, b_i <= 1, then for every whole m >= 1 and y >= Y/m
//
//                 prod_i |K_i(c+iy)|^{N_i} <= prod_i K_i(c)^{N_i} (1 - (1 - b_i^2)/m^2)^{N_i/2}.
//
// Needs.      b_i from MachineOrder::far. If b_i exceeds 1, it is replaced by 1: |K(c+iy)| is at most K(c).
// Proof.      Consider one factor. phi(y) = K(c+iy)/K(c) is the characteristic function of the tilted loss, and
//             |phi|^2 = E cos(yX) is that of the difference X of two independent such losses. Because |sin mx| <= m
//             |sin x|, 1 - cos(m x) <= m^2 (1 - cos x). So 1 - |phi(y)|^2 >= (1 - |phi(m y)|^2)/m^2 >= (1 -
//             b_i^2)/m^2, because m y >= Y. The bounds of all factors hold at the same y.
// Source.     Elementary; for m = 2: Feller, volume II, XV.
Ball decay_of_multiple(const std::vector<StepDecay>& steps, long m) {
  const Ball one = Ball::integer(1, kBits), m_ball = Ball::integer(m, kBits);
  Ball rate(kBits);
  for (const StepDecay& step : steps) {
    const Ball missing = max(one - square(step.b), Ball(kBits)) / square(m_ball);
    rate = rate + log1p(-missing.lower()) * static_cast<long>(step.N) / 2;
  }
  return bound_number<"DECAY-MULTIPLE">(exp(rate));
}

namespace {

/// Returns an upper bound of the product of K_i(x)^{n_i}.
Ball transform_above(const MachineProduct& product, const MachineRules& rules, double x,
                     const Poll& poll) {
  Ball out = gaussian_transform(product.noise(), x, kBits);
  for (size_t i = 0; i < rules.size(); ++i) {
    poll();
    const Rational n(static_cast<long>(product.factors()[i].count));
    out = out * power(mixture::MachineOrder(rules[i], x).ball(kBits).upper(), n);
  }
  return out;
}

Bits bits_of(const MachineContour& contour) { return contour.fine.empty() ? kBits : kFineBits; }

/// Returns an upper bound of the product of |K_i(c+iy)|^{n_i} over all y beyond the last node; indeterminate if
/// nothing is known. `at` are the factors at c.
Ball transform_beyond(const MachineProduct& product, const MachineContour& contour,
                      const std::vector<mixture::MachineOrder>& at) {
  const Ball D = exact(contour.step, kBits), one = Ball::integer(1, kBits);
  const Ball begins = exact(contour.far, kBits) / Ball::integer(contour.multiple, kBits);
  if (!certainly_at_most(begins, D * (contour.last + 1))) return Ball::indeterminate(kBits);
  Ball most = gaussian_transform(product.noise(), contour.c, kBits) *
              exp(-(product.noise().ball(kBits) * square(begins)));
  std::vector<StepDecay> decays;
  for (size_t i = 0; i < at.size(); ++i) {
    const Ball K = at[i].ball(kBits);
    if (!certainly_positive(K)) return Ball::indeterminate(kBits);
    const unsigned long n = product.factors()[i].count;
    most = most * power(K.upper(), Rational(static_cast<long>(n)));
    const double far = at[i].far(contour.far);
    decays.push_back({std::isfinite(far) ? (exact(far, kBits) / K.lower()).upper() : one, n});
  }
  return most * decay_of_multiple(decays, contour.multiple);
}

constexpr unsigned long kMostSteps = 1UL << 23U;

bool fits(const MachineProduct& product, const MachineContour& contour) {
  if (contour.rules.size() != product.factors().size()) return false;
  for (size_t i = 0; i < contour.rules.size(); ++i) {
    const auto& rule = contour.rules[i];
    if (rule == nullptr || rule->identity() != product.factors()[i].law->identity()) return false;
  }
  if (!contour.fine.empty() && contour.fine.size() != contour.rules.size()) return false;
  return product.steps() <= kMostSteps && contour.last >= 1 && contour.step > 0 &&
         contour.far > 0 && contour.multiple >= 1;
}

}  // namespace

MachineLine::MachineLine(const MachineProduct& product, const MachineContour& contour,
                         const Poll& poll)
    : contour_(contour),
      left_(Ball::integer(1, kBits)),
      right_(left_),
      beyond_(left_),
      scale_(Ball::indeterminate(kBits)),
      truncation_(scale_) {
  if (!fits(product, contour)) return;
  const auto at = machine_orders(contour.rules, contour.c, poll);
  nodes_ = make_nodes(product, contour, at, poll);
  if (nodes_ != nullptr) multiply(product, contour, at, poll);
}

std::optional<MachineLine> MachineLine::extended(const MachineProduct& rest,
                                                 const Poll& poll) const {
  if (nodes_ == nullptr || steps_ + rest.steps() > kMostSteps) return std::nullopt;
  const auto contour = with_rules_of(rest, steps_ + rest.steps(), contour_, poll);
  if (!contour || !fits(rest, *contour)) return std::nullopt;
  const auto at = machine_orders(contour->rules, contour->c, poll);
  MachineLine out = *this;
  out.nodes_ = nodes_->extended(rest, *contour, at, poll);
  if (out.nodes_ == nullptr) return std::nullopt;
  out.multiply(rest, *contour, at, poll);
  return out;
}

/// truncation_ is BOUND(TRUNCATION) of the profile, from the product of |K_i(c + iy)|^{n_i} for y beyond the last node.
void MachineLine::multiply(const MachineProduct& product, const MachineContour& contour,
                           const std::vector<mixture::MachineOrder>& at, const Poll& poll) {
  steps_ += product.steps();
  left_ = left_ * transform_above(product, contour.rules, contour.left, poll);
  right_ = right_ * transform_above(product, contour.rules, contour.right, poll);
  beyond_ = beyond_ * transform_beyond(product, contour, at);
  const Bits p = bits_of(contour_);
  const Ball D = exact(contour_.step, p), pi = Ball::pi(p), one = Ball::integer(1, p);
  scale_ = D / (pi * 2);
  aliases_.emplace(AliasPlaces{contour_.c, contour_.left, contour_.right}, left_, right_,
                   Masses{one, one}, Kernel::profile, pi * 2 / D);
  truncation_ = beyond_ / (Ball::pi(kBits) * exact(contour_.step, kBits) * contour_.last);
}

Enclosure MachineLine::answer(Question question, const Real& t_exact) const {
  if (nodes_ == nullptr) return {Ball::indeterminate(kBits), {}};
  const Bits p = bits_of(contour_);
  const Ball t = t_exact(p), one = Ball::integer(1, p);
  const Ball growth = exp(t * (one - exact(contour_.c, p)));
  const Ball series = nodes_->series(t_exact) * (scale_ * growth);
  Enclosure out{Ball(p), {}};
  out.budget.truncation = UpperBound::of(growth * truncation_);
  const Ball alias = aliases_->at(t, &out.budget.discretisation);
  const Ball G = widen(series - alias, out.budget.truncation);
  out.value = from_region(question, contour_.c, G, t, {one, one});
  out.budget.rounding = series.radius();
  return out;
}

}  // namespace plumbline::fourier
