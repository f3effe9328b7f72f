#include "reference/engines/closed_form.hpp"

#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/two_gaussians.hpp"
#include "reference/mechanisms/tied_losses.hpp"

namespace plumbline {
namespace {

/// Returns a single step that is equivalent to the whole composition; null if none is known.
Mechanism one_step(const Composition& composition) {
  if (composition.single()) return composition.factors().front().mechanism;
  const auto scales = combined_scales(composition.factors());
  if (!scales || !too_long_sums(*scales).empty()) return nullptr;
  return std::make_shared<TwoGaussians>(*scales, composition.expression());
}

class ClosedForm final : public Engine {
 public:
  explicit ClosedForm(const Composition& composition)
      : composition_(composition),
        mu_squared_(composition.gaussian_mu_squared()),
        mechanism_(mu_squared_ ? nullptr : one_step(composition)) {}

  std::string name() const override { return kClosedForm; }

  std::string explain() const override {
    if (mu_squared_) return "closed_form: one Gaussian pair with mu^2 = " + mu_squared_->text();
    if (!composition_.single()) return "closed_form: as one step, " + mechanism_->identity();
    return "closed_form: one step, the loss is an explicit function of the output";
  }

  NamedTexts parameters() const override {
    NamedTexts out{{"bits", std::to_string(bits_)}};
    if (mu_squared_) out.emplace_back("mu^2", mu_squared_->text());
    return out;
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    // The precision is doubled until the relative width is reached. 2^15 bits correspond to 9800 digits: stronger
    // cancellation means that the answer is zero for practical purposes. The loop also ends if two successive
    // precisions do not improve the enclosure, because tails that are sums over a limited range have limited
    // accuracy.
    constexpr long kMostBits = 1L << 15;
    constexpr int kMostStale = 2;
    Bits p = bits_for_digits(effort.digits) + 40;
    if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
    Ball best = clipped(question, Ball::indeterminate(p), t);
    const double nothing = best.radius().log_approximate() - 1;
    for (int stale = 0;; p = Bits{2 * p.n}) {
      bits_ = p.n;
      const bool expired = effort.expired();  // at thousands of digits each evaluation is slow
      const LossTails tails =
          mu_squared_ ? gaussian_tails(*mu_squared_, t, p) : mechanism_->tails(t, p);
      Ball value = clipped(question, from_tails(question, tails, t(p)), t);
      if (!effort.suffices(value)) value = sharper_at_ties(question, value, t, p);
      const double before = best.radius().log_approximate();
      common(value, best, "an answer by closed_form at two precisions");
      if (value.radius() <= best.radius()) best = value;
      const double after = best.radius().log_approximate();
      stale = after < before - 1 || after > nothing ? 0 : stale + 1;
      if (effort.suffices(best) || p.n >= kMostBits || stale >= kMostStale || expired) {
        const bool jumps = !effort.suffices(best) && at_tie(question, t, p);
        return {best, {UpperBound(), UpperBound(), UpperBound(), best.radius()}, jumps};
      }
    }
  }

 private:
  std::optional<TiedProfile> tied(const Real& t, Bits p) const {
    const auto known = mu_squared_ ? std::nullopt : mechanism_->offer<TiedLosses>();
    return known ? known->at(t, p) : std::nullopt;
  }

  /// Returns true if the question is about a tail, and the loss may equal t with positive probability.
  bool at_tie(Question question, const Real& t, Bits p) const {
    const bool tail = question != Question::delta && question != Question::one_minus_delta &&
                      question != Question::excess;
    const auto known = tail ? tied(t, p) : std::nullopt;
    return known && known->undecided;
  }

  /// Returns a tighter enclosure if the loss may equal t with positive probability.
  Ball sharper_at_ties(Question question, const Ball& value, const Real& t, Bits p) const {
    const auto known = tied(t, p);
    const Ball* other = !known                                  ? nullptr
                        : question == Question::delta           ? &known->delta
                        : question == Question::one_minus_delta ? &known->one_minus_delta
                        : question == Question::excess          ? &known->excess
                                                                : nullptr;
    if (other == nullptr) return value;
    return common(clipped(question, *other, t), value, "tails and a profile at a tie");
  }

  Composition composition_;
  std::optional<Rational> mu_squared_;
  Mechanism mechanism_;  ///< null if mu_squared_ is set
  long bits_ = 0;
};

std::string refusal(const Composition& composition) {
  if (composition.gaussian_mu_squared()) return "";
  if (composition.single()) return missing_tails(composition);
  if (const auto scales = combined_scales(composition.factors())) return too_long_sums(*scales);
  return "only a single step or a product of gaussians has a closed form";
}

Estimate estimate(const Composition& composition) {
  // On an unbounded lattice, tails are sums over the points within some standard deviations of the mean.
  constexpr double kMostPoints = 1000, kCost = 1e-3;
  const auto lattice = composition.lattice();
  if (!lattice || composition.largest_loss()) return {kCost, "one formula"};
  const double deviation = composition.approximate_location(0).deviation;
  if (!(deviation < kMostPoints * lattice->spacing.approximate())) {
    return Estimate::not_worth_it("its tails are long sums");
  }
  return {kCost, "a short sum"};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<ClosedForm>(composition);
}

}  // namespace

EngineEntry closed_form_entry() {
  return {kClosedForm, "single steps and products of gaussians, in error functions", refusal,
          estimate, make};
}

}  // namespace plumbline
