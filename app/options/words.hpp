/// Commands of the command line and their options. This is a thin wrapper of CLI11. CLI11 is slow to compile, so only a
/// few source files include it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/help/guide.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plumbline {

/// The condition on a token.
struct WordCheck {
  enum class Rule { integer_range, range, nonnegative, seconds, member };
  Rule kind;
  double least = 0, most = 0;
  std::vector<std::string> members{};
};
WordCheck in_range(int least, int most);
WordCheck in_range(double least, double most);
WordCheck nonnegative_number();
/// Returns the check of `--timeout`: a finite number of seconds above zero (nan is rejected).
WordCheck positive_seconds();
WordCheck one_of(std::vector<std::string> members);

/// A command-line token with a value, or a flag.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option* required();
  /// Requires exactly `count` values.
  Option* expected(int count);
  /// Requires between `least` and `most` values; -1 means no maximum.
  Option* expected(int least, int most);
  Option* delimiter(char between);
  Option* check(const WordCheck& check);
  Option* needs(Option* other);
  /// Accepts the option, but hides it from help, manual page and completion.
  Option* hidden();
  /// Shows the current value of the variable as the default in the help.
  Option* capture_default_str();

 private:
  friend class Command;
  CLI::Option* option_;
  std::vector<std::string> members_{};  ///< the values that the check accepts, if they are few
  bool hidden_ = false;
};

/// The description of an option, for manual pages and completions.
struct OptionText {
  std::vector<std::string> names;  ///< "-o", "--output"; empty for a positional option
  std::string positional;          ///< name of a positional option, or empty
  std::string value;               ///< placeholder of its value: "INT", "TEXT ..."; empty for a
                                   ///< flag
  std::string preset;              ///< the default that the help shows, or empty
  std::string help;
  bool required = false;
  std::vector<std::string> members;  ///< all accepted values, if they are few
};
struct CommandText {
  std::string name, help, footer, group;
  std::vector<OptionText> options;
  std::vector<CommandText> subcommands;
};

class Command {
 public:
  explicit Command(CLI::App* app);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Returned objects live as long as the command.
  Command* add_subcommand(const std::string& name, const std::string& help);
  /// T is std::string, int, double or std::vector<std::string>; words.cpp has the instantiations.
  template <class T>
  Option* add_option(const std::string& names, T& into, const std::string& help);
  Option* add_flag(const std::string& names, bool& into, const std::string& help);
  void footer(const std::string& text);
  /// Accepts an older spelling, which the help does not show.
  void old_spelling(const std::string& name);
  void callback(std::function<void()> run);
  void require_subcommand(int least);

  CommandText text() const;

 private:
  Option* kept(CLI::Option* option);

  struct Members;
  CLI::App* app_;
  std::unique_ptr<Members> members_;
};

/// Thrown if the tokens are not a valid command line of the program.
struct BadWords : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The program itself.
class Program {
 public:
  Program(const std::string& name, const std::string& help, const std::string& version);
  ~Program();
  Command& command() { return *root_; }
  /// Sets the groups of commands and their order, further text of their help, and the beginning of the program's help.
  /// Call it after all commands are added.
  void guide(const std::vector<Guide>& guides, const std::string& first_screen);
  /// Returns the help of a command by its name; nothing if there is no such command.
  std::optional<std::string> help(const std::vector<std::string>& words) const;
  /// Returns true if the command that the tokens name has this option, and the option has a value. The last token
  /// comes first.
  bool has_value(const std::vector<std::string>& words, const std::string& option) const;
  /// Runs the callback of the command that the tokens name. The last token comes first. If help or the version was
  /// requested, prints it and returns false. Throws BadWords if the command line is invalid.
  bool run(std::vector<std::string> words);

 private:
  std::unique_ptr<CLI::App> app_;
  std::unique_ptr<Command> root_;
};

}  // namespace plumbline
