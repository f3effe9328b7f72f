/// `plot`: certified curves as a plot.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "app/commands/commands.hpp"
#include "app/commands/plot_strategies.hpp"
#include "app/options/common_options.hpp"
#include "app/pictures/pictures.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/registry.hpp"
#include "reference/questions/session.hpp"
#include "reference/questions/whole_answers.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/certificates/certificate_file.hpp"

namespace plumbline {
namespace {

constexpr int kPictureDigits = 6;  // more digits than a plot shows
constexpr const char* kPoints = "81";

struct Arguments {
  std::string what;
  std::vector<std::string> mechanisms;
  std::string at;  ///< the points of the curves, as typed
  std::string out;
  bool log = false;  ///< logarithmic axes
  CommonOptions common;
};

/// The mechanisms of a plot. Each is a query for delta; the session computes the answers.
struct Drawn {
  std::vector<Query> mechanisms;
  std::vector<std::string> titles;  ///< the mechanisms, as the user wrote them
  const Effort& effort;
  Session session{};

  /// Returns the value of a quantity at an argument. Throws std::invalid_argument if the value is infinite.
  Certified value(const Query& mechanism, const std::string& quantity, const Rational& at) {
    Query query = mechanism;
    query.quantity = quantity;
    query.at = {{required_profile_quantity(quantity).argument(), at.text()}};
    const Answer found = session.answer(query, effort);
    if (is_infinite(found)) throw std::invalid_argument(why_infinite(found));
    return found.value;
  }
};

/// Returns the points of a curve from `low` to `high`, in geometric progression.
std::vector<Rational> at_equal_ratios(double low, double high) {
  constexpr int kSteps = 80;
  std::vector<Rational> out;
  for (int i = 0; i <= kSteps; ++i) {
    out.push_back(Rational::from_binary64(low * std::pow(high / low, 1.0 * i / kSteps)));
  }
  return out;
}

/// Returns the approximate largest epsilon of the mechanisms at delta = 1e-8; an infinite epsilon counts as 10.
double largest_epsilon(Drawn& drawn) {
  double most = 0;
  for (Query query : drawn.mechanisms) {
    query.quantity = "epsilon";
    query.at = {{"delta", power_of_ten(-8).text()}};
    const Answer end = drawn.session.answer(query, drawn.effort);
    most = std::max(most, is_infinite(end) ? 10.0 : end.value.value().approximate());
  }
  return most > 0 && most < 1e6 ? most : 10;
}

/// Returns the arguments (alphas or epsilons) at which the curves are drawn.
std::vector<Rational> places_of(const Arguments& arguments, Drawn& drawn) {
  constexpr double kLeastAlpha = 1e-6, kLeastPart = 1e-3;
  const bool tradeoffs = arguments.what == "tradeoff";
  if (arguments.at.empty() && arguments.log) {
    if (tradeoffs) return at_equal_ratios(kLeastAlpha, 1);
    const double most = largest_epsilon(drawn);
    return at_equal_ratios(kLeastPart * most, most);
  }
  std::string at = arguments.at;
  if (at.empty()) {
    at = tradeoffs ? std::string("0:1:") + kPoints
                   : fmt::format("0:{:.3g}:{}", largest_epsilon(drawn), kPoints);
  }
  const std::string option = tradeoffs ? "alpha" : "epsilon";
  const std::vector<Rational> places = read_values(option, {at});
  if (arguments.log && places.front().sign() <= 0) {
    throw std::invalid_argument("--log draws numbers above 0; begin --" + option +
                                " above 0, such as 1e-6:1:81");
  }
  return places;
}

/// Returns the curve of guessing, whose true positive rate equals its false positive rate.
FigureCurve guessing(const std::vector<Rational>& points) {
  FigureCurve out{"guessing", {CurveStyle::Stroke::dotted, -1}, kCertified, {}};
  for (const Rational& x : points) {
    FigurePoint point;
    point.at = x.text();
    std::tie(point.x_lower, point.x_upper) = Ball(x, Bits{128}).decimal_bounds(12);
    point.lower = point.x_lower;
    point.upper = point.x_upper;
    out.points.push_back(point);
  }
  return out;
}

FigureCurve curve_of(Drawn& drawn, size_t number, const std::string& quantity,
                     const std::vector<Rational>& points) {
  const Query& mechanism = drawn.mechanisms[number];
  FigureCurve out{
      drawn.titles[number], {CurveStyle::Stroke::line, static_cast<int>(number)}, kCertified, {}};
  for (const Rational& x : points) {
    const Certified y = drawn.value(mechanism, quantity, x);
    FigurePoint point;
    point.quantity = quantity;
    point.mechanism = mechanism.mechanism;
    point.direction = direction_name(mechanism.direction);
    point.at = x.text();
    std::tie(point.x_lower, point.x_upper) = Ball(x, Bits{128}).decimal_bounds(12);
    std::tie(point.lower, point.upper) = printed_bounds(y, drawn.effort.digits + kSpareDigits);
    out.points.push_back(point);
  }
  return out;
}

/// Draws the crossings of two profiles as dashed lines.
void add_crossings(const Drawn& drawn, const std::vector<Rational>& points, FigureLook* look) {
  Query query = drawn.mechanisms[0];
  query.quantity = "comparison";
  query.other = drawn.mechanisms[1].mechanism;
  for (const ComparedRange& range : ranges_compared(query, drawn.effort).ranges) {
    if (range.kind != ComparedRange::Order::crossing) continue;
    const double x = Ball::hull(range.from, range.to).approximate();
    if (x < points.front().approximate() || x > points.back().approximate()) continue;
    const std::string at = fmt::format("{:.8g}", x);
    look->strokes.push_back({"dashed", at, "graph 0", at, "graph 1"});
    look->labels.push_back({"", fmt::format("cross at {:.4g}", x), at, "graph 0.05", "0.5,0"});
  }
}

FigurePanel panel_of(const Arguments& arguments, Drawn& drawn) {
  const bool tradeoffs = arguments.what == "tradeoff";
  FigurePanel out;
  const bool rates = tradeoffs && arguments.log;
  out.title = rates       ? "The largest true positive rate of an attack"
              : tradeoffs ? "Trade-off function: the errors that an attack must make"
              : arguments.what == "compare" ? "Two privacy profiles: the lower one is more private"
                                            : "Privacy profile: the smallest delta at each epsilon";
  out.x_label = tradeoffs ? "false positive rate alpha" : "epsilon";
  out.y_label = rates       ? "true positive rate 1 - f(alpha)"
                : tradeoffs ? "false negative rate f(alpha)"
                            : "delta(epsilon)";
  out.log_x = arguments.log;
  out.log_y = arguments.log || !tradeoffs;
  const std::vector<Rational> points = places_of(arguments, drawn);
  for (size_t i = 0; i < drawn.mechanisms.size(); ++i) {
    out.curves.push_back(curve_of(drawn, i,
                                  rates       ? "power"
                                  : tradeoffs ? "tradeoff"
                                              : "delta",
                                  points));
  }
  if (rates) out.curves.push_back(guessing(points));
  if (tradeoffs && !rates) {  // a dashed line for the errors of guessing, alpha + beta = 1
    const double from = points.front().approximate(), to = points.back().approximate();
    const auto text = [](double x) { return fmt::format("{:.8g}", x); };
    out.look.strokes.push_back({"dashed", text(from), text(1 - from), text(to), text(1 - to)});
  }
  if (arguments.what == "compare") add_crossings(drawn, points, &out.look);
  if (arguments.log) {
    const auto is_off = [](const FigurePoint& p) { return Rational::parse(p.lower).sign() <= 0; };
    for (FigureCurve& curve : out.curves) std::erase_if(curve.points, is_off);
    if (rates) out.look.legend = "bottom right";
  }
  return out;
}

int run(const Arguments& arguments) {
  const bool vector = is_vector(arguments.out);
  if (arguments.what == "compare" && arguments.mechanisms.size() != 2) {
    throw std::invalid_argument("plot compare takes two mechanisms");
  }
  CommonOptions common = arguments.common;
  common.digits = kPictureDigits;
  Watch watch(common, true);
  const Effort effort = watch.effort();
  const Direction direction = direction_of(common.direction);
  Drawn drawn{{}, {}, effort};
  for (const std::string& mechanism : arguments.mechanisms) {
    drawn.mechanisms.push_back({.quantity = "delta",
                                .mechanism = Composition::parse(mechanism).expression(),
                                .direction = direction,
                                .digits = kPictureDigits});
    drawn.titles.push_back(mechanism.starts_with('@') ? drawn.mechanisms.back().mechanism
                                                      : mechanism);
  }
  Figure figure;
  {
    const Watch::Work work(watch, "the curves");
    figure.panels.push_back(panel_of(arguments, drawn));
  }
  draw(figure, vector, arguments.out);
  fmt::print("{}\n", arguments.out);
  return kAllAsAsked;
}

}  // namespace

void add_plot_command(Command& app, int& exit_code) {
  Command* command =
      app.add_subcommand("plot", "draw certified curves of mechanisms as SVG or PNG");
  command->require_subcommand(1);
  command->footer(
      "Example: plumbline plot compare 'gaussian(sigma=1)' 'laplace(b=1)' -o compare.svg");
  struct PlotWord {
    std::string name, help, option;
  };
  for (const PlotWord& kind :
       {PlotWord{"tradeoff", "trade-off functions: the errors of attacks", "--alpha"},
        PlotWord{"profile", "privacy profiles: delta by epsilon", "--epsilon"},
        PlotWord{"compare", "two privacy profiles, and where they cross", "--epsilon"}}) {
    const auto a = std::make_shared<Arguments>();
    a->what = kind.name;
    Command* one = command->add_subcommand(kind.name, kind.help);
    one->add_option("mechanisms", a->mechanisms, "mechanism expressions")->required();
    one->add_option("-o,--output", a->out, "picture, .svg or .png")->required();
    one->add_option(kind.option, a->at,
                    "where to draw: a range lo:hi:count (default: chosen for the curve)");
    one->add_flag("--log", a->log,
                  kind.name == "tradeoff"
                      ? "draw the true positive rate instead, on logarithmic axes"
                      : "draw epsilon on a logarithmic axis, too");
    one->add_option("--direction", a->common.direction,
                    "forward (remove), reverse (add) or worst (add_remove)")
        ->capture_default_str();
    one->add_option("--timeout", a->common.timeout, "limit in seconds")->check(positive_seconds());
    one->footer("Example: plumbline plot " + kind.name +
                " 'gaussian(sigma=1)' 'laplace(b=1)' -o plot.svg");
    one->callback([a, &exit_code] { exit_code = run(*a); });
  }
  add_plot_strategies(*command, exit_code);
}

}  // namespace plumbline
