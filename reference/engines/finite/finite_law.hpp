/// The distribution of a sum of independent losses with finitely many values, under one of the two measures. The engine
/// `finite` sums it, one tail at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/engines/engine.hpp"
#include "reference/mechanisms/integer/binomial.hpp"

namespace plumbline::finite_sums {

struct StepAtom {
  Ball mass, loss;
  Coordinates key;  ///< exact coordinates of the loss; empty if unknown
};

/// `count` independent losses with the same distribution.
struct Power {
  std::vector<StepAtom> atoms;  ///< atoms in order of decreasing loss
  long count;
};

/// The question R(S > t), or R(S >= t) if not strict; R is one of the two measures.
struct Tail {
  std::vector<Power> parts;
  Ball t;
  Coordinates t_key;  ///< empty if unknown: then S = t remains undecided
  bool strict;
  double digits;  ///< a part of relative size 10^-digits may be truncated
  Bits bits;
};

/// Returns true if all atoms have keys, which decide if a sum of losses equals t.
bool has_keys(const Tail& tail);

/// Returns the question with -S and -t in place of S and t.
Tail mirrored(const Tail& tail);

/// Returns an approximate minimiser c >= 0 of log E_R[e^{cS}] - ct, in doubles: the tilt of R by e^{cS}.
double saddle(const Tail& tail);

/// The masses of one part under the tilt e^{cL}, their complements, and log of the normaliser E_R[e^{c L}]. The
/// complements are not computed as differences, because they may be tiny.
struct Tilted {
  std::vector<Ball> masses, rests;
  Ball log_normaliser;
};
Tilted tilted(const Power& part, double c, Bits p);

/// The range of counts that are summed, low <= n <= high, with a bound of the tilted mass outside it.
struct CountRange {
  long low, high;
  Ball outside;
};
/// Returns the range of a variable with the distribution Bin(count, mass), where mass + rest = 1. The mass outside
/// the range is approximately 10^-digits.
CountRange count_range(long count, const Ball& mass, const Ball& rest, double digits, Bits p);
/// Returns the approximate number of counts in the range of count_range().
double count_range_size(double count, double mass, double digits);

/// Returns e^{-ct} E_R[e^{cS}]. For every event A, R(S > t, A) is at most this number times the tilted mass of A.
Ball chernoff(const Tail& tail, double c);

/// The three methods of summation: for two losses, for three losses, and for any number. Each returns an enclosure of
/// the tail, indeterminate if the precision is not sufficient.
Ball two_point_tail(const Tail& tail, const Poll& poll);
Ball three_point_tail(const Tail& tail, const Poll& poll);
Ball type_tail(const Tail& tail, const Poll& poll);
/// Returns the answer at t by TIE-SHIFT. `value` is the result of from_tails() with the tails at the larger threshold t
/// + w and with the factor e^t, w >= 0.
Ball past_ties(Question question, const Ball& value, const Ball& t, const Ball& w);
/// Returns the reason why type_tail would need too much time or memory; nothing if it would not.
std::optional<std::string> type_refusal(const Tail& tail);
constexpr double kMostTypes = 2e7;     // maximum number of types: approximately ten seconds
constexpr double kMostAtoms = 200000;  // maximum number of atoms of each half: 60 MB

}  // namespace plumbline::finite_sums
