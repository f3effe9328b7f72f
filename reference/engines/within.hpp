/// An engine's bound on an answer that another engine computed inside it.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// `own`, what `inner` says under other names, and as "within" the name of `inner` (with what it names so
/// itself): each name occurs once, as certificates want it (reference/certificates/members).
NamedTexts parameters_within(const Engine& inner, NamedTexts own);

}  // namespace plumbline
