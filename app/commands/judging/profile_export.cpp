#include "app/commands/judging/profile_export.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/options/common_options.hpp"
#include "app/running/watch.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/mechanisms/exchange.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/quantities/comparison/profile_export.hpp"
#include "verify/base/text/text_file.hpp"
#include "verify/profiles/distribution_writer.hpp"

namespace plumbline {
namespace {

constexpr int kExportDigits = 20;

struct ExportArguments {
  std::string mechanism, grid = "1e-3", side = "pessimistic", format = "dp_accounting", file = "-";
  std::string tail = "1e-20", reserve = "0", span = "0";
  CommonOptions common;
};

const TextLayout kExportText = {
    {"profile_export",
     "{side} distribution of {mechanism}, {direction}\n"
     "  {losses} losses from {first} to {last} in steps of {grid}, infinite loss {infinite}\n"
     "  written to {file} for {for}\n"}};

ProfileSide side_of(const ExportArguments& arguments) {
  return arguments.side == "optimistic" ? ProfileSide::optimistic : ProfileSide::pessimistic;
}

/// Returns the grid step rounded to the nearest double; for prv_accountant, to a double of 24 bits.
Rational step_of(const ExportArguments& arguments) {
  const Rational written = Rational::parse(arguments.grid);
  const Rational step = Rational::from_binary64(written.approximate());
  return arguments.format == "prv_accountant" ? short_step(step) : step;
}

bool one_for_both(const Composition& composition) {
  const std::vector<Factor>& steps = composition.factors();
  return std::all_of(steps.begin(), steps.end(),
                     [](const Factor& f) { return exchanges_outputs(f.mechanism); });
}

/// Returns the exported distributions. The formats dp_accounting and riskcal have one distribution for each
/// direction; the other formats have a single one.
ExportedPair exported_pair(PrivacyProfile& profile, const ExportArguments& arguments,
                           const Effort& effort) {
  const ExportRequest request{side_of(arguments), step_of(arguments),
                              Rational::parse(arguments.tail), Rational::parse(arguments.reserve)};
  const bool two = arguments.format == "dp_accounting" || arguments.format == "riskcal";
  if (profile.direction() != Direction::worst || !two) {
    return {export_profile(profile, request, effort), {}, true};
  }
  PrivacyProfile forward = profile.in(Direction::forward);
  ExportedPair out{export_profile(forward, request, effort)};
  if (!one_for_both(profile.composition())) {
    PrivacyProfile reverse = profile.in(Direction::reverse);
    out.add = export_profile(reverse, request, effort);
  }
  return out;
}

std::string exported_text(const ExportedPair& pair, const ExportArguments& arguments) {
  const ProfileSide side = side_of(arguments);
  if (arguments.format == "riskcal") return riskcal_text(pair, side);
  if (arguments.format == "message") return message_text(pair.remove);
  if (arguments.format == "csv") return csv_text(pair.remove, side);
  if (arguments.format == "prv_accountant") {
    return prv_text(pair.remove, side, Rational::parse(arguments.span));
  }
  return dp_accounting_text(pair, side);
}

AnswerRecord export_record(const ExportedPair& pair, const ExportArguments& arguments,
                           const PrivacyProfile& profile, double seconds) {
  const GridMasses& grid = pair.remove;
  return AnswerBuilder("profile_export")
      .add("mechanism", profile.composition().expression())
      .add("direction", direction_name(profile.direction()))
      .add("side", arguments.side)
      .add("for", arguments.format)
      .add("file", arguments.file)
      .add("grid", significant_text(grid.step.approximate(), 17))
      .add("losses", static_cast<long>(grid.masses.size()))
      .add("first", significant_text(grid.loss(0).approximate(), 6))
      .add("last", significant_text(grid.loss(grid.masses.size() - 1).approximate(), 6))
      .add("infinite", significant_text(grid.infinite, 3))
      .add("engine", profile.engine_name())
      .add("seconds", seconds)
      .reached(true)
      .wrong(false);
}

int run_profile_export(const ExportArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kExportText);
  const bool to_file = arguments.file != "-";
  if (to_file) check_output_file(arguments.file);
  PrivacyProfile profile(Composition::parse(arguments.mechanism), direction_of(common.direction),
                         common.engine);
  Watch watch(common, true);
  const Stopwatch clock;
  const ExportedPair pair = [&] {
    const Watch::Work work(watch, "the distribution", [] { return 3; });
    Effort effort = watch.effort();
    effort.digits = kExportDigits;
    return exported_pair(profile, arguments, effort);
  }();
  const std::string text = exported_text(pair, arguments);
  if (!to_file) {
    fmt::print("{}", text);
    return 0;
  }
  write_text_file(arguments.file, text);
  answers.give(export_record(pair, arguments, profile, clock.seconds()));
  if (common.explain) fmt::print(stderr, "{}\n", profile.explain());
  return answers.finish();
}

void add_export_options(Command& command, ExportArguments& arguments) {
  command.add_option("mechanism", arguments.mechanism, "mechanism expression")->required();
  command.add_option("--grid", arguments.grid, "step of the losses, read as a double")
      ->capture_default_str();
  command.add_option("--side", arguments.side, "what the distribution promises")
      ->check(one_of({"pessimistic", "optimistic"}))
      ->capture_default_str();
  command
      .add_option("--for", arguments.format,
                  "format: that of dp_accounting, prv_accountant or riskcal; message (protocol "
                  "buffer); or csv")
      ->check(one_of({"dp_accounting", "prv_accountant", "riskcal", "message", "csv"}))
      ->capture_default_str();
  command.add_option("-o,--out", arguments.file, "the file; - is standard output")
      ->capture_default_str();
  command.add_option("--tail", arguments.tail, "maximum delta beyond the last loss")
      ->capture_default_str();
  command
      .add_option("--reserve", arguments.reserve,
                  "added to the mass of infinite loss, to cover rounding errors when the other "
                  "library composes")
      ->capture_default_str();
  command
      .add_option("--span", arguments.span,
                  "for prv_accountant: extend the grid of losses to [-span, span], the range in "
                  "which it composes")
      ->capture_default_str();
  add_common_options(command, arguments.common, true);
}

}  // namespace

void add_profile_export(Command& profile, int& exit_code) {
  const auto arguments = std::make_shared<ExportArguments>();
  Command* command = profile.add_subcommand(
      "export", "write a certified distribution that another accountant loads");
  add_export_options(*command, *arguments);
  command->footer(
      "Example: plumbline profile export 'subsampled_gaussian(sigma=1,p=0.01)' --grid 1e-3 "
      "-o pld.json\n"
      "Exit codes: 0 written, 2 bad input, 3 time ran out.");
  command->callback([arguments, &exit_code] { exit_code = run_profile_export(*arguments); });
}

}  // namespace plumbline
