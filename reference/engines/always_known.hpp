/// Engine always_known: bounds the profile of every composition that has transforms, in milliseconds.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

inline constexpr const char* kAlwaysKnown = "always_known";

EngineEntry always_known_entry();

/// Returns this engine, to intersect its bounds with the answers of other engines; null if it does not cover the
/// composition.
std::unique_ptr<Engine> make_always_known(const Composition& composition);

}  // namespace plumbline
