#include "reference/mechanisms/pair_with_infinities.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/mechanisms/tied_losses.hpp"

namespace plumbline {

Real log_ratio(const Real& a, const Real& b) {
  if (!a.rational() || !b.rational()) return Real([a, b](Bits p) { return log(a(p) / b(p)); });
  if (*a.rational() == *b.rational()) return Real(Rational(0));
  return Real(LogLinear{Rational(0), {{*a.rational() / *b.rational(), Rational(1)}}});
}

PairWithInfinities::PairWithInfinities(InfiniteLosses losses, std::string expression,
                                       std::string identity)
    : losses_(std::move(losses)),
      expression_(std::move(expression)),
      identity_(std::move(identity)),
      shift_(losses_.even || losses_.conditional == nullptr
                 ? Real(Rational(0))
                 : log_ratio(losses_.Q_finite, losses_.P_finite)) {
  losses_.even = shift_.is_known_as(Rational(0));
  for (const Real& mass : {losses_.P_finite, losses_.Q_finite}) {
    const Ball at = mass(Bits{64});
    if (certainly_negative(at) || certainly_less(Ball::integer(1, Bits{64}), at)) {
      throw std::logic_error("the mass of finite losses is a probability, not " + mass.text());
    }
  }
}

void PairWithInfinities::offers(Offers* asked) const {
  asked->give<InfiniteLosses>([this] { return losses_; });
  asked->give<TiedLosses>([this] {
    const bool ties =
        losses_.conditional != nullptr && losses_.conditional->offer<TiedLosses>().has_value();
    return !ties ? std::nullopt
                 : std::optional(TiedLosses{[this](const Real& t, Bits p) { return tied(t, p); }});
  });
}

// Let a = Q(L finite), b = P(L finite) and t' = t - log(a/b), so that e^t b = a e^t'. Each part of the profile is a
// times the part of the conditional pair, plus the contribution of the infinite losses on one side of t.
std::optional<TiedProfile> PairWithInfinities::tied(const Real& t, Bits p) const {
  const auto inner = losses_.conditional->offer<TiedLosses>()->at(t - shift_, p);
  if (!inner) return std::nullopt;
  const Real one{Rational(1)};
  const Ball a = losses_.Q_finite(p), P_minus = (one - losses_.P_finite)(p),
             Q_plus = (one - losses_.Q_finite)(p);
  return TiedProfile{Q_plus + a * inner->delta, a * inner->one_minus_delta,
                     exp(t(p)) * P_minus + a * inner->excess, inner->undecided};
}

LossTails PairWithInfinities::tails(const Real& t, Bits p) const {
  const Real one{Rational(1)};
  const Ball P_minus = (one - losses_.P_finite)(p), Q_plus = (one - losses_.Q_finite)(p), zero(p);
  if (losses_.conditional == nullptr) return {zero, P_minus, Q_plus, zero};
  const Ball b = losses_.P_finite(p), a = losses_.Q_finite(p);
  const LossTails inner = losses_.conditional->tails(t - shift_, p);
  return {b * inner.P_above, P_minus + b * inner.P_below, Q_plus + a * inner.Q_above,
          a * inner.Q_below};
}

std::optional<Real> PairWithInfinities::largest_loss() const {
  if (losses_.conditional == nullptr || !losses_.Q_finite.is_known_as(Rational(1)))
    return std::nullopt;
  const auto inner = losses_.conditional->largest_loss();
  return inner ? std::optional<Real>(*inner + shift_) : std::nullopt;
}

std::optional<Real> PairWithInfinities::smallest_loss() const {
  if (losses_.conditional == nullptr || !losses_.P_finite.is_known_as(Rational(1)))
    return std::nullopt;
  const auto inner = losses_.conditional->smallest_loss();
  return inner ? std::optional<Real>(*inner + shift_) : std::nullopt;
}

bool PairWithInfinities::tails_known() const {
  return losses_.conditional == nullptr || losses_.conditional->tails_known();
}

bool PairWithInfinities::ends_known() const {
  return losses_.conditional == nullptr || losses_.conditional->ends_known();
}

std::optional<LossLattice> PairWithInfinities::lattice() const {
  if (losses_.conditional == nullptr) return LossLattice{Rational(0), Rational(1)};
  if (!shift_.rational()) return std::nullopt;
  return losses_.conditional->lattice();
}

const LossMeasure* PairWithInfinities::measure() const {
  const bool known = losses_.conditional == nullptr || losses_.conditional->measure() != nullptr;
  return known ? this : nullptr;
}

Ball PairWithInfinities::factor(double c, Bits p) const {
  return losses_.P_finite(p) * exp(shift_(p) * Ball::from_binary64(c, p));
}

Ball PairWithInfinities::transform(double c, Bits p) const {
  if (losses_.conditional == nullptr) return Ball(p);
  return factor(c, p) * measure_of(*losses_.conditional).transform(c, p);
}

LineValues PairWithInfinities::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                                 const Poll& poll) const {
  if (losses_.conditional == nullptr) return {ComplexVector(count, p), UpperBound()};
  LineValues out = measure_of(*losses_.conditional).transform_on_line(c, D, count, p, poll);
  const Ball scale = factor(c, p), angle = shift_(p) * D;
  for (size_t k = 0; k < count; ++k) {
    const ComplexBall turn = exp(ComplexBall(Ball(p), angle * static_cast<long>(k)));
    out.values.set(k, out.values[k] * turn * scale);
  }
  out.quadrature_error = out.quadrature_error * UpperBound::of(scale);
  return out;
}

Ball PairWithInfinities::decay(double c, double T, Bits p) const {
  if (losses_.conditional == nullptr) return Ball::integer(1, p);
  return measure_of(*losses_.conditional).decay(c, T, p);
}

UpperBound PairWithInfinities::algebraic_decay(double c) const {
  if (losses_.conditional == nullptr) return UpperBound();
  return measure_of(*losses_.conditional).algebraic_decay(c) * UpperBound::of(factor(c, Bits{64}));
}

double PairWithInfinities::log_transform(double c) const {
  if (losses_.conditional == nullptr) return -std::numeric_limits<double>::infinity();
  return std::log(losses_.P_finite.approximate()) + c * shift_.approximate() +
         measure_of(*losses_.conditional).log_transform(c);
}

double PairWithInfinities::log_decay(double c, double T) const {
  return losses_.conditional == nullptr ? 0 : measure_of(*losses_.conditional).log_decay(c, T);
}

}  // namespace plumbline
