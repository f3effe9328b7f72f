/// The command amplification: encloses epsilon of a matrix mechanism with random batches between the epsilons of two
/// pairs of distributions.
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/questions/amplified_values.hpp"

namespace plumbline {
namespace {

struct AmplificationArguments {
  std::string mechanism;
  std::vector<std::string> deltas;
  CommonOptions common;
};

const TextLayout kAmplificationText = {{"amplification",
                                        "{mechanism}, one record added or removed\n"
                                        "epsilon(delta={delta}) = {value}[   {apart} % apart]\n"
                                        "[  not above that of {above} ({above_bound})\n]"
                                        "[  not below that of {below} ({below_name})\n]"}};

AnswerBuilder answer_of(const std::string& mechanism, const Rational& delta,
                        const AmplifiedEpsilon& found, int digits) {
  AnswerBuilder out("amplification");
  out.add("quantity", "epsilon")
      .add("mechanism", mechanism)
      .add("delta", delta.text())
      .add("value", EnclosedValue{found.value, digits, 0, "", false});
  if (found.apart) out.add("apart", Approximately{100 * *found.apart, ".3g"});
  if (!found.above.expression.empty()) {
    out.add("above", found.above.expression).add("above_bound", found.above.name);
  }
  if (!found.below.expression.empty()) {
    out.add("below", found.below.expression).add("below_bound", found.below.name);
    const bool whole = found.below.share == Rational(1);
    if (!whole) out.add("share", found.below.share.text());
    out.aside("below_name",
              found.below.name + (whole ? "" : ", a share of " + found.below.share.text()));
  }
  return out.reached(found.apart.has_value());
}

int run_amplification(const AmplificationArguments& a) {
  const std::vector<WrittenFactor> factors = read_open_expression(a.mechanism);
  if (factors.size() != 1) throw std::invalid_argument("one mechanism is needed, not a product");
  const std::vector<Rational> deltas = read_values("delta", a.deltas);
  const AmplifiedSides sides = amplified_sides(factors.front());
  AnswerWriter answers(format_of(a.common.format), kAmplificationText);
  Watch watch(a.common, deltas.size() == 1);
  for (size_t i = 0; i < deltas.size(); ++i) {
    Watch::Work work(watch, "epsilon(delta=" + deltas[i].text() + ")");
    const AmplifiedEpsilon found =
        amplified_epsilon(sides, deltas[i], watch.effort(deltas.size() - i));
    answers.give(answer_of(factors.front().text(), deltas[i], found, a.common.digits));
  }
  return answers.finish();
}

}  // namespace

void add_amplification_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<AmplificationArguments>();
  a->common.digits = 6;
  Command* command = app.add_subcommand(
      "amplification",
      "upper and lower bounds on epsilon of a matrix mechanism with random batches");
  command
      ->add_option("mechanism", a->mechanism,
                   "balls_in_bins(...), b_min_sep(...) or cyclic_poisson(...)")
      ->required();
  command->add_option("--delta", a->deltas, "numbers (exact: 0.1 is 1/10), or ranges lo:hi:count")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  constexpr int kMostDigits = 30;
  add_output_options(*command, a->common, kMostDigits,
                     "then the program omits the unfinished pairs of distributions (the pair for "
                     "the upper bound and the pair for the lower bound)");
  command->footer(
      "Example: plumbline amplification "
      "'balls_in_bins(sigma=8,strategy=sqrt(8),steps=2048,bins=256)' --delta 1e-6");
  command->callback([a, &exit_code] { exit_code = run_amplification(*a); });
}

}  // namespace plumbline
