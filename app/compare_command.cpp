#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/compare_words.hpp"
#include "app/values.hpp"
#include "reference/quantities/membership.hpp"
#include "verify/base/certified_json.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;
using Kind = ComparedRange::Kind;
constexpr int kNotReached = 3;

/// pi = e^eps / (1 + e^eps)
Ball prior_of(const Ball& epsilon, Bits p) {
  const Ball one = Ball::integer(1, p);
  return one / (one + exp(-epsilon.at(p)));
}

using Bounds = std::pair<std::string, std::string>;

/// The ends of a range as decimals: rounded inward where something is claimed of every epsilon in
/// it, outward where something is claimed of it as a whole.
Bounds ends(const ComparedRange& range, const Ball& from, const Ball& to, int digits) {
  const bool outward = range.kind == Kind::crossing || range.kind == Kind::undecided;
  const Bounds low = from.decimal_bounds(digits), high = to.decimal_bounds(digits);
  return outward ? Bounds{low.first, high.second} : Bounds{low.second, high.first};
}

Bounds epsilon_ends(const ComparedRange& range, int digits) {
  return ends(range, range.from, range.to, digits);
}

Bounds prior_ends(const ComparedRange& range, int digits) {
  const Bits p = bits_for_digits(2L * digits) + 128;
  return ends(range, prior_of(range.from, p), prior_of(range.to, p), digits);
}

void print_ranges_json(const Comparison& c, const Json& head, int digits, std::FILE* to) {
  for (const ComparedRange& range : c.ranges) {
    Json record = head;
    record["range"] = kind_name(range.kind);
    const auto [lower, upper] = epsilon_ends(range, digits + kSpareDigits);
    record["lower"] = lower;
    record["upper"] = upper;
    const auto [low, high] = prior_ends(range, digits + kSpareDigits);
    record["prior"] = {{"lower", low}, {"upper", high}};
    if (range.kind == Kind::undecided) record["gap"] = range.gap.text();
    fmt::print(to, "{}\n", record.dump());
  }
}

void print_ranges_text(const Comparison& c, int digits, std::FILE* to) {
  constexpr int kShort = 8;
  for (const ComparedRange& range : c.ranges) {
    if (range.kind == Kind::crossing) {
      const auto [lower, upper] = epsilon_ends(range, digits + kSpareDigits);
      const auto [low, high] = prior_ends(range, digits + kSpareDigits);
      fmt::print(to, "  crossing at epsilon [{}, {}], prior [{}, {}]\n", lower, upper, low, high);
      continue;
    }
    const std::string what = range.kind == Kind::first_larger    ? "delta1 >= delta2"
                             : range.kind == Kind::second_larger ? "delta1 <= delta2"
                             : range.kind == Kind::equal         ? "delta1 = delta2"
                                                                 : "undecided";
    const auto [lower, upper] = epsilon_ends(range, kShort);
    fmt::print(to, "  {} for epsilon in [{}, {}]", what, lower, upper);
    if (range.kind == Kind::undecided) fmt::print(to, ", |difference| <= {}", range.gap.text());
    fmt::print(to, "\n");
  }
}

int run(const CompareArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Direction direction = parse_direction(common.direction);
  PrivacyProfile first(Composition::parse(arguments.first), direction, common.engine);
  PrivacyProfile second(Composition::parse(arguments.second), direction, common.engine);
  const Effort effort = effort_of(common);
  const auto start = std::chrono::steady_clock::now();
  const Comparison c = compare(first, second, effort);
  Effort rough = effort;
  rough.digits = std::min(effort.digits, 10);
  const Certified forth = divergence(first, second, rough).value;
  const Certified back = divergence(second, first, rough).value;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  print_comparison(common, {first.composition().expression(), second.composition().expression(),
                            direction, c, forth, back, rough.digits, seconds});
  return c.reached ? 0 : kNotReached;
}

struct BoundArguments {
  std::string epsilon, delta, kappa;
  int digits = 15;
  bool json = false;
};

int run_bound(const BoundArguments& arguments) {
  const Rational epsilon = Rational::parse(arguments.epsilon);
  const Rational delta = Rational::parse(arguments.delta);
  int exit_code = 0;
  for (const Rational& kappa : read_values("kappa", {arguments.kappa})) {
    const Bits p = bits_for_digits(arguments.digits) + 64;
    const ReroBound bound = rero_bound(epsilon, delta, kappa, p);
    const auto certify = [&](const Ball& x) {
      return within(certified({x, {}}, "closed_form", arguments.digits), Rational(0), Rational(1));
    };
    const Certified two = certify(bound.two_lines), one = certify(bound.one_line);
    const int digits = arguments.digits + kSpareDigits;
    if (arguments.json) {
      const auto [low, high] = printed_bounds(one, digits);
      Json record = {{"quantity", "rero_bound"}};
      record["at"] = {
          {"epsilon", epsilon.text()}, {"delta", delta.text()}, {"kappa", kappa.text()}};
      add_certified(record, two, arguments.digits, 0);
      record["one_line"] = {{"lower", low}, {"upper", high}};
      fmt::print("{}\n", record.dump());
    } else {
      fmt::print("rero_bound(kappa={}) = {}   best that ({}, {})-DP alone implies\n", kappa.text(),
                 interval_text(two, digits), epsilon.text(), delta.text());
      fmt::print("  min(e^epsilon kappa + delta, 1) = {}\n", interval_text(one, digits));
    }
    if (!two.reached) exit_code = kNotReached;
  }
  return exit_code;
}

}  // namespace

std::string dominance_sentence(Dominance verdict, const std::string& margin) {
  const std::string upto = margin == "0" ? std::string() : ", up to " + margin + " in delta";
  switch (verdict) {
    case Dominance::first_more_private:
      return "M1 is at least as private everywhere (M2 dominates M1 in Blackwell's order)" + upto;
    case Dominance::second_more_private:
      return "M2 is at least as private everywhere (M1 dominates M2 in Blackwell's order)" + upto;
    case Dominance::cross:
      return "the profiles cross: neither dominates";
    case Dominance::equal:
      return "equal" + upto;
    case Dominance::open:
      return "not decided" + upto;
  }
  return "";
}

void print_comparison(const CommonOptions& common, const ComparedMechanisms& what, std::FILE* to) {
  const Comparison& c = what.comparison;
  if (common.json) {
    const Json head = {{"quantity", "comparison"},
                       {"mechanism", what.first},
                       {"other", what.second},
                       {"direction", direction_name(what.direction)}};
    print_ranges_json(c, head, common.digits, to);
    Json record = head;
    record["verdict"] = dominance_name(c.verdict);
    record["margin"] = c.margin.text();
    record["examined"] = {{"lower", c.least.decimal_bounds(10).first},
                          {"upper", c.most.decimal_bounds(10).second}};
    record["beyond"] = c.beyond.text();
    for (const auto& [name, value] :
         {std::pair("divergence", what.forth), {"divergence_back", what.back}}) {
      const auto [lower, upper] = printed_bounds(value, what.divergence_digits + kSpareDigits);
      record[name] = {{"lower", lower}, {"upper", upper}};
    }
    record["seconds"] = what.seconds;
    record["reached"] = c.reached;
    fmt::print(to, "{}\n", record.dump());
  } else {
    fmt::print(to, "M1 = {}, M2 = {}, {}\n", what.first, what.second,
               direction_name(what.direction));
    print_ranges_text(c, common.digits, to);
    if (!c.beyond.is_zero()) {
      fmt::print(
          to,
          "  beyond ({}, {}) not examined: |difference of delta| <= {}, or the last sign goes on\n",
          c.least.decimal_bounds(8).first, c.most.decimal_bounds(8).second, c.beyond.text());
    }
    fmt::print(to, "{}{}\n", dominance_sentence(c.verdict, c.margin.text()),
               c.reached ? "" : "   NOT REACHED");
    fmt::print(to, "Delta(M1 || M2) = {}, Delta(M2 || M1) = {}, {:.3g} s\n",
               interval_text(what.forth, what.divergence_digits + kSpareDigits),
               interval_text(what.back, what.divergence_digits + kSpareDigits), what.seconds);
  }
}

Command* add_compare_words(Command& app, CompareArguments& arguments, const std::string& before,
                           const std::string& after) {
  Command* command = app.add_subcommand(
      "compare", "all crossings of two privacy profiles, signs elsewhere, and which dominates");
  command->add_option("mechanism1", arguments.first, "mechanism expression")->required();
  command->add_option("mechanism2", arguments.second, "mechanism expression")->required();
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "compare 'gaussian(sigma=1)' 'laplace(b=1)' --digits 20" + after);
  return command;
}

void add_compare_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<CompareArguments>();
  add_compare_words(app, *arguments)->callback([arguments, &exit_code] {
    exit_code = run(*arguments);
  });

  const auto bound = std::make_shared<BoundArguments>();
  Command* rero = app.add_subcommand(
      "rero_bound", "reconstruction bound that (epsilon, delta)-DP alone implies, any mechanism");
  rero->add_option("--epsilon", bound->epsilon, "at least 0")->required();
  rero->add_option("--delta", bound->delta, "in [0, 1]")->required();
  rero->add_option("--kappa", bound->kappa, "a number or a range lo:hi:count")->required();
  rero->add_option("--digits", bound->digits, "relative width at most 10^-digits")
      ->check(in_range(1, 10000))
      ->capture_default_str();
  rero->add_flag("--json", bound->json, "one JSON object per value");
  rero->footer("Example: plumbline rero_bound --epsilon 1 --delta 1e-5 --kappa 0.1");
  rero->callback([bound, &exit_code] { exit_code = run_bound(*bound); });
}

}  // namespace plumbline
