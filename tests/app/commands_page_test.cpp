#include "app/commands_page.hpp"

#include "tests/support.hpp"

using namespace plumbline;

namespace {

OptionText named(const std::string& name, const std::string& value, const std::string& help) {
  OptionText out;
  out.names = {name};
  out.value = value;
  out.help = help;
  return out;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("commands page: a row and a section for each command, shared options once", "[cli]") {
  CommandText program;
  program.name = "plumbline";
  program.footer = "Exit codes: 0 success";
  for (int i = 0; i < 9; ++i) {
    CommandText command;
    command.name = "command" + std::to_string(i);
    command.help = "f^-1 where a* <= b|c";
    command.options = {named("--help", "", "this"), named("--digits", "INT", "how many")};
    program.subcommands.push_back(command);
  }
  OptionText positional;
  positional.positional = "mechanism";
  positional.value = "TEXT";
  positional.required = true;
  OptionText epsilon = named("--epsilon", "TEXT ...", "numbers");
  epsilon.required = true;
  program.subcommands[3].options.push_back(positional);
  program.subcommands[3].options.push_back(epsilon);

  const std::string page = commands_page(program);
  CHECK(contains(page, "| [`command8`](#command8) | f^-1 where a\\* \\<= b\\|c |\n"));
  CHECK(contains(page, "## command8\n"));
  CHECK(contains(page, "    plumbline command3 mechanism --epsilon TEXT ... [OPTIONS]\n"));
  CHECK(contains(page, "| `--epsilon TEXT ...` | numbers (required) |\n"));
  CHECK(contains(page, "    Exit codes: 0 success\n"));
  const std::string shared = "| `--digits INT` | how many |\n";
  REQUIRE(contains(page, shared));
  CHECK(page.find(shared) == page.rfind(shared));
  CHECK_FALSE(contains(page, "--help INT"));
  CHECK(page.back() == '\n');
}

TEST_CASE("commands page: a family lists its words and what they take beyond their namesakes",
          "[cli]") {
  CommandText program, delta, certify;
  program.name = "plumbline";
  delta.name = "delta";
  delta.options = {named("--digits", "INT", "how many")};
  certify.name = "certify";
  certify.subcommands = {delta};
  certify.subcommands[0].options.push_back(named("--output", "TEXT", "a file"));
  program.subcommands = {delta, certify};

  const std::string page = commands_page(program);
  CHECK(contains(page, "| `certify delta` |"));
  CHECK(contains(page,
                 "of a subcommand shows which of them it accepts.\n\n"
                 "| argument or option | meaning |\n|---|---|\n| `--output TEXT` | a file |\n"));
}

TEST_CASE("commands page: words that are no commands themselves are spelt out", "[cli]") {
  CommandText program, history, add;
  program.name = "plumbline";
  history.name = "history";
  add.name = "add";
  add.footer = "Example: plumbline history add x";
  add.options.push_back(named("--commit", "TEXT", "of the sources"));
  history.subcommands = {add};
  program.subcommands = {history};
  const std::string page = commands_page(program);
  CHECK(contains(page, "### history add\n"));
  CHECK(contains(page, "    plumbline history add [OPTIONS]\n"));
  CHECK(contains(page, "| `--commit TEXT` | of the sources |\n"));
  CHECK(contains(page, "    Example: plumbline history add x\n"));
}
