/// The engine for mechanisms that are only known by a promise about Renyi divergences.
#pragma once

namespace plumbline {

struct EngineEntry;

EngineEntry stated_entry();

}  // namespace plumbline
