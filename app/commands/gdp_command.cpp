/// gdp: the smallest mu with f >= G_mu on a stated range of alpha.
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/session.hpp"

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
  const CommonOptions& common;
  bool regret;
  Watch& watch;
  std::vector<Query> ranges;
  Session session{};
};

/// Writes Delta(G_mu || M), the regret of replacing the mechanism M by G_mu. The value mu is rounded up.
void answer_regret(GdpRequest& request, const Query& asked, const Rational& mu,
                   const Effort& effort, AnswerWriter& answers) {
  const std::string gaussian = "gaussian(sigma=1,sensitivity=" + mu.text() + ")";
  const Query query{.quantity = "divergence",
                    .mechanism = gaussian,
                    .other = asked.mechanism,
                    .direction = asked.direction,
                    .digits = asked.digits,
                    .other_engine = asked.engine};
  const Stopwatch watch;
  const Answer d = [&] {
    const Watch::Work work(request.watch, "Delta(G_mu || M)", [&] { return answers.finish(); });
    return request.session.answer(query, effort);
  }();
  AnswerRecord out = value_answer(
      {"gdp_regret", "mu", mu.text(), gaussian, asked.mechanism, direction_name(asked.direction)},
      {d.value, asked.digits, watch.seconds()}, "Delta(G_mu || M)");
  out.kind = "regret";
  answers.give(out);
}

/// Returns the condition on mu that the argument `name` (floor, within or alpha) with the value `at` states.
std::string meaning_of(const std::string& name, const std::string& at) {
  if (name == "floor") return "f >= G_mu on [" + at + ", 1 - " + at + "]";
  if (name == "within") return "f >= G_mu up to " + at;
  return "f = G_mu at this level alone";
}

std::string called(const Query& query) {
  return "mu(" + query.at.front().first + "=" + query.at.front().second + ")";
}

void give_fit(const Query& query, const Answer& fit, double seconds, AnswerWriter& answers) {
  const auto& [name, at] = query.at.front();
  AnswerBuilder answer =
      value_answer({"gdp", name, at, query.mechanism, "", direction_name(query.direction)},
                   {fit.value, query.digits, seconds}, called(query));
  answer.aside("range", meaning_of(name, at));
  if (name != "alpha" && fit.place) {
    answer.aside("level", fit.place->value().decimal_bounds(3).first);
  }
  answers.give(answer);
}

void answer_fit(GdpRequest& request, size_t i, AnswerWriter& answers) {
  const Stopwatch watch;
  const Query& query = request.ranges[i];
  const Effort effort = request.watch.effort(request.ranges.size() - i);
  const auto otherwise = [&](const Answer& best) {
    return [&, best] {
      give_fit(query, best, watch.seconds(), answers);
      for (size_t k = i + 1; k < request.ranges.size(); ++k) {
        give_fit(request.ranges[k], request.session.certain(request.ranges[k]), 0, answers);
      }
      return answers.finish();
    };
  };
  std::optional<Answer> fit;
  try {
    Watch::Work work(request.watch, called(query), otherwise(request.session.certain(query)));
    fit = request.session.answer(query, effort,
                                 [&](const Answer& best) { work.otherwise(otherwise(best)); });
  } catch (const std::invalid_argument& e) {  // the other values are still answered
    return answers.refuse(e.what());
  }
  give_fit(query, *fit, watch.seconds(), answers);
  if (!request.regret) return;
  const auto [low, high] = printed_numbers(fit->value, request.common.digits);
  if (high && high->sign() > 0) answer_regret(request, query, *high, effort, answers);
}

/// Returns a question for each stated range. If no range is stated, the only question has floor = 1e-10.
std::vector<Query> queries_of(const GdpArguments& arguments) {
  Query query{.quantity = "gdp",
              .mechanism = Composition::parse(arguments.mechanism).expression(),
              .direction = direction_of(arguments.common.direction),
              .digits = arguments.common.digits,
              .engine = arguments.common.engine};
  std::vector<Query> out;
  const auto ask = [&](const std::string& name, const Rational& at) {
    query.at = {{name, at.text()}};
    out.push_back(query);
  };
  for (const Rational& x : read_values("floor", arguments.floors)) ask("floor", x);
  for (const Rational& x : read_values("within", arguments.withins)) ask("within", x);
  for (const Rational& x : read_values("alpha", arguments.levels)) ask("alpha", x);
  if (out.empty()) ask("floor", Rational::parse("1e-10"));
  return out;
}

int run_gdp(const GdpArguments& arguments, bool regret) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kGdpText);
  std::vector<Query> ranges = queries_of(arguments);
  Watch watch(common, ranges.size() == 1);
  GdpRequest request{common, regret, watch, std::move(ranges)};
  const Query& first = request.ranges.front();
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", mechanism_heading(arguments.mechanism, first.mechanism))
                   .add("direction", direction_name(first.direction))
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
                   "numbers A (exact), or ranges lo:hi:count: the smallest mu with f >= G_mu on "
                   "[A, 1-A] (default: 1e-10)")
      ->expected(1, -1)
      ->delimiter(',');
  command
      ->add_option("--within", arguments->withins,
                   "numbers W: the smallest mu with f + W >= G_mu for all alpha")
      ->expected(1, -1)
      ->delimiter(',');
  command
      ->add_option("--alpha", arguments->levels, "levels alpha: the mu with G_mu(alpha) = f(alpha)")
      ->expected(1, -1)
      ->delimiter(',');
  command->add_flag("--regret", *regret,
                    "also print the Delta-divergence Delta(G_mu || M), M the mechanism, for the "
                    "printed (rounded up) mu");
  add_common_options(*command, arguments->common, true);
  command->footer(
      "Example: plumbline gdp 'subsampled_gaussian(sigma=9.4,p=0.328)^2000' --floor 1e-10 1e-30");
  command->callback([arguments, regret, &exit_code] { exit_code = run_gdp(*arguments, *regret); });
}

}  // namespace plumbline
