/// Parameters of an engine that uses another engine inside it.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns `own`, then those parameters of `inner` whose names are not in `own`, then the parameter "within": the name
/// of `inner`, followed by the parameter "within" of `inner` if there is one. Each name occurs once, as certificates
/// require (reference/certificates/members).
NamedTexts parameters_within(const Engine& inner, NamedTexts own);

}  // namespace plumbline
