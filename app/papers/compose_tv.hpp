/// The query of the command compose-tv, and the name of its composition.
#pragma once

#include "app/options/common_options.hpp"
#include "reference/regions/composed_tv.hpp"

namespace plumbline {

struct ComposeTvArguments {
  CommonOptions common;
  std::vector<std::string> epsilons, deltas{"0"}, etas, steps{"1"}, js, alphas, at, at_delta;
  std::string rate;
  bool csv = false, area = false;
};

/// The query, read and validated before any computation.
struct TvRequest {
  ComposedTv composed;
  bool refined;  ///< true if some steps have a total variation
  std::vector<long> js;
  std::vector<Rational> alphas;
  std::vector<Real> at;
  std::vector<Rational> at_delta;
};

/// Parses and validates the arguments. Throws std::invalid_argument.
TvRequest request_of(const ComposeTvArguments& arguments);

/// Formats a number; a logarithm of a rational is written as "log(...)" for any spelling of the input.
std::string real_text(const Real& x);
/// Return the composed steps in prose, the mechanism as an expression, and the epsilon of the j-th kink of the
/// region.
std::string steps_text(const ComposedTv& composed);
std::string mechanism_text(const ComposedTv& composed);
std::string epsilon_text(const ComposedTv& composed, long j);

}  // namespace plumbline
