#include <fmt/core.h>

#include <memory>

#include "app/commands.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/quantities/quantities.hpp"
#include "verify/approximations/approximation.hpp"
#include "verify/figures/registry.hpp"

namespace plumbline {
namespace {

void line(const std::string& name, const std::string& summary) {
  fmt::print("{:<28} {}\n", name, summary);
}

std::string parameters(const MechanismEntry& entry) {
  std::string out;
  for (const std::string& key : entry.required) out += (out.empty() ? "" : ",") + key + "=";
  for (const std::string& key : entry.optional) out += ",[" + key + "=]";
  return entry.name + "(" + out + ")";
}

void list(const std::string& what) {
  if (what == "mechanisms") {
    for (const MechanismEntry& e : mechanism_registry()) line(parameters(e), e.summary);
  } else if (what == "quantities") {
    for (const QuantityEntry& e : quantity_registry()) {
      line(e.argument.empty() ? e.name : e.name + " --" + e.argument, e.summary);
    }
    line("divergence", "Delta-divergence between two mechanisms");
    line("compare", "crossings, signs and verdict of two privacy profiles");
    line("rero_bound", "reconstruction bound that (epsilon, delta) alone implies");
    line("calibrate", "the parameter, or N, that just meets a target");
    line("moments", "v1 to v4, eta and cumulants of the privacy loss");
    line("renyi --order", "Renyi divergence of any order");
    line("theorem3", "Berry-Esseen bound on the divergence of two mechanisms, and the truth");
    line("compose-tv", "region and total variation of composed (epsilon, delta)-DP, eta-TV steps");
    line("channel", "local privacy, contraction and divergences of a channel matrix");
  } else if (what == "engines") {
    for (const EngineEntry& e : engine_registry()) line(e.name, e.summary);
  } else if (what == "figures") {
    for (const FigureEntry& e : figure_registry()) line(e.name, e.summary);
  } else {
    for (const ApproximationEntry& e : approximation_registry()) line(e.name, e.summary);
  }
}

}  // namespace

void add_list_command(Command& app, int& exit_code) {
  const auto what = std::make_shared<std::string>();
  Command* command = app.add_subcommand("list", "what there is");
  command->add_option("what", *what, "mechanisms, quantities, engines, approximations or figures")
      ->required()
      ->check(one_of({"mechanisms", "quantities", "engines", "approximations", "figures"}));
  command->footer("Example: plumbline list mechanisms");
  command->callback([what, &exit_code] {
    list(*what);
    exit_code = 0;
  });
}

}  // namespace plumbline
