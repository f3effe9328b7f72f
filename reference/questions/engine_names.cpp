#include "reference/questions/engine_names.hpp"

#include "reference/engines/planner.hpp"
#include "reference/engines/registry.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

std::vector<NamedEngine> named_engines() {
  std::vector<NamedEngine> out;
  for (const EngineEntry& entry : engine_registry()) out.push_back({entry.name, entry.summary});
  return out;
}

std::string plan_of(const Query& question) {
  return plan_text(Composition::parse(question.mechanism), question.digits);
}

}  // namespace plumbline
