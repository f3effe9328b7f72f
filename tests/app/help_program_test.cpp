/// Help: groups, first screen, topics, examples.
#include <set>

#include "app/help/guide.hpp"
#include "app/help/topics.hpp"
#include "app/program.hpp"
#include "tests/app/run_program.hpp"

using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;

TEST_CASE("help: every command stands in one group", "[cli][help]") {
  std::set<std::string> guided, commands;
  for (const Guide& guide : guides()) {
    CAPTURE(guide.command);
    CHECK(guided.insert(guide.command).second);
    CHECK_FALSE(guide.group.empty());
  }
  for (const CommandText& command : program_text().subcommands) {
    commands.insert(command.name);
    CHECK_FALSE(command.group.empty());
  }
  CHECK(guided == commands);
}

TEST_CASE("help: the first screen is what people come for", "[cli][help]") {
  const Run help = run("--help");
  CHECK(help.code == 0);
  const std::string screen = help.out.substr(0, help.out.find("\nOptions:"));
  CHECK(std::count(screen.begin(), screen.end(), '\n') <= 24);
  for (const char* words :
       {"Start here", "plumbline dpsgd --sigma", "plumbline dpsgd --epsilon", "plumbline claims",
        "plumbline audit trials", "plumbline check", "plumbline help TOPIC"}) {
    CAPTURE(words);
    CHECK(screen.find(words) != std::string::npos);
  }
  CHECK(run("help").out == help.out);
}

TEST_CASE("help: topics, commands, and what is neither", "[cli][help]") {
  for (const HelpTopic& topic : help_topics()) {
    CAPTURE(topic.name);
    const Run told = run("help " + topic.name);
    CHECK(told.code == 0);
    CHECK(told.out == topic.text());
    CHECK(told.out.size() > 200);
  }
  CHECK(run("help delta").out == run("delta --help").out);
  CHECK(run("help audit trials").out == run("audit trials --help").out);
  const Run wrong = run("help nmubers");
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("did you mean 'numbers'?") != std::string::npos);
}

TEST_CASE("help: commands that are near each other say which to take", "[cli][help]") {
  for (const char* command : {"tpr", "power", "tradeoff", "tradeoff-inverse", "advantage", "tv",
                              "verify", "check", "judge", "claims"}) {
    CAPTURE(command);
    CHECK(run(std::string(command) + " --help").out.find("Which one: ") != std::string::npos);
  }
  for (const char* command : {"delta", "epsilon"}) {
    CHECK(run(std::string(command) + " --help").out.find(":log") != std::string::npos);
  }
}

TEST_CASE("help: the examples of all guides run", "[cli][help][slow]") {
  const std::set<std::string> of_files = {"claims", "certify", "batch", "statement"};
  for (const Guide& guide : guides()) {
    if (of_files.count(guide.command) > 0) continue;
    for (const Example& example : guide.examples) {
      CAPTURE(example.command);
      const Run told = run(example.command);
      CAPTURE(told.err);
      CHECK((told.code == 0 || (guide.command == "judge" && told.code == 1)));
    }
  }
}
