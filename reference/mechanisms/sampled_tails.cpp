#include "reference/mechanisms/sampled_tails.hpp"

#include "reference/arithmetic/constants.hpp"

namespace plumbline {
namespace {

/// The mixture (P, (1-p) P + p Q). If L is the loss of (P, Q), the loss of the mixture is log(1 - p + p e^L). It
/// exceeds t if L exceeds log((e^t - 1 + p)/p), and always if e^t <= 1 - p.
class SampledTails final : public DominatingPair {
 public:
  SampledTails(Mechanism pair, Real p, std::string expression)
      : pair_(std::move(pair)), p_(std::move(p)), expression_(std::move(expression)) {}

  std::string expression() const override { return expression_; }
  std::string identity() const override {
    if (!p_.rational()) return expression_;
    return "sampled p=" + p_.text() + " of " + pair_->identity();
  }

  LossTails tails(const Real& t, Bits p) const override {
    const Ball one = Ball::integer(1, p), zero(p), share = p_(p);
    const auto odds = [this, t](Bits b) { return expm1(t(b)) / p_(b) + 1; };
    const Ball at = odds(p + 32);
    if (certainly_at_most(at, zero)) return {one, zero, one, zero};
    if (!certainly_positive(at)) {
      const Ball any = Ball::zero_to(UpperBound::of(one), p);
      return {any, any, any, any};
    }
    const LossTails own = pair_->tails(Real([odds](Bits b) { return log(odds(b)); }), p);
    const auto mixed = [&](const Ball& P, const Ball& Q) { return P * (one - share) + Q * share; };
    return {own.P_above, own.P_below, mixed(own.P_above, own.Q_above),
            mixed(own.P_below, own.Q_below)};
  }
  std::optional<Real> largest_loss() const override { return mixed_end(pair_->largest_loss()); }
  std::optional<Real> smallest_loss() const override {
    const auto least = mixed_end(pair_->smallest_loss());
    if (least || !pair_->ends_known()) return least;
    if (p_.rational()) return Real(LogLinear{kZero, {{kOne - *p_.rational(), kOne}}});
    return Real([p = p_](Bits b) { return log1p(-p(b)); });
  }
  bool ends_known() const override { return pair_->ends_known(); }

 private:
  std::optional<Real> mixed_end(const std::optional<Real>& end) const {
    if (!end) return std::nullopt;
    return Real([p = p_, end = *end](Bits b) { return log1p(p(b) * expm1(end(b))); });
  }
  Mechanism pair_;
  Real p_;
  std::string expression_;
};

}  // namespace

Mechanism sampled_tails(Mechanism pair, const Real& p, const std::string& expression) {
  return std::make_shared<SampledTails>(std::move(pair), p, expression);
}

}  // namespace plumbline
