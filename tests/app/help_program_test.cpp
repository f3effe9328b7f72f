/// Help: groups, first screen, topics, examples.
#include <set>
#include <sstream>

#include "app/help/guide.hpp"
#include "app/help/topics.hpp"
#include "app/options/wrapped_help.hpp"
#include "app/program.hpp"
#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"

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

TEST_CASE("help: the program and every command fit 80 columns", "[cli][help]") {
  const auto fits = [](const std::string& words) {
    std::istringstream lines(run(words).out);
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(words, line);
      CHECK(line.size() <= 80);
    }
  };
  fits("--help");
  for (const CommandText& command : program_text().subcommands) {
    fits(command.name + " --help");
    for (const CommandText& sub : command.subcommands)
      fits(command.name + " " + sub.name + " --help");
  }
}

TEST_CASE("help: wrapped commands can be copied", "[cli][help]") {
  const std::string command =
      "  plumbline delta 'subsampled_gaussian(sigma=1, p=0.01)^10000 * laplace(b=20)' "
      "--epsilon 1.5 --direction forward --digits 25";
  const std::string out = wrapped_help("Example:\n" + command + "\n");
  CHECK(out.find(" \\\n    --epsilon") != std::string::npos);
  std::string joined;
  for (size_t i = 0; i < out.size(); ++i) {
    const bool broken = out.compare(i, 7, " \\\n    ") == 0;
    joined += broken ? ' ' : out[i];
    i += broken ? 6 : 0;
  }
  CHECK(joined == "Example:\n" + command + "\n");
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
  const std::set<std::string> of_files = {"claims",    "certify", "batch",
                                          "statement", "profile", "deployment"};
  // The exit code is 1 if the answer reports a defect.
  const std::set<std::string> finds = {"judge", "advisories"};
  // Runs in a separate folder that contains the input files.
  const plumbline::testing::Folder folder;
  folder.write("log.csv", "sigma,p,steps\n1.1,0.01,100\n1.3,0.02,50\n");
  folder.write("history.json", R"_({"history": [[1.1, 0.01, 100]], "mechanism": "rdp"})_");
  folder.write("statement.txt",
               "DP-SGD performed over 60000 examples with 256 examples per iteration, noise "
               "multiplier 1.1\nfor 60 epochs without microbatching\n");
  folder.write("event.txt", "GaussianDpEvent(noise_multiplier=1.5)\n");
  for (const Guide& guide : guides()) {
    if (of_files.count(guide.command) > 0) continue;
    for (const Example& example : guide.examples) {
      CAPTURE(example.command);
      const Run told = plumbline::testing::run_in(folder.path().string(), example.command, 600);
      CAPTURE(told.err);
      CHECK((told.code == 0 || (finds.contains(guide.command) && told.code == 1)));
    }
  }
}
