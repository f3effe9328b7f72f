/// Every figure with few points: ordered enclosures, known values, and the files that it announces.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"
#include "verify/base/text/record_text.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/figures/registry.hpp"
#include "verify/figures/write.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Figure made(const std::string& name, int points) {
  FigureWork work(
      points, [](const std::string&) {}, [] {});
  Figure figure = find_figure(name).make(work);
  CHECK(work.unreached() == 0);
  return figure;
}

const FigureCurve& curve(const Figure& figure, size_t panel, const std::string& title) {
  const auto& curves = figure.panels.at(panel).curves;
  const auto found = std::find_if(curves.begin(), curves.end(),
                                  [&](const FigureCurve& c) { return c.title == title; });
  REQUIRE(found != curves.end());
  return *found;
}

/// Checks that a certified number rounds to the printed value at both ends.
void check_prints(const FigurePoint& point, double expected, double half_unit) {
  CAPTURE(point.lower, point.upper, expected);
  CHECK(std::stod(point.lower) >= expected - half_unit);
  CHECK(std::stod(point.upper) <= expected + half_unit);
}

double middle(const FigurePoint& p) { return (std::stod(p.lower) + std::stod(p.upper)) / 2; }

}  // namespace

TEST_CASE("figures: enclosures are ordered and narrow, and the files are whole",
          "[figures][slow]") {
  for (const FigureEntry& entry : figure_registry()) {
    const Figure figure = made(entry.name, 3);
    CAPTURE(entry.name);
    CHECK_FALSE(figure.title.empty());
    CHECK_FALSE(figure.ours.empty());
    long lines = 1;
    for (const FigurePanel& panel : figure.panels) {
      CHECK_FALSE(panel.x_label.empty());
      CHECK_FALSE(panel.y_label.empty());
      for (const FigureCurve& c : panel.curves) {
        CAPTURE(panel.title, c.title);
        CHECK_FALSE(c.points.empty());
        lines += static_cast<long>(c.points.size());
        for (const FigurePoint& p : c.points) {
          CAPTURE(p.mechanism, p.at, p.lower, p.upper);
          CHECK(Rational::parse(p.x_lower) <= Rational::parse(p.x_upper));
          if (c.method == kCertified) {
            const Rational low = number(p.lower), high = number(p.upper);
            CHECK(low <= high);
            // Six digits, or far below the width of a line.
            const double width = (high - low).approximate();
            CHECK(width <= std::max(1e-8, 1e-6 * std::abs(low.approximate())));
          } else {
            CHECK((!p.value.empty() || p.quantity == "rero relative error"));
            CHECK(p.lower.empty());
          }
        }
      }
    }
    const std::string csv = figure_csv(figure);
    CHECK(std::count(csv.begin(), csv.end(), '\n') == lines);
    const nlohmann::json record = nlohmann::json::parse(figure_json(figure));
    long drawn = 1;
    for (const auto& panel : record["panels"]) {
      for (const auto& c : panel["curves"]) drawn += c["points"].get<long>();
    }
    CHECK(drawn == lines);
  }
}

TEST_CASE("figures: a comma in a mechanism does not split a field", "[figures]") {
  Figure figure;
  FigurePoint p;
  p.mechanism = "subsampled_gaussian(sigma=1,p=0.1)";
  figure.panels.push_back({"a \"b\"", "x", "y", false, false, {{"c", {}, kCertified, {p}}}, {}});
  const std::string csv = figure_csv(figure);
  CHECK(csv.find(",\"subsampled_gaussian(sigma=1,p=0.1)\",") != std::string::npos);
  CHECK(csv.find("\n\"a \"\"b\"\"\",c,certified") != std::string::npos);
}

TEST_CASE("figures: an unknown name is refused with the known ones", "[figures]") {
  CHECK_THROWS_WITH(find_figure("bcp-9"), Catch::Contains("rero-1a") && Catch::Contains("all"));
}

TEST_CASE("figures: the work ends when it is interrupted", "[figures]") {
  int polls = 0;
  FigureWork work(
      3, [](const std::string&) {},
      [&] {
        if (++polls > 5) throw Interrupted{};
      });
  CHECK_THROWS_AS(find_figure("rero-3").make(work), Interrupted);
}

TEST_CASE("figures: BCP 1 crosses at the calibration point", "[figures]") {
  const Figure figure = made("bcp-1", 3);  // epsilon = 0, 4, 8
  const auto& few = figure.panels[0].curves[0].points;
  const auto& many = figure.panels[0].curves[1].points;
  check_prints(few[1], 0.08, 1e-9);
  check_prints(many[1], 0.08, 1e-9);
  CHECK(number(few[0].upper) < number(many[0].lower));
  CHECK(number(few[2].lower) > number(many[2].upper));
  // f(alpha) = 1 at 0; R(pi) = 0 at both ends.
  check_prints(figure.panels[1].curves[0].points[0], 1, 1e-12);
  check_prints(figure.panels[2].curves[0].points[2], 0, 1e-12);
}

TEST_CASE("figures: BCP 3 has the paper's rulers and the crossing", "[figures][CROSSING]") {
  const Figure figure = made("bcp-3", 3);
  check_prints(curve(figure, 0, "Delta(Gauss || Laplace)").points[0], 0.005272208869670, 1e-8);
  check_prints(curve(figure, 0, "Delta(Laplace || Gauss)").points[0], 0.034138546609107, 1e-7);
  const FigurePoint& cross = figure.panels[0].curves.back().points[0];
  const double at = 0.4185393766370137;
  CHECK(std::stod(cross.x_lower) <= at);
  CHECK(std::stod(cross.x_upper) >= at);
  CHECK(std::stod(cross.x_upper) - std::stod(cross.x_lower) < 2e-9);
  // R of the Laplace mechanism is sqrt(pi (1 - pi) / e) between its kinks.
  check_prints(cross, std::sqrt(at * (1 - at)) * std::exp(-0.5), 2e-9);
  const FigurePoint& gap = figure.panels[1].curves[0].points[1];  // prior 1/2
  check_prints(gap, 0.005272208869670, 1e-8);
}

TEST_CASE("figures: BCP 5 grows from nothing with sigma", "[figures]") {
  const Figure figure = made("bcp-5", 3);  // sigma = 2, 3.5, 5
  const auto& delta = curve(figure, 0, "symmetrised").points;
  CHECK(middle(delta[0]) == 0);
  CHECK(number(delta[1].lower) > Rational(0));
  CHECK(number(delta[1].upper) < number(delta[2].lower));
  const auto& N = figure.panels[1].curves[0].points;
  CHECK(N[0].lower == "1412");  // the real threshold is approximately 1413.0: A-63
  CHECK(N[1].lower == "4820");
  CHECK(N[2].upper == "10092");
}

TEST_CASE("figures: the corners of BCP 6", "[figures]") {
  const Figure figure = made("bcp-6", 2);  // p = 0.04, 0.9
  const auto& low = curve(figure, 0, "N = 534").points;
  const auto& high = curve(figure, 0, "N = 1500").points;
  check_prints(low[0], 0.08413, 6e-6);
  check_prints(high[0], 0.11083, 6e-6);
  check_prints(high[1], 0.12745, 6e-6);
  check_prints(curve(figure, 0, "N = 1500, forward only").points[1], 0.12979, 6e-6);
  const auto& sigma = curve(figure, 0, "sigma").points;
  check_prints(sigma[0], 0.876005, 6e-7);
  check_prints(sigma.back(), 20.92733, 6e-6);
}

TEST_CASE("figures: BCP 7 rises by more than the paper says", "[figures]") {
  const Figure figure = made("bcp-7", 3);
  const auto& points = figure.panels[0].curves[0].points;
  check_prints(points[0], 0.183275, 6e-7);
  CHECK(points[0].x_upper == "0");
  CHECK(std::stod(points.back().x_upper) == Approx(0.12026).margin(6e-6));
  check_prints(points.back(), 0.360632, 6e-7);
  const double rise = middle(points.back()) - middle(points[0]);
  CHECK(rise > 0.174);
  CHECK(rise < 0.1775);
}

TEST_CASE("figures: ReRo 1 against closed forms and f", "[figures]") {
  // Panel c: 1 - G_mu(kappa) with mu = 10 effect; Phi^-1(0.999) = 3.0902323...
  const Figure gauss = made("rero-1c", 3);
  for (const FigurePoint& p : gauss.panels[0].curves[0].points) {
    const double mu = 10 * std::stod(p.x_lower);
    CHECK(middle(p) ==
          Approx(0.5 * std::erfc((3.090232306167813 - mu) / std::sqrt(2))).epsilon(1e-7));
  }
  for (const FigurePoint& p : gauss.panels[0].curves[1].points) CHECK_FALSE(p.value.empty());
  // gamma = 1 - f(kappa), computed from the trade-off function itself.
  const Figure laplace = made("rero-1a", 3);
  const FigurePoint& p = laplace.panels[0].curves[0].points[1];
  PrivacyProfile profile(Composition::parse(p.mechanism), Direction::forward);
  const Ball f = tradeoff(profile, number(p.at), Effort{12}).value();
  const Ball gamma = Ball::hull(ball(p.lower), ball(p.upper));
  check_meet(Ball::integer(1, Bits{128}) - f, gamma, 7);
  // Panel f: the value at p = 0.1 is lower than at 0.9.
  const Figure equal = made("rero-1f", 3);
  CHECK(number(equal.panels[0].curves[0].points[1].upper) <
        number(equal.panels[0].curves[2].points[1].lower));
}

TEST_CASE("figures: ReRo 3 and 4 meet at (4, 1e-5)", "[figures]") {
  for (const char* name : {"rero-3", "rero-4"}) {
    const Figure figure = made(name, 3);  // epsilon = 0, 4, 8
    for (size_t k = 0; k < 3; ++k) {
      const FigurePoint& p = figure.panels[0].curves[k].points[1];
      CHECK(middle(p) == Approx(1e-5).epsilon(1e-6));
      // The calibrated value meets the target, by a margin below the precision of the figure.
      PrivacyProfile profile(Composition::parse(p.mechanism), Direction::worst);
      const Ball sharp = profile.delta(number("4"), Effort{20}).value;
      CHECK(certainly_less(sharp, ball("1e-5")));
      CHECK(overlaps(sharp, Ball::hull(ball(p.lower), ball(p.upper))));
    }
  }
  const Figure figure = made("rero-3", 2);
  const auto& sigma = curve(figure, 0, "sigma").points;
  check_prints(sigma[0], 0.6595955276, 1e-9);
  check_prints(sigma[2], 1.0522393411, 1e-9);
}

TEST_CASE("figures: TV 1 to 4 against formulas and published digits", "[figures]") {
  const auto truth = [](const FigurePoint& p, double epsilon, double delta, double eta) {
    const double a = std::stod(p.x_lower), top = 1 - delta;
    return std::max(
        {0.0, top - std::exp(epsilon) * a, std::exp(-epsilon) * (top - a), 1 - eta - a});
  };
  const Figure plain = made("tv-1", 7), bounded = made("tv-2", 7);
  for (const FigurePoint& p : plain.panels[0].curves[0].points) {
    check_prints(p, truth(p, 1, 0.05, 1), 1e-9);
  }
  for (const FigurePoint& p : bounded.panels[0].curves[1].points) {
    check_prints(p, truth(p, 1, 0.05, 0.3), 1e-9);
  }
  // Laplace touches its two bounds and is never below them.
  const Figure laplace = made("tv-3", 5);
  for (const FigurePoint& p : curve(laplace, 0, "Laplace").points) {
    CHECK(middle(p) >= truth(p, 1, 0, 1 - std::exp(-0.5)) - 1e-9);
  }
  const Figure composed = made("tv-4", 5);
  // T-06: 1 - delta_j on one axis, e^-j times that on the other.
  const double deltas[] = {.6310896748533769743, .43269297846898423841, .23934494912014081536,
                           .0953725659205622829, .0221845694261490427};
  for (size_t j = 0; j < 5; ++j) {
    const std::string label = "line j = " + std::to_string(j);
    const FigureCurve& line = curve(composed, 1, label);
    check_prints(line.points[0], 1 - deltas[j], 1e-9);
    const double foot = std::exp(-static_cast<double>(j)) * (1 - deltas[j]);
    CHECK(std::stod(line.points[1].x_lower) == Approx(foot).epsilon(1e-9));
    CHECK(line.points.size() == (j == 0 ? 2 : 4));
  }
  const auto& refined = curve(composed, 1, "α = 0.3 (Theorem 2)").points;
  const auto& kairouz = curve(composed, 1, "ε-DP (Kairouz et al.)").points;
  const auto& staircase = curve(composed, 1, "staircase, γ = 0.0139").points;
  const auto at_place = [](const std::vector<FigurePoint>& points, const std::string& at) {
    const auto found = std::find_if(points.begin(), points.end(),
                                    [&](const FigurePoint& p) { return p.at == at; });
    REQUIRE(found != points.end());
    return *found;
  };
  REQUIRE(staircase.size() > 2);
  for (size_t i = 1; i + 1 < staircase.size(); ++i) {  // the inner points are kinks too
    const FigurePoint there = at_place(refined, staircase[i].at);
    CHECK(number(at_place(kairouz, staircase[i].at).upper) < number(there.lower));
    CHECK(middle(staircase[i]) == Approx(middle(there)).margin(1e-3));
  }
}

TEST_CASE("figures: TV 5 is in order, TV 6 and 7 are densities", "[figures][slow]") {
  const Figure sgd = made("tv-5", 3);  // alpha = 0, 1/2, 1
  const auto at_half = [&](const std::string& title) {
    return middle(curve(sgd, 0, title).points[1]);
  };
  CHECK(at_half("Kairouz et al.") < at_half("Theorem 2"));
  CHECK(at_half("Theorem 2") < at_half("asymptotic (Dong et al.)"));
  CHECK(at_half("asymptotic (Dong et al.)") < at_half("the mechanism"));
  const std::string error = sgd.panels[1].curves[0].points[1].value;
  CHECK(std::abs(std::stod(error)) > 1e-6);
  CHECK(std::abs(std::stod(error)) < 1e-3);
  // Mass e^-k is farther than k from the centre, half of it on either side.
  for (const char* name : {"tv-6", "tv-7"}) {
    const Figure figure = made(name, 3);
    double left = -3;
    for (const FigureCurve& c : figure.panels[0].curves) {
      double mass = 0;
      for (size_t i = 0; i + 1 < c.points.size(); i += 2) {
        CHECK(c.points[i].lower == c.points[i + 1].lower);
        mass += middle(c.points[i]) *
                (std::stod(c.points[i + 1].x_lower) - std::stod(c.points[i].x_lower));
      }
      CHECK(std::stod(c.points.front().x_lower) == -3);
      CHECK(std::stod(c.points.back().x_lower) == 4);
      CHECK(mass == Approx(1 - (std::exp(left) + std::exp(-7 - left)) / 2).epsilon(1e-8));
      left = -4;  // the second is shifted by 1
    }
  }
}

TEST_CASE("figures: BCP 2, 4 and 8", "[figures]") {
  // Phi(-1/2) minus half of e^(-1/(2b)), b = 0.8.
  const Figure shift = made("bcp-2", 41);
  check_prints(curve(shift, 0, "Delta").points.at(0), 0.3085375387259869 - 0.2676307142594951,
               3e-8);
  const auto& after = curve(shift, 1, "shifted by \xCE\xBA").points;
  double top = -1;
  for (const FigurePoint& p : after) {
    CHECK(number(p.upper) <= number("1e-9"));  // above the curve nowhere
    top = std::max(top, middle(p));
  }
  CHECK(top > -1e-3);  // and nearly touches it
  const Figure priors = made("bcp-4", 9);
  REQUIRE(priors.panels.size() == 6);
  const double printed[3][2] = {{0.01, 0.02}, {0.007, 0.015}, {0.014, 0}};
  for (size_t k = 0; k < 3; ++k) {
    const double there = middle(curve(priors, 3 + k, "Delta(blue || red)").points.at(0)),
                 back = middle(curve(priors, 3 + k, "Delta(red || blue)").points.at(0));
    CAPTURE(k, there, back);
    CHECK(std::abs(there - printed[k][0]) < 0.0025);
    CHECK(std::abs(back - printed[k][1]) < 0.0025);
    // No prior of the curve has a larger difference.
    for (const FigurePoint& p : curve(priors, 3 + k, "blue less red").points) {
      CHECK(middle(p) <= there + 1e-8);
      CHECK(middle(p) >= -back - 1e-8);
    }
  }
  // Every line is above R and nearly touches it.
  const Figure ways = made("bcp-8", 41);
  check_prints(curve(ways, 0, "fixed point").points.at(0), 0.30853753872598690, 1e-10);
  check_prints(curve(ways, 1, "minimax error").points.at(0), 0.30853753872598690, 1e-10);
  for (const char* level : {"0.05", "0.3", "0.7"}) {
    const auto& line = curve(ways, 1, std::string("\xCE\xB1 = ") + level).points;
    double gap = 1;
    for (const FigurePoint& p : curve(ways, 1, "R").points) {
      const double x = Rational::parse(p.x_lower).approximate();
      const double height = middle(line.at(0)) + x * (middle(line.at(1)) - middle(line.at(0)));
      CHECK(height >= middle(p) - 1e-9);
      gap = std::min(gap, height - middle(p));
    }
    CHECK(gap < 2e-3);
  }
}

TEST_CASE("figures: the regions of TV 1, 2 and 4 are drawn with their kinks", "[figures]") {
  const auto has_point = [](const FigureCurve& c, double x, double y) {
    return std::any_of(c.points.begin(), c.points.end(), [&](const FigurePoint& p) {
      return std::abs(std::stod(p.x_lower) - x) < 1e-12 && std::abs(middle(p) - y) < 1e-8;
    });
  };
  const double e = std::exp(1.0);
  const double corner = (1 - 0.05) / (1 + e);  // 0.2555, on the diagonal
  CHECK(has_point(made("tv-1", 3).panels[0].curves[0], corner, corner));
  // The line of the total variation meets the curve of (1, 0.05) at (eta - delta)/(e - 1).
  const double at = (0.3 - 0.05) / (e - 1);
  const Figure second = made("tv-2", 3);
  CHECK(has_point(second.panels[0].curves[0], corner, corner));
  CHECK(has_point(second.panels[0].curves[1], at, 1 - 0.3 - at));
  CHECK(has_point(second.panels[0].curves[1], 1 - 0.3 - at, at));
  CHECK(second.panels[0].curves[1].style.region);
  const Figure fourth = made("tv-4", 3);
  CHECK(has_point(curve(fourth, 0, "ε-DP (Kairouz et al.)"), 1 / (1 + e), 1 / (1 + e)));
  for (const FigurePanel& panel : fourth.panels) {
    for (const FigureCurve& c : panel.curves) {
      if (c.title.starts_with("line j")) continue;  // these have two lines each, from axis to axis
      for (size_t i = 1; i < c.points.size(); ++i) {
        CHECK(std::stod(c.points[i - 1].x_lower) <= std::stod(c.points[i].x_lower));
      }
    }
  }
}

namespace {

/// Returns the rows of a table of points, each as a map from column names to fields.
std::vector<std::map<std::string, std::string>> rows_in(const std::string& csv) {
  std::istringstream in(csv);
  std::vector<std::map<std::string, std::string>> out;
  std::vector<std::string> header;
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> fields = csv_fields(line);
    if (header.empty()) {
      header = fields;
      continue;
    }
    for (size_t i = 0; i < header.size(); ++i) {
      if (i == 0) out.emplace_back();
      out.back()[header[i]] = fields.at(i);
    }
  }
  return out;
}

/// Returns true if two rows contain the same question with compatible answers: certified ends overlap, approximations
/// agree to six digits.
bool are_one(const std::map<std::string, std::string>& a,
             const std::map<std::string, std::string>& b) {
  for (const char* name : {"panel", "curve", "method", "quantity", "direction"}) {
    if (a.at(name) != b.at(name)) return false;
  }
  if (a.at("value").empty() != b.at("value").empty()) return false;
  if (!a.at("value").empty()) {
    const double x = std::stod(a.at("value")), y = std::stod(b.at("value"));
    return std::abs(x - y) <= 1e-6 * std::max({1e-9, std::abs(x), std::abs(y)});
  }
  if (a.at("lower").empty() || b.at("lower").empty()) return a.at("lower") == b.at("lower");
  return Rational::parse(a.at("lower")) <= Rational::parse(b.at("upper")) &&
         Rational::parse(b.at("lower")) <= Rational::parse(a.at("upper"));
}

}  // namespace

TEST_CASE("figures: the committed points are those that the program makes", "[figures][night]") {
  for (const FigureEntry& entry : figure_registry()) {
    const auto kept =
        rows_in(read_text(std::string(kSourceFolder) + "/docs/figures/" + entry.name + ".csv"));
    const auto now = rows_in(figure_csv(made(entry.name, 0)));
    CAPTURE(entry.name);
    REQUIRE(kept.size() == now.size());
    for (size_t i = 0; i < now.size(); ++i) {
      CAPTURE(i, kept[i].at("mechanism"), kept[i].at("at"), kept[i].at("lower"),
              now[i].at("lower"));
      CHECK(are_one(kept[i], now[i]));
    }
  }
}
