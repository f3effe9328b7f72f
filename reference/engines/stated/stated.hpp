/// Engine "stated": mechanisms of which only a promise about their Renyi divergences is known (zCDP, Renyi DP).
#pragma once

namespace plumbline {

struct EngineEntry;

EngineEntry stated_entry();

}  // namespace plumbline
