/// The command `help`: help about a topic, a command, or the program.
#include <fmt/core.h>

#include <memory>
#include <stdexcept>

#include "app/commands/commands.hpp"
#include "app/help/topics.hpp"
#include "app/options/other_names.hpp"
#include "reference/mechanisms/nearest_name.hpp"

namespace plumbline {
namespace {

const HelpTopic* topic_named(std::string name) {
  if (name == "exit_codes" || name == "exit") name = "exit-codes";
  for (const HelpTopic& topic : help_topics()) {
    if (topic.name == name) return &topic;
  }
  return nullptr;
}

[[noreturn]] void refuse(const std::string& word) {
  if (const std::string instead = instead_of_word(word); !instead.empty()) {
    throw std::invalid_argument("'" + word + "' is neither a topic nor a command; " + instead);
  }
  std::vector<std::string> names;
  std::string all;
  for (const HelpTopic& topic : help_topics()) {
    names.push_back(topic.name);
    all += (all.empty() ? "" : ", ") + topic.name;
  }
  const std::string meant = nearest_name(word, names);
  throw std::invalid_argument("'" + word + "' is neither a topic nor a command" +
                              (meant.empty() ? "" : "; did you mean '" + meant + "'?") +
                              "; topics: " + all);
}

std::string help_of(const Program& program, const std::vector<std::string>& words) {
  const HelpTopic* topic = words.size() == 1 ? topic_named(words.front()) : nullptr;
  if (topic != nullptr) return topic->text();
  const auto text = program.help(words);
  if (!text) refuse(words.front());
  return *text;
}

std::string topics_line() {
  std::string out = "Topics:";
  for (const HelpTopic& topic : help_topics()) {
    out += fmt::format("\n  {:<12} {}", topic.name, topic.summary);
  }
  return out;
}

}  // namespace

void add_help_command(Program& program, int& exit_code) {
  const auto words = std::make_shared<std::vector<std::string>>();
  Command* command = program.command().add_subcommand(
      "help", "explain a topic (numbers, mechanisms, ...) or a command");
  command->add_option("topic", *words, "a topic or a command, such as audit trials")
      ->expected(0, -1);
  command->footer("Example: plumbline help numbers\n" + topics_line());
  command->callback([&program, words, &exit_code] {
    fmt::print("{}", help_of(program, *words));
    exit_code = 0;
  });
}

}  // namespace plumbline
