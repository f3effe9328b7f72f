/// Options of the whole program: its help by groups, and the message about an unknown command.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <utility>

#include "app/options/other_names.hpp"
#include "app/options/word_errors.hpp"
#include "app/options/words.hpp"
#include "app/options/wrapped_help.hpp"
#include "reference/mechanisms/nearest_name.hpp"

namespace plumbline {
namespace {

/// Formats help. It lists commands without their old spellings, and the commands of the program by groups.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() = default;
  HelpFormatter(std::vector<Guide> guides, std::string first_screen)
      : guides_(std::move(guides)), first_screen_(std::move(first_screen)) {}

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return wrapped_help(unwrapped(app, std::move(name), mode));
  }

  /// Lists the subcommands of a command before its options.
  std::string unwrapped(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    std::string out = CLI::Formatter::make_help(app, name, mode);
    if (app->get_parent() == nullptr || mode != CLI::AppFormatMode::Normal) return out;
    const std::string commands = make_subcommands(app, mode),
                      head = make_description(app) + make_usage(app, name);
    const size_t at = commands.empty() ? std::string::npos : out.find(commands);
    if (at == std::string::npos || !out.starts_with(head)) return out;
    return out.erase(at, commands.size()).insert(head.size(), commands);
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (app->get_parent() != nullptr || first_screen_.empty()) {
      return CLI::Formatter::make_usage(app, name);
    }
    return "Usage: " + name + " COMMAND ...\n\n" + first_screen_;
  }

  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    if (app->get_parent() != nullptr || guides_.empty()) {
      return CLI::Formatter::make_subcommands(app, mode);
    }
    std::string out, group;
    for (const Guide& guide : guides_) {
      if (guide.group != group) out += "\n" + guide.group + "\n";
      group = guide.group;
      out += make_subcommand(app->get_subcommand(guide.command));
    }
    return out;
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_name(), command->get_description(),
                             get_column_width());
    return out.str();
  }

 private:
  std::vector<Guide> guides_;
  std::string first_screen_;
};

/// Returns the footer of a command. Inserts `more`, the text of the guide, after the first line of the footer.
std::string guided_footer(const std::string& footer, const std::string& more) {
  if (more.empty()) return footer;
  const size_t line = footer.find('\n');
  const std::string rest = line == std::string::npos ? "" : footer.substr(line);
  return footer.substr(0, line) + "\n" + more + rest;
}

/// Returns the command for a name that other programs use; empty for other names.
std::string other_word(const std::string& word) {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"rdp", "renyi"},        {"opacus", "dpsgd"},        {"dp-sgd", "dpsgd"},
      {"sgd", "dpsgd"},        {"attack", "tpr"},          {"mia", "tpr"},
      {"fpr", "tpr"},          {"roc", "tradeoff"},        {"f-dp", "tradeoff"},
      {"eps", "epsilon"},      {"profile", "delta"},       {"sigma", "calibrate"},
      {"search", "calibrate"}, {"reconstruction", "rero"}, {"fl", "federated"},
      {"fedavg", "federated"}, {"dp-fedavg", "federated"}, {"flower", "federated"},
      {"tff", "federated"},    {"pfl", "federated"},       {"conversion", "convert"}};
  for (const auto& [other, command] : all) {
    if (other == word) return command;
  }
  return "";
}

std::vector<const CLI::App*> subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

const CLI::App* subcommand(const CLI::App& app, const std::string& word) {
  for (const CLI::App* sub : subcommands(app)) {
    if (sub->check_name(word)) return sub;
  }
  return nullptr;
}

/// Returns true if a command accepts positional arguments in addition to its subcommands.
bool takes_words(const CLI::App& app) {
  const auto options = app.get_options();
  return std::any_of(options.begin(), options.end(),
                     [](const CLI::Option* option) { return option->get_positional(); });
}

/// Returns the subcommand for a name that other programs or commands use: `plot delta` means `plot profile`.
std::string picture_word(const CLI::App& app, const std::string& word) {
  const bool plots = app.get_name() == "plot";
  if (plots && (word == "delta" || word == "epsilon")) return "profile";
  return other_word(word);
}

/// Returns the message about an unknown command, with the command that the user probably means.
std::string unknown_command(const CLI::App& app, const std::string& call, const std::string& word) {
  const std::string meant = picture_word(app, word);
  if (app.get_parent() == nullptr) {
    std::string instead = instead_of_word(word);
    if (instead.empty() && meant.empty()) instead = question_about(word);
    if (!instead.empty()) return "unknown command '" + word + "'; " + instead;
  }
  std::vector<std::string> names;
  for (const CLI::App* sub : subcommands(app)) names.push_back(sub->get_name());
  const bool known = std::find(names.begin(), names.end(), meant) != names.end();
  std::string closest = known ? meant : nearest_name(word, names);
  for (const std::string& name : names) {  // for example rero for `certify rero-bound`
    if (closest.empty() && word.starts_with(name + "-")) closest = name;
  }
  const std::string out = "unknown command '" + word + "'; ", help = "`" + call + " --help`";
  return out + (closest.empty() ? help + " lists all commands"
                                : "did you mean '" + closest + "'? " + help + " lists all");
}

}  // namespace

Program::Program(const std::string& name, const std::string& help, const std::string& version)
    : app_(std::make_unique<CLI::App>(help, name)) {
  app_->set_version_flag("--version", version);
  app_->formatter(std::make_shared<HelpFormatter>());
  root_ = std::make_unique<Command>(app_.get());
}
Program::~Program() = default;

void Program::guide(const std::vector<Guide>& guides, const std::string& first_screen) {
  for (const Guide& guide : guides) {
    CLI::App* command = app_->get_subcommand(guide.command);
    command->group(guide.group);
    command->footer(guided_footer(command->get_footer(), guide_text(guide)));
  }
  app_->formatter(std::make_shared<HelpFormatter>(guides, first_screen));
}

std::optional<std::string> Program::help(const std::vector<std::string>& words) const {
  const CLI::App* app = app_.get();
  std::string call = app->get_name();
  for (const std::string& word : words) {
    app = subcommand(*app, word);
    if (app == nullptr) return std::nullopt;
    call += " " + app->get_name();
  }
  return app->get_formatter()->make_help(app, call, CLI::AppFormatMode::Normal);
}

bool Program::has_value(const std::vector<std::string>& words, const std::string& option) const {
  const CLI::App* app = app_.get();
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    const CLI::App* next = subcommand(*app, *word);
    if (next == nullptr) break;
    app = next;
  }
  const CLI::Option* found = option.starts_with('-') ? app->get_option_no_throw(option) : nullptr;
  return found != nullptr && found->get_items_expected_max() > 0;
}

bool Program::run(std::vector<std::string> words) {
  // This loop finds unknown commands, because CLI11 reports them only as unexpected arguments. `words` are in reverse
  // order.
  const CLI::App* app = app_.get();
  for (auto word = words.rbegin(); word != words.rend() && !word->starts_with('-'); ++word) {
    if (subcommands(*app).empty()) break;
    const CLI::App* next = subcommand(*app, *word);
    if (next == nullptr && takes_words(*app)) break;
    if (next == nullptr) {
      const std::string family = app == app_.get() ? "" : " " + app->get_name();
      throw BadWords(unknown_command(*app, "plumbline" + family, *word));
    }
    app = next;
  }
  try {
    app_->parse(std::move(words));
    return true;
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) {  // --help, --version
      app_->exit(e);
      return false;
    }
    throw complaint_about(*app_, e);
  }
}

}  // namespace plumbline
