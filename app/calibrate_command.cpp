#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/calibrate_words.hpp"
#include "app/commands.hpp"
#include "app/output.hpp"
#include "verify/base/certified_json.hpp"

namespace plumbline {
namespace {

constexpr int kNotReached = 3;
const std::string kWithin = "1e-4";  // of --mu

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

int run(const CalibrateArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const NamedTexts numbers = exact_target(written_target(arguments));
  const PrivacyTarget target = target_of(numbers);
  const Family family(arguments.mechanism, arguments.vary);
  const Direction direction = direction_for(target, common.direction);
  const auto start = std::chrono::steady_clock::now();
  const Calibration found = calibrate(family, target, direction, common.engine, effort_of(common));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  print_calibration(common, family, numbers, direction, found, took.count());
  return found.value.reached ? 0 : kNotReached;
}

}  // namespace

NamedTexts written_target(const CalibrateArguments& a) {
  const NamedTexts options = {
      {"epsilon", a.epsilon}, {"delta", a.delta}, {"advantage", a.advantage}, {"gamma", a.gamma},
      {"kappa", a.kappa},     {"bayes", a.bayes}, {"prior", a.prior},         {"alpha", a.alpha},
      {"beta", a.beta},       {"mu", a.mu},       {"within", a.within}};
  const auto given = [&](const std::string& name) {
    for (const auto& [option, text] : options) {
      if (option == name) return text;
    }
    return std::string();
  };
  std::vector<NamedTexts> found;
  for (const TargetWords& words : target_words()) {
    const std::string at = given(words.at);
    std::string bound = given(words.bound);
    if (words.kind == PrivacyTarget::Kind::gaussian && !at.empty() && bound.empty()) {
      bound = kWithin;
    }
    if (at.empty() && bound.empty()) continue;
    if ((!words.at.empty() && at.empty()) || bound.empty()) {
      throw std::invalid_argument("a target needs --" + words.at + " and --" + words.bound +
                                  " together");
    }
    NamedTexts one;
    if (!at.empty()) one.emplace_back(words.at, at);
    one.emplace_back(words.bound, bound);
    found.push_back(one);
  }
  if (found.size() != 1) {
    throw std::invalid_argument(
        "calibrate needs one target: --epsilon E --delta D, --advantage A, --gamma G --kappa K, "
        "--bayes R --prior PI, --alpha A --beta B, or --mu M [--within W]");
  }
  return found[0];
}

NamedTexts exact_target(const NamedTexts& written) {
  NamedTexts out;
  for (const auto& [name, text] : written) out.emplace_back(name, number(name, text).text());
  return out;
}

Direction direction_for(const PrivacyTarget& target, const std::string& direction) {
  const bool forward_only = target.kind == PrivacyTarget::Kind::reconstruction;
  return forward_only ? Direction::forward : parse_direction(direction);
}

void print_calibration(const CommonOptions& common, const Family& family, const NamedTexts& numbers,
                       Direction direction, const Calibration& found, double seconds,
                       std::FILE* to) {
  const std::string safe = found.safe ? decimal_text(*found.safe) : "";
  const bool whole = family.order().integer && found.value.reached;  // N is known exactly
  if (common.json) {
    nlohmann::ordered_json record = {{"quantity", "calibrate"},
                                     {"mechanism", family.expression()},
                                     {"vary", family.parameter()},
                                     {"direction", direction_name(direction)},
                                     {"at", nlohmann::ordered_json::object()}};
    for (const auto& [name, value] : numbers) record["at"][name] = value;
    if (!safe.empty()) record["safe"] = safe;
    if (found.undecided) record["undecided"] = decimal_text(*found.undecided);
    add_certified(record, found.value, common.digits, seconds);
    if (whole) record["lower"] = record["upper"] = safe;
    fmt::print(to, "{}\n", record.dump());
  } else {
    std::string target;
    for (const auto& [name, value] : numbers) {
      target += (target.empty() ? "" : ", ") + name + "=" + value;
    }
    fmt::print(to, "{}, {}, target {}\n", family.expression(), direction_name(direction), target);
    if (whole) {
      fmt::print(to, "N = {}   exact: {} steps miss it, {}, {:.3g} s\n", safe,
                 (*found.safe + Rational(1)).text(), found.value.engine, seconds);
    } else {
      print_text({family.parameter(), "", "", "", "", "", common.digits, seconds}, found.value, to);
    }
    if (!safe.empty()) {
      fmt::print(to, "  certified to meet the target: {} = {} and everything {} it\n",
                 family.parameter(), safe,
                 family.order().larger_is_more_private ? "above" : "below");
    }
    if (found.undecided) {
      fmt::print(to, "  not decided: whether {} = {} meets the target\n", family.parameter(),
                 decimal_text(*found.undecided));
    }
  }
}

Command* add_calibrate_words(Command& app, CalibrateArguments& arguments, const std::string& before,
                             const std::string& after) {
  CalibrateArguments* a = &arguments;
  Command* command = app.add_subcommand(
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
  command->footer("Example: plumbline " + before +
                  "calibrate 'subsampled_gaussian(sigma=?,p=0.01)^10000' --epsilon 2 "
                  "--delta 1e-5" +
                  after);
  return command;
}

void add_calibrate_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<CalibrateArguments>();
  add_calibrate_words(app, *a)->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
