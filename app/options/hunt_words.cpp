#include "app/options/hunt_words.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "verify/hunt/hunt.hpp"
#include "verify/hunt/records/truths.hpp"

namespace plumbline {
namespace {

/// Adds the options of the search and of its goal.
void add_search_words(Command* command, const std::shared_ptr<HuntArguments>& arguments) {
  command->add_option(
      "law", arguments->first,
      "with --goal sampler, before --: the promised law, such as discrete_laplace(b=2)");
  command
      ->add_option("command", arguments->command,
                   "after --: the command of the accountant, which reads one question per line and "
                   "writes one answer per line; or of the sampler, which prints draws")
      ->expected(1, -1);
  command->add_option(
      "--space", arguments->space,
      "TOML file of the settings to try (default: common ones, and ones that broke tools)");
  command->add_flag(
      "--promises", arguments->promises,
      "search for false promises of a library's mechanisms; the file of --space lists the "
      "constructors of the library");
  command->add_flag("--show-space", arguments->show_space, "print the default space and exit");
  command
      ->add_option("--goal", arguments->goal,
                   "violation, looseness, error or slowness; profile: whole distributions that "
                   "break their promise (pessimistic or optimistic) at some epsilon by more than "
                   "rounding; coverage: auditors whose lower bounds on epsilon exceed the truth in "
                   "more than 5 % of synthetic experiments; sampler: samplers whose draws do not "
                   "have the law of the mechanism that is named before --")
      ->capture_default_str();
  command
      ->add_option("--size", arguments->size,
                   "minimum looseness (default 1), relative error (0.01) or seconds (5) of a find")
      ->check(nonnegative_number());
}

/// Adds the options for the size of the search.
void add_counts(Command* command, const std::shared_ptr<HuntArguments>& arguments) {
  command
      ->add_option("--questions", arguments->questions,
                   "maximum number of questions, including those that simplify finds (default: "
                   "2000 without --seconds). The hunt may ask some more: it finishes the "
                   "neighbours of the last setting and simplifies the last find")
      ->check(in_range(1, 1000000000));
  command
      ->add_option("--budget,--seconds", arguments->seconds,
                   "time for the whole hunt, such as 600s or 10m; at most half is spent on "
                   "simplifying finds and, with --out, a tenth on certificates")
      ->check(positive_seconds());
  command->add_option("--finds", arguments->finds, "stop after so many causes")
      ->check(in_range(1, 1000000));
  command->add_option("--jobs", arguments->jobs, "accountants to run at a time")
      ->check(in_range(1, 1024))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "seed: the same seed gives the same finds")
      ->check(in_range(0, 2147483647))
      ->capture_default_str();
  command
      ->add_option("--shrink", arguments->shrink,
                   "maximum number of settings tried to simplify a find")
      ->check(in_range(0, 100000))
      ->capture_default_str();
}

/// Adds the options of --goal sampler.
void add_sampler_words(Command* command, const std::shared_ptr<HuntArguments>& arguments) {
  command
      ->add_option("--draws", arguments->draws,
                   "for a sampler: maximum number of draws (the sampler prints one number per "
                   "line, or JSON arrays of numbers)")
      ->check(in_range(2, 2000000000))
      ->capture_default_str();
  command->add_flag(
      "--binary", arguments->binary,
      "for a sampler: draws are raw little-endian values of 64 bits, integers or doubles");
  command->add_option("--scores", arguments->scores,
                      "for a selection mechanism: the scores of the candidates 0, 1, ..., such as "
                      "0,1,2.5");
  command
      ->add_option("--significand", arguments->significand,
                   "for a sampler of real numbers: significant bits, 53 (doubles) or 24 (floats)")
      ->capture_default_str();
  command->add_flag("--coarse", arguments->coarse,
                    "for a sampler of real numbers: do not test the low bits, the holes near zero "
                    "and repetitions");
}

/// Adds the time limits of the single steps.
void add_time_limits(Command* command, const std::shared_ptr<HuntArguments>& arguments) {
  command->add_option("--shrink-limit", arguments->shrink_limit, "seconds to simplify each find")
      ->check(positive_seconds())
      ->capture_default_str();
  command
      ->add_option("--answer-limit", arguments->answer_limit,
                   "seconds for each answer, at most a quarter of --seconds")
      ->check(positive_seconds())
      ->capture_default_str();
  command
      ->add_option("--start-limit", arguments->start_limit,
                   "seconds for the first answer after a start (default: 120, or a quarter of "
                   "--seconds if that is less)")
      ->check(positive_seconds());
  command
      ->add_option("--oracle-limit", arguments->oracle_limit,
                   "seconds of processor time for each judgement")
      ->check(positive_seconds())
      ->capture_default_str();
}

}  // namespace

Command* add_hunt_words(Command& app, const std::shared_ptr<HuntArguments>& arguments) {
  Command* command =
      app.add_subcommand("hunt", "search for settings at which an accountant is wrong");
  add_search_words(command, arguments);
  add_counts(command, arguments);
  add_time_limits(command, arguments);
  add_sampler_words(command, arguments);
  command->add_option("--name", arguments->name, "name of the accountant, in claims")
      ->capture_default_str();
  command->add_option("--out", arguments->out,
                      "folder for finds.jsonl, hunt.html, truths.json (certificates) and "
                      "answers.jsonl; a hunt continues from its folder");
  add_format_options(*command, arguments->format, "cause");
  command->footer(
      "Example: plumbline hunt --seconds 300 --out hunted -- python3 my_accountant.py\n"
      "         plumbline hunt --goal profile -- python3 my_accountant.py\n"
      "         plumbline hunt --goal sampler 'discrete_laplace(b=2)' -- python3 sampler.py\n"
      "Exit codes: 0 nothing found, 1 something found, 2 nothing was judged, 130 interrupted.");
  return command;
}

}  // namespace plumbline
