#include "app/commands/judging/profile_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "app/answers/writer.hpp"
#include "app/commands/judging/profile_export.hpp"
#include "app/options/common_options.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/quantities/comparison/whole_curve.hpp"
#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "verify/profiles/distribution_file.hpp"
#include "verify/profiles/distribution_parts.hpp"

namespace plumbline {
namespace {

constexpr int kFirstPlaceDigits = 18;
constexpr int kShownDigits = 6;
constexpr int kLossDigits = 15;
constexpr int kMassDigits = 17;

struct ProfileArguments {
  std::string file, mechanism, side = "pessimistic", from;
  bool points = false;
  CommonOptions common;
};

const TextLayout kProfileText = {
    {"stretch", "  fails, {grade}, at {places} of {of} places: each loss from {first} to {last}\n"},
    {"profile",
     "{sentence}, {direction}\n"
     "[  it holds for every epsilon up to {holds_below}\n]"
     "[  it holds for every epsilon from {holds_above}\n]"
     "[  largest shortfall {shortfall} at loss {at}\n]"
     "[  largest relative shortfall {relative} at loss {relative_at}\n]"
     "[  mass of infinite loss {infinite}]"
     "[, {atoms} losses\n]"
     "[  a trade-off curve of {points} points\n]"}};

/// Returns a loss at which the distribution was compared, to 15 digits; "-inf" for the limit as epsilon tends to
/// minus infinity.
std::string loss_text(const ProfilePlace& place) {
  return place.loss ? decimal_nearest(*place.loss, kLossDigits).text() : "-inf";
}

std::string grade_of(const WholeProfile& found) {
  switch (found.grade) {
    case FailureGrade::none:
      return "";
    case FailureGrade::rounding:
      return "rounding";
    case FailureGrade::transform_rounding:
      return "transform rounding";
    case FailureGrade::beyond_rounding:
      break;
  }
  return "beyond rounding";
}

std::string verdict_name(PlaceState state) {
  return state == PlaceState::holds ? "holds" : state == PlaceState::fails ? "fails" : "undecided";
}

/// Returns the sentence of the verdict. It is about the pair alone and names no neighbours.
std::string verdict_sentence(const WholeProfile& found, const ProfileArguments& arguments,
                             bool curve) {
  const std::string& word = arguments.side;
  const std::string where = curve && arguments.points ? "each of its points"
                            : curve                   ? "every alpha between its points"
                            : arguments.from.empty()  ? "every epsilon"
                                                      : "every epsilon from " + arguments.from;
  switch (found.state) {
    case PlaceState::holds:
      return word + " at " + where + ": its " + (curve ? "beta" : "delta") + " is at " +
             ((word == "optimistic") != curve ? "most" : "least") + " that of this pair";
    case PlaceState::fails:
      return fmt::format("not {} at {}: fails at {} of {} places, {}", word, where, found.failing,
                         found.places.size(), grade_of(found));
    case PlaceState::open:
      break;
  }
  return fmt::format("not decided: {} of {} places are open", found.open, found.places.size());
}

ProfilePromise promise_of(const ProfileArguments& arguments) {
  const ProfileSide side =
      arguments.side == "optimistic" ? ProfileSide::optimistic : ProfileSide::pessimistic;
  if (arguments.from.empty()) return side;
  return {side, Rational::parse(arguments.from)};
}

/// Writes the ranges of losses at which the distribution fails by more than rounding; failures by rounding are only
/// counted.
void give_stretches(const WholeProfile& found, AnswerWriter& answers) {
  const std::vector<ProfilePlace>& places = found.places;
  const auto counts = [&](size_t i) { return places[i].grade == FailureGrade::beyond_rounding; };
  for (size_t i = 0; i < places.size(); ++i) {
    const size_t first = i;
    while (i < places.size() && counts(i)) ++i;
    if (i == first) continue;
    answers.give(AnswerBuilder("stretch")
                     .add("grade", "beyond rounding")
                     .add("places", static_cast<long>(i - first))
                     .add("of", static_cast<long>(places.size()))
                     .add("first", loss_text(places[first]))
                     .add("last", loss_text(places[i - 1])));
  }
}

/// Adds two epsilons, if they exist: the distribution is pessimistic everywhere below the first, and everywhere above
/// the second (PROFILE-KINKS).
void add_holding_ends(const WholeProfile& found, AnswerBuilder& out) {
  const auto holds = [](const ProfilePlace& one) { return one.state == PlaceState::holds; };
  const std::vector<ProfilePlace>& places = found.places;
  const size_t count = places.size();
  size_t first = 0, last = count;
  while (first < count && holds(places[first])) ++first;
  while (last > 0 && holds(places[last - 1])) --last;
  if (first == count) return;
  if (first > 0 && places[first - 1].loss) {
    out.add("holds_below", decimal_below(*places[first - 1].loss, kLossDigits).text());
  }
  if (last < count && places[last].loss) {
    out.add("holds_above", decimal_above(*places[last].loss, kLossDigits).text());
  }
}

AnswerRecord verdict_record(const WholeProfile& found, const StoredDistribution& part,
                            const ProfileArguments& arguments, const PrivacyProfile& profile,
                            double seconds) {
  const bool optimistic = arguments.side == "optimistic";
  AnswerBuilder out("profile");
  out.add("quantity", "profile")
      .add("mechanism", profile.composition().expression())
      .add("direction", direction_name(profile.direction()))
      .add("side", arguments.side)
      .add("from", arguments.from)
      .add("verdict", verdict_name(found.state))
      .add("grade", grade_of(found))
      .aside("sentence", verdict_sentence(found, arguments, !part.curve.empty()))
      .add("failing", static_cast<long>(found.failing))
      .add("rounding", static_cast<long>(found.rounding))
      .add("open", static_cast<long>(found.open));
  if (found.worst) {
    const ProfilePlace &most = found.places[*found.worst],
                       &relative = found.places[*found.worst_relative];
    out.add("shortfall", BallEnds{most.shortfall, kShownDigits})
        .add("at", loss_text(most))
        .add("relative", BallEnds{relative_shortfall(relative), kShownDigits})
        .add("relative_at", loss_text(relative));
  }
  if (!part.curve.empty()) {
    out.add("points", static_cast<long>(part.curve.size()));
  } else {
    if (!optimistic) add_holding_ends(found, out);
    out.add("infinite", decimal_nearest(part.masses.infinite, kMassDigits).text())
        .add("atoms", static_cast<long>(part.masses.atoms.size()));
  }
  return out.add("seconds", seconds)
      .reached(found.state != PlaceState::open)
      .wrong(found.state == PlaceState::fails);
}

WholeProfile judged_part(PrivacyProfile& profile, const StoredDistribution& part,
                         const ProfileArguments& arguments, Watch& watch, AnswerWriter& answers) {
  const ProfilePromise promise = promise_of(arguments);
  const Watch::Work work(watch, "the profile", [&answers] {
    answers.not_reached();
    return answers.finish();
  });
  Effort effort = watch.effort();
  effort.digits = kFirstPlaceDigits;
  return part.curve.empty()
             ? judge_whole_profile(profile, part.masses, promise, effort)
             : judge_whole_curve(profile, part.curve, promise.side, arguments.points, effort);
}

int run_profile_check(const ProfileArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kProfileText);
  const ProfilePromise promise = promise_of(arguments);
  const auto is_curve = [](const StoredDistribution& one) { return !one.curve.empty(); };
  const Direction asked = direction_of(common.direction);
  const std::vector<StoredDistribution> parts =
      parts_for(read_distributions(arguments.file, promise.side), asked);
  if (promise.from && std::any_of(parts.begin(), parts.end(), is_curve)) {
    throw std::invalid_argument(
        "--from is about epsilons; a trade-off curve is judged between its points");
  }
  PrivacyProfile pair(Composition::parse(arguments.mechanism), asked, common.engine);
  Watch watch(common, parts.size() == 1);
  for (const StoredDistribution& part : parts) {
    PrivacyProfile profile = pair.in(part_direction(parts, part, asked));
    const Stopwatch clock;
    const WholeProfile found = judged_part(profile, part, arguments, watch, answers);
    give_stretches(found, answers);
    answers.give(verdict_record(found, part, arguments, profile, clock.seconds()));
    if (common.explain) fmt::print(stderr, "{}\n", profile.explain());
  }
  return answers.finish();
}

}  // namespace

void add_profile_command(Command& app, int& exit_code) {
  Command* command = app.add_subcommand("profile",
                                        "check whole privacy loss distributions of other "
                                        "accountants at every epsilon, or export certified ones");
  command->require_subcommand(1);
  const auto arguments = std::make_shared<ProfileArguments>();
  Command* check = command->add_subcommand(
      "check", "check whether a distribution is pessimistic (or optimistic) at every epsilon");
  check
      ->add_option("file", arguments->file,
                   "one of: CSV with loss,mass; JSON of a PMF (dp_accounting, prv_accountant, "
                   "riskcal); the text of dp_accounting's protocol buffer; points alpha,beta of a "
                   "trade-off curve. - is standard input")
      ->required();
  check->add_option("mechanism", arguments->mechanism, "mechanism expression")->required();
  check->add_option("--side", arguments->side, "what the distribution promises")
      ->check(one_of({"pessimistic", "optimistic"}))
      ->capture_default_str();
  check->add_option("--from", arguments->from,
                    "smallest epsilon of the promise (default: every real epsilon)");
  check->add_flag("--points", arguments->points,
                  "a trade-off curve promises only its points, not the lines between them");
  add_common_options(*check, arguments->common, true);
  check->footer(
      "Example: plumbline profile check pld.json 'gaussian(sigma=1)' --direction forward\n"
      "Exit codes: 0 it holds everywhere, 1 it fails somewhere, 2 bad input, 3 undecided.");
  check->callback([arguments, &exit_code] { exit_code = run_profile_check(*arguments); });
  add_profile_export(*command, exit_code);
}

}  // namespace plumbline
