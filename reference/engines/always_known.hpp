/// Engine always_known: bounds the profile of every composition that has transforms, in milliseconds.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

inline constexpr const char* kAlwaysKnown = "always_known";

EngineEntry always_known_entry();

/// Returns the same engine for an answer that another engine left wide; null if it covers no part of the answer.
std::unique_ptr<Engine> make_always_known(const Composition& composition);

}  // namespace plumbline
