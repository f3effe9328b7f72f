#include <fmt/core.h>

#include <chrono>
#include <memory>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "app/quantity_arguments.hpp"
#include "app/values.hpp"
#include "reference/quantities/hyperprior.hpp"

namespace plumbline {
namespace {

constexpr int kBadInput = 2, kNotReached = 3;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void explain(const CommonOptions& common, const PrivacyProfile& profile) {
  if (common.explain) fmt::print(stderr, "{}\n", profile.explain());
}

/// What an asymmetric pair changes about statements made for symmetric curves.
void print_note(const QuantityEntry& quantity, Direction direction) {
  if (direction == Direction::worst) return;
  if (quantity.name == "advantage") {
    fmt::print(
        "  the same in every direction; the best level is a symmetric test's only for worst\n");
  } else if (quantity.name == "minimax" || quantity.name == "fixed_point") {
    fmt::print("  R* = a* = f(a*) for every curve; it is R(1/2) only for symmetric ones\n");
  }
}

int run_quantity(const QuantityEntry& quantity, const QuantityArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Composition composition = Composition::parse(arguments.mechanism);
  const Direction direction =
      quantity.forward_only ? Direction::forward : parse_direction(common.direction);
  const std::vector<Rational> points = quantity.argument.empty()
                                           ? std::vector<Rational>{Rational(0)}
                                           : read_values(quantity.argument, arguments.at);
  PrivacyProfile profile(composition, direction, common.engine);
  const Effort effort = effort_of(common);
  int exit_code = 0;
  if (!common.json) {
    fmt::print("{}, {}\n", composition.expression(), direction_name(direction));
  }
  for (const Rational& at : points) {
    const auto start = std::chrono::steady_clock::now();
    std::optional<Certified> computed;
    try {
      computed = quantity.compute(profile, at, effort);
    } catch (const std::invalid_argument& e) {  // the other values are answered all the same
      std::fflush(stdout);
      fmt::print(stderr, "plumbline: {}\n", e.what());
      exit_code = kBadInput;
      continue;
    }
    const Certified& value = *computed;
    const PrintedValue printed{quantity.name,
                               quantity.argument,
                               at.text(),
                               composition.expression(),
                               "",
                               direction_name(direction),
                               common.digits,
                               seconds_since(start)};
    common.json ? print_json(printed, value) : print_text(printed, value);
    if (!common.json) print_note(quantity, direction);
    explain(common, profile);
    if (!value.reached && exit_code == 0) exit_code = kNotReached;
  }
  return exit_code;
}

/// Divergence to an extreme, in the words of Kaissis et al. 2024, Lemmas 3 to 5.
void print_extremes(const std::string& M, const std::string& other, Direction direction) {
  const std::string perfect = "perfectly_private()", blatant = "blatantly_non_private()";
  if (M == perfect) fmt::print("  from perfect privacy: TV/2 for every curve\n");
  if (other == blatant) {
    fmt::print("  to blatant non-privacy: R* = a* = f(a*) for every curve\n");
  }
  if ((M == perfect || other == blatant) && direction != Direction::worst) {
    fmt::print(
        "  TV/2 + R* = 1/2 needs a symmetric curve (--direction worst); otherwise it is >= 1/2\n");
  }
}

/// Decimal bounds of a prior, which lies in [0, 1] whatever the rounding.
std::pair<std::string, std::string> prior_bounds(const Ball& prior, int digits) {
  return printed_bounds(within(Certified{prior, "", {}, true}, Rational(0), Rational(1)), digits);
}

int run_divergence(const QuantityArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const Direction direction = parse_direction(common.direction);
  const auto weight = Hyperprior::parse(arguments.hyperprior);
  PrivacyProfile first(Composition::parse(arguments.mechanism), direction, common.engine);
  PrivacyProfile second(Composition::parse(arguments.other), direction, common.engine);
  const Effort effort = effort_of(common);
  if (!common.json) {
    fmt::print("M1 = {}, M2 = {}, {}{}\n", first.composition().expression(),
               second.composition().expression(), direction_name(direction),
               weight ? ", hyperprior " + weight->text() : "");
  }
  std::vector<Certified> both;
  int exit_code = 0;
  for (const bool swapped : {false, true}) {
    PrivacyProfile& M = swapped ? second : first;
    PrivacyProfile& other = swapped ? first : second;
    const auto start = std::chrono::steady_clock::now();
    const Divergence d = divergence(M, other, weight.get(), effort);
    PrintedValue printed{common.json ? "divergence"
                         : swapped   ? "Delta(M2 || M1)"
                                     : "Delta(M1 || M2)",
                         common.json ? "prior" : "",
                         d.prior_text(common.digits),
                         M.composition().expression(),
                         other.composition().expression(),
                         direction_name(direction),
                         common.digits,
                         seconds_since(start)};
    if (common.json) {
      print_json(printed, d.value);
    } else {
      print_text(printed, d.value);
      const auto [low, high] = prior_bounds(d.prior, 10);
      fmt::print("  the maximum is attained, up to its width, at some prior in {} ... {}\n", low,
                 high);
      if (!weight) {
        print_extremes(M.composition().expression(), other.composition().expression(), direction);
      }
    }
    explain(common, M);
    if (!d.value.reached) exit_code = kNotReached;
    both.push_back(d.value);
  }
  if (!common.json) {
    Certified larger = both[0];
    larger.value = max(both[0].value, both[1].value);
    larger.reached = exit_code == 0;
    print_text({"max (metric, a Levy distance)", "", "", "", "", "", common.digits, 0}, larger);
  }
  return exit_code;
}

}  // namespace

void add_quantity_commands(Command& app, int& exit_code) {
  for (const QuantityEntry& quantity : quantity_registry()) {
    const auto arguments = std::make_shared<QuantityArguments>();
    add_quantity_words(app, quantity, *arguments)->callback([&quantity, arguments, &exit_code] {
      exit_code = run_quantity(quantity, *arguments);
    });
  }
}

void add_divergence_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<QuantityArguments>();
  add_divergence_words(app, *arguments)->callback([arguments, &exit_code] {
    exit_code = run_divergence(*arguments);
  });
}

}  // namespace plumbline
