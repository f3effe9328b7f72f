#include "verify/approximations/edgeworth.hpp"

#include "verify/approximations/gaussian_pair.hpp"
#include "verify/approximations/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"

namespace plumbline::approximations {
namespace {

/// The pairs of the direction asked: one, or both for `worst`, where the larger delta, the smaller
/// f (not convexified: an approximation of the symmetrised f from above) and the smaller Bayes
/// error are taken.
template <class Real>
class EdgeworthPairs {
 public:
  EdgeworthPairs(const Composition& composition, int order, Direction direction) {
    const std::vector<StepLaw> laws = step_laws(composition);
    const auto P = total_cumulants<Real>(laws, Measure::P);
    const auto Q = total_cumulants<Real>(laws, Measure::Q);
    if (direction != Direction::reverse) pairs_.emplace_back(P, Q, order, false);
    if (direction != Direction::forward) pairs_.emplace_back(P, Q, order, true);
  }

  Real delta(const Real& epsilon) const {
    return -smallest([&](const auto& pair) { return Real(-pair.delta(epsilon)); });
  }
  Real tradeoff(const Real& alpha) const {
    return smallest([&](const auto& pair) { return pair.tradeoff(alpha); });
  }
  Real bayes(const Real& prior) const {
    return smallest([&](const auto& pair) { return pair.bayes(prior); });
  }
  /// The root of delta(epsilon) = D next to that of the G_mu of the same drift.
  Real epsilon(const Real& D) const {
    using std::abs;
    const EdgeworthLaw<Real>& null = pairs_.front().null();
    const GaussianPair<Real> limit(Real(2 * abs(null.mean()) / null.deviation()));
    const auto excess = [&](const Real& e) { return Real(delta(e) - D); };
    return nearest_root<Real>(excess, limit.epsilon(D), Real(null.deviation() / 20));
  }

 private:
  /// nan if any is nan.
  template <class Function>
  Real smallest(const Function& f) const {
    Real least = f(pairs_.front());
    for (size_t k = 1; k < pairs_.size(); ++k) {
      const Real other = f(pairs_[k]);
      if (!(other >= least)) least = other;
    }
    return least;
  }

  std::vector<EdgeworthPair<Real>> pairs_;
};

template <int order>
struct Edgeworth {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const EdgeworthPairs<Real> pairs(request.composition, order, direction_meant(request));
    return {quantity_of<Real>(pairs, request)};
  }
};

std::string refusal(const ApproximationRequest& request) {
  const std::string why = question_refusal(request, "edgeworth", profile_quantities());
  return why.empty() ? moments_refusal(request.composition) : why;
}

template <int order>
ApproximationEntry entry() {
  return {"edgeworth" + std::to_string(order),
          "Edgeworth expansion of the loss sums, terms through N^(-" + std::to_string(order) +
              "/2) (Zheng et al. 2020)",
          {},
          refusal,
          run_twice<Edgeworth<order>>};
}

}  // namespace

ApproximationEntry edgeworth(int order) {
  switch (order) {
    case 0:
      return entry<0>();
    case 1:
      return entry<1>();
    case 2:
      return entry<2>();
    case 3:
      return entry<3>();
    default:
      return entry<4>();
  }
}

}  // namespace plumbline::approximations
