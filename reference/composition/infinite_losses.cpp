#include "reference/composition/infinite_losses.hpp"

namespace plumbline {
namespace {

using Share = FiniteLosses::Share;

/// log prod_i x_i^{N_i}, sharp for x_i close to 1.
Ball log_product(const std::vector<Share>& shares, Rational Share::*mass, Bits p) {
  Ball sum(p);
  for (const Share& s : shares) sum += log1p(Ball(s.*mass - Rational(1), p)) * Ball(s.count, p);
  return sum;
}

/// Whether a product is 1, whatever the multiplicities.
bool is_one(const std::vector<Share>& shares, Rational Share::*mass) {
  for (const Share& s : shares) {
    if (!(s.*mass == Rational(1))) return false;
  }
  return true;
}

Ball product(const FiniteLosses& losses, Rational Share::*mass, Bits p) {
  if (!losses.conditional) return Ball(p);
  return is_one(losses.shares, mass) ? Ball::integer(1, p)
                                     : exp(log_product(losses.shares, mass, p));
}

Ball complement(const FiniteLosses& losses, Rational Share::*mass, Bits p) {
  if (!losses.conditional) return Ball::integer(1, p);
  return is_one(losses.shares, mass) ? Ball(p) : -expm1(log_product(losses.shares, mass, p));
}

std::optional<Rational> exact(const FiniteLosses& losses, Rational Share::*mass) {
  if (!losses.conditional) return Rational(0);
  if (is_one(losses.shares, mass)) return Rational(1);
  constexpr long kMostFactors = 1000;
  Rational out(1);
  for (const Share& s : losses.shares) {
    if (s.*mass == Rational(1)) continue;
    if (s.count > Rational(kMostFactors)) return std::nullopt;
    out = out * power(s.*mass, static_cast<long>(s.count.approximate()));
  }
  return out;
}

/// The wrapper: it keeps the inner engine's name.
///
/// With S = S' + log(a/b), t = t' + log(a/b), dP = b dP' and dQ = a dQ' on finite losses:
/// 1 - delta(t) = a (1 - delta'(t')), delta(t) = (1-a) + a delta'(t'),
/// excess(t) = delta(t) - 1 + e^t = a excess'(t') + (1-b) e^t, since a e^{t'} = b e^t; and the mass
/// 1-b at -inf is below t, the mass 1-a at +inf above. No term is negative: nothing cancels.
class WithInfiniteLosses final : public Engine {
 public:
  WithInfiniteLosses(FiniteLosses losses, std::unique_ptr<Engine> inner)
      : losses_(std::move(losses)), inner_(std::move(inner)), shift_(losses_.shift()) {}

  std::string name() const override { return inner_ == nullptr ? "closed_form" : inner_->name(); }
  std::string explain() const override {
    if (inner_ == nullptr) return "closed_form: the loss is never finite";
    return inner_->explain() + "; given that the loss is finite";
  }
  NamedTexts parameters() const override {
    return inner_ == nullptr ? NamedTexts{} : inner_->parameters();
  }
  bool vary() override { return inner_ != nullptr && inner_->vary(); }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    // log prod x_i^{N_i} loses as many bits as it is large: room for 10^19.
    const Bits p = bits_for_digits(effort.digits) + 96;
    Enclosure inner{Ball(p), {}};
    if (inner_ != nullptr) {
      Effort sharper = effort;
      sharper.digits += 1;
      inner = inner_->answer(question, t - shift_, sharper);
    }
    const Ball a = losses_.Q_finite(p), b = losses_.P_finite(p);
    const bool under_P = question == Question::P_above || question == Question::P_below;
    const Ball factor = under_P ? b : a;
    const UpperBound size = UpperBound::of(factor);
    const ErrorBudget& e = inner.budget;
    return {factor * inner.value + infinite_part(question, t, p),
            {e.quadrature * size, e.truncation * size, e.discretisation * size, e.rounding * size}};
  }

 private:
  Ball infinite_part(Question question, const Real& t, Bits p) const {
    switch (question) {
      case Question::delta:
      case Question::Q_above:
        return losses_.Q_infinite(p);
      case Question::P_below:
        return losses_.P_infinite(p);
      case Question::excess:
        return losses_.P_infinite(p) * exp(t(p));
      case Question::one_minus_delta:
      case Question::P_above:
      case Question::Q_below:
        break;
    }
    return Ball(p);
  }

  FiniteLosses losses_;
  std::unique_ptr<Engine> inner_;
  Real shift_;
};

/// Whether the loss is 0 surely.
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
  LogLinear sum{Rational(0), {}};
  if (!conditional) return Real(sum);
  for (const Share& s : shares) {
    if (!(s.Q_finite == s.P_finite)) sum.logs.push_back({s.Q_finite / s.P_finite, s.count});
  }
  return Real(sum);
}

FiniteLosses finite_losses(const Composition& composition) {
  FiniteLosses out;
  std::vector<Factor> kept, zero;
  bool never = false;
  for (const Factor& f : composition.factors()) {
    Mechanism mechanism = f.mechanism;
    if (const auto infinite = mechanism->infinite_losses()) {
      out.shares.push_back({infinite->P_finite, infinite->Q_finite, f.count});
      mechanism = infinite->conditional;
    }
    if (mechanism == nullptr) {
      never = true;
    } else {
      (zero_loss(*mechanism) ? zero : kept).push_back({mechanism, f.count});
    }
  }
  if (never) return out;
  // All of them together are one step of zero loss.
  out.conditional =
      Composition(kept.empty() ? std::vector<Factor>{{zero.front().mechanism, Rational(1)}} : kept);
  return out;
}

std::unique_ptr<Engine> with_infinite_losses(const FiniteLosses& losses,
                                             std::unique_ptr<Engine> inner) {
  return std::make_unique<WithInfiniteLosses>(losses, std::move(inner));
}

}  // namespace plumbline
