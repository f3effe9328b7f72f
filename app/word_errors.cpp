#include "app/word_errors.hpp"

#include <vector>

namespace plumbline {
namespace {

/// The command that the words name, and how it is called.
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

/// The `Example: ...` of its help, or nothing.
std::string example_of(const CLI::App& command) {
  const std::string footer = command.get_footer(), start = "Example: ";
  if (footer.rfind(start, 0) != 0) return "";
  return footer.substr(start.size(), footer.find('\n') - start.size());
}

/// The first word that nobody expects, as it was written; empty if there is none.
std::string stray_word(const CLI::App& program) {
  const std::vector<std::string> words = program.remaining(true);
  if (words.empty()) return "";
  const size_t start = words.front().find_first_not_of(' ');  // protected negative numbers
  return start == std::string::npos ? words.front() : words.front().substr(start);
}

std::string missing_command(const CLI::App& program, const Named& named) {
  const std::string word = stray_word(program);
  if (word.empty()) return "which command? `" + named.call + " --help` lists them";
  const char* what = word.front() == '-' ? "option" : "command";
  return std::string("unknown ") + what + " '" + word + "'; `" + named.call +
         " --help` lists what there is";
}

std::string missing_word(const CLI::App& program, const Named& named, const std::string& text) {
  const std::string required = " is required";
  if (text == "A subcommand" + required) return missing_command(program, named);
  if (!ends_with(text, required)) return text;
  const std::string example = example_of(*named.command);
  return text.substr(0, text.size() - required.size()) + " is missing" +
         (example.empty() ? "" : "; for example: " + example);
}

std::string stray_text(const std::string& word) {
  if (!word.empty() && word.front() == '-') return "unknown option '" + word + "'";
  return "'" + word + "' is one word too many";
}

}  // namespace

std::string complaint_about(const CLI::App& program, const CLI::ParseError& error) {
  const Named named = named_command(program);
  std::string text = error.what();
  const auto is = [&error](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  if (is(CLI::ExitCodes::RequiredError)) {
    text = missing_word(program, named, text);
  } else if (const std::string stray = stray_word(program);
             is(CLI::ExitCodes::ExtrasError) && !stray.empty()) {
    text = stray_text(stray);
  } else if (is(CLI::ExitCodes::ArgumentMismatch) && ends_with(text, " missing")) {
    text = text.substr(0, text.find(':')) + " needs a value";
  } else if (const std::string start = "Could not convert: "; text.rfind(start, 0) == 0) {
    text = text.substr(start.size()) + " is no value of that option";
  } else if (text.rfind(": ", 0) == 0) {  // an option that no help names
    text = text.substr(2);
  }
  return text + " (see: " + named.call + " --help)";
}

}  // namespace plumbline
