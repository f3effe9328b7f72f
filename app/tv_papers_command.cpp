/// tv-limit and noisy-sgd: Theorem 3 and Section VI-D of Ghazi and Issa 2024.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/commands.hpp"
#include "app/common_options.hpp"
#include "app/values.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/noisy_sgd.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/papers/type_method_cost.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kNotReached = 3;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

long steps_number(const Rational& x) {
  if (!x.is_integer() || x.sign() <= 0 || x > Rational(100000000)) {
    throw std::invalid_argument("--steps must be an integer in [1, 10^8], got " + x.text());
  }
  return std::lround(x.approximate());
}

void add_output_options(Command& command, CommonOptions& common) {
  command.add_option("--digits", common.digits, "relative width at most 10^-digits")
      ->check(in_range(1, 1000))
      ->capture_default_str();
  command.add_flag("--json", common.json, "one JSON object per value");
  command.add_option("--timeout", common.timeout, "seconds; then the program gives up")
      ->check(positive_seconds());
}

struct LimitArguments {
  CommonOptions common;
  std::string mu = "1", exponent = "1/4";
  std::vector<std::string> steps{"16", "64", "256", "1024", "4096", "16384", "65536"};
};

int run_limit(const LimitArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Rational mu = read_value("mu", arguments.mu),
                 c = read_value("exponent", arguments.exponent);
  const Effort effort = effort_of(common);
  bool reached = true;
  double last_log_n = 0, last_log_distance = 0;
  bool first = true;
  for (const Rational& steps : read_values("steps", arguments.steps)) {
    const auto start = std::chrono::steady_clock::now();
    const long n = steps_number(steps);
    const ComposedTv composed = gaussian_sequence(mu, c, n);
    if (first && !common.json) {
      fmt::print(
          "n steps of epsilon = mu/n^c, eta = mu/(2 n^(1-c)), mu = {}, c = {}, against G_mu\n",
          mu.text(), c.text());
    }
    const GaussianDistance d = gaussian_distance(composed, Real(mu), effort);
    const StepMoments moments = step_moments(composed.steps().front(), Bits{128});
    const double log_n = std::log(static_cast<double>(n)),
                 log_distance = d.distance.value.log_approximate();
    const double rate = (log_distance - last_log_distance) / (log_n - last_log_n);
    reached = reached && d.distance.reached;
    const std::string sums = fmt::format(
        "n kl = {:.6g}, n kappa2 = {:.6g}, n kappa3 = {:.3g}", (moments.kl * n).approximate(),
        (moments.kappa2 * n).approximate(), (moments.kappa3 * n).approximate());
    if (common.json) {
      Json record = {
          {"quantity", "tv-limit"},
          {"at", {{"mu", mu.text()}, {"exponent", c.text()}, {"steps", std::to_string(n)}}}};
      add_certified(record, d.distance, common.digits, seconds_since(start));
      const auto side = [&](const Certified& x) {
        const auto [lower, upper] = printed_bounds(x, common.digits + kSpareDigits);
        return Json{{"lower", lower}, {"upper", upper}};
      };
      record["above"] = side(d.above);
      record["below"] = side(d.below);
      if (!first) record["observed_rate"] = fmt::format("{:.4f}", rate);
      fmt::print("{}\n", record.dump());
    } else {
      fmt::print("n={}: sup|f - G_mu| = {}{}{}; {}\n", n,
                 interval_text(d.distance, common.digits + kSpareDigits),
                 d.distance.reached ? "" : "   NOT REACHED",
                 first ? "" : fmt::format(", rate n^{:.4f}", rate), sums);
    }
    first = false;
    last_log_n = log_n;
    last_log_distance = log_distance;
  }
  return reached ? 0 : kNotReached;
}

struct SgdArguments {
  CommonOptions common;
  std::string sigma = "1.3", rate = "256/60000", delta;
  std::vector<std::string> claim;
  std::vector<std::string> steps{"3516"}, epsilons{"0.5:3.4:30"}, alphas{"0:1:21"};
  bool csv = false, types = false;
};

/// The trade-off function of (epsilon, delta)-DP, to draw a claim beside the rest.
std::vector<Certified> claimed_curve(const std::vector<Rational>& claim,
                                     const std::vector<Rational>& alphas, const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Ball e(claim[0], p), top(Rational(1) - claim[1], p);
  std::vector<Certified> out;
  for (const Rational& alpha : alphas) {
    const Ball a(alpha, p);
    const Ball f = max(max(top - exp(e) * a, exp(-e) * (top - a)), Ball(p));
    out.push_back(
        within(certified({f, {}}, "closed_form", effort.digits), Rational(0), Rational(1)));
  }
  return out;
}

std::string short_pair(const Certified& x, int digits) {
  const auto [lower, upper] = printed_bounds(x, digits + kSpareDigits);
  return lower + "," + upper;
}

int run_sgd(const SgdArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const auto start = std::chrono::steady_clock::now();
  const NoisySgd sgd{read_value("sigma", arguments.sigma), read_value("rate", arguments.rate),
                     steps_number(read_value("steps", arguments.steps.at(0))),
                     read_values("epsilon", arguments.epsilons)};
  const std::vector<Rational> alphas = read_values("alpha", arguments.alphas);
  const Effort effort = effort_of(common);
  const std::vector<Rational> claim = read_values("claim", arguments.claim);
  if (!claim.empty() &&
      (claim.size() != 2 || claim[0].sign() < 0 || claim[1].sign() < 0 || claim[1] > Rational(1))) {
    throw std::invalid_argument("--claim needs two numbers, epsilon >= 0 and delta in [0, 1]");
  }
  std::optional<Rational> delta_asked;
  if (!arguments.delta.empty()) {
    delta_asked = read_value("delta", arguments.delta);
    if (delta_asked->sign() <= 0 || *delta_asked >= Rational(1)) {
      throw std::invalid_argument("--delta must be in (0, 1), got " + delta_asked->text());
    }
  }
  if (arguments.csv && (common.json || delta_asked)) {
    throw std::invalid_argument("--csv prints the curves only: leave out --json and --delta");
  }
  std::vector<Certified> claimed;
  if (!claim.empty()) claimed = claimed_curve(claim, alphas, effort);
  const SgdCurves curves = sgd_curves(sgd, alphas, effort);
  std::optional<TypeMethodCost> types;
  if (arguments.types) types = type_method_cost(sgd, alphas, effort);
  bool reached = true;
  for (const auto* curve : {&curves.theorem2, &curves.kairouz, &curves.truth, &curves.asymptotic}) {
    for (const Certified& x : *curve) reached = reached && x.reached;
  }
  const int digits = common.digits;
  if (arguments.csv) {
    fmt::print(
        "alpha,theorem2_lower,theorem2_upper,kairouz_lower,kairouz_upper,truth_lower,truth_upper,"
        "asymptotic_lower,asymptotic_upper{}{}\n",
        claim.empty() ? "" : ",claim_lower,claim_upper", types ? ",type_method" : "");
  } else if (!common.json) {
    fmt::print(
        "noisy SGD: {} steps of subsampled_gaussian(sigma={},p={}), {} epsilons from {} to {}\n",
        sgd.steps, sgd.sigma.text(), sgd.rate.text(), sgd.epsilons.size(),
        sgd.epsilons.front().text(), sgd.epsilons.back().text());
  }
  const int wide = digits + kSpareDigits;
  for (size_t i = 0; i < alphas.size(); ++i) {
    if (arguments.csv) {
      fmt::print("{},{},{},{},{}", alphas[i].text(), short_pair(curves.theorem2[i], digits),
                 short_pair(curves.kairouz[i], digits), short_pair(curves.truth[i], digits),
                 short_pair(curves.asymptotic[i], digits));
      if (!claim.empty()) fmt::print(",{}", short_pair(claimed[i], digits));
      if (types) fmt::print(",{:.17g}", types->tradeoff[i]);
      fmt::print("\n");
    } else if (common.json) {
      const auto print = [&](const std::string& method, const Certified& x) {
        Json record = {{"quantity", "noisy-sgd"}, {"method", method}};
        record["at"] = {{"alpha", alphas[i].text()}};
        add_certified(record, x, digits, seconds_since(start));
        fmt::print("{}\n", record.dump());
      };
      print("theorem2", curves.theorem2[i]);
      print("kairouz", curves.kairouz[i]);
      print("truth", curves.truth[i]);
      print("asymptotic", curves.asymptotic[i]);
      if (!claim.empty()) print("claim", claimed[i]);
      if (types) {
        fmt::print("{}\n", Json{{"quantity", "noisy-sgd"},
                                {"method", "type_method"},
                                {"at", {{"alpha", alphas[i].text()}}},
                                {"value", fmt::format("{:.17g}", types->tradeoff[i])}}
                               .dump());
      }
    } else {
      fmt::print("f({}): Theorem 2 {}, Kairouz et al. {}, the mechanism {}, asymptotic {}",
                 alphas[i].text(), interval_text(curves.theorem2[i], wide),
                 interval_text(curves.kairouz[i], wide), interval_text(curves.truth[i], wide),
                 interval_text(curves.asymptotic[i], wide));
      if (!claim.empty()) fmt::print(", claim {}", interval_text(claimed[i], wide));
      if (types) fmt::print(", by types {:.10f}", types->tradeoff[i]);
      const bool all = curves.theorem2[i].reached && curves.kairouz[i].reached &&
                       curves.truth[i].reached && curves.asymptotic[i].reached;
      fmt::print("{}\n", all ? "" : "   NOT REACHED");
    }
  }
  if (arguments.csv) return reached ? 0 : kNotReached;
  if (delta_asked) {
    const Rational& D = *delta_asked;
    const SgdEpsilon epsilon = sgd_epsilon(sgd, D, effort);
    PrivacyProfile profile(
        Composition::parse("subsampled_gaussian(sigma=" + sgd.sigma.text() +
                           ",p=" + sgd.rate.text() + ")^" + std::to_string(sgd.steps)),
        Direction::worst);
    Certified truth = plumbline::epsilon(profile, D, effort);
    truth.least = Rational(0);  // as the regions': the smallest epsilon >= 0
    if (truth.value.is_finite()) truth.value = max(truth.value, Ball(truth.value.precision()));
    reached = reached && truth.reached;
    const auto text = [&](const SgdEpsilon::Answer& x) {
      const auto one = [&](const Certified& value) {
        return interval_text(value, wide) + (value.reached ? "" : "   NOT REACHED");
      };
      if (!x.of_all) return std::string("none (no epsilon of the list reaches that delta)");
      std::string out = one(*x.of_all);
      if (x.of_one)
        out += " (by one region: " + one(*x.of_one) + ", epsilon=" + x.from.text() + ")";
      return out;
    };
    for (const auto* x : {&epsilon.theorem2, &epsilon.kairouz}) {
      reached = reached && (!x->of_all || x->of_all->reached) && (!x->of_one || x->of_one->reached);
    }
    if (common.json) {
      const auto print = [&](const std::string& method, const Certified& x, Json more) {
        Json record = {{"quantity", "noisy-sgd-epsilon"}, {"method", method}};
        record["at"] = {{"delta", D.text()}};
        add_certified(record, x, digits, seconds_since(start));
        record.update(more);
        fmt::print("{}\n", record.dump());
      };
      const auto both = [&](const std::string& method, const SgdEpsilon::Answer& x) {
        if (x.of_all) {
          print(method, *x.of_all, Json::object());
        } else {
          Json record = {{"quantity", "noisy-sgd-epsilon"}, {"method", method}};
          record["at"] = {{"delta", D.text()}};
          record["lower"] = "inf";
          record["upper"] = "inf";
          record["reached"] = true;
          fmt::print("{}\n", record.dump());
        }
        if (x.of_one) print(method + "-one-region", *x.of_one, {{"from", x.from.text()}});
      };
      both("theorem2", epsilon.theorem2);
      both("kairouz", epsilon.kairouz);
      print("truth", truth, Json::object());
    } else {
      fmt::print("epsilon(delta={}):\n  Theorem 2 {}\n  Kairouz et al. {}\n  the mechanism {}\n",
                 D.text(), text(epsilon.theorem2), text(epsilon.kairouz),
                 interval_text(truth, wide) + (truth.reached ? "" : "   NOT REACHED"));
    }
  }
  if (types) {
    double largest = 0, signed_largest = 0;
    size_t at = 0;
    for (size_t i = 0; i < alphas.size(); ++i) {
      const double error = types->tradeoff[i] - curves.theorem2[i].value.approximate();
      if (std::fabs(error) <= largest) continue;
      largest = std::fabs(error);
      signed_largest = error;
      at = i;
    }
    if (common.json) {
      fmt::print("{}\n",
                 Json{{"quantity", "noisy-sgd-type-method"},
                      {"largest_tradeoff_error", fmt::format("{:.6g}", signed_largest)},
                      {"at", {{"alpha", alphas[at].text()}}},
                      {"largest_delta_error", fmt::format("{:.6g}", types->largest_delta_error)},
                      {"epsilon", types->largest_delta_error_epsilon.text()},
                      {"j", std::to_string(types->largest_delta_error_j)}}
                     .dump());
    } else {
      fmt::print(
          "method of types: largest error of the curve {:.3g} at alpha={}; of a delta {:.3g}, "
          "at epsilon={}, j={}\n",
          signed_largest, alphas[at].text(), types->largest_delta_error,
          types->largest_delta_error_epsilon.text(), types->largest_delta_error_j);
    }
  }
  if (!common.json) {
    fmt::print("asymptotic mu = {}...; {:.3g} s\n",
               sgd_asymptotic_mu(sgd)(Bits{128}).decimal_bounds(12).first, seconds_since(start));
  }
  return reached ? 0 : kNotReached;
}

/// Nothing is known when time is up in the middle of a curve.
int guarded(const std::function<int()>& run) {
  try {
    return run();
  } catch (const Interrupted&) {
    fmt::print(stderr, "plumbline: time ran out; allow more with --timeout, or ask for less\n");
    return kNotReached;
  }
}

}  // namespace

void add_tv_papers_commands(Command& app, int& exit_code) {
  const auto l = std::make_shared<LimitArguments>();
  Command* command = app.add_subcommand(
      "tv-limit", "how far small steps of bounded total variation are from their Gaussian limit");
  command->add_option("--mu", l->mu, "of the limit G_mu")->capture_default_str();
  command->add_option("--exponent", l->exponent, "c in (0, 1/2): epsilon = mu/n^c")
      ->capture_default_str();
  command->add_option("--steps", l->steps, "numbers of steps n")->expected(1, -1)->delimiter(',');
  add_output_options(*command, l->common);
  command->footer("Example: plumbline tv-limit --mu 1 --exponent 1/4 --steps 16 256 4096 65536");
  command->callback([l, &exit_code] { exit_code = guarded([&] { return run_limit(*l); }); });

  const auto s = std::make_shared<SgdArguments>();
  command = app.add_subcommand(
      "noisy-sgd", "composed regions of noisy SGD beside the mechanism's own trade-off function");
  command->add_option("--sigma", s->sigma, "noise of a step over its sensitivity")
      ->capture_default_str();
  command->add_option("--rate", s->rate, "batch size over data set size")->capture_default_str();
  command->add_option("--steps", s->steps, "number of steps")->expected(1);
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  list("epsilon", s->epsilons, "of a step before sampling (0.5:3.4:30)");
  list("alpha", s->alphas, "points of the curves (0:1:21)");
  command->add_option("--delta", s->delta, "the epsilon at this delta as well");
  command
      ->add_option("--claim", s->claim, "an (epsilon, delta) whose curve to give beside the rest")
      ->expected(1, 2)
      ->delimiter(',');
  command->add_flag("--csv", s->csv, "the curves as CSV");
  command->add_flag("--types", s->types, "also by the method of types (doubles), and its error");
  add_output_options(*command, s->common);
  command->footer("Example: plumbline noisy-sgd --alpha 0:1:11 --delta 1e-5 --types");
  command->callback([s, &exit_code] { exit_code = guarded([&] { return run_sgd(*s); }); });
}

}  // namespace plumbline
