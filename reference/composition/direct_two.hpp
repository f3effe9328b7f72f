/// Two steps: the answer of one, integrated over the noise of the other.
#pragma once

#include <vector>

#include "reference/composition/engine.hpp"
#include "reference/mechanisms/noise_law.hpp"

namespace plumbline::direct {

/// One step, or several Gaussian ones in one.
struct Step {
  std::shared_ptr<const NoiseLaw> noise;
  std::function<LossTails(const Real& t, Bits p)> tails;
  std::optional<Real> smallest, largest;
};

/// The answer for outer and inner together at t, with rounding errors near 2^-p.
Ball two(const Step& outer, const Step& inner, Question question, const Real& t, Bits p,
         const Poll& poll);

/// The same for one step.
Ball one(const Step& step, Question question, const Real& t, Bits p);

/// t - a, exactly where both are rational.
Real difference(const Real& t, const Real& a);
/// A bound of the answer at t over a set on which the outer step has this mass.
Ball cap(Question question, const NoiseMass& mass, const Ball& t);
/// Whether the answer of a composition is an expectation under Q (otherwise P) of inner answers.
bool under_Q(Question question);

}  // namespace plumbline::direct
