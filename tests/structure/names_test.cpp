/// Tests that the properties of a mechanism or an engine are in its own file: no other code compares its name.
#include "reference/engines/engine.hpp"
#include "reference/engines/registry.hpp"
#include "reference/mechanisms/recorded_kinds.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/structure/compared_words.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

/// Returns the names of mechanisms, their kinds in records, and the names of engines.
std::set<std::string> names() {
  const std::vector<std::string> kinds = recorded_kinds();
  std::set<std::string> out(kinds.begin(), kinds.end());
  for (const MechanismEntry& entry : mechanism_registry()) out.insert(entry.name);
  for (const EngineEntry& entry : engine_registry()) out.insert(entry.name);
  return out;
}

/// Places where such a literal is not the name of a mechanism or an engine, or comes from a foreign format.
const testing::Excused kExcused = {
    // laws of a number of runs
    {"reference/quantities/selection/run_law.cpp", "poisson"},
    {"reference/quantities/selection/run_law.cpp", "binomial"},
    // a kind of plot
    {"app/commands/plot_command.cpp", "tradeoff"},
    // a goal of a hunt
    {"app/commands/judging/hunt_command.cpp", "profile"},
    {"verify/hunt/examine.cpp", "profile"},
    // keys of a file of channels
    {"app/options/files/channel_file.cpp", "randomized_response"}};

}  // namespace
}  // namespace plumbline

TEST_CASE("structure: nothing asks for a mechanism or an engine by name", "[structure]") {
  using namespace plumbline;
  const std::set<std::string> known = names();
  REQUIRE(known.count("subsampled_gaussian") == 1);
  REQUIRE(known.count("wor_subsampled_gaussian") == 1);
  REQUIRE(known.count("fourier") == 1);
  const testing::Compared compared = testing::comparisons_with(known, kExcused);
  CHECK(compared.files > 500);
  CHECK(compared.found == std::vector<std::string>{});
  CHECK(compared.needed == kExcused);  // an excuse that is not used must be removed
}
