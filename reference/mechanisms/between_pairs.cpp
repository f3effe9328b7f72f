#include "reference/mechanisms/between_pairs.hpp"

#include <stdexcept>

#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/rough_loss.hpp"

namespace plumbline {
namespace {

class PairBetween final : public DominatingPair {
 public:
  PairBetween(BetweenPairs ends, std::string expression)
      : ends_(std::move(ends)), expression_(std::move(expression)) {}

  std::string expression() const override { return expression_; }
  std::string identity() const override {
    return "between " + ends_.less->identity() + " and " + ends_.more->identity();
  }
  LossTails tails(const Real&, Bits) const override {
    throw std::logic_error("a pair between two other pairs has no known tails");
  }
  bool tails_known() const override { return false; }
  /// A less private pair has a larger largest loss.
  std::optional<Real> largest_loss() const override {
    return end_of(ends_.less->largest_loss(), ends_.more->largest_loss());
  }
  std::optional<Real> smallest_loss() const override {
    return end_of(ends_.more->smallest_loss(), ends_.less->smallest_loss());
  }
  bool ends_known() const override { return ends_.more->ends_known() && ends_.less->ends_known(); }

 private:
  static std::optional<Real> end_of(const std::optional<Real>& low,
                                    const std::optional<Real>& high) {
    if (!low || !high) return std::nullopt;
    if (low->rational() && high->rational() && *low->rational() == *high->rational()) return low;
    return Real([low = *low, high = *high](Bits p) { return Ball::hull(low(p), high(p)); });
  }

  void offers(Offers* asked) const override {
    asked->give<BetweenPairs>([this] { return ends_; });
    asked->give<RoughLoss>([this] { return rough_loss(*ends_.more); });
    asked->give<Sampling>([this] {
      return Sampling{[this](const Real& p, const std::string& name) { return sampled(p, name); }};
    });
  }
  /// Subsampling preserves the order: f_p = (1-p)(1 - alpha) + p f(alpha).
  Mechanism sampled(const Real& p, const std::string& name) const {
    const auto less = ends_.less->offer<Sampling>(), more = ends_.more->offer<Sampling>();
    if (!less || !more) return nullptr;
    const BetweenPairs both{less->at(p, name), more->at(p, name)};
    if (both.less == nullptr || both.more == nullptr) return nullptr;
    return std::make_shared<PairBetween>(both, name);
  }

  BetweenPairs ends_;
  std::string expression_;
};

bool same_masses(const InfiniteLosses& a, const InfiniteLosses& b) {
  const auto same = [](const Real& x, const Real& y) {
    return x.rational() && y.rational() && *x.rational() == *y.rational();
  };
  return same(a.P_finite, b.P_finite) && same(a.Q_finite, b.Q_finite);
}

}  // namespace

// Separates the infinite losses if `less` and `more` have equal masses of them.
Mechanism pair_between_ends(const BetweenPairs& ends, const std::string& expression) {
  const auto& [less, more] = ends;
  const auto a = less->offer<InfiniteLosses>(), b = more->offer<InfiniteLosses>();
  if (!a && !b) return std::make_shared<PairBetween>(BetweenPairs{less, more}, expression);
  if (!a || !b || !same_masses(*a, *b)) {
    throw std::invalid_argument(
        "the mass of infinite loss depends on this parameter, which must be rational then; write a "
        "decimal with enough digits");
  }
  if (a->conditional == nullptr || b->conditional == nullptr) return more;
  const Mechanism inner =
      std::make_shared<PairBetween>(BetweenPairs{a->conditional, b->conditional}, expression);
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{a->P_finite, a->Q_finite, inner, a->even}, expression,
      inner->identity() + " infinite=" + a->P_finite.text());
}

std::pair<Rational, Rational> rational_ends(const Real& value) {
  if (value.rational()) return {*value.rational(), *value.rational()};
  const Ball x = value(bits_for_digits(2L * kBetweenDigits));
  const auto [low, high] = x.decimal_ends(kBetweenDigits);
  if (!low || !high) throw std::invalid_argument(value.text() + " is too large or too small");
  return {*low, *high};
}

// Proof. The registry entry of the mechanism proves the order along the parameter (PARAMETER-ORDER). The real value
// lies between the two rational values.
Mechanism pair_between(const std::function<Mechanism(const Rational&)>& make, const Real& value,
                       bool larger_is_more_private, const std::string& expression) {
  const auto [low, high] = rational_ends(value);
  Mechanism below = make(low), above = make(high);
  if (larger_is_more_private) std::swap(below, above);
  return pair_between_ends({below, above}, expression);
}

}  // namespace plumbline
