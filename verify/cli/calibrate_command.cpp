#include <fmt/core.h>

#include <chrono>
#include <memory>

#include "reference/quantities/calibration.hpp"
#include "verify/cli/commands.hpp"
#include "verify/cli/common_options.hpp"
#include "verify/cli/output.hpp"
#include "verify/results/certified_json.hpp"

namespace plumbline {
namespace {

constexpr int kNotReached = 3;
const std::string kWithin = "1e-4";  // of --mu

struct Arguments {
  CommonOptions common;
  std::string mechanism, vary;
  /// The options of targets, as written; empty where not given.
  std::string epsilon, delta, advantage, gamma, kappa, bayes, prior, alpha, beta, mu, within;
};

/// A target as asked, with the words it is printed with.
struct Asked {
  PrivacyTarget target;
  std::vector<std::pair<std::string, std::string>> words;
};

Rational number(const std::string& option, const std::string& text) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument("--" + option + ": " + e.what());
  }
}

/// As a decimal of any length where it is one.
std::string decimal_text(const Rational& x) {
  constexpr int kMostPlaces = 20000;
  std::string text = x.text();
  Rational scaled = x;
  for (int places = 0; text.find('/') != std::string::npos && places <= kMostPlaces; ++places) {
    if (scaled.is_integer()) {
      std::string digits = scaled.text();
      const size_t least = static_cast<size_t>(places) + 1;
      if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
      return digits.insert(digits.size() - static_cast<size_t>(places), ".");
    }
    scaled = scaled * Rational(10);
  }
  return text;
}

/// The one target that is given, whole.
Asked asked(const Arguments& a) {
  using Kind = PrivacyTarget::Kind;
  struct Form {
    Kind kind;
    const char* at;
    const std::string* at_text;
    const char* bound;
    const std::string* bound_text;
  };
  const Form forms[] = {
      {Kind::delta, "epsilon", &a.epsilon, "delta", &a.delta},
      {Kind::advantage, nullptr, nullptr, "advantage", &a.advantage},
      {Kind::reconstruction, "kappa", &a.kappa, "gamma", &a.gamma},
      {Kind::bayes, "prior", &a.prior, "bayes", &a.bayes},
      {Kind::type_two, "alpha", &a.alpha, "beta", &a.beta},
      {Kind::gaussian, "mu", &a.mu, "within", &a.within},
  };
  std::vector<Asked> found;
  for (const Form& form : forms) {
    const bool mu_alone = form.kind == Kind::gaussian && !a.mu.empty() && a.within.empty();
    const std::string& bound_text = mu_alone ? kWithin : *form.bound_text;
    const bool at = form.at_text != nullptr && !form.at_text->empty();
    const bool bound = !bound_text.empty();
    if (!at && !bound) continue;
    if ((form.at_text != nullptr && !at) || !bound) {
      throw std::invalid_argument(std::string("a target needs --") + form.at + " and --" +
                                  form.bound + " together");
    }
    Asked one{{form.kind, at ? number(form.at, *form.at_text) : Rational(0),
               number(form.bound, bound_text)},
              {}};
    if (at) one.words.emplace_back(form.at, one.target.at.text());
    one.words.emplace_back(form.bound, one.target.bound.text());
    found.push_back(one);
  }
  if (found.size() != 1) {
    throw std::invalid_argument(
        "calibrate needs one target: --epsilon E --delta D, --advantage A, --gamma G --kappa K, "
        "--bayes R --prior PI, --alpha A --beta B, or --mu M [--within W]");
  }
  return found[0];
}

int run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Asked what = asked(arguments);
  const Family family(arguments.mechanism, arguments.vary);
  const bool forward_only = what.target.kind == PrivacyTarget::Kind::reconstruction;
  const Direction direction = forward_only ? Direction::forward : parse_direction(common.direction);
  const auto start = std::chrono::steady_clock::now();
  const Calibration found =
      calibrate(family, what.target, direction, common.engine, effort_of(common));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::string safe = found.safe ? decimal_text(*found.safe) : "";
  const bool whole = family.order().integer && found.value.reached;  // N is known exactly
  if (common.json) {
    nlohmann::ordered_json record = {{"quantity", "calibrate"},
                                     {"mechanism", family.expression()},
                                     {"vary", family.parameter()},
                                     {"direction", direction_name(direction)},
                                     {"at", nlohmann::ordered_json::object()}};
    for (const auto& [name, value] : what.words) record["at"][name] = value;
    if (!safe.empty()) record["safe"] = safe;
    add_certified(record, found.value, common.digits, seconds);
    if (whole) record["lower"] = record["upper"] = safe;
    fmt::print("{}\n", record.dump());
  } else {
    std::string target;
    for (const auto& [name, value] : what.words) {
      target += (target.empty() ? "" : ", ") + name + "=" + value;
    }
    fmt::print("{}, {}, target {}\n", family.expression(), direction_name(direction), target);
    if (whole) {
      fmt::print("N = {}   exact: {} steps miss it, {}, {:.3g} s\n", safe,
                 (*found.safe + Rational(1)).text(), found.value.engine, seconds);
    } else {
      print_text({family.parameter(), "", "", "", "", "", common.digits, seconds}, found.value);
    }
    if (!safe.empty()) {
      fmt::print("  certified to meet the target: {} = {} and everything {} it\n",
                 family.parameter(), safe,
                 family.order().larger_is_more_private ? "above" : "below");
    }
  }
  return found.value.reached ? 0 : kNotReached;
}

}  // namespace

void add_calibrate_command(CLI::App& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "calibrate", "the value of a parameter (or N) at which a mechanism just meets a target");
  command
      ->add_option("mechanism", a->mechanism,
                   "mechanism expression; the parameter to find may be written ?")
      ->required();
  command->add_option("--vary", a->vary,
                      "the parameter: sigma, b, p, N, ...; 2.sigma for that of the second factor");
  command->add_option("--epsilon", a->epsilon, "with --delta: delta(epsilon) <= delta");
  command->add_option("--delta", a->delta, "see --epsilon");
  command->add_option("--advantage", a->advantage, "total variation <= advantage");
  command->add_option("--gamma", a->gamma, "with --kappa: ReRo bound gamma(kappa) <= gamma");
  command->add_option("--kappa", a->kappa, "see --gamma");
  command->add_option("--bayes", a->bayes, "with --prior: minimum Bayes error R(prior) >= bayes");
  command->add_option("--prior", a->prior, "see --bayes");
  command->add_option("--alpha", a->alpha, "with --beta: trade-off function f(alpha) >= beta");
  command->add_option("--beta", a->beta, "see --alpha");
  command->add_option("--mu", a->mu, "f(alpha) >= G_mu(alpha + within) - within for all alpha");
  command->add_option("--within", a->within, "see --mu (" + kWithin + " unless given)");
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline calibrate 'subsampled_gaussian(sigma=?,p=0.01)^10000' --epsilon 2 "
      "--delta 1e-5");
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
