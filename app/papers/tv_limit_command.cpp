/// tv-limit: the distance of many small steps with bounded total variation from their Gaussian limit (Theorem 3 of
/// Ghazi and Issa 2024).
#include <memory>

#include "app/answers/writer.hpp"
#include "app/papers/tv_papers.hpp"
#include "app/running/guarded.hpp"
#include "app/running/watch.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/refined_limits.hpp"

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

/// The query, read and validated before any computation.
struct LimitQuestion {
  Rational mu, c;
  std::vector<Rational> steps;
};

/// The requested digits, and the computing time in seconds.
struct Timed {
  int digits;
  double seconds;
};

/// Prints and returns the distance for the i-th number of steps; `before` is the distance for the previous number, if
/// any.
DistanceAfter give_limit(const LimitQuestion& request, size_t i,
                         const std::optional<DistanceAfter>& before, const GaussianDistance& d,
                         const Timed& timed, AnswerWriter& answers) {
  const Rational &mu = request.mu, &c = request.c;
  const int digits = timed.digits;
  const long n = steps_number(request.steps[i]);
  const ComposedTv composed = gaussian_sequence(mu, c, n);
  const StepMoments sums = step_moments(composed.steps().front(), Bits{128}).times(n);
  AnswerBuilder out("tv-limit");
  out.add("quantity", "tv-limit")
      .add("at",
           text_fields({{"mu", mu.text()}, {"exponent", c.text()}, {"steps", std::to_string(n)}}))
      .add("value", EnclosedValue{d.distance, digits, timed.seconds})
      .add("above", EnclosureEnds{d.above, digits, false})
      .add("below", EnclosureEnds{d.below, digits, false})
      .aside("kl", Approximately{sums.kl.approximate(), ".6g"})
      .aside("kappa2", Approximately{sums.kappa2.approximate(), ".6g"})
      .aside("kappa3", Approximately{sums.kappa3.approximate(), ".3g"});
  const DistanceAfter now{n, d.distance};
  const bool known = before && before->distance.reached() && now.distance.reached();
  if (known) out.add("observed_rate", Approximately{observed_rate(*before, now), ".4f"});
  answers.give(out);
  return now;
}

/// Computes the distance for the i-th number of steps within its share of the remaining time, prints and returns it.
/// If the command must end during this work, prints lines for the later numbers of steps, too.
DistanceAfter answer_limit(const LimitQuestion& request, size_t i,
                           const std::optional<DistanceAfter>& before, Watch& limit,
                           AnswerWriter& answers) {
  const Stopwatch watch;
  const Effort effort = limit.effort(request.steps.size() - i);
  const ComposedTv composed =
      gaussian_sequence(request.mu, request.c, steps_number(request.steps[i]));
  const auto otherwise = [&](const GaussianDistance& best) {
    return [&, best] {
      DistanceAfter last =
          give_limit(request, i, before, best, {effort.digits, watch.seconds()}, answers);
      for (size_t k = i + 1; k < request.steps.size(); ++k) {
        last = give_limit(request, k, last, certain_distance(), {effort.digits, 0}, answers);
      }
      return answers.finish();
    };
  };
  GaussianDistance found = certain_distance();
  try {
    Watch::Work work(limit, "tv-limit", otherwise(found));
    found = refined_distance(composed, Real(request.mu), effort, [&](const GaussianDistance& best) {
      work.otherwise(otherwise(best));
    });
  } catch (const Interrupted&) {  // then `found` is the trivial bound
  }
  return give_limit(request, i, before, found, {effort.digits, watch.seconds()}, answers);
}

void answer(const LimitArguments& arguments, AnswerWriter& answers) {
  const LimitQuestion request{read_value("mu", arguments.mu),
                              read_value("exponent", arguments.exponent),
                              read_values("steps", arguments.steps)};
  Watch limit(arguments.common, false);
  // Invalid numbers are rejected before any computation.
  for (const Rational& steps : request.steps) {
    gaussian_sequence(request.mu, request.c, steps_number(steps));
  }
  answers.give(AnswerBuilder("heading")
                   .add("mu", request.mu.text())
                   .add("c", request.c.text())
                   .for_people());
  std::optional<DistanceAfter> before;
  for (size_t i = 0; i < request.steps.size(); ++i) {
    before = answer_limit(request, i, before, limit, answers);
  }
}

}  // namespace

void add_limit_command(Command& app, int& exit_code) {
  const auto l = std::make_shared<LimitArguments>();
  Command* command = app.add_subcommand(
      "tv-limit",
      "distance of many small steps with bounded total variation from their Gaussian limit");
  command->add_option("--mu", l->mu, "mu of the limit G_mu")->capture_default_str();
  command->add_option("--exponent", l->exponent, "c in (0, 1/2): epsilon = mu/n^c")
      ->capture_default_str();
  command->add_option("--steps", l->steps, "numbers of steps n")->expected(1, -1)->delimiter(',');
  add_output_options(*command, l->common, kMostPaperDigits, "then the best enclosures are printed");
  command->footer("Example: plumbline tv-limit --mu 1 --exponent 1/4 --steps 16 256 4096 65536");
  command->callback([l, &exit_code] {
    exit_code = guarded(format_of(l->common.format), kLimitText,
                        [&](AnswerWriter& answers) { answer(*l, answers); });
  });
}

}  // namespace plumbline
