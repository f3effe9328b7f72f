/// compose-tv: the region of "Total Variation Meets Differential Privacy", Theorem 2, beside that
/// without the total variation.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/commands.hpp"
#include "app/common_options.hpp"
#include "app/values.hpp"
#include "reference/regions/tv_region.hpp"
#include "verify/base/certified_json.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kNotReached = 3;
constexpr long kMostRows = 5000000;
constexpr long kAllRows = 20;       // so many kinks are all printed
constexpr long kAreaReach = 20000;  // above it the area is computed on request only
constexpr long kExactReach = 300;   // above it fractions fill pages

struct Arguments {
  CommonOptions common;
  std::vector<std::string> epsilons, deltas{"0"}, etas, steps{"1"}, js, alphas, at, at_delta;
  std::string rate;
  bool csv = false, area = false;
};

long whole_number(const std::string& option, const Rational& x) {
  if (!x.is_integer() || x.sign() < 0 || x > Rational(1000000000)) {
    throw std::invalid_argument("--" + option + " must be an integer in [0, 10^9], got " +
                                x.text());
  }
  return std::lround(x.approximate());
}

/// Lists of the same length, or of one element that serves all.
const std::string& element(const std::string& option, const std::vector<std::string>& list,
                           size_t i, size_t count) {
  if (list.size() != 1 && list.size() != count) {
    throw std::invalid_argument(fmt::format(
        "--{} has {} values; give one for each of the {} kinds of steps, or one for all", option,
        list.size(), count));
  }
  return list.size() == 1 ? list.front() : list[i];
}

Rational number(const std::string& option, const std::string& text) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument("--" + option + ": " + e.what());
  }
}

ComposedTv read(const Arguments& arguments) {
  const size_t count = std::max({arguments.epsilons.size(), arguments.deltas.size(),
                                 arguments.etas.size(), arguments.steps.size()});
  std::vector<TvSteps> steps;
  for (size_t i = 0; i < count; ++i) {
    TvSteps one{Real(Rational(0)), Real(Rational(0)), std::nullopt, 1};
    const std::string epsilon = element("epsilon", arguments.epsilons, i, count);
    try {
      one.epsilon = parse_epsilon(epsilon);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(fmt::format("--epsilon: {}", e.what()));
    }
    one.delta = number("delta", element("delta", arguments.deltas, i, count));
    if (!arguments.etas.empty()) {
      one.eta = number("eta", element("eta", arguments.etas, i, count));
    }
    one.count = whole_number("steps", number("steps", element("steps", arguments.steps, i, count)));
    if (!arguments.rate.empty()) {
      ComposedTv check({one});  // in the words of what was given
      one = subsampled(one, number("subsample", arguments.rate));
    }
    steps.push_back(one);
  }
  return ComposedTv(std::move(steps));
}

std::string short_text(const Real& x) {
  return x.rational() ? x.rational()->text() : x(Bits{128}).decimal_bounds(12).first + "...";
}

/// Rationals and their logarithms as they were given.
std::string real_text(const Real& x) {
  const auto ratio = TvSteps{x, Real(Rational(0)), std::nullopt, 1}.exact_ratio();
  return ratio && !x.rational() ? "log(" + ratio->text() + ")" : short_text(x);
}

std::string steps_text(const ComposedTv& composed) {
  std::string out;
  for (const TvSteps& one : composed.steps()) {
    if (!out.empty()) out += ", ";
    out += fmt::format("{} x (epsilon={}, delta={}", one.count, real_text(one.epsilon),
                       short_text(one.delta));
    if (one.eta) out += ", eta=" + short_text(*one.eta);
    out += ")";
  }
  return out;
}

/// An expression the other commands read, where the parameters are rational; otherwise words.
std::string mechanism_text(const ComposedTv& composed) {
  std::string out;
  for (const TvSteps& one : composed.steps()) {
    if (!one.epsilon.rational() || !one.delta.rational() || (one.eta && !one.eta->rational())) {
      return steps_text(composed);
    }
    if (!out.empty()) out += " * ";
    out +=
        fmt::format("{}(epsilon={},delta={}{})", one.eta ? "total_variation_dp" : "approximate_dp",
                    one.epsilon.rational()->text(), one.delta.rational()->text(),
                    one.eta ? ",eta=" + one.eta->rational()->text() : "");
    if (one.count > 1) out += "^" + std::to_string(one.count);
  }
  return out;
}

/// The epsilon of a kink, exact where that is rational, otherwise rounded up: the statement holds
/// beyond as well.
std::string epsilon_text(const ComposedTv& composed, long j) {
  if (const auto exact = composed.exact_epsilon(j)) return exact->text();
  return composed.epsilon(j, Bits{512}).decimal_bounds(20).second;
}

/// Numbers, ranges of them, or logarithms.
std::vector<Real> epsilons_asked(const std::vector<std::string>& texts) {
  std::vector<Real> out;
  for (const std::string& text : texts) {
    if (text.rfind("log(", 0) == 0) {
      out.push_back(parse_epsilon(text));
    } else {
      for (const Rational& x : read_values("at", {text})) out.emplace_back(x);
    }
  }
  return out;
}

std::vector<long> asked(const Arguments& arguments, long reach) {
  std::vector<long> out;
  if (arguments.csv && arguments.js.empty()) {
    if (reach > kMostRows) {
      throw std::invalid_argument(fmt::format(
          "--csv would print {} lines; give some kinks: --j 0:{}:1001", reach + 1, reach));
    }
    for (long j = 0; j <= reach; ++j) out.push_back(j);
  } else if (!arguments.js.empty()) {
    for (const Rational& j : read_values("j", arguments.js)) out.push_back(whole_number("j", j));
  } else {
    const long rows = std::min(reach, kAllRows);
    for (long i = 0; i <= rows; ++i) {
      out.push_back(static_cast<long>(static_cast<double>(reach) * static_cast<double>(i) /
                                      static_cast<double>(std::max(1L, rows))));
    }
  }
  return out;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Json bounds(const Certified& value, int digits) {
  const auto [lower, upper] = printed_bounds(value, digits + kSpareDigits);
  return {{"lower", lower}, {"upper", upper}};
}

Certified as_certified(const Ball& x, int digits) {
  return within(certified({x, {}}, "theorem2", digits), Rational(0), Rational(1));
}

std::string text(const Certified& value, int digits) {
  return interval_text(value, digits + kSpareDigits) + (value.reached ? "" : "   NOT REACHED");
}

int run(const Arguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const CommonOptions& common = arguments.common;
  const int digits = common.digits;
  const Effort effort = effort_of(common);
  const ComposedTv composed = read(arguments);
  const bool refined = std::any_of(composed.steps().begin(), composed.steps().end(),
                                   [](const TvSteps& one) { return one.eta.has_value(); });
  const ComposedTv without = composed.without_eta();
  const std::vector<long> js = asked(arguments, composed.reach());
  for (const long j : js) {
    if (!composed.unit() && j > composed.reach()) {
      throw std::invalid_argument(
          fmt::format("--j {}: the kinks are 0 to {}; ask for a delta at any epsilon with --at", j,
                      composed.reach()));
    }
  }
  const std::vector<Rational> alphas = read_values("alpha", arguments.alphas);
  const std::vector<Real> at = epsilons_asked(arguments.at);
  const std::vector<Rational> at_delta = read_values("at-delta", arguments.at_delta);
  if (arguments.csv && (common.json || !at.empty() || !at_delta.empty())) {
    throw std::invalid_argument("--csv prints one table: leave out --json, --at and --at-delta");
  }
  const RegionAnswers with_eta = region_answers(composed, js, alphas, effort);
  const RegionAnswers kairouz = refined ? region_answers(without, js, alphas, effort) : with_eta;
  const Certified worst =
      as_certified(composed.worst_total_variation(composed.bits(digits)), digits);
  const bool with_area = arguments.area || (!arguments.csv && composed.reach() <= kAreaReach);
  std::optional<Certified> area, kairouz_area;
  if (with_area) {
    try {
      area = region_area(composed, effort);
      kairouz_area = refined ? region_area(without, effort) : *area;
    } catch (const std::invalid_argument&) {  // twice the steps may be too many
      if (arguments.area) throw;
      area.reset();
    }
  }
  const std::vector<Certified> deltas_at = region_deltas(composed, at, effort),
                               kairouz_at = region_deltas(without, at, effort);
  std::vector<std::optional<Certified>> epsilons_at, kairouz_epsilons_at;
  for (const Rational& D : at_delta) {
    epsilons_at.push_back(region_epsilon(composed, D, effort));
    kairouz_epsilons_at.push_back(region_epsilon(without, D, effort));
  }
  std::optional<std::vector<Rational>> exact;
  if (composed.reach() <= kExactReach && !arguments.csv) {
    try {
      exact = composed.exact_region(effort.poll);
    } catch (const Interrupted&) {  // fractions of thousands of digits: the enclosures are there
    }
  }
  const double seconds = seconds_since(start);

  bool reached = with_eta.total_variation.reached && kairouz.total_variation.reached;
  for (const auto* list : {&with_eta.deltas, &with_eta.tradeoff, &kairouz.deltas, &kairouz.tradeoff,
                           &deltas_at, &kairouz_at}) {
    for (const Certified& x : *list) reached = reached && x.reached;
  }
  for (const auto* list : {&epsilons_at, &kairouz_epsilons_at}) {
    for (const auto& x : *list) reached = reached && (!x || x->reached);
  }
  reached = reached && worst.reached;
  if (area) reached = reached && area->reached && kairouz_area->reached;
  const int exit_code = reached ? 0 : kNotReached;
  const int wide = digits + kSpareDigits;

  if (arguments.csv) {
    if (!alphas.empty()) {
      fmt::print("alpha,beta_lower,beta_upper,without_eta_lower,without_eta_upper\n");
      for (size_t i = 0; i < alphas.size(); ++i) {
        const auto a = printed_bounds(with_eta.tradeoff[i], wide),
                   b = printed_bounds(kairouz.tradeoff[i], wide);
        fmt::print("{},{},{},{},{}\n", alphas[i].text(), a.first, a.second, b.first, b.second);
      }
      return exit_code;
    }
    fmt::print("j,epsilon,delta_lower,delta_upper,without_eta_lower,without_eta_upper\n");
    for (size_t i = 0; i < js.size(); ++i) {
      const auto a = printed_bounds(with_eta.deltas[i], wide),
                 b = printed_bounds(kairouz.deltas[i], wide);
      fmt::print("{},{},{},{},{},{}\n", js[i], epsilon_text(composed, js[i]), a.first, a.second,
                 b.first, b.second);
    }
    return exit_code;
  }

  if (common.json) {
    const auto record = [&](const std::string& quantity, const Certified& value,
                            const Certified* other, Json where) {
      Json out = {{"quantity", quantity}, {"mechanism", mechanism_text(composed)}};
      out["at"] = std::move(where);
      add_certified(out, value, digits, seconds);
      if (other != nullptr) out["without_eta"] = bounds(*other, digits);
      return out;
    };
    for (size_t i = 0; i < js.size(); ++i) {
      Json out = record("compose-tv", with_eta.deltas[i], &kairouz.deltas[i],
                        {{"j", std::to_string(js[i])}, {"epsilon", epsilon_text(composed, js[i])}});
      if (exact && js[i] <= composed.reach()) {
        out["exact"] = (*exact)[static_cast<size_t>(js[i])].text();
      }
      fmt::print("{}\n", out.dump());
    }
    for (size_t i = 0; i < at.size(); ++i) {
      fmt::print("{}\n", record("compose-tv-delta", deltas_at[i], &kairouz_at[i],
                                {{"epsilon", real_text(at[i])}})
                             .dump());
    }
    for (size_t i = 0; i < at_delta.size(); ++i) {
      Json out = {{"quantity", "compose-tv-epsilon"}, {"mechanism", mechanism_text(composed)}};
      out["at"] = {{"delta", at_delta[i].text()}};
      if (epsilons_at[i]) {
        add_certified(out, *epsilons_at[i], digits, seconds);
      } else {
        out["lower"] = "inf";
        out["upper"] = "inf";
        out["reached"] = true;
      }
      out["without_eta"] = kairouz_epsilons_at[i] ? bounds(*kairouz_epsilons_at[i], digits)
                                                  : Json{{"lower", "inf"}, {"upper", "inf"}};
      fmt::print("{}\n", out.dump());
    }
    for (size_t i = 0; i < alphas.size(); ++i) {
      fmt::print("{}\n", record("compose-tv-tradeoff", with_eta.tradeoff[i], &kairouz.tradeoff[i],
                                {{"alpha", alphas[i].text()}})
                             .dump());
    }
    Json tv = record("compose-tv-total-variation", with_eta.total_variation,
                     &kairouz.total_variation, Json::object());
    tv["from_eta_alone"] = bounds(worst, digits);
    fmt::print("{}\n", tv.dump());
    if (area) {
      fmt::print("{}\n", record("compose-tv-area", *area, &*kairouz_area, Json::object()).dump());
    }
    return exit_code;
  }

  fmt::print("{}\n", steps_text(composed));
  for (const TvSteps& one : composed.steps()) {
    if (!one.eta) continue;
    const auto alpha = one.exact_alpha();
    fmt::print("  alpha = {} (mass of loss 0), largest eta {}\n",
               alpha ? alpha->text() : one.alpha(Bits{128}).decimal_bounds(15).first + "...",
               largest_total_variation(one.epsilon(Bits{128}), one.delta(Bits{128}))
                       .decimal_bounds(15)
                       .first +
                   "...");
  }
  const std::string label = refined ? "; without eta (Kairouz et al.): " : "";
  for (size_t i = 0; i < js.size(); ++i) {
    fmt::print("j={}: (epsilon={}, delta={})-DP{}{}", js[i], epsilon_text(composed, js[i]),
               text(with_eta.deltas[i], digits), label,
               refined ? text(kairouz.deltas[i], digits) : "");
    if (exact && js[i] <= composed.reach()) {
      const std::string fraction = (*exact)[static_cast<size_t>(js[i])].text();
      if (fraction.size() <= 60) fmt::print("   exactly {}", fraction);
    }
    fmt::print("\n");
  }
  for (size_t i = 0; i < at.size(); ++i) {
    fmt::print("delta({}) = {}{}{}\n", real_text(at[i]), text(deltas_at[i], digits), label,
               refined ? text(kairouz_at[i], digits) : "");
  }
  const auto epsilon_or_none = [digits](const std::optional<Certified>& x) {
    return x ? text(*x, digits) : "none (the mass of infinite loss is larger)";
  };
  for (size_t i = 0; i < at_delta.size(); ++i) {
    fmt::print("epsilon(delta={}) = {}{}{}\n", at_delta[i].text(), epsilon_or_none(epsilons_at[i]),
               label, refined ? epsilon_or_none(kairouz_epsilons_at[i]) : "");
  }
  for (size_t i = 0; i < alphas.size(); ++i) {
    fmt::print("f({}) = {}{}{}\n", alphas[i].text(), text(with_eta.tradeoff[i], digits), label,
               refined ? text(kairouz.tradeoff[i], digits) : "");
  }
  fmt::print("total variation = {}{}{}; from total variations alone: {}\n",
             text(with_eta.total_variation, digits), label,
             refined ? text(kairouz.total_variation, digits) : "", text(worst, digits));
  if (area) {
    fmt::print("area of the region (of the largest possible) = {}{}{}", text(*area, digits), label,
               refined ? text(*kairouz_area, digits) : "");
    if (refined && area->reached && kairouz_area->reached &&
        certainly_positive(kairouz_area->value)) {
      fmt::print("; ratio {:.6f}", (area->value / kairouz_area->value).approximate());
    }
    fmt::print("\n");
  }
  fmt::print("{:.3g} s\n", seconds);
  return exit_code;
}

}  // namespace

void add_compose_tv_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "compose-tv",
      "what k steps, each (epsilon,delta)-DP of total variation eta, satisfy together");
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    return command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  list("epsilon", a->epsilons, "of one step: a number or log(q); several for several kinds")
      ->required();
  list("delta", a->deltas, "of one step (0)");
  list("eta", a->etas, "total variation of one step; without it, no bound but that of epsilon");
  list("steps", a->steps, "number of steps of each kind (1)");
  command->add_option("--subsample", a->rate,
                      "sampling rate: each step sees a random subset (Proposition 1)");
  list("j", a->js, "which kinks (multiples of epsilon), or ranges lo:hi:count");
  list("at", a->at, "the delta at these epsilons, kinks or not: numbers, log(q), ranges");
  list("at-delta", a->at_delta, "the smallest epsilon at these deltas");
  list("alpha", a->alphas, "points of the composed trade-off function");
  command->add_flag("--csv", a->csv, "all j (or the given j or alpha) as CSV");
  command->add_flag("--area", a->area, "areas of the regions also for many steps");
  command->add_option("--digits", a->common.digits, "relative width at most 10^-digits")
      ->check(in_range(1, 10000))
      ->capture_default_str();
  command->add_flag("--json", a->common.json, "one JSON object per value");
  command
      ->add_option("--timeout", a->common.timeout,
                   "seconds; what is not known then is printed as [0, 1]")
      ->check(positive_seconds());
  command->footer("Example: plumbline compose-tv --epsilon 1 --eta 0.3 --steps 5");
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
