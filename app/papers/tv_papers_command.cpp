/// noisy-sgd: Section VI-D of Ghazi and Issa 2024. This file also adds both commands about that paper to the program.
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/papers/tv_papers.hpp"
#include "app/running/guarded.hpp"
#include "app/running/watch.hpp"
#include "reference/regions/noisy_sgd.hpp"
#include "reference/regions/refined_limits.hpp"
#include "verify/papers/type_method_cost.hpp"

namespace plumbline {
namespace {

struct SgdArguments {
  CommonOptions common;
  std::string sigma = "1.3", rate = "256/60000", delta;
  std::vector<std::string> claim;
  std::vector<std::string> steps{"3516"}, epsilons{"0.5:3.4:30"}, alphas{"0:1:21"};
  bool csv = false, types = false;
};

/// The layout of text output: all answers about one point of the curves are in one line.
const TextLayout kSgdText = {
    {"heading",
     "noisy SGD: {steps} steps of subsampled_gaussian(sigma={sigma},p={rate}), {count} epsilons "
     "from {first} to {last}\n"},
    {"theorem2", "f({at.alpha}): Theorem 2 {value}"},
    {"kairouz", ", Kairouz et al. {value}"},
    {"truth", ", the mechanism {value}"},
    {"asymptotic", ", asymptotic {value}"},
    {"claim", ", claim {value}"},
    {"type_method", ", by types {value:.10f}"},
    {"end of point", "{all.mark}\n"},
    {"epsilon-heading", "epsilon(delta={delta}):"},
    {"epsilon-theorem2",
     "\n  Theorem 2 {value|none (no epsilon of the list reaches that delta)}{value.mark}"},
    {"epsilon-kairouz",
     "\n  Kairouz et al. {value|none (no epsilon of the list reaches that delta)}{value.mark}"},
    {"epsilon-one-region", " (by one region: {value}{value.mark}, epsilon={from})"},
    {"epsilon-truth", "\n  the mechanism {value}{value.mark}\n"},
    {"types",
     "method of types: largest error of the curve {largest_tradeoff_error:.3g} at "
     "alpha={at.alpha}; of a delta {largest_delta_error:.3g}, at epsilon={epsilon}, j={j}\n"},
    {"end", "asymptotic mu = {mu}...; {seconds}\n"}};

/// The layout for --csv: a table with the curves side by side.
const std::string kBothEnds = ",{value.lower},{value.upper}";
const TextLayout kSgdTable = {
    {"heading",
     "alpha,theorem2_lower,theorem2_upper,kairouz_lower,kairouz_upper,truth_lower,truth_upper,"
     "asymptotic_lower,asymptotic_upper[{?claimed},claim_lower,claim_upper]"
     "[{?typed},type_method]\n"},
    {"theorem2", "{at.alpha}" + kBothEnds},
    {"kairouz", kBothEnds},
    {"truth", kBothEnds},
    {"asymptotic", kBothEnds},
    {"claim", kBothEnds},
    {"type_method", ",{value}"},
    {"end of point", "\n"}};

/// The query, read and validated before any computation.
struct SgdRequest {
  NoisySgd sgd;
  std::vector<Rational> alphas, claim;
  std::optional<Rational> delta;
};

SgdRequest request_of(const SgdArguments& arguments) {
  SgdRequest out{{read_value("sigma", arguments.sigma), read_value("rate", arguments.rate),
                  steps_number(read_value("steps", arguments.steps.at(0))),
                  read_values("epsilon", arguments.epsilons)},
                 read_values("alpha", arguments.alphas),
                 read_values("claim", arguments.claim),
                 {}};
  const std::vector<Rational>& claim = out.claim;
  if (!claim.empty() &&
      (claim.size() != 2 || claim[0].sign() < 0 || claim[1].sign() < 0 || claim[1] > Rational(1))) {
    throw std::invalid_argument("--claim needs two numbers, epsilon >= 0 and delta in [0, 1]");
  }
  if (!arguments.delta.empty()) {
    out.delta = read_value("delta", arguments.delta);
    if (out.delta->sign() <= 0 || *out.delta >= Rational(1)) {
      throw std::invalid_argument("--delta must be in (0, 1), got " + out.delta->text());
    }
  }
  const FormatOptions& format = arguments.common.format;
  if (arguments.csv && (format.json || !format.name.empty() || out.delta)) {
    throw std::invalid_argument(std::string("--csv prints the curves only: leave out ") +
                                (format.name.empty() ? "--json" : "--format") + " and --delta");
  }
  return out;
}

/// Writes the answers about noisy SGD.
class SgdAnswers {
 public:
  SgdAnswers(const SgdArguments& arguments, const SgdRequest& request, AnswerWriter& answers)
      : request_(request),
        limit_(arguments.common, false),
        effort_(limit_.effort()),
        types_asked_(arguments.types),
        answers_(answers) {}

  void give() {
    find_curves();
    give_curves();
    if (request_.delta) give_epsilon(*request_.delta);
    if (types_) give_types();
    answers_.give(
        AnswerBuilder("end")
            .add("mu", DecimalBelow{sgd_asymptotic_mu(request_.sgd)(Bits{128}), kMuDigits})
            .add("seconds", watch_.seconds())
            .for_people());
  }

 private:
  static constexpr int kMuDigits = 12;

  void find_curves() {
    Watch::Work work(limit_, "curves of noisy SGD");
    const auto otherwise = [this](const SgdCurves& best) {
      return [this, best] {
        curves_ = best;
        give_curves();
        return answers_.finish();
      };
    };
    curves_ = certain_curves(request_.alphas.size());
    work.otherwise(otherwise(curves_));
    if (!request_.claim.empty()) {
      claimed_ =
          approximate_dp_curve(request_.claim[0], request_.claim[1], request_.alphas, effort_);
    }
    try {
      curves_ = refined_curves(request_.sgd, request_.alphas, effort_,
                               [&](const SgdCurves& best) { work.otherwise(otherwise(best)); });
    } catch (const Interrupted&) {  // then the curves are the trivial bounds
    }
    if (types_asked_ && !effort_.expired())
      types_ = type_method_cost(request_.sgd, request_.alphas, effort_);
  }

  void give_curves() const {
    give_heading();
    for (size_t i = 0; i < request_.alphas.size(); ++i) give_point(i);
  }

  AnswerBuilder answer(const std::string& kind, const std::string& quantity,
                       const std::string& method, const FieldGroup& at) const {
    AnswerBuilder out(kind);
    out.add("quantity", quantity).add("method", method).add("at", at);
    return out;
  }

  EnclosedValue enclosed(const Extended& x) const { return {x, effort_.digits, watch_.seconds()}; }

  void give_heading() const {
    const NoisySgd& sgd = request_.sgd;
    answers_.give(AnswerBuilder("heading")
                      .add("steps", sgd.steps)
                      .add("sigma", sgd.sigma.text())
                      .add("rate", sgd.rate.text())
                      .add("count", static_cast<long>(sgd.epsilons.size()))
                      .add("first", sgd.epsilons.front().text())
                      .add("last", sgd.epsilons.back().text())
                      .add("claimed", !request_.claim.empty())
                      .add("typed", types_.has_value())
                      .for_people());
  }

  void give_point(size_t i) const {
    const FieldGroup at = text_fields({{"alpha", request_.alphas[i].text()}});
    bool all = true;
    for (const auto& [method, curve] : {std::pair("theorem2", &curves_.theorem2),
                                        {"kairouz", &curves_.kairouz},
                                        {"truth", &curves_.truth},
                                        {"asymptotic", &curves_.asymptotic}}) {
      const Certified& x = (*curve)[i];
      all = all && x.reached();
      answers_.give(answer(method, "noisy-sgd", method, at).add("value", enclosed(x)));
    }
    if (!claimed_.empty()) {
      EnclosedValue x = enclosed(claimed_[i]);
      x.needed = false;  // the curve of the claim is additional, so its digits are not required
      answers_.give(answer("claim", "noisy-sgd", "claim", at).add("value", x));
    }
    if (types_) {
      answers_.give(answer("type_method", "noisy-sgd", "type_method", at)
                        .add("value", Approximately{types_->tradeoff[i], ".17g"}));
    }
    answers_.give(AnswerBuilder("end of point").add("all", all).for_people());
  }

  void give_epsilon(const Rational& D) {
    const std::string quantity = "noisy-sgd-epsilon";
    const FieldGroup at = text_fields({{"delta", D.text()}});
    const auto [epsilon, truth] = [&] {
      const Watch::Work work(limit_, "epsilon(delta=" + D.text() + ")",
                             [this] { return answers_.finish(); });
      return std::pair(sgd_epsilon(request_.sgd, D, effort_),
                       sgd_true_epsilon(request_.sgd, D, effort_));
    }();
    answers_.give(AnswerBuilder("epsilon-heading").add("delta", D.text()).for_people());
    const auto give = [&](const std::string& method, const SgdEpsilon::Answer& x) {
      answers_.give(
          answer("epsilon-" + method, quantity, method, at).add("value", enclosed(x.of_all)));
      if (x.of_one.is_infinite()) return;
      answers_.give(
          answer(x.of_all ? "epsilon-one-region" : "", quantity, method + "-one-region", at)
              .add("value", enclosed(x.of_one))
              .add("from", x.from.text()));
    };
    give("theorem2", epsilon.theorem2);
    give("kairouz", epsilon.kairouz);
    answers_.give(answer("epsilon-truth", quantity, "truth", at).add("value", enclosed(truth)));
  }

  void give_types() const {
    const TypeMethodError largest = largest_curve_error(*types_, curves_.theorem2);
    answers_.give(AnswerBuilder("types")
                      .add("quantity", "noisy-sgd-type-method")
                      .add("largest_tradeoff_error", Approximately{largest.error, ".6g"})
                      .add("at", text_fields({{"alpha", request_.alphas[largest.at].text()}}))
                      .add("largest_delta_error", Approximately{types_->largest_delta_error, ".6g"})
                      .add("epsilon", types_->largest_delta_error_epsilon.text())
                      .add("j", std::to_string(types_->largest_delta_error_j)));
  }

  const SgdRequest& request_;
  Watch limit_;
  Effort effort_;
  Stopwatch watch_;
  bool types_asked_;
  AnswerWriter& answers_;
  std::vector<Certified> claimed_;
  SgdCurves curves_;
  std::optional<TypeMethodCost> types_;
};

void add_sgd_command(Command& app, int& exit_code) {
  const auto s = std::make_shared<SgdArguments>();
  Command* command = app.add_subcommand(
      "noisy-sgd", "noisy SGD: composed privacy regions and the exact trade-off function");
  command->add_option("--sigma", s->sigma, "noise of a step over its sensitivity")
      ->capture_default_str();
  command->add_option("--rate", s->rate, "batch size over data set size")->capture_default_str();
  command->add_option("--steps", s->steps, "number of steps")->expected(1);
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  list("epsilon", s->epsilons, "epsilon of a step before sampling (0.5:3.4:30)");
  list("alpha", s->alphas, "points of the curves (0:1:21)");
  command->add_option("--delta", s->delta, "also print the epsilon at this delta");
  command->add_option("--claim", s->claim, "also print the curve of this (epsilon, delta)")
      ->expected(1, 2)
      ->delimiter(',');
  command->add_flag("--csv", s->csv, "print the curves side by side as one CSV table");
  command->add_flag("--types", s->types, "add the method of types (in doubles) and its error");
  add_output_options(*command, s->common, kMostPaperDigits, "then the best enclosures are printed");
  command->footer("Example: plumbline noisy-sgd --alpha 0:1:11 --delta 1e-5 --types");
  command->callback([s, &exit_code] {
    const AnswerFormat format = format_of(s->common.format);
    const SgdRequest request = request_of(*s);
    exit_code = guarded(format, s->csv ? kSgdTable : kSgdText,
                        [&](AnswerWriter& answers) { SgdAnswers(*s, request, answers).give(); });
  });
}

}  // namespace

void add_tv_papers_commands(Command& app, int& exit_code) {
  add_limit_command(app, exit_code);
  add_sgd_command(app, exit_code);
}

}  // namespace plumbline
