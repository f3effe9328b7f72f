/// gdp: the Gaussian mechanism that is as little private, on a range that is always said.
#include <memory>
#include <stdexcept>

#include "app/commands.hpp"
#include "app/common_options.hpp"
#include "app/value_answer.hpp"
#include "app/values.hpp"
#include "reference/quantities/gaussian_fit.hpp"
#include "reference/quantities/quantities.hpp"

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
};

/// How much a Bayes adversary gains where the mechanism is taken for G_mu, mu rounded up.
void answer_regret(GdpRequest& request, const Rational& mu, const Effort& effort,
                   AnswerWriter& answers) {
  const Direction direction = request.profile.direction();
  const std::string gaussian = "gaussian(sigma=1,sensitivity=" + mu.text() + ")";
  const Stopwatch watch;
  PrivacyProfile first(Composition::parse(gaussian), direction);
  const Divergence d = divergence(first, request.profile, effort);
  const std::string mechanism = request.profile.composition().expression();
  AnswerRecord out =
      value_answer({"gdp_regret", "mu", mu.text(), gaussian, mechanism, direction_name(direction)},
                   {d.value, request.common.digits, watch.seconds()}, "Delta(G_mu || M)");
  out.kind = "regret";
  answers.give(out);
}

void answer_fit(GdpRequest& request, const GaussianRange& range, const Effort& effort,
                AnswerWriter& answers) {
  const Stopwatch watch;
  std::optional<GaussianFit> fit;
  try {
    fit = gaussian_fit(request.profile, range, effort);
  } catch (const std::invalid_argument& e) {  // the other values are answered all the same
    return answers.refuse(e.what());
  }
  if (fit->mu.is_infinite()) return answers.refuse(fit->mu.why());
  const Rational at = range.floor ? *range.floor : range.within ? *range.within : *range.level;
  const std::string argument = range.floor ? "floor" : range.within ? "within" : "alpha";
  const std::string where = range.floor ? "f >= G_mu on [" + at.text() + ", 1 - " + at.text() + "]"
                            : range.within ? "f >= G_mu up to " + at.text()
                                           : "f = G_mu at this level alone";
  const bool met = !range.level && certainly_positive(fit->level);
  AnswerBuilder answer = value_answer(
      {"gdp", argument, at.text(), request.profile.composition().expression(), "",
       direction_name(request.profile.direction())},
      {fit->mu, request.common.digits, watch.seconds()}, "mu(" + argument + "=" + at.text() + ")");
  answer.aside("range", where);
  if (met) answer.aside("level", fit->level.decimal_bounds(3).first);
  answers.give(answer);
  const auto [low, high] = printed_numbers(*fit->mu, request.common.digits);
  if (request.regret && high && high->sign() > 0) answer_regret(request, *high, effort, answers);
}

int run_gdp(const GdpArguments& arguments, bool regret) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kGdpText);
  const Direction direction = parse_direction(common.direction);
  GdpRequest request{
      PrivacyProfile(Composition::parse(arguments.mechanism), direction, common.engine), common,
      regret};
  std::vector<GaussianRange> ranges;
  for (const Rational& x : read_values("floor", arguments.floors)) ranges.push_back({x, {}, {}});
  for (const Rational& x : read_values("within", arguments.withins)) ranges.push_back({{}, x, {}});
  for (const Rational& x : read_values("alpha", arguments.levels)) ranges.push_back({{}, {}, x});
  if (ranges.empty()) ranges.push_back({Rational::parse("1e-10"), {}, {}});
  const Effort effort = effort_of(common);
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", request.profile.composition().expression())
                   .add("direction", direction_name(direction))
                   .for_people());
  for (const GaussianRange& range : ranges) answer_fit(request, range, effort, answers);
  return answers.finish();
}

}  // namespace

void add_gdp_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<GdpArguments>();
  const auto regret = std::make_shared<bool>(false);
  Command* command =
      app.add_subcommand("gdp", "the smallest mu with f >= G_mu, on a range that is always said");
  command->add_option("mechanism", arguments->mechanism, "mechanism expression")->required();
  command
      ->add_option("--floor", arguments->floors,
                   "levels A: on [A, 1-A], 1e-10 unless given (exact), or ranges lo:hi:count")
      ->expected(1, -1)
      ->delimiter(',');
  command->add_option("--within", arguments->withins, "everywhere, up to so much: f + W >= G_mu")
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
