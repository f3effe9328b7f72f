#include "app/pages.hpp"

#include <fmt/format.h>

#include <functional>
#include <vector>

namespace plumbline {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// Escapes text for troff, so that dashes remain dashes and no line is parsed as a request.
std::string roff(const std::string& text) {
  std::string out = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  out = replaced(out, "'", "\\(aq");
  return replaced(out.empty() || out[0] != '.' ? out : "\\&" + out, "\n.", "\n\\&.");
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

/// Escapes text for single quotes of a shell.
std::string single(const std::string& text) { return replaced(text, "'", "'\\''"); }

std::string option_entry(const OptionText& option) {
  const std::string names =
      option.positional.empty() ? joined(option.names, ", ") : option.positional;
  std::string out = fmt::format(".TP\n\\fB{}\\fR", roff(names));
  if (option.positional.empty() && !option.value.empty()) {
    out += fmt::format(" \\fI{}\\fR", roff(option.value));
  }
  out += "\n" + roff(option.help);
  if (!option.preset.empty()) out += fmt::format(" (default: {})", roff(option.preset));
  if (option.required) out += " (required)";
  return out + "\n";
}

std::string options_section(const CommandText& command) {
  std::string positional, named;
  for (const OptionText& option : command.options) {
    (option.positional.empty() ? named : positional) += option_entry(option);
  }
  std::string out;
  if (!positional.empty()) out += ".SH ARGUMENTS\n" + positional;
  if (!named.empty()) out += ".SH OPTIONS\n" + named;
  return out;
}

std::string usage(const CommandText& command, const std::string& words) {
  std::string out = fmt::format(".B {}\n", roff(words));
  if (!command.subcommands.empty()) out += ".I COMMAND\n";
  out += "[\\fIOPTIONS\\fR]\n";
  for (const OptionText& option : command.options) {
    if (!option.positional.empty()) out += fmt::format(".I {}\n", roff(option.positional));
  }
  return out;
}

/// Adds the pages of a command and its subcommands. `words` is the command as typed, "plumbline certify delta"; the
/// name of the page has dashes instead of blanks.
void add_pages(const CommandText& command, const std::string& words, const std::string& version,
               std::map<std::string, std::string>* pages) {
  const std::string name = replaced(words, " ", "-");
  std::string page = fmt::format(".TH {} 1 \"\" \"plumbline {}\" \"User Commands\"\n",
                                 replaced(name, "_", "\\_"), version);
  page += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}", roff(name), roff(command.help),
                      usage(command, words));
  page += options_section(command);
  if (!command.subcommands.empty()) page += ".SH COMMANDS\n";
  for (const CommandText& sub : command.subcommands) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(sub.name), roff(sub.help));
  }
  if (!command.footer.empty()) page += ".SH NOTES\n.nf\n" + roff(command.footer) + "\n.fi\n";
  if (words != "plumbline") page += ".SH SEE ALSO\n.BR plumbline (1)\n";
  (*pages)[name + ".1"] = page;
  for (const CommandText& sub : command.subcommands) {
    add_pages(sub, words + " " + sub.name, version, pages);
  }
}

std::vector<std::string> option_names(const CommandText& command) {
  std::vector<std::string> out;
  for (const OptionText& option : command.options) {
    out.insert(out.end(), option.names.begin(), option.names.end());
  }
  return out;
}

/// Returns all tokens that may follow a command: subcommands, options, and values if there are few.
std::vector<std::string> words_after(const CommandText& command) {
  std::vector<std::string> out = option_names(command);
  for (const CommandText& sub : command.subcommands) out.push_back(sub.name);
  for (const OptionText& option : command.options) {
    out.insert(out.end(), option.members.begin(), option.members.end());
  }
  return out;
}

void each_command(const CommandText& command, const std::string& path,
                  const std::function<void(const CommandText&, const std::string&)>& visit) {
  visit(command, path);
  for (const CommandText& sub : command.subcommands) {
    each_command(sub, path.empty() ? sub.name : path + " " + sub.name, visit);
  }
}

}  // namespace

std::map<std::string, std::string> manual_pages(const CommandText& program,
                                                const std::string& version) {
  std::map<std::string, std::string> pages;
  add_pages(program, program.name, version, &pages);
  return pages;
}

std::string bash_completion(const CommandText& program) {
  std::string cases, patterns;
  each_command(program, "", [&](const CommandText& command, const std::string& path) {
    cases += fmt::format("    '{}') words='{}' ;;\n", single(path),
                         single(joined(words_after(command), " ")));
    if (!path.empty()) patterns += (patterns.empty() ? "'" : " | '") + single(path) + "'";
  });
  return fmt::format(
      R"(# Completion of plumbline's command line for bash, written by the program's own description.
_plumbline() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} path='' words='' word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "${{path:+$path }}$word" in
      {}) path=${{path:+$path }}$word ;;
    esac
  done
  case "$path" in
{}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  [ ${{#COMPREPLY[@]}} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$current")
}}
complete -o filenames -F _plumbline plumbline
)",
      patterns, cases);
}

std::string zsh_completion(const CommandText& program) {
  std::string cases;
  each_command(program, "", [&](const CommandText& command, const std::string& path) {
    std::string words;
    for (const CommandText& sub : command.subcommands) {
      words += fmt::format(" '{}:{}'", sub.name, single(replaced(sub.help, ":", "\\:")));
    }
    for (const OptionText& option : command.options) {
      for (const std::string& name : option.names) {
        words += fmt::format(" '{}:{}'", name, single(replaced(option.help, ":", "\\:")));
      }
      for (const std::string& member : option.members) words += fmt::format(" '{}'", member);
    }
    cases += fmt::format("    '{}') words=({} ) ;;\n", single(path), words);
  });
  std::string patterns;
  each_command(program, "", [&](const CommandText&, const std::string& path) {
    if (!path.empty()) patterns += (patterns.empty() ? "'" : " | '") + single(path) + "'";
  });
  return fmt::format(R"(#compdef plumbline
# Completion of plumbline's command line for zsh, written by the program's own description.
local found='' word
local -a words_here words
words_here=("${{words[@]:1:$((CURRENT-2))}}")
for word in "${{words_here[@]}}"; do
  case "${{found:+$found }}$word" in
    {}) found="${{found:+$found }}$word" ;;
  esac
done
() {{
  local -a words
  case "$found" in
{}  esac
  _describe 'plumbline' words
}}
_files
)",
                     patterns, cases);
}

std::string fish_completion(const CommandText& program) {
  std::string out =
      "# Completion of plumbline's command line for fish, written by the program's own "
      "description.\n";
  each_command(program, "", [&](const CommandText& command, const std::string& path) {
    std::string here = "__fish_use_subcommand";
    if (!path.empty()) {
      const std::string words = "__fish_seen_subcommand_from ";
      here = words + replaced(path, " ", "; and " + words);
    }
    const std::string start = fmt::format("complete -c plumbline -n '{}'", here);
    for (const CommandText& sub : command.subcommands) {
      out += fmt::format("{} -a '{}' -d '{}'\n", start, sub.name,
                         replaced(replaced(sub.help, "\\", "\\\\"), "'", "\\'"));
    }
    for (const OptionText& option : command.options) {
      std::string names;
      for (const std::string& name : option.names) {
        names += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      const std::string members = joined(option.members, " ");
      if (names.empty() && members.empty()) continue;
      out += start + names;
      if (!members.empty()) out += fmt::format(" -a '{}'", members);
      if (!option.value.empty() && !names.empty()) out += " -r";
      out += fmt::format(" -d '{}'\n", replaced(replaced(option.help, "\\", "\\\\"), "'", "\\'"));
    }
  });
  return out;
}

}  // namespace plumbline
