/// An engine's bound on an answer that another engine computed inside it.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// `own`, the parameters of `inner` under other names, and as "within" the name of `inner` (with its own "within"):
/// each name occurs once, as certificates require (reference/certificates/members).
NamedTexts parameters_within(const Engine& inner, NamedTexts own);

}  // namespace plumbline
