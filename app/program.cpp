#include "app/program.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/judging/hunt_command.hpp"
#include "app/help/guide.hpp"
#include "app/options/files/expression_file.hpp"
#include "app/running/delivered.hpp"
#include "app/running/reports.hpp"
#include "app/running/values.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/loss_measure.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/base/text/shell_word.hpp"

namespace plumbline {
namespace {

int refuse(const std::string& what) {
  fmt::print(stderr, "plumbline: {}\n", one_line(what));
  return kBadInput;
}

int contradiction(const Contradiction& e, int argc, char** argv) {
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
          "plumbline " PLUMBLINE_VERSION};
}

constexpr void (*kAdders[])(Command&, int&) = {
    add_quantity_commands,     add_tpr_command,          add_dpsgd_command,
    add_divergence_command,    add_gdp_command,          add_selection_command,
    add_bounded_range_command, add_calibrate_command,    add_batch_command,
    add_moments_commands,      add_berry_esseen_command, add_compare_command,
    add_compose_tv_command,    add_channel_command,      add_sensitivity_command,
    add_amplification_command, add_tv_papers_commands,   add_judge_command,
    add_verify_command,        add_merge_command,        add_claims_command,
    add_report_commands,       add_history_command,      add_site_command,
    add_hunt_command,          add_figure_command,       add_plot_command,
    add_list_command,          add_certificate_commands, add_statement_command,
};

/// Commands are added until the one wanted is there, which saves milliseconds; all where none is.
void add_commands(Program& program, int& exit_code, const std::string& wanted) {
  Command& app = program.command();
  app.footer(
      "Exit codes: 0 all as asked, 1 a judged value is wrong, 2 bad input, 3 not reached,\n"
      "4 two enclosures of one number contradict each other (a defect of the program).");
  app.require_subcommand(1);
  const auto guide = std::find_if(guides().begin(), guides().end(),
                                  [&](const Guide& one) { return one.command == wanted; });
  for (const auto add : kAdders) {
    add(app, exit_code);
    if (guide == guides().end() || !program.help({wanted})) continue;
    return program.guide({*guide}, first_screen());
  }
  add_help_command(program, exit_code);
  program.guide(guides(), first_screen());
}

/// Of a command that came to its end: nothing counts that nobody could read.
int delivered(int exit_code) {
  if (is_output_delivered() || exit_code == kContradiction) return exit_code;
  return refuse("standard output cannot be written: the disk is full or the stream is closed");
}

/// The exit code.
int run_words(Program& words, const int& exit_code, int argc, char** argv) {
  try {
    words.run(with_expressions_read(protect_negative_numbers(argc, argv)));
  } catch (const BadWords& e) {
    return refuse(e.what());
  } catch (const std::invalid_argument& e) {
    return refuse(e.what());
  } catch (const Contradiction& e) {
    return contradiction(e, argc, argv);
  } catch (const Interrupted&) {
    fmt::print(stderr, "plumbline: time ran out; allow more with --timeout, or ask for less\n");
    return kNotReached;
  } catch (const std::bad_alloc&) {
    return refuse("out of memory; ask for fewer digits or values");
  } catch (const std::exception& e) {
    if (!is_output_delivered()) return exit_code;  // said when all is done
    return refuse(std::string("this question is beyond the program: ") + e.what());
  }
  return exit_code;
}

}  // namespace

int run_program(int argc, char** argv) {
  Program words = program();
  int exit_code = 0;
  add_commands(words, exit_code, argc > 1 ? argv[1] : "");
  return delivered(run_words(words, exit_code, argc, argv));
}

CommandText program_text() {
  Program words = program();
  int exit_code = 0;
  add_commands(words, exit_code, "");
  return words.command().text();
}

}  // namespace plumbline
