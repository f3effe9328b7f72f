/// tv-limit: Theorem 3 of Ghazi and Issa 2024.
#include <memory>

#include "app/papers/tv_papers.hpp"
#include "app/running/guarded.hpp"
#include "app/running/watch.hpp"
#include "reference/regions/gaussian_limit.hpp"

namespace plumbline {
namespace {

struct LimitArguments {
  CommonOptions common;
  std::string mu = "1", exponent = "1/4";
  std::vector<std::string> steps{"16", "64", "256", "1024", "4096", "16384", "65536"};
};

const TextLayout kLimitText = {
    {"heading",
     "n steps of epsilon = mu/n^c, eta = mu/(2 n^(1-c)), mu = {mu}, c = {c}, against G_mu\n"},
    {"tv-limit",
     "n={at.steps}: sup|f - G_mu| = {value}{value.mark}[, rate n^{observed_rate}]; n kl = {kl}, n "
     "kappa2 = {kappa2}, n kappa3 = {kappa3}\n"}};

/// What is asked, read and refused before anything is computed.
struct LimitQuestion {
  Rational mu, c;
  std::vector<Rational> steps;
};

/// Of n steps; `before` is the distance of fewer, if there is one yet.
DistanceAfter answer_limit(const LimitQuestion& request, const Rational& steps,
                           const std::optional<DistanceAfter>& before, Watch& limit,
                           AnswerWriter& answers) {
  const Rational &mu = request.mu, &c = request.c;
  const Effort effort = limit.effort();
  const int digits = effort.digits;
  const Stopwatch watch;
  const long n = steps_number(steps);
  const ComposedTv composed = gaussian_sequence(mu, c, n);
  if (!before) {
    answers.give(AnswerBuilder("heading").add("mu", mu.text()).add("c", c.text()).for_people());
  }
  const GaussianDistance d = [&] {
    const Watch::Work work(limit, "tv-limit", [&answers] { return answers.finish(); });
    return gaussian_distance(composed, Real(mu), effort);
  }();
  effort.poll();  // it is [0, 1] when time is up
  const StepMoments sums = step_moments(composed.steps().front(), Bits{128}).times(n);
  AnswerBuilder out("tv-limit");
  out.add("quantity", "tv-limit")
      .add("at",
           text_fields({{"mu", mu.text()}, {"exponent", c.text()}, {"steps", std::to_string(n)}}))
      .add("value", EnclosedValue{d.distance, digits, watch.seconds()})
      .add("above", EnclosureEnds{d.above, digits, false})
      .add("below", EnclosureEnds{d.below, digits, false})
      .aside("kl", Approximately{sums.kl.approximate(), ".6g"})
      .aside("kappa2", Approximately{sums.kappa2.approximate(), ".6g"})
      .aside("kappa3", Approximately{sums.kappa3.approximate(), ".3g"});
  const DistanceAfter now{n, d.distance};
  if (before) out.add("observed_rate", Approximately{observed_rate(*before, now), ".4f"});
  answers.give(out);
  return now;
}

void answer(const LimitArguments& arguments, AnswerWriter& answers) {
  const LimitQuestion request{read_value("mu", arguments.mu),
                              read_value("exponent", arguments.exponent),
                              read_values("steps", arguments.steps)};
  Watch limit(arguments.common, false);
  std::optional<DistanceAfter> before;
  for (const Rational& steps : request.steps) {
    before = answer_limit(request, steps, before, limit, answers);
  }
}

}  // namespace

void add_limit_command(Command& app, int& exit_code) {
  const auto l = std::make_shared<LimitArguments>();
  Command* command = app.add_subcommand(
      "tv-limit",
      "distance of many small steps with bounded total variation from their Gaussian limit");
  command->add_option("--mu", l->mu, "of the limit G_mu")->capture_default_str();
  command->add_option("--exponent", l->exponent, "c in (0, 1/2): epsilon = mu/n^c")
      ->capture_default_str();
  command->add_option("--steps", l->steps, "numbers of steps n")->expected(1, -1)->delimiter(',');
  add_output_options(*command, l->common, kMostPaperDigits, "then the program gives up");
  command->footer("Example: plumbline tv-limit --mu 1 --exponent 1/4 --steps 16 256 4096 65536");
  command->callback([l, &exit_code] {
    exit_code = guarded(format_of(l->common.format), kLimitText,
                        [&](AnswerWriter& answers) { answer(*l, answers); });
  });
}

}  // namespace plumbline
