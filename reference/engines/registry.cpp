#include "reference/engines/registry.hpp"

#include <stdexcept>

#include "reference/engines/allocation/shown_step.hpp"
#include "reference/engines/always_known.hpp"
#include "reference/engines/bent/bent.hpp"
#include "reference/engines/closed_form.hpp"
#include "reference/engines/conditioned/conditioned.hpp"
#include "reference/engines/direct/direct.hpp"
#include "reference/engines/disclosed.hpp"
#include "reference/engines/edge/edge.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/integer_gaussians/integer_gaussians.hpp"
#include "reference/engines/knots/knots.hpp"
#include "reference/engines/laplace_sums/laplace_sums.hpp"
#include "reference/engines/lattice/lattice.hpp"
#include "reference/engines/returns/returns.hpp"
#include "reference/engines/stated/stated.hpp"

namespace plumbline {
namespace {

/// The container is a deque, so that references to entries stay valid if entries are added.
std::deque<EngineEntry>& entries() {
  static std::deque<EngineEntry> all = {
      closed_form_entry(), laplace_sums_entry(),      edge_entry(),    finite_entry(),
      disclosed_entry(),   integer_gaussians_entry(), direct_entry(),  knots_entry(),
      conditioned_entry(), shown_step_entry(),        fourier_entry(), bent_entry(),
      returns_entry(),     lattice_entry(),           stated_entry(),  always_known_entry(),
  };
  return all;
}

}  // namespace

const std::deque<EngineEntry>& engine_registry() { return entries(); }

const EngineEntry* engine_named(const std::string& name) {
  for (const EngineEntry& entry : entries()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

void register_engine(const EngineEntry& entry) {
  if (engine_named(entry.name) != nullptr) {
    throw std::invalid_argument("there is an engine " + entry.name + " already");
  }
  entries().push_back(entry);
}

}  // namespace plumbline
