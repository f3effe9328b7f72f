#include "app/program.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/answers/error_output.hpp"
#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/judging/hunt_command.hpp"
#include "app/commands/judging/profile_command.hpp"
#include "app/help/guide.hpp"
#include "app/options/bad_command_line.hpp"
#include "app/options/files/expression_file.hpp"
#include "app/running/delivered.hpp"
#include "app/running/reports.hpp"
#include "app/running/values.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/floating_point.hpp"
#include "reference/arithmetic/running/versions.hpp"
#include "reference/mechanisms/loss_measure.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/base/text/shell_word.hpp"

namespace plumbline {
namespace {

int refuse(const std::string& what) {
  print_error(std::make_exception_ptr(std::invalid_argument(what)));
  return kBadInput;
}

/// Prints the current exception.
int refuse_current() {
  print_error(std::current_exception());
  return kBadInput;
}

int contradiction(const Contradiction& e, int argc, char** argv) {
  if (errors_are_records()) {
    print_error(std::current_exception());
    return kContradiction;
  }
  fmt::print(
      stderr,
      "plumbline: contradiction: {}\n"
      "A bound is false: nothing that this command printed is certified. Please report it:\n "
      " plumbline",
      e.what());
  for (int i = 1; i < argc; ++i) fmt::print(stderr, " {}", shell_word(argv[i]));
  fmt::print(stderr, "\n");
  return kContradiction;
}

Program program() {
  return {"plumbline",
          "Certified values for differential-privacy accounting, and judgements by them.",
          std::string("plumbline ") + program_version()};
}

/// A function that adds commands, and the names of these commands if they are few. The names are only used to save time
/// (add_commands).
struct Adder {
  void (*add)(Command&, int&);
  std::vector<std::string> names{};
};

/// Returns the adders in the order of the help.
const std::vector<Adder>& adders() {
  static const std::vector<Adder> all = {
      {add_quantity_commands},
      {add_tpr_command, {"tpr"}},
      {add_dpsgd_command, {"dpsgd"}},
      {add_federated_command, {"federated"}},
      {add_divergence_command, {"divergence"}},
      {add_gdp_command, {"gdp"}},
      {add_selection_command, {"selection"}},
      {add_bounded_range_command, {"bounded-range"}},
      {add_calibrate_command, {"calibrate"}},
      {add_convert_command, {"convert"}},
      {add_batch_command, {"batch"}},
      {add_moments_commands, {"moments", "renyi"}},
      {add_berry_esseen_command, {"theorem3"}},
      {add_compare_command, {"compare", "rero-bound"}},
      {add_compose_tv_command, {"compose-tv"}},
      {add_channel_command, {"channel"}},
      {add_sensitivity_command, {"sensitivity"}},
      {add_amplification_command, {"amplification"}},
      {add_tv_papers_commands, {"tv-limit", "noisy-sgd"}},
      {add_judge_command, {"judge"}},
      {add_profile_command, {"profile"}},
      {add_verify_command, {"verify"}},
      {add_merge_command, {"merge"}},
      {add_claims_command, {"claims"}},
      {add_deployment_command, {"deployment"}},
      {add_report_commands, {"report"}},
      {add_history_command, {"history"}},
      {add_site_command, {"site"}},
      {add_hunt_command, {"hunt"}},
      {add_figure_command, {"figure"}},
      {add_plot_command, {"plot"}},
      {add_list_command, {"list"}},
      {add_advisories_command, {"advisories"}},
      {add_certificate_commands, {"certify", "check", "bundle", "dossier", "audit"}},
      {add_statement_command, {"statement"}},
  };
  return all;
}

/// Returns the adders, those of the wanted command first.
std::vector<Adder> adders_for(const std::string& wanted) {
  std::vector<Adder> out = adders();
  std::stable_partition(out.begin(), out.end(), [&](const Adder& one) {
    return std::find(one.names.begin(), one.names.end(), wanted) != one.names.end();
  });
  return out;
}

/// Adds commands until the wanted one is present, which saves milliseconds. Adds all commands if none has this name.
void add_commands(Program& program, int& exit_code, const std::string& wanted) {
  Command& app = program.command();
  app.footer(
      "Exit codes: 0 success, 1 a judged value is wrong, 2 bad input, 3 precision or time limit "
      "not met,\n"
      "4 two enclosures of one number contradict each other (a defect of the program).");
  app.require_subcommand(1);
  const auto guide = std::find_if(guides().begin(), guides().end(),
                                  [&](const Guide& one) { return one.command == wanted; });
  for (const Adder& one : adders_for(wanted)) {
    one.add(app, exit_code);
    if (guide == guides().end() || !program.help({wanted})) continue;
    return program.guide({*guide}, first_screen());
  }
  add_help_command(program, exit_code);
  program.guide(guides(), first_screen());
}

/// Returns the exit code of a completed command: output that could not be delivered is a failure.
int delivered(int exit_code) {
  if (is_output_delivered() || exit_code == kContradiction) return exit_code;
  return refuse("standard output cannot be written: the disk is full or the stream is closed");
}

/// Prints the current exception; if the invalid expression is the name of a file, prints that `@` is missing.
int refuse_input(const std::string& message, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (message.find("in '" + std::string(argv[i]) + "'") == std::string::npos) continue;
    if (const auto hint = hint_of_file(argv[i])) return refuse(*hint);
  }
  return refuse_current();
}

/// Runs the command that the arguments name, prints errors, and returns the exit code.
int run_words(Program& words, const int& exit_code, int argc, char** argv) {
  try {
    const std::vector<std::string> written = protect_negative_numbers(argc, argv);
    words.run(with_expressions_read(written, [&words, &written](const std::string& option) {
      return words.has_value(written, option);
    }));
  } catch (const BadCommandLine& e) {
    return refuse(errors_are_records() ? e.problem : e.what());
  } catch (const BadWords& e) {
    return refuse(e.what());
  } catch (const std::invalid_argument& e) {
    return refuse_input(e.what(), argc, argv);
  } catch (const Contradiction& e) {
    return contradiction(e, argc, argv);
  } catch (const Interrupted&) {
    print_out_of_time();
    return kNotReached;
  } catch (const std::bad_alloc&) {
    return refuse("out of memory; request fewer digits or values");
  } catch (const std::exception& e) {
    if (!is_output_delivered()) return exit_code;  // delivered() reports this failure
    return refuse(std::string("this question is beyond the program: ") + e.what());
  }
  return exit_code;
}

}  // namespace

int run_program(int argc, char** argv) try {
  const FloatingPointScope standard;
  std::vector<char*> left = without_error_format(argc, argv);
  argc = static_cast<int>(left.size()) - 1;
  argv = left.data();
  Program words = program();
  int exit_code = 0;
  const std::string first = argc > 1 ? argv[1] : "";
  const bool version = argc == 2 && first == "--version";  // then no command is needed
  if (!version) add_commands(words, exit_code, first);
  return delivered(run_words(words, exit_code, argc, argv));
} catch (const std::runtime_error& e) {
  return refuse(e.what());
}

CommandText program_text() {
  Program words = program();
  int exit_code = 0;
  add_commands(words, exit_code, "");
  return words.command().text();
}

}  // namespace plumbline
