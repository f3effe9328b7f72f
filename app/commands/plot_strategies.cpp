/// `plot strategies`: the errors of the sums released by matrix mechanisms, at equal privacy.
#include "app/commands/plot_strategies.hpp"

#include <fmt/core.h>

#include <memory>
#include <stdexcept>
#include <tuple>

#include "app/options/common_options.hpp"
#include "app/pictures/pictures.hpp"
#include "app/running/strategy_options.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/matrix/matrix_values.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

constexpr int kSumDigits = 6;  // more digits than a plot shows

struct StrategiesArguments {
  std::vector<std::string> strategies;
  StrategyOptions taken;
  std::string epsilon = "0.1:10:41:log", delta, out;
  CommonOptions common;
};

/// The standard deviations of the sums that a strategy releases, if its pair of distributions is gaussian(sigma=1).
/// `mean` is their root mean square, and `each` has the standard deviation of each sum.
struct StrategySums {
  std::string text, participation;
  Ball mean;
  std::vector<Certified> each;
};

StrategySums sums_of(const std::string& written, const StrategiesArguments& a) {
  const Strategy strategy = strategy_of(written, a.taken);
  const Participation how = participation_of(a.taken, strategy.steps());
  const MatrixSensitivity s = matrix_sensitivity(strategy, how);
  const auto errors = sum_errors(strategy, s, Rational(1), kSumDigits + 2);
  if (!errors) {
    throw std::invalid_argument("strategy " + written +
                                " has no inverse, or is too large: its sums' errors are unknown");
  }
  return {strategy.text(), how.text(), errors->equal.value(),
          equal_deviations(strategy, s, kSumDigits + 2)};
}

/// Returns an enclosure of the sigma for which gaussian(sigma=) has exactly this epsilon at delta.
Ball sigma_at(const Rational& epsilon, const Rational& delta, const Effort& effort) {
  const Query query{.quantity = "calibrate",
                    .mechanism = "gaussian(sigma=?)",
                    .at = {{"epsilon", epsilon.text()}, {"delta", delta.text()}},
                    .options = {{"vary", "sigma"}}};
  check_question(query);
  return number_asked(query, effort).value.value();
}

FigurePoint point_at(const std::string& strategy, const Rational& x, const std::string& at,
                     const Ball& error) {
  FigurePoint out;
  out.quantity = "sum_error";
  out.mechanism = strategy;
  out.direction = direction_name(Direction::worst);
  out.at = at;
  std::tie(out.x_lower, out.x_upper) = Ball(x, Bits{128}).decimal_bounds(12);
  std::tie(out.lower, out.upper) = error.decimal_bounds(kSumDigits + kSpareDigits);
  return out;
}

/// Returns a panel of the errors as a function of epsilon; for a single epsilon, as a function of the step.
FigurePanel sums_panel(const std::vector<StrategySums>& all, const std::vector<Rational>& epsilons,
                       const Rational& delta, const Effort& effort) {
  const bool by_step = epsilons.size() == 1;
  const std::string privacy = "delta = " + delta.text();
  FigurePanel out;
  out.title = by_step ? fmt::format("How exact is each sum at epsilon = {}, {}?",
                                    epsilons.front().text(), privacy)
                      : fmt::format("How exact are the sums at this epsilon, {}?", privacy);
  out.x_label = by_step ? "step" : "epsilon";
  out.y_label = by_step ? "standard deviation of the sum up to it"
                        : "standard deviation of the sums (root of the mean square)";
  out.log_x = !by_step;
  out.log_y = true;
  if (by_step) out.look.legend = "bottom right";
  for (const StrategySums& one : all) {
    out.curves.push_back({one.text,
                          {CurveStyle::Stroke::line, static_cast<int>(out.curves.size())},
                          kCertified,
                          {}});
  }
  for (const Rational& epsilon : epsilons) {
    const Ball sigma = sigma_at(epsilon, delta, effort);
    for (size_t i = 0; i < all.size(); ++i) {
      auto& points = out.curves[i].points;
      if (!by_step) {
        points.push_back(point_at(all[i].text, epsilon, epsilon.text(), all[i].mean * sigma));
        continue;
      }
      for (const Certified& x : all[i].each) {
        const Rational step(static_cast<long>(points.size()) + 1);
        points.push_back(point_at(all[i].text, step, epsilon.text(), x.value() * sigma));
      }
    }
  }
  return out;
}

int run_strategies(const StrategiesArguments& a) {
  const bool vector = is_vector(a.out);
  const std::vector<Rational> epsilons = read_values("epsilon", {a.epsilon});
  const Rational delta = read_value("delta", a.delta);
  if (epsilons.front().sign() <= 0) {
    throw std::invalid_argument("epsilon must be greater than 0, got " + epsilons.front().text());
  }
  if (delta.sign() <= 0 || !(delta < Rational(1))) {
    throw std::invalid_argument("delta must lie between 0 and 1, got " + delta.text());
  }
  CommonOptions common = a.common;
  common.digits = kSumDigits;
  Watch watch(common, true);
  Figure figure;
  {
    const Watch::Work work(watch, "the errors of the sums");
    std::vector<StrategySums> all;
    for (const std::string& written : a.strategies) all.push_back(sums_of(written, a));
    figure.panels.push_back(sums_panel(all, epsilons, delta, watch.effort()));
    figure.title = fmt::format("{} steps, a record takes part {}", all.front().each.size(),
                               all.front().participation);
  }
  draw(figure, vector, a.out);
  fmt::print("{}\n", a.out);
  return kAllAsAsked;
}

}  // namespace

void add_plot_strategies(Command& plot, int& exit_code) {
  const auto a = std::make_shared<StrategiesArguments>();
  Command* command = plot.add_subcommand(
      "strategies", "matrix mechanisms: the errors of their released sums at equal privacy");
  command->add_option("strategies", a->strategies, kStrategyWords)->required();
  add_strategy_options(*command, a->taken);
  command
      ->add_option("--delta", a->delta,
                   "delta of the (epsilon, delta) guarantee that all strategies get")
      ->required();
  command
      ->add_option("--epsilon", a->epsilon,
                   "a range lo:hi:count draws the root mean square error against epsilon; one "
                   "number draws the standard deviation of each released sum against the step")
      ->capture_default_str();
  command->add_option("-o,--output", a->out, "picture, .svg or .png")->required();
  command->add_option("--timeout", a->common.timeout, "limit in seconds")
      ->check(positive_seconds());
  command->footer(
      "Example: plumbline plot strategies identity sqrt 'sqrt(16)' --steps 256 --every 16 --delta "
      "1e-6 -o strategies.svg");
  command->callback([a, &exit_code] { exit_code = run_strategies(*a); });
}

}  // namespace plumbline
