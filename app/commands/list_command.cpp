#include <memory>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/questions/engine_names.hpp"
#include "reference/questions/registry.hpp"
#include "verify/approximations/judged_methods.hpp"
#include "verify/figures/registry.hpp"

namespace plumbline {
namespace {

struct Entry {
  std::string name, summary;
};
using Entries = std::vector<Entry>;

std::string parameters(const MechanismEntry& entry) {
  std::string out = entry.inner == InnerKind::one        ? "MECH"
                    : entry.inner == InnerKind::weighted ? "W1: MECH1,W2: MECH2,..."
                                                         : "";
  for (const std::string& key : entry.required) out += (out.empty() ? "" : ",") + key + "=";
  for (const std::string& key : entry.optional) out += ",[" + key + "=]";
  return entry.name + "(" + out + ")";
}

Entries mechanisms() {
  Entries out;
  for (const MechanismEntry& e : mechanism_registry()) out.push_back({parameters(e), e.summary});
  return out;
}

Entries quantities() {
  Entries out;
  for (const Quantity* e : profile_quantities()) {
    const std::string argument = e->argument();
    out.push_back({argument.empty() ? e->name : e->name + " --" + argument, e->summary});
  }
  // The other quantities. All quantities are usable in case files; some of these also have commands.
  for (const Quantity& e : all_quantities()) {
    if (!e.of_profile) out.push_back({e.name, e.summary});
  }
  return out;
}

template <class Registry>
Entries named(const Registry& registry) {
  Entries out;
  for (const auto& e : registry) out.push_back({e.name, e.summary});
  return out;
}

Entries entries(const std::string& what) {
  if (what == "mechanisms") return mechanisms();
  if (what == "quantities") return quantities();
  if (what == "engines") return named(named_engines());
  if (what == "figures") return named(figure_registry());
  return named(judged_methods());
}

struct ListArguments {
  std::string what;
  FormatOptions format;
};

int run(const ListArguments& arguments) {
  AnswerWriter answers(format_of(arguments.format), {{"entry", "{name:<28} {summary}\n"}});
  for (const Entry& entry : entries(arguments.what)) {
    answers.give(AnswerBuilder("entry").add("name", entry.name).add("summary", entry.summary));
  }
  return answers.finish();
}

}  // namespace

void add_list_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<ListArguments>();
  Command* command =
      app.add_subcommand("list", "list mechanisms, quantities, engines, approximations or figures");
  command
      ->add_option("what", arguments->what,
                   "mechanisms, quantities, engines, approximations or figures")
      ->required()
      ->check(one_of({"mechanisms", "quantities", "engines", "approximations", "figures"}));
  add_format_options(*command, arguments->format, "entry");
  command->footer("Example: plumbline list mechanisms");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace plumbline
