#include "reference/composition/infinite_losses.hpp"

#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

using Share = FiniteLosses::Share;

/// The text that marks a Q_finite as equal to P_finite, so that their ratio is exactly 1.
const std::string kTheSame = "P_finite";

Share share_of(const InfiniteLosses& losses, const Rational& count) {
  const bool even = losses.even && !losses.P_finite.rational();
  const auto same = [x = losses.P_finite](Bits p) { return x(p); };
  return {losses.P_finite, even ? Real(same, kTheSame) : losses.Q_finite, count};
}

/// Returns x - 1, with full relative precision also for x close to 1.
Ball beside_one(const Real& x, Bits p) {
  if (x.rational()) return Ball(*x.rational() - Rational(1), p);
  constexpr long kMostBits = 1L << 14;
  for (Bits wide = p;; wide = Bits{2 * wide.n}) {
    const Ball rest = x(wide) - 1;
    const bool sharp = rest.relative_digits() * 3.33 >= static_cast<double>(p.n) - 8;
    if (sharp || wide.n >= kMostBits) return rest.at(p);
  }
}

/// Returns log prod_i x_i^{N_i}, accurate for x_i close to 1.
Ball log_product(const std::vector<Share>& shares, Real Share::*mass, Bits p) {
  Ball sum(p);
  for (const Share& s : shares) sum += log1p(beside_one(s.*mass, p)) * Ball(s.count, p);
  return sum;
}

/// Returns true if every factor of the product is 1.
bool is_one(const std::vector<Share>& shares, Real Share::*mass) {
  for (const Share& s : shares) {
    if (!(s.*mass).is_known_as(Rational(1))) return false;
  }
  return true;
}

Ball product(const FiniteLosses& losses, Real Share::*mass, Bits p) {
  if (!losses.conditional) return Ball(p);
  return is_one(losses.shares, mass) ? Ball::integer(1, p)
                                     : exp(log_product(losses.shares, mass, p));
}

Ball complement(const FiniteLosses& losses, Real Share::*mass, Bits p) {
  if (!losses.conditional) return Ball::integer(1, p);
  return is_one(losses.shares, mass) ? Ball(p) : -expm1(log_product(losses.shares, mass, p));
}

std::optional<Rational> exact(const FiniteLosses& losses, Real Share::*mass) {
  if (!losses.conditional) return Rational(0);
  if (is_one(losses.shares, mass)) return Rational(1);
  constexpr long kMostFactors = 1000;
  Rational out(1);
  for (const Share& s : losses.shares) {
    if ((s.*mass).is_known_as(Rational(1))) continue;
    if (!(s.*mass).rational() || s.count > Rational(kMostFactors)) return std::nullopt;
    out = out * power(*(s.*mass).rational(), static_cast<long>(s.count.approximate()));
  }
  return out;
}

/// Returns true if the loss is certainly 0.
bool zero_loss(const DominatingPair& pair) {
  const auto largest = pair.largest_loss(), smallest = pair.smallest_loss();
  return largest && smallest && largest->rational() && smallest->rational() &&
         largest->rational()->is_zero() && smallest->rational()->is_zero();
}

}  // namespace

Ball FiniteLosses::P_finite(Bits p) const { return product(*this, &Share::P_finite, p); }
Ball FiniteLosses::Q_finite(Bits p) const { return product(*this, &Share::Q_finite, p); }
Ball FiniteLosses::P_infinite(Bits p) const { return complement(*this, &Share::P_finite, p); }
Ball FiniteLosses::Q_infinite(Bits p) const { return complement(*this, &Share::Q_finite, p); }
std::optional<Rational> FiniteLosses::exact_P_finite() const {
  return exact(*this, &Share::P_finite);
}
std::optional<Rational> FiniteLosses::exact_Q_finite() const {
  return exact(*this, &Share::Q_finite);
}

Real FiniteLosses::shift() const {
  Real sum{Rational(0)};
  if (!conditional) return sum;
  for (const Share& s : shares) {
    const bool even = !s.Q_finite.rational() && s.Q_finite.text() == kTheSame;
    if (!even) sum = sum + times(log_ratio(s.Q_finite, s.P_finite), s.count);
  }
  return sum;
}

FiniteLosses finite_losses(const Composition& composition) {
  FiniteLosses out;
  std::vector<Factor> kept, zero;
  bool never = false;
  for (const Factor& f : composition.factors()) {
    Mechanism mechanism = f.mechanism;
    if (const auto infinite = mechanism->offer<InfiniteLosses>()) {
      out.shares.push_back(share_of(*infinite, f.count));
      mechanism = infinite->conditional;
    }
    if (mechanism == nullptr) {
      never = true;
    } else {
      (zero_loss(*mechanism) ? zero : kept).push_back({mechanism, f.count});
    }
  }
  if (never) return out;
  // Copies the composition: construction from thousands of factors takes tens of milliseconds.
  if (out.shares.empty() && zero.empty()) {
    out.conditional = composition;
    return out;
  }
  // If only factors with zero loss remain, they are replaced by one step with zero loss.
  out.conditional =
      Composition(kept.empty() ? std::vector<Factor>{{zero.front().mechanism, Rational(1)}} : kept);
  return out;
}

}  // namespace plumbline
