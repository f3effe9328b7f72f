/// gdp: the Gaussian mechanism that is as little private, on a range that is always said.
#include <memory>
#include <stdexcept>

#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {
namespace {

struct GdpArguments {
  CommonOptions common;
  std::string mechanism;
  std::vector<std::string> floors, withins, levels;
};

const TextLayout kGdpText = {
    {"heading", "{mechanism}, {direction}\n"},
    {"value", std::string(kValueLine) + "  {range}[; near alpha = {level} they meet]\n"},
    {"regret", kValueLine}};

struct GdpRequest {
  PrivacyProfile profile;
  const CommonOptions& common;
  bool regret;
  Watch& watch;
  std::vector<GaussianRange> ranges;
  std::string engine;  ///< as asked first
};

/// How much a Bayes adversary gains where the mechanism is taken for G_mu, mu rounded up.
void answer_regret(GdpRequest& request, const Rational& mu, const Effort& effort,
                   AnswerWriter& answers) {
  const Direction direction = request.profile.direction();
  const std::string gaussian = "gaussian(sigma=1,sensitivity=" + mu.text() + ")";
  const Stopwatch watch;
  PrivacyProfile first(Composition::parse(gaussian), direction);
  const Divergence d = [&] {
    const Watch::Work work(request.watch, "Delta(G_mu || M)", [&] { return answers.finish(); });
    return refined_divergence(first, request.profile, nullptr, effort);
  }();
  const std::string mechanism = request.profile.composition().expression();
  AnswerRecord out =
      value_answer({"gdp_regret", "mu", mu.text(), gaussian, mechanism, direction_name(direction)},
                   {d.value, request.common.digits, watch.seconds()}, "Delta(G_mu || M)");
  out.kind = "regret";
  answers.give(out);
}

/// A range in words: the name of its number, that number, and what is meant.
struct RangeWords {
  std::string argument, at, meaning;
};
RangeWords words_of(const GaussianRange& range) {
  if (range.floor) {
    const std::string at = range.floor->text();
    return {"floor", at, "f >= G_mu on [" + at + ", 1 - " + at + "]"};
  }
  if (range.within)
    return {"within", range.within->text(), "f >= G_mu up to " + range.within->text()};
  return {"alpha", range.level->text(), "f = G_mu at this level alone"};
}

void give_fit(const GdpRequest& request, size_t i, const GaussianFit& fit, double seconds,
              AnswerWriter& answers) {
  if (fit.mu.is_infinite()) return answers.refuse(fit.mu.why());
  const GaussianRange& range = request.ranges[i];
  const RangeWords words = words_of(range);
  AnswerBuilder answer = value_answer(
      {"gdp", words.argument, words.at, request.profile.composition().expression(), "",
       direction_name(request.profile.direction())},
      {fit.mu, request.common.digits, seconds}, "mu(" + words.argument + "=" + words.at + ")");
  answer.aside("range", words.meaning);
  const bool met = !range.level && certainly_positive(fit.level);
  if (met) answer.aside("level", fit.level.decimal_bounds(3).first);
  answers.give(answer);
}

void answer_fit(GdpRequest& request, size_t i, AnswerWriter& answers) {
  const Stopwatch watch;
  const GaussianFit nothing{certain_fit(request.engine), Ball(Bits{64})};
  GaussianFit fit = nothing;
  const Effort effort = request.watch.effort(request.ranges.size() - i);
  const auto otherwise = [&](const GaussianFit& best) {
    return [&, best] {
      give_fit(request, i, best, watch.seconds(), answers);
      for (size_t k = i + 1; k < request.ranges.size(); ++k) {
        give_fit(request, k, nothing, 0, answers);
      }
      return answers.finish();
    };
  };
  try {
    const RangeWords words = words_of(request.ranges[i]);
    Watch::Work work(request.watch, "mu(" + words.argument + "=" + words.at + ")", otherwise(fit));
    fit = refined_fit(request.profile, request.ranges[i], effort,
                      [&](const GaussianFit& best) { work.otherwise(otherwise(best)); });
  } catch (const Interrupted&) {              // before anything was known
  } catch (const std::invalid_argument& e) {  // the other values are answered all the same
    return answers.refuse(e.what());
  }
  give_fit(request, i, fit, watch.seconds(), answers);
  if (!fit.mu || !request.regret) return;
  const auto [low, high] = printed_numbers(*fit.mu, request.common.digits);
  if (high && high->sign() > 0) answer_regret(request, *high, effort, answers);
}

int run_gdp(const GdpArguments& arguments, bool regret) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kGdpText);
  const Direction direction = direction_of(common.direction);
  std::vector<GaussianRange> ranges;
  for (const Rational& x : read_values("floor", arguments.floors)) ranges.push_back({x, {}, {}});
  for (const Rational& x : read_values("within", arguments.withins)) ranges.push_back({{}, x, {}});
  for (const Rational& x : read_values("alpha", arguments.levels)) ranges.push_back({{}, {}, x});
  if (ranges.empty()) ranges.push_back({Rational::parse("1e-10"), {}, {}});
  Watch watch(common, ranges.size() == 1);
  PrivacyProfile profile(Composition::parse(arguments.mechanism), direction, common.engine);
  const std::string engine = profile.engine_name();
  GdpRequest request{std::move(profile), common, regret, watch, std::move(ranges), engine};
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", mechanism_heading(arguments.mechanism,
                                                       request.profile.composition().expression()))
                   .add("direction", direction_name(direction))
                   .for_people());
  for (size_t i = 0; i < request.ranges.size(); ++i) answer_fit(request, i, answers);
  return answers.finish();
}

}  // namespace

void add_gdp_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<GdpArguments>();
  const auto regret = std::make_shared<bool>(false);
  Command* command =
      app.add_subcommand("gdp", "the smallest mu with f >= G_mu, on a stated range of alpha");
  command->add_option("mechanism", arguments->mechanism, "mechanism expression")->required();
  command
      ->add_option("--floor", arguments->floors,
                   "levels A: on [A, 1-A], 1e-10 unless given (exact), or ranges lo:hi:count")
      ->expected(1, -1)
      ->delimiter(',');
  command
      ->add_option("--within", arguments->withins, "for all alpha, with this slack: f + W >= G_mu")
      ->expected(1, -1)
      ->delimiter(',');
  command->add_option("--alpha", arguments->levels, "levels: the mu with G_mu(alpha) = f(alpha)")
      ->expected(1, -1)
      ->delimiter(',');
  command->add_flag("--regret", *regret, "also Delta(G_mu || M), mu rounded up as printed");
  add_common_options(*command, arguments->common, true);
  command->footer(
      "Example: plumbline gdp 'subsampled_gaussian(sigma=9.4,p=0.328)^2000' --floor 1e-10 1e-30");
  command->callback([arguments, regret, &exit_code] { exit_code = run_gdp(*arguments, *regret); });
}

}  // namespace plumbline
