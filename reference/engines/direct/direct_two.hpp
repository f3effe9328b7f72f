/// Two steps: integrates the answer of one step over the noise of the other.
#pragma once

#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/mechanisms/noise_law.hpp"

namespace plumbline::direct {

/// One step, or several Gaussian steps combined into one.
struct Step {
  std::shared_ptr<const NoiseLaw> noise;
  std::function<LossTails(const Real& t, Bits p)> tails;
  std::optional<Real> smallest, largest;
};

/// Returns the answer at t for the composition of `outer` and `inner`, with rounding errors near 2^-p. The target of
/// the truncation error at the ends is 2^-cut (p by default).
Ball two(const Step& outer, const Step& inner, Question question, const Real& t, Bits p,
         const Poll& poll, std::optional<long> cut = std::nullopt);

/// Returns the answer for one step.
Ball one(const Step& step, Question question, const Real& t, Bits p);

/// Returns the answer of one step from its analytically continued tails.
ComplexBall continued(const NoiseLaw& law, Question question, const ComplexBall& s, bool analytic);

/// Returns t - a, which is an exact rational if both numbers are rational.
Real difference(const Real& t, const Real& a);
/// settled() returns the contribution of a set of outer outcomes with the masses m, on which the inner loss certainly
/// exceeds s (`all_above`), or certainly does not exceed s. Here s is t minus the outer loss. unsettled() returns a
/// ball that contains the error of settled() if the inner loss is on the other side of s with P- and Q-masses of at
/// most `rest` (BOUND(DIRECT-TWO)).
Ball settled(Question question, const NoiseMass& m, const Ball& t, bool all_above);
Ball unsettled(Question question, const NoiseMass& m, const NoiseMass& rest, const Ball& t,
               bool all_above);
/// Returns an upper bound of the contribution to the answer at t from a set on which the outer step has this mass.
Ball cap(Question question, const NoiseMass& mass, const Ball& t);
/// Returns a Real that stands for an unknown number in the ball: at every precision its value is x.
Real near(const Ball& x);
/// Returns true if the answer of a composition is an expectation of inner answers under Q, false if it is one under P.
bool under_Q(Question question);

}  // namespace plumbline::direct
