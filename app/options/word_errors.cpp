#include "app/options/word_errors.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "reference/mechanisms/nearest_name.hpp"

namespace plumbline {
namespace {

/// The command that the tokens name. `call` is its name after the names of its parents: "plumbline audit trials".
struct Named {
  const CLI::App* command;
  std::string call;
};

Named named_command(const CLI::App& program) {
  Named out{&program, program.get_name()};
  for (std::vector<CLI::App*> next = program.get_subcommands(); !next.empty();
       next = out.command->get_subcommands()) {
    out.command = next.back();
    out.call += " " + out.command->get_name();
  }
  return out;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Returns the example of a command from its help; empty if the help has none.
std::string example_of(const CLI::App& command) {
  const std::string footer = command.get_footer(), start = "Example: ";
  if (footer.rfind(start, 0) != 0) return "";
  return footer.substr(start.size(), footer.find('\n') - start.size());
}

/// Returns the unexpected tokens, as typed.
std::vector<std::string> stray_words(const CLI::App& program) {
  std::vector<std::string> words = program.remaining(true);
  for (std::string& word : words) {  // removes the blank that protects a negative number
    if (word.starts_with(' ') && word.size() > 1) word.erase(0, 1);
  }
  return words;
}

/// Returns the first unexpected token; empty if there is none.
std::string stray_word(const CLI::App& program) {
  const std::vector<std::string> words = stray_words(program);
  return words.empty() ? "" : words.front();
}

/// Returns the first unexpected token that begins with a hyphen; empty if there is none.
std::string stray_option(const CLI::App& program) {
  for (const std::string& word : program.remaining(true)) {
    if (word.size() > 1 && word.starts_with('-') && word != "--") return word;
  }
  return "";
}

/// Returns names of options in other programs, with the option of this program.
const std::vector<std::pair<std::string, std::string>>& other_words() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"noise-multiplier", "sigma"},
      {"noise", "sigma"},
      {"sample-rate", "p"},
      {"sampling-rate", "p"},
      {"batch-size", "batch"},
      {"dataset-size", "dataset"},
      {"dataset-length", "dataset"},
      {"records", "dataset"},
      {"samples", "dataset"},
      {"num-samples", "dataset"},
      {"n", "dataset"},
      {"N", "dataset"},
      {"B", "batch"},
      {"T", "steps"},
      {"E", "epochs"},
      {"num-epochs", "epochs"},
      {"iterations", "steps"},
      {"q", "sample-rate"},
      {"p", "sample-rate"},
      {"noise-scale", "sigma"},
      {"z", "sigma"},
      {"dataloader", "loader"},
      {"batching", "sampling"},
      {"sampler", "sampling"},
      {"shuffle", "sampling"},
      {"reconstruction", "kappa"},
      {"rero", "kappa"},
      {"chance", "kappa"},
      {"success", "gamma"},
      {"sample-size", "dataset"},
      {"eps", "epsilon"},
      {"eps", "claim-epsilon"},
      {"epsilon", "claim-epsilon"},
      {"target-epsilon", "epsilon"},
      {"target-delta", "delta"},
      {"alpha", "fpr"},
      {"false-positive-rate", "fpr"},
      {"fpr", "alpha"},
      {"csv", "format csv"},
      {"precision", "digits"},
      {"budget", "seconds"},
      {"time", "timeout"},
      {"neighbours", "direction"},
      {"neighbors", "direction"},
      {"relation", "direction"},
      {"out", "output"},
      {"output", "out"},
      {"file", "output"},
      {"correct", "right"},
      {"hits", "right"},
      {"guessed", "guesses"},
      {"true-positives", "tp"},
      {"false-negatives", "fn"},
      {"false-positives", "fp"},
      {"true-negatives", "tn"}};
  return all;
}

/// Returns the names of the options that the help of the command shows, without hyphens.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> out;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) out.push_back(name);
  }
  return out;
}

/// Returns the option that a token probably means; empty if there is none.
std::string option_meant(const CLI::App& command, const std::string& word) {
  const std::vector<std::string> known = option_names(command);
  for (const auto& [other, name] : other_words()) {
    const std::string option = name.substr(0, name.find(' '));
    if (other == word && std::find(known.begin(), known.end(), option) != known.end()) return name;
  }
  const std::string lower = CLI::detail::to_lower(word);
  if (std::find(known.begin(), known.end(), lower) != known.end()) return lower;
  return nearest_name(word, known);
}

/// Returns a hint for a parameter of a mechanism, which belongs in the expression; else empty.
std::string mechanism_hint(const CLI::App& command, const std::string& word) {
  static const std::vector<std::string> of_mechanisms = {
      "sigma", "noise-multiplier", "noise",  "p",     "q",     "sample-rate",
      "b",     "sampling-rate",    "scale",  "steps", "batch", "batch-size",
      "n",     "epochs",           "dataset"};
  const auto& all = of_mechanisms;
  const bool takes_mechanism = command.get_option_no_throw("mechanism") != nullptr;
  if (!takes_mechanism || std::find(all.begin(), all.end(), word) == all.end()) return "";
  return "; it is written in the mechanism, as in 'subsampled_gaussian(sigma=1.1,p=0.01)^1000' "
         "(for a training run: plumbline dpsgd)";
}

/// Returns a hint for an option that only a subcommand has: "; it goes with `audit trials`"; else empty.
std::string owner_hint(const CLI::App& command, const std::string& name) {
  std::string owners;
  for (const CLI::App* sub : command.get_subcommands(nullptr)) {
    const std::vector<std::string> known = option_names(*sub);
    if (std::find(known.begin(), known.end(), name) == known.end()) continue;
    owners += (owners.empty() ? "`" : ", `") + command.get_name() + " " + sub->get_name() + "`";
  }
  return owners.empty() ? "" : "; it goes with " + owners;
}

std::string unknown_option(const CLI::App& command, const std::string& written) {
  const std::string word = written.substr(0, written.find('='));
  const size_t start = word.find_first_not_of('-');
  const std::string name = start == std::string::npos ? "" : word.substr(start);
  const std::string out = "unknown option '" + written + "'", hint = mechanism_hint(command, name);
  if (!hint.empty()) return out + hint;
  const std::string owners = owner_hint(command, name);
  if (!owners.empty()) return out + owners;
  const std::string meant = option_meant(command, name);
  return meant.empty() ? out : out + "; did you mean '--" + meant + "'?";
}

std::string missing_command(const CLI::App& program, const Named& named) {
  const std::string word = stray_word(program);
  if (word.empty()) return "name a command: `" + named.call + " --help` lists them";
  return "unknown command '" + word + "'; `" + named.call + " --help` lists all";
}

std::string missing_word(const CLI::App& program, const Named& named, const std::string& text) {
  const std::string required = " is required";
  if (text == "A subcommand" + required) return missing_command(program, named);
  if (!ends_with(text, required)) return text;
  return text.substr(0, text.size() - required.size()) + " is missing";
}

/// Returns a hint with an example of the command, if a required token is missing; else empty.
std::string example_hint(const Named& named, const std::string& text) {
  const std::string example = example_of(*named.command);
  return ends_with(text, " is missing") && !example.empty() ? "; for example: " + example : "";
}

}  // namespace

BadCommandLine complaint_about(const CLI::App& program, const CLI::ParseError& error) {
  const Named named = named_command(program);
  std::string text = error.what();
  const auto is = [&error](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  if (const std::string option = stray_option(program); !option.empty()) {
    text = unknown_option(*named.command, option);
  } else if (is(CLI::ExitCodes::RequiredError)) {
    text = missing_word(program, named, text);
  } else if (const std::string stray = stray_word(program);
             is(CLI::ExitCodes::ExtrasError) && !stray.empty()) {
    text = "'" + stray + "' is one word too many";
  } else if (is(CLI::ExitCodes::ArgumentMismatch) && ends_with(text, " missing")) {
    text = text.substr(0, text.find(':')) + " needs a value";
  } else if (const std::string start = "Could not convert: "; text.rfind(start, 0) == 0) {
    text = text.substr(start.size()) + " is no value of that option";
  } else if (text.rfind(": ", 0) == 0) {  // a hidden option, whose name CLI11 omits
    text = text.substr(2);
  }
  const std::string example = is(CLI::ExitCodes::RequiredError) ? example_hint(named, text) : "";
  const std::string help = named.call + " --help";
  const bool named_already = text.find("`" + help + "`") != std::string::npos;
  return BadCommandLine(text, example + (named_already ? "" : " (see: " + help + ")"));
}

}  // namespace plumbline
