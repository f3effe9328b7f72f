/// moments, renyi, theorem3: what is read from the moments of the loss.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/moments_words.hpp"
#include "app/output.hpp"
#include "app/values.hpp"
#include "reference/quantities/comparison/theorem_three.hpp"
#include "reference/quantities/moments.hpp"
#include "verify/base/certified_json.hpp"

namespace plumbline {
namespace {

constexpr int kNotReached = 3;

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Prints values one after the other and remembers whether all were reached.
class Printer {
 public:
  Printer(const CommonOptions& common, std::string quantity, std::string mechanism)
      : common_(common), quantity_(std::move(quantity)), mechanism_(std::move(mechanism)) {}

  void print(const std::string& name, const std::string& argument, const std::string& at,
             const std::string& direction, const Certified& value, double seconds) {
    PrintedValue what{common_.json ? quantity_ : name,
                      argument,
                      at,
                      mechanism_,
                      "",
                      direction,
                      common_.digits,
                      seconds};
    common_.json ? print_json(what, value) : print_text(what, value);
    if (!value.reached) exit_code_ = kNotReached;
  }
  void print_infinite(const std::string& name, const std::string& argument, const std::string& at,
                      const std::string& direction) const {
    if (!common_.json) {
      fmt::print("{} = infinite\n", name);
      return;
    }
    nlohmann::ordered_json record = {
        {"quantity", quantity_}, {"mechanism", mechanism_}, {"direction", direction}};
    record["at"] = nlohmann::ordered_json::object();
    if (!argument.empty()) record["at"][argument] = at;
    record["lower"] = record["upper"] = "inf";
    record["reached"] = true;
    fmt::print("{}\n", record.dump());
  }
  int exit_code() const { return exit_code_; }

 private:
  const CommonOptions& common_;
  std::string quantity_, mechanism_;
  int exit_code_ = 0;
};

int run_moments(const MomentsArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Composition composition = Composition::parse(arguments.mechanism);
  const Effort effort = effort_of(common);
  Printer printer(common, "moments", composition.expression());
  const bool worst = common.direction == "worst";  // both
  if (!worst) parse_direction(common.direction);
  const bool single = composition.single();
  for (const bool reverse : {false, true}) {
    if (!worst && reverse != (common.direction == "reverse")) continue;
    const std::string direction = reverse ? "reverse" : "forward";
    if (!common.json) {
      fmt::print("{}{}, loss under {} ({})\n", reverse && worst ? "\n" : "",
                 composition.expression(), reverse ? "Q" : "P", direction);
    }
    const Clock clock;
    const Moments m = moments(composition, reverse, effort);
    if (m.infinite) {
      printer.print_infinite("every moment", "functional", "all", direction);
      continue;
    }
    const double seconds = clock.seconds();
    const auto print = [&](const std::string& name, const std::string& text, const Certified& x) {
      printer.print(text, common.json ? "functional" : "", name, direction, x, seconds);
    };
    print("v1", "v1", m.v1);
    print("v2", "v2", m.v2);
    print(single ? "v3" : "sum_v3", single ? "v3" : "sum of v3 of the steps", m.v3);
    print(single ? "v4" : "sum_v4", single ? "v4" : "sum of v4 of the steps", m.v4);
    if (m.eta.value.is_finite()) print("eta", "eta", m.eta);
    for (size_t n = 0; n < m.cumulants.size(); ++n) {
      const std::string order = std::to_string(n + 1);
      print("cumulant" + order, "cumulant " + order, m.cumulants[n]);
    }
  }
  return printer.exit_code();
}

int run_renyi(const RenyiArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Composition composition = Composition::parse(arguments.mechanism);
  const Direction direction = parse_direction(common.direction);
  const Effort effort = effort_of(common);
  Printer printer(common, "renyi", composition.expression());
  if (!common.json) fmt::print("{}, {}\n", composition.expression(), direction_name(direction));
  const auto print = [&](const std::string& order, const auto& compute) {
    const Clock clock;
    const std::optional<Certified> value = compute();
    if (value) {
      printer.print("renyi", "order", order, direction_name(direction), *value, clock.seconds());
    } else {
      printer.print_infinite("renyi(order=" + order + ")", "order", order,
                             direction_name(direction));
    }
  };
  for (const std::string& written : arguments.orders) {
    if (written == "inf") {
      print(written, [&] { return max_divergence(composition, direction, effort); });
      continue;
    }
    for (const Rational& order : read_values("order", {written})) {
      print(order.text(), [&] { return renyi(composition, order, direction, effort); });
    }
  }
  return printer.exit_code();
}

std::string enclosure(const Ball& x, int digits) {
  const auto [lower, upper] = x.decimal_bounds(digits + kSpareDigits);
  return lower == upper ? lower : "[" + lower + ", " + upper + "]";
}

std::string steps(const std::optional<Rational>& n) { return n ? n->text() : "none"; }

int run_theorem(const TheoremArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Direction direction = parse_direction(common.direction);
  const Composition first = Composition::parse(arguments.first),
                    second = Composition::parse(arguments.second);
  const Effort effort = effort_of(common);
  const Clock clock;
  const TheoremThree theorem = theorem_three(first, second, direction, effort);
  PrivacyProfile M(first, direction, common.engine), M_tilde(second, direction, common.engine);
  Effort rough = effort;  // beside a bound a few digits of the truth are enough
  rough.digits = std::min(effort.digits, 8);
  const Certified truth = divergence(M, M_tilde, rough).value;
  std::optional<TheoremThree::Steps> needed;
  if (!arguments.target.empty()) {
    needed = theorem.steps_if_symmetric(read_value("target", arguments.target));
  }
  const std::string condition = !theorem.condition   ? "undecided"
                                : *theorem.condition ? "holds"
                                                     : "fails";
  const bool within_bound = certainly_at_most(truth.value, theorem.bound);
  const std::string verdict = within_bound ? "at most the bound"
                              : certainly_less(theorem.bound, truth.value)
                                  ? "ABOVE the bound"
                                  : "not told apart from the bound";
  const int digits = common.digits;
  if (common.json) {
    const auto pair = [&](const Ball& x) {
      const auto [lower, upper] = x.decimal_bounds(digits + kSpareDigits);
      return nlohmann::ordered_json{{"lower", lower}, {"upper", upper}};
    };
    const auto text = [](const std::optional<Rational>& n) {
      return n ? nlohmann::ordered_json(n->text()) : nlohmann::ordered_json(nullptr);
    };
    nlohmann::ordered_json record = {{"quantity", "theorem3"},
                                     {"mechanism", first.expression()},
                                     {"other", second.expression()},
                                     {"direction", direction_name(direction)}};
    const Certified bound = certified({theorem.bound, {}}, "transform", digits);
    add_certified(record, bound, digits, clock.seconds());
    record["terms"] = {pair(theorem.first), pair(theorem.second)};
    record["condition"] = condition;
    record["symmetric"] = theorem.symmetric;
    record["proves"] = theorem.proves();
    record["ratio"] = pair(theorem.ratio);
    record["ratio_needed"] = pair(theorem.needed);
    record["smallest_N_of_condition"] = text(theorem.N_condition);
    record["divergence"] = pair(truth.value);
    if (needed) {
      record["target"] = arguments.target;
      const auto add = [&text](nlohmann::ordered_json& to, const TheoremThree::Steps& n) {
        to["N"] = text(n.N_together);
        to["N_tilde"] = text(n.N_tilde_together);
        to["N_alone"] = text(n.N_alone);
        to["N_tilde_alone"] = text(n.N_tilde_alone);
        to["N_tilde_most"] = text(n.N_tilde_most);
      };
      add(record, theorem.symmetric ? *needed : TheoremThree::Steps{});
      if (!theorem.symmetric) add(record["if_symmetric"], *needed);
    }
    fmt::print("{}\n", record.dump());
  } else {
    fmt::print("M1 = {}, M2 = {}, {}\n", first.expression(), second.expression(),
               direction_name(direction));
    fmt::print("condition N1/N2 >= eta2^2/eta1^2 {}: {} against {}\n", condition,
               enclosure(theorem.ratio, digits), enclosure(theorem.needed, digits));
    fmt::print("  with N2 as it is, it holds from N1 = {} on\n", steps(theorem.N_condition));
    fmt::print("bound on Delta(M1 || M2) = {}{}\n", enclosure(theorem.bound, digits),
               theorem.proves() ? "" : "   (proves nothing here)");
    if (!theorem.symmetric) {
      fmt::print(
          "  the theorem is about symmetric trade-off functions, which these are not both\n");
    }
    fmt::print("  its terms {} and {}\n", enclosure(theorem.first, digits),
               enclosure(theorem.second, digits));
    fmt::print("true Delta(M1 || M2) = {}, {}\n", interval_text(truth, rough.digits + kSpareDigits),
               verdict);
    if (needed) {
      fmt::print(
          "Delta <= {} {} from N1 = {}, N2 = {} on (same ratio); by N1 = {} alone; "
          "by N2 = {} alone (at most {})\n",
          arguments.target,
          theorem.symmetric ? "is proved" : "is not proved; of symmetric ones it would be",
          steps(needed->N_together), steps(needed->N_tilde_together), steps(needed->N_alone),
          steps(needed->N_tilde_alone), steps(needed->N_tilde_most));
    }
  }
  return truth.reached && theorem.bound.relative_digits() >= digits ? 0 : kNotReached;
}

}  // namespace

Command* add_moments_words(Command& app, MomentsArguments& arguments, const std::string& before,
                           const std::string& after) {
  Command* command = app.add_subcommand(
      "moments",
      "v1 to v4, eta and cumulants of the privacy loss under P (forward) and Q (reverse)");
  command->add_option("mechanism", arguments.mechanism, "mechanism expression")->required();
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "moments 'subsampled_gaussian(sigma=2,p=9e-4)^1400000'" + after);
  return command;
}

Command* add_renyi_words(Command& app, RenyiArguments& arguments, const std::string& before,
                         const std::string& after) {
  Command* command = app.add_subcommand("renyi", "Renyi divergence of any order greater than 0");
  command->add_option("mechanism", arguments.mechanism, "mechanism expression")->required();
  command->add_option("--order", arguments.orders, "orders (exact), ranges lo:hi:count, or inf")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "renyi 'subsampled_gaussian(sigma=1,p=0.01)^10000' --order 1 2 8.5" + after);
  return command;
}

Command* add_theorem_words(Command& app, TheoremArguments& arguments, const std::string& before,
                           const std::string& after) {
  arguments.common.direction = "forward";
  Command* command = app.add_subcommand(
      "theorem3", "the Berry-Esseen bound on a divergence (Kaissis et al. 2024), and the truth");
  command->add_option("mechanism1", arguments.first, "N steps of one mechanism")->required();
  command->add_option("mechanism2", arguments.second, "N~ steps of one mechanism")->required();
  command->add_option("--target", arguments.target,
                      "how many steps the theorem needs for Delta <= target");
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "theorem3 'subsampled_gaussian(sigma=2,p=9e-4)^1400000' "
                  "'subsampled_gaussian(sigma=3,p=9e-4)^3400000' --target 1e-3" +
                  after);
  return command;
}

void add_moments_commands(Command& app, int& exit_code) {
  const auto m = std::make_shared<MomentsArguments>();
  add_moments_words(app, *m)->callback([m, &exit_code] { exit_code = run_moments(*m); });
  const auto r = std::make_shared<RenyiArguments>();
  add_renyi_words(app, *r)->callback([r, &exit_code] { exit_code = run_renyi(*r); });
  const auto t = std::make_shared<TheoremArguments>();
  add_theorem_words(app, *t)->callback([t, &exit_code] { exit_code = run_theorem(*t); });
}

}  // namespace plumbline
