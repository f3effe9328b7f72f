#include "app/options/words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <deque>
#include <sstream>
#include <type_traits>
#include <utility>

#include "app/options/word_errors.hpp"
#include "reference/arithmetic/number_or_none.hpp"
#include "reference/engines/named_texts.hpp"
#include "reference/mechanisms/nearest_name.hpp"

namespace plumbline {
namespace {

CLI::Validator seconds_validator() {
  const auto complaint = [](const std::string& text) -> std::string {
    double seconds = 0;
    const bool number = CLI::detail::lexical_cast(text, seconds);
    return number && std::isfinite(seconds) && seconds > 0 ? "" : "no";
  };
  return CLI::Validator(complaint, "SECONDS");
}

/// A time with a unit, `600s`, `10m` or `2h`, in seconds; other texts stay as they are.
CLI::Validator any_duration() {
  const auto in_seconds = [](std::string& text) -> std::string {
    constexpr double kMinute = 60, kHour = 3600;
    const char unit = text.empty() ? ' ' : text.back();
    const double size = unit == 's' ? 1 : unit == 'm' ? kMinute : unit == 'h' ? kHour : 0;
    if (size == 0) return "";
    const auto x = number_or_none(std::string_view(text).substr(0, text.size() - 1));
    if (x) text = exact_text(x->approximate() * size);
    return "";
  };
  return CLI::Validator(in_seconds, "");
}

/// A member that others call otherwise, or write in another case or with underscores: the member.
CLI::Validator own_words(const std::vector<std::string>& members) {
  const auto own = [members](std::string& text) -> std::string {
    static const std::vector<std::pair<std::string, std::string>> others = {
        {"opacus", "poisson-loader"},
        {"dpdataloader", "poisson-loader"},
        {"shuffle", "fixed-batch"},
        {"shuffled", "fixed-batch"},
        {"balls-and-bins", "random-allocation"}};
    std::string word = CLI::detail::to_lower(text);
    std::replace(word.begin(), word.end(), '_', '-');
    for (const auto& [other, member] : others) {
      if (word == other) word = member;
    }
    if (std::find(members.begin(), members.end(), word) != members.end()) text = word;
    return "";
  };
  return CLI::Validator(own, "");
}

/// Any spelling of a number (number.hpp), as CLI11 reads it; the checks reject other words later.
CLI::Validator any_spelling(bool whole) {
  const auto plain = [whole](std::string& text) -> std::string {
    constexpr double kMost = 1e9;
    const auto x = number_or_none(text);
    if (!x) return "";
    if (!whole) {
      text = exact_text(x->approximate());
    } else if (x->rational() && x->rational()->is_integer() &&
               std::fabs(x->approximate()) <= kMost) {
      text = std::to_string(std::lround(x->approximate()));
    }
    return "";
  };
  return CLI::Validator(plain, "");
}

CLI::Validator cli11_validator(const WordCheck& check) {
  switch (check.kind) {
    case WordCheck::Rule::integer_range:
      return CLI::Range(static_cast<int>(check.least), static_cast<int>(check.most));
    case WordCheck::Rule::range:
      return CLI::Range(check.least, check.most);
    case WordCheck::Rule::nonnegative:
      return CLI::NonNegativeNumber;
    case WordCheck::Rule::seconds:
      return seconds_validator();
    case WordCheck::Rule::member:
      return CLI::IsMember(check.members);
  }
  throw std::logic_error("a check of no kind");
}

std::string shortest(double x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

/// "text, json or csv"
std::string alternatives(const std::vector<std::string>& members) {
  std::string out;
  for (size_t i = 0; i < members.size(); ++i) {
    out += (i == 0 ? "" : i + 1 == members.size() ? " or " : ", ") + members[i];
  }
  return out;
}

/// What a word that fails the check must be.
std::string demand(const WordCheck& check) {
  switch (check.kind) {
    case WordCheck::Rule::integer_range:
      return "an integer from " + std::to_string(static_cast<int>(check.least)) + " to " +
             std::to_string(static_cast<int>(check.most));
    case WordCheck::Rule::range:
      return "a number from " + shortest(check.least) + " to " + shortest(check.most);
    case WordCheck::Rule::nonnegative:
      return "a number of at least 0";
    case WordCheck::Rule::seconds:
      return "a number of seconds above 0";
    case WordCheck::Rule::member:
      return alternatives(check.members);
  }
  throw std::logic_error("a check of no kind");
}

/// CLI11's check with a complaint that says what the word must be. Of an option that no help names
/// CLI11 leaves the name out.
CLI::Validator validator(const WordCheck& check, const CLI::Option* option) {
  const CLI::Validator plain = cli11_validator(check);
  const auto complaint = [plain, option, wanted = demand(check)](std::string& text) -> std::string {
    if (plain(text).empty()) return "";
    const std::string name =
        option->get_group().empty() ? "--" + option->get_lnames().front() + ": " : "";
    return name + "must be " + wanted + ", got '" + text + "'";
  };
  return CLI::Validator(complaint, plain.get_description());
}

/// Lists commands without their old spellings, and those of the program by groups.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() = default;
  HelpFormatter(std::vector<Guide> guides, std::string first_screen)
      : guides_(std::move(guides)), first_screen_(std::move(first_screen)) {}

  /// Of a command that has some, its commands stand before its options.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
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

/// Its first line, what the guide says, and the rest.
std::string guided_footer(const std::string& footer, const std::string& more) {
  if (more.empty()) return footer;
  const size_t line = footer.find('\n');
  const std::string rest = line == std::string::npos ? "" : footer.substr(line);
  return footer.substr(0, line) + "\n" + more + rest;
}

OptionText text_of(const CLI::Option& option, const std::vector<std::string>& members) {
  OptionText out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  if (option.get_positional()) out.positional = option.get_name(true);
  if (option.get_items_expected_max() > 0) {
    out.value =
        option.get_type_name();  // "INT:INT in [1 - 1024]": the type, then the check's words
    const size_t colon = out.value.find(':');
    if (colon != std::string::npos) out.value = out.value.substr(colon + 1);
    if (option.get_items_expected_max() > 1) out.value += " ...";
  }
  out.preset = option.get_default_str();
  out.help = option.get_description();
  out.required = option.get_required();
  out.members = members;
  return out;
}

}  // namespace

WordCheck in_range(int least, int most) {
  return {WordCheck::Rule::integer_range, static_cast<double>(least), static_cast<double>(most)};
}
WordCheck in_range(double least, double most) { return {WordCheck::Rule::range, least, most}; }
WordCheck nonnegative_number() { return {WordCheck::Rule::nonnegative}; }
WordCheck positive_seconds() { return {WordCheck::Rule::seconds}; }
WordCheck one_of(std::vector<std::string> members) {
  return {WordCheck::Rule::member, 0, 0, std::move(members)};
}

Option* Option::required() {
  option_->required();
  return this;
}
Option* Option::expected(int count) {
  option_->expected(count);
  return this;
}
Option* Option::expected(int least, int most) {
  option_->expected(least, most);
  return this;
}
Option* Option::delimiter(char between) {
  option_->delimiter(between);
  return this;
}
Option* Option::check(const WordCheck& check) {
  if (check.kind == WordCheck::Rule::seconds) option_->transform(any_duration());
  if (check.kind == WordCheck::Rule::member) option_->transform(own_words(check.members));
  option_->check(validator(check, option_));
  members_ = check.members;
  return this;
}
Option* Option::needs(Option* other) {
  option_->needs(other->option_);
  return this;
}
Option* Option::hidden() {
  option_->group("");
  hidden_ = true;
  return this;
}
Option* Option::capture_default_str() {
  option_->capture_default_str();
  return this;
}

struct Command::Members {
  std::deque<Option> options;
  std::deque<Command> subcommands;
};

Command::Command(CLI::App* app) : app_(app), members_(std::make_unique<Members>()) {}
Command::~Command() = default;

Command* Command::add_subcommand(const std::string& name, const std::string& help) {
  return &members_->subcommands.emplace_back(app_->add_subcommand(name, help));
}

Option* Command::kept(CLI::Option* option) { return &members_->options.emplace_back(option); }

template <class T>
Option* Command::add_option(const std::string& names, T& into, const std::string& help) {
  CLI::Option* option = app_->add_option(names, into, help);
  if constexpr (std::is_arithmetic_v<T>) option->transform(any_spelling(std::is_integral_v<T>));
  return kept(option);
}
template Option* Command::add_option(const std::string&, std::string&, const std::string&);
template Option* Command::add_option(const std::string&, int&, const std::string&);
template Option* Command::add_option(const std::string&, double&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&,
                                     const std::string&);

Option* Command::add_flag(const std::string& names, bool& into, const std::string& help) {
  return kept(app_->add_flag(names, into, help));
}

void Command::footer(const std::string& text) { app_->footer(text); }
void Command::old_spelling(const std::string& name) { app_->alias(name); }
void Command::callback(std::function<void()> run) { app_->callback(std::move(run)); }
void Command::require_subcommand(int least) { app_->require_subcommand(least); }

CommandText Command::text() const {
  CommandText out{
      app_->get_name(), app_->get_description(), app_->get_footer(), app_->get_group(), {}, {}};
  for (const CLI::Option* option : static_cast<const CLI::App*>(app_)->get_options()) {
    std::vector<std::string> members;
    bool hidden = false;
    for (const Option& known : members_->options) {
      if (known.option_ != option) continue;
      members = known.members_;
      hidden = known.hidden_;
    }
    if (hidden) continue;
    out.options.push_back(text_of(*option, members));
  }
  for (const Command& command : members_->subcommands) out.subcommands.push_back(command.text());
  return out;
}

namespace {

/// What others call what a command gives.
std::string other_word(const std::string& word) {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"rdp", "renyi"},       {"opacus", "dpsgd"},     {"dp-sgd", "dpsgd"},
      {"sgd", "dpsgd"},       {"attack", "tpr"},       {"mia", "tpr"},
      {"fpr", "tpr"},         {"roc", "tradeoff"},     {"f-dp", "tradeoff"},
      {"eps", "epsilon"},     {"profile", "delta"},    {"noise", "calibrate"},
      {"sigma", "calibrate"}, {"search", "calibrate"}, {"reconstruction", "rero"}};
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

/// Whether a word that is none of its subcommands may be one of its own.
bool takes_words(const CLI::App& app) {
  const auto options = app.get_options();
  return std::any_of(options.begin(), options.end(),
                     [](const CLI::Option* option) { return option->get_positional(); });
}

/// Says that the command is unknown, and which one may be meant.
std::string unknown_command(const CLI::App& app, const std::string& call, const std::string& word) {
  const std::string meant = other_word(word);
  std::vector<std::string> names;
  for (const CLI::App* sub : subcommands(app)) names.push_back(sub->get_name());
  const bool known = std::find(names.begin(), names.end(), meant) != names.end();
  std::string closest = known ? meant : nearest_name(word, names);
  for (const std::string& name : names) {  // rero-bound
    if (closest.empty() && word.starts_with(name + "-")) closest = name;
  }
  const std::string out = "unknown command '" + word + "'; ", help = "`" + call + " --help`";
  return out + (closest.empty() ? help + " lists what there is"
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

bool Program::run(std::vector<std::string> words) {
  // Of a word that is no command CLI11 says only that it was not expected. Last words come first.
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
    throw BadWords(complaint_about(*app_, e));
  }
}

}  // namespace plumbline
