/// Sums over pairs of types, one from each of two lists. The numbers of steps of the two types of a pair add up to
/// those of the composition.
#pragma once

#include "reference/engines/conditioned/type_list.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

/// All types of a composition in two lists, under a tilt.
struct TypePairs {
  TypeAtoms atoms;
  TypeList first, second;
  size_t points() const { return first.size() + second.size(); }
};

/// Returns true if the tilt bounds all mass outside the pairs for this question.
bool tilt_will_do(Question question, double theta);

/// Returns an enclosure of the answer. It is correct for every t if tilt_will_do() is true for the tilt of `pairs`;
/// otherwise it does not cover the mass outside the pairs.
Enclosure answer_by_types(const TypePairs& pairs, Question question, const Real& t, Bits p,
                          const Poll& poll);

}  // namespace plumbline::conditioned
