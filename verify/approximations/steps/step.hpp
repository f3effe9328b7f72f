/// The interface between a step and the methods: a set of functions, created in the file that describes the step's
/// mechanism (gaussian_step.cpp and similar files). A function that a mechanism does not offer is empty.
#pragma once

#include <functional>
#include <memory>
#include <tuple>
#include <vector>

#include "verify/approximations/numerics/random_words.hpp"
#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/steps/moments.hpp"

namespace plumbline::approximations {

/// K(s) = log E_P[e^{sL}] and its first four derivatives, which are the cumulants of L under P tilted by e^{sL}.
template <class Real>
struct TransformAt {
  Real value{0}, first{0}, second{0}, third{0}, fourth{0};

  void add(const Real& count, const TransformAt& step) {
    value += count * step.value, first += count * step.first, second += count * step.second;
    third += count * step.third, fourth += count * step.fourth;
  }
};

/// The transform K(s) of one step. It is valid for the range of s for which it was created.
template <class Real>
class StepTransform {
 public:
  virtual ~StepTransform() = default;
  virtual TransformAt<Real> at(const Real& s) const = 0;
};

template <class Real>
struct NoiseNode {
  Real loss, weight;
};

/// One step in a real type.
template <class Real>
struct StepIn {
  /// Returns the moments of L = log dQ/dP under the measure.
  std::function<LossMoments<Real>(Measure)> moments{};
  /// Returns E |L - mean|^3. It is offered if moments() does not compute this moment; otherwise empty.
  std::function<Real(Measure, const Real& mean)> absolute_third{};
  /// Returns nodes such that E[g(L)] under the measure is the sum of weight g(loss).
  std::function<std::vector<NoiseNode<Real>>(Measure)> nodes{};
  /// If `above`, returns the probability of {L > t}, or of {L >= t} if `closed`; otherwise returns the complement of
  /// this probability. Small probabilities have no cancellation.
  std::function<Real(Measure, const Real& t, bool above, bool closed)> tail{};
  /// Returns the transform for |s| <= reach.
  std::function<std::shared_ptr<const StepTransform<Real>>(const Real& reach)> transform{};
  /// Returns a random draw of the loss of one step under the measure.
  std::function<Real(RandomReals<Real>&, Measure)> draw{};
  /// Returns a random draw of the sum of `count` losses. It is offered if the distribution of the sum is known.
  std::function<Real(RandomReals<Real>&, Measure, const Real& count)> draw_sum{};
  /// Returns f(alpha), 0 <= alpha <= 1, in closed form.
  std::function<Real(const Real& alpha)> tradeoff{};
};

/// An empty type by which a real type is passed as an argument of a function.
template <class Real>
struct RealType {};

/// A step in each of the types in which the methods run.
class StepInEveryType {
 public:
  /// make(RealType<Real>{}) must return a StepIn<Real>. It is called for each run, because an AdjustableReal belongs
  /// to one run.
  template <class Make>
  explicit StepInEveryType(const Make& make)
      : makers_([make] { return make(RealType<double>{}); },
                [make] { return make(RealType<long double>{}); },
                [make] { return make(RealType<PaperPrecision>{}); },
                [make] { return make(RealType<HighPrecision>{}); },
                [make] { return make(RealType<AdjustableReal>{}); }) {}

  template <class Real>
  StepIn<Real> in() const {
    return std::get<std::function<StepIn<Real>()>>(makers_)();
  }

 private:
  std::tuple<std::function<StepIn<double>()>, std::function<StepIn<long double>()>,
             std::function<StepIn<PaperPrecision>()>, std::function<StepIn<HighPrecision>()>,
             std::function<StepIn<AdjustableReal>()>>
      makers_;
};

}  // namespace plumbline::approximations
