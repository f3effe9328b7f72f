#include "app/commands_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace plumbline {
namespace {

/// The page describes an option only once if at least this number of commands share it.
constexpr int kShared = 8;

/// Escapes Markdown characters in a table entry, so that text outside of `code` is shown as written.
std::string entry(const std::string& text) {
  std::string out;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    const bool special = std::string("*_<>[]\\").find(c) != std::string::npos;
    if (c == '|' || (special && !code)) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// Returns the text as an indented block.
std::string block(const std::string& text) {
  std::string out = "    ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "    ";
  }
  return out + "\n";
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

std::string label(const OptionText& option) {
  const std::string name =
      option.positional.empty() ? joined(option.names, ", ") : option.positional;
  const bool takes = option.positional.empty() && !option.value.empty();
  return takes ? name + " " + option.value : name;
}

bool same(const OptionText& a, const OptionText& b) {
  return label(a) == label(b) && a.preset == b.preset && a.help == b.help;
}

bool has(const std::vector<OptionText>& options, const OptionText& one) {
  return std::any_of(options.begin(), options.end(),
                     [&](const OptionText& option) { return same(option, one); });
}

bool is_help(const OptionText& option) {
  return std::find(option.names.begin(), option.names.end(), "--help") != option.names.end();
}

/// Returns the options that many commands share, in order of first occurrence.
std::vector<OptionText> shared_options(const CommandText& program) {
  std::vector<OptionText> out;
  for (const CommandText& command : program.subcommands) {
    for (const OptionText& option : command.options) {
      if (has(out, option)) continue;
      const auto takes = [&](const CommandText& other) { return has(other.options, option); };
      const auto count =
          std::count_if(program.subcommands.begin(), program.subcommands.end(), takes);
      if (count >= kShared && option.positional.empty()) out.push_back(option);
    }
  }
  return out;
}

std::vector<OptionText> without(const std::vector<OptionText>& options,
                                const std::vector<OptionText>& others) {
  std::vector<OptionText> out;
  for (const OptionText& option : options) {
    if (!has(others, option) && !is_help(option)) out.push_back(option);
  }
  return out;
}

std::string option_table(const std::vector<OptionText>& options) {
  if (options.empty()) return "";
  std::string out =
      "| argument or option | meaning |\n"
      "|---|---|\n";
  for (const OptionText& option : options) {
    out += fmt::format("| `{}` | {}", entry("`" + label(option)).substr(1), entry(option.help));
    if (!option.preset.empty()) out += fmt::format(" (default: `{}`)", option.preset);
    out += option.required ? " (required) |\n" : " |\n";
  }
  return out + "\n";
}

std::string synopsis(const CommandText& command, const std::string& words) {
  std::string out = words;
  if (!command.subcommands.empty()) out += " COMMAND ...";
  for (const OptionText& option : command.options) {
    const std::string more =
        option.value.size() > 4 && option.value.ends_with(" ...") ? " ..." : "";
    if (!option.positional.empty()) {
      const std::string word = option.positional + more;
      out += option.required ? " " + word : " [" + word + "]";
    }
  }
  for (const OptionText& option : command.options) {
    if (option.positional.empty() && option.required) {
      out += fmt::format(" {} {}", option.names.back(), option.value);
    }
  }
  return block(out + " [OPTIONS]") + "\n";
}

std::string names_of_shared(const CommandText& command, const std::vector<OptionText>& shared) {
  std::vector<std::string> names;
  for (const OptionText& option : shared) {
    if (!is_help(option) && has(command.options, option)) {
      names.push_back("`" + option.names.back() + "`");
    }
  }
  if (names.empty()) return "";
  return "Shared options: " + joined(names, ", ") + ".\n\n";
}

/// Describes a command (certify) whose subcommands have the same names as commands of the program. The text lists the
/// subcommands, and only those of their options that the command with the same name does not have.
std::string family(const CommandText& command, const CommandText& program) {
  std::string out =
      "| command | gives |\n"
      "|---|---|\n";
  std::vector<OptionText> beyond;
  for (const CommandText& sub : command.subcommands) {
    out += fmt::format("| `{} {}` | {} |\n", command.name, sub.name, entry(sub.help));
    for (const CommandText& namesake : program.subcommands) {
      if (namesake.name != sub.name) continue;
      for (const OptionText& option : without(sub.options, namesake.options)) {
        if (!has(beyond, option)) beyond.push_back(option);
      }
    }
  }
  out +=
      "\nEach subcommand accepts the arguments and options of the command with the same name. The "
      "table lists the further options; `--help` of a subcommand shows which of them it accepts.\n"
      "\n" +
      option_table(beyond);
  return out;
}

bool is_command(const CommandText& program, const CommandText& sub) {
  const auto& all = program.subcommands;
  return std::any_of(all.begin(), all.end(),
                     [&](const CommandText& command) { return command.name == sub.name; });
}

/// Describes each subcommand of a command in full. The command, such as `history`, has subcommands that are not named
/// like commands of the program.
std::string own_words(const CommandText& command, const CommandText& program,
                      const std::vector<OptionText>& shared) {
  std::string out;
  for (const CommandText& sub : command.subcommands) {
    const std::string words = command.name + " " + sub.name;
    out += fmt::format("### {}\n\n{}\n\n{}", words, entry(sub.help),
                       synopsis(sub, program.name + " " + words));
    out += option_table(without(sub.options, shared)) + names_of_shared(sub, shared);
    if (!sub.footer.empty()) out += block(sub.footer) + "\n";
  }
  return out;
}

std::string section(const CommandText& command, const CommandText& program,
                    const std::vector<OptionText>& shared) {
  std::string out = fmt::format("## {}\n\n{}\n\n{}", command.name, entry(command.help),
                                synopsis(command, program.name + " " + command.name));
  out += option_table(without(command.options, shared));
  const auto& words = command.subcommands;
  const bool of_commands = std::all_of(
      words.begin(), words.end(), [&](const CommandText& sub) { return is_command(program, sub); });
  if (!words.empty() && of_commands) out += family(command, program);
  out += names_of_shared(command, shared);
  if (!command.footer.empty() && of_commands) out += block(command.footer) + "\n";
  return of_commands ? out : out + own_words(command, program, shared);
}

/// Returns a table of commands for each group, in order of first occurrence.
std::string groups(const CommandText& program) {
  std::vector<std::string> names;
  for (const CommandText& command : program.subcommands) {
    if (std::find(names.begin(), names.end(), command.group) == names.end()) {
      names.push_back(command.group);
    }
  }
  std::string out;
  for (const std::string& name : names) {
    if (!name.empty()) out += fmt::format("### {}\n\n", entry(name));
    out += "| command | gives |\n|---|---|\n";
    for (const CommandText& command : program.subcommands) {
      if (command.group != name) continue;
      out += fmt::format("| [`{}`](#{}) | {} |\n", command.name, command.name, entry(command.help));
    }
    out += "\n";
  }
  return out;
}

}  // namespace

std::string commands_page(const CommandText& program) {
  const std::vector<OptionText> shared = shared_options(program);
  std::string out =
      "# Commands\n"
      "\n"
      "**Reference** for users of the command line.\n"
      "\n"
      "`./dev commands` writes this page from the help texts of the command line; the test\n"
      "`commands_are_current` fails if the page is stale. `--help` of each command prints the same "
      "texts.\n"
      "\n";
  out += groups(program);
  out += "All commands use the same notation for [numbers](numbers.md).\n";
  out += "\n" + block(program.footer) + "\n## Shared options\n\n" + option_table(shared);
  for (const CommandText& command : program.subcommands) out += section(command, program, shared);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace plumbline
