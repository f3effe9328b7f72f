/// Renyi (moments) accounting: the Renyi divergences of the steps at a list of orders are added and converted to
/// (epsilon, delta).
#include <functional>

#include "verify/approximations/curves/directed_pairs.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/steps/loss_transform.hpp"

namespace plumbline::approximations {
namespace {

/// Returns the default orders of accountants: 1.1 ... 10.9, 11 ... 63, 128, 256, 512, 1024. The option `max_order`
/// truncates the list.
template <class Real>
std::vector<Real> orders(const Real& most) {
  std::vector<Real> all;
  for (int k = 11; k < 110; ++k) all.push_back(Real(k) / 10);
  for (int k = 11; k < 64; ++k) all.push_back(Real(k));
  for (int k : {128, 256, 512, 1024}) all.push_back(Real(k));
  while (all.size() > 1 && all.back() > most) all.pop_back();
  return all;
}

Rational max_order(const ApproximationRequest& request) {
  return option_or(request, "max_order", Rational(256));
}

enum class Conversion { classic, improved };

/// The accountant of one direction. It stores (a - 1) D_a = log E_null[(alternative / null)^a] for each order a.
template <class Real>
class RenyiCurve {
 public:
  RenyiCurve(const LossTransform<Real>& K, const std::vector<Real>& orders, bool reverse,
             Conversion conversion)
      : orders_(orders), conversion_(conversion) {
    // Under Q, E[(P/Q)^a] = E_P[e^{(1-a) L}].
    for (const Real& a : orders) moments_.push_back(K.at(reverse ? Real(1 - a) : a).value);
  }

  /// Classic conversion (Mironov 2017, Proposition 3): log delta = (a-1) (D_a - epsilon). The improved conversion
  /// (Canonne, Kamath, Steinke 2020, Proposition 12) is smaller by log a - (a-1) log(1 - 1/a).
  Real delta(const Real& epsilon) const {
    using std::exp;
    const Real least = smallest([&](const Real& a, const Real& moment) {
      return Real(moment - (a - 1) * epsilon - gain(a));
    });
    return std::min(Real(1), Real(exp(least)));
  }
  Real epsilon(const Real& D) const {
    using std::log;
    return smallest([&](const Real& a, const Real& moment) {
      return Real((moment - log(D) - gain(a)) / (a - 1));
    });
  }

 private:
  Real gain(const Real& a) const {
    using std::log;
    if (conversion_ == Conversion::classic) return Real(0);
    return log(a) - (a - 1) * log1p(Real(-1 / a));
  }
  template <class Function>
  Real smallest(const Function& f) const {
    Real least = f(orders_[0], moments_[0]);
    for (size_t k = 1; k < orders_.size(); ++k) {
      least = std::min(least, Real(f(orders_[k], moments_[k])));
    }
    return least;
  }

  std::vector<Real> orders_, moments_;
  Conversion conversion_;
};

template <Conversion conversion>
struct Renyi {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const Real most = to_real<Real>(max_order(request));
    const LossTransform<Real> K(step_laws(request.composition), most);
    const DirectedPairs<Real, RenyiCurve<Real>> pairs(direction_meant(request), [&](bool reverse) {
      return RenyiCurve<Real>(K, orders(most), reverse, conversion);
    });
    const Real at = to_real<Real>(request.at);
    const Reading reading = reading_of(request);
    if (reading == Reading::epsilon) {
      const Real value = pairs.epsilon(at);
      return {value, {{Real(-std::numeric_limits<Real>::infinity()), value}}};
    }
    const Real value = pairs.delta(reading == Reading::tv ? Real(0) : at);
    return {value, {{Real(0), value}}};
  }
};

std::string refusal(const ApproximationRequest& request) {
  std::string why =
      request_refusal(request, "renyi", {Reading::delta, Reading::epsilon, Reading::tv});
  if (why.empty()) why = quadrature_refusal(request.composition, {StepPart::transform});
  if (!why.empty()) return why;
  const Rational most = max_order(request);
  if (most < Rational(2) || Rational(1024) < most) {
    return "option max_order must lie in [2, 1024], got " + most.text();
  }
  return "";
}

}  // namespace

/// The method uses long double instead of high precision: it needs thousands of quadratures, and the error of the
/// method already affects the first digits.
ApproximationEntry renyi_classic() {
  return {
      "renyi_classic",
      "Renyi divergences at a list of orders, epsilon = D_a + log(1/delta)/(a-1) (Mironov 2017; "
      "an upper bound)",
      {"max_order"},
      refusal,
      run_twice<Renyi<Conversion::classic>, long double>};
}

ApproximationEntry renyi() {
  return {"renyi",
          "the same with the conversion of Canonne, Kamath, Steinke 2020",
          {"max_order"},
          refusal,
          run_twice<Renyi<Conversion::improved>, long double>};
}

}  // namespace plumbline::approximations
