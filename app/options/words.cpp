#include "app/options/words.hpp"

#include <CLI/CLI.hpp>
#include <deque>
#include <type_traits>
#include <utility>

#include "app/options/word_checks.hpp"

namespace plumbline {
namespace {

OptionText text_of(const CLI::Option& option, const std::vector<std::string>& members) {
  OptionText out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  if (option.get_positional()) out.positional = option.get_name(true);
  if (option.get_items_expected_max() > 0) {
    out.value =
        option.get_type_name();  // "INT:INT in [1 - 1024]": the type, then the text of the check
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

}  // namespace plumbline
