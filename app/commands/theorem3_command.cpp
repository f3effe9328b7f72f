/// The command theorem3: the Berry-Esseen bound on a divergence (Theorem 3 of Kaissis et al. 2024), and the divergence
/// itself.
#include <memory>
#include <utility>

#include "app/answers/writer.hpp"
#include "app/options/moments_words.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/whole_answers.hpp"

namespace plumbline {
namespace {

const TextLayout kTheoremText = {
    {"value",
     "M1 = {mechanism}, M2 = {other}, {direction}\n"
     "condition N1/N2 >= eta2^2/eta1^2 {condition}: {ratio} against {ratio_needed}\n"
     "  with N2 as it is, it holds from N1 = {condition_from} on\n"
     "bound on Delta(M1 || M2) = {value}[{?proves_nothing}   (proves nothing here)]\n"
     "[{?not_symmetric}  the theorem is about symmetric trade-off functions, which these are not "
     "both\n]"
     "  its terms {first} and {second}\n"
     "true Delta(M1 || M2) = {truth}, {verdict}\n"
     "[Delta <= {target} {standing} from N1 = {steps.N}, N2 = {steps.N_tilde} on (same ratio); "
     "by N1 = {steps.N_alone} alone; by N2 = {steps.N_tilde_alone} alone (at most "
     "{steps.N_tilde_most})\n]"}};

/// Formats a number of steps; `none` if there is no number.
AnswerField steps_field(const std::optional<Rational>& n, const AnswerField& none) {
  return n ? AnswerField{n->text()} : none;
}

FieldGroup steps_fields(const BerryEsseenBound::Steps& n, const AnswerField& none) {
  return {{"N", steps_field(n.N_together, none)},
          {"N_tilde", steps_field(n.N_tilde_together, none)},
          {"N_alone", steps_field(n.N_alone, none)},
          {"N_tilde_alone", steps_field(n.N_tilde_alone, none)},
          {"N_tilde_most", steps_field(n.N_tilde_most, none)}};
}

std::string verdict_text(BerryEsseenBound::Verdict verdict) {
  switch (verdict) {
    case BerryEsseenBound::Verdict::within:
      return "at most the bound";
    case BerryEsseenBound::Verdict::above:
      return "ABOVE the bound";
    case BerryEsseenBound::Verdict::open:
      break;
  }
  return "not told apart from the bound";
}

struct BerryEsseenRequest {
  const BerryEsseenBound& theorem;
  const CommonOptions& common;
  std::string first, second, target;
};

void add_target(const BerryEsseenRequest& request, AnswerBuilder& out) {
  if (request.target.empty()) return;
  const BerryEsseenBound& theorem = request.theorem;
  const auto needed = theorem.steps_if_symmetric(read_value("target", request.target));
  out.add("target", request.target)
      .aside("standing",
             theorem.symmetric ? "is proved" : "is not proved; of symmetric ones it would be")
      .aside("steps", steps_fields(needed, {"none"}));
  for (NamedField& field :
       steps_fields(theorem.symmetric ? needed : BerryEsseenBound::Steps{}, {nullptr})) {
    out.add(field.name, field.field);
  }
  if (!theorem.symmetric) out.add("if_symmetric", steps_fields(needed, {nullptr}));
}

/// Appends the bound of the theorem and its conditions.
void add_bound(const BerryEsseenRequest& request, double seconds, AnswerBuilder& out) {
  const BerryEsseenBound& theorem = request.theorem;
  const int digits = request.common.digits;
  const std::string condition = !theorem.condition   ? "undecided"
                                : *theorem.condition ? "holds"
                                                     : "fails";
  out.add("value", EnclosedValue{theorem.certified_bound(digits), digits, seconds})
      .add("terms",
           FieldList{{BallEnds{theorem.first, digits}}, {BallEnds{theorem.second, digits}}})
      .aside("first", BallEnds{theorem.first, digits})
      .aside("second", BallEnds{theorem.second, digits})
      .add("condition", condition)
      .add("symmetric", theorem.symmetric)
      .aside("not_symmetric", !theorem.symmetric)
      .add("proves", theorem.proves())
      .aside("proves_nothing", !theorem.proves())
      .add("ratio", BallEnds{theorem.ratio, digits})
      .add("ratio_needed", BallEnds{theorem.needed, digits})
      .add("smallest_N_of_condition", steps_field(theorem.N_condition, {nullptr}))
      .aside("condition_from", steps_field(theorem.N_condition, {"none"}));
}

AnswerRecord berry_esseen_answer(const BerryEsseenRequest& request, const BerryEsseenTruth& truth,
                                 const Stopwatch& watch) {
  AnswerBuilder out("value");
  out.add("quantity", "theorem3")
      .add("mechanism", request.first)
      .add("other", request.second)
      .add("direction", request.common.direction);
  add_bound(request, watch.seconds(), out);
  out.add("divergence", BallEnds{truth.divergence.value(), request.common.digits})
      .aside("truth", EnclosureEnds{truth.divergence, truth.digits})
      .aside("verdict", verdict_text(request.theorem.verdict_on(truth.divergence)));
  add_target(request, out);
  return out;
}

int run_berry_esseen(const BerryEsseenArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kTheoremText);
  const Direction direction = direction_of(common.direction);
  const Query query{.quantity = "theorem3",
                    .mechanism = Composition::parse(arguments.first).expression(),
                    .other = Composition::parse(arguments.second).expression(),
                    .direction = direction,
                    .digits = common.digits,
                    .engine = common.engine};
  Watch limit(common, true);
  const Stopwatch watch;
  const auto give = [&](const WholeTheorem& found) {
    answers.give(berry_esseen_answer(
        {found.bound, common, query.mechanism, query.other, arguments.target}, found.truth, watch));
    return answers.finish();
  };
  const WholeTheorem found = [&] {
    Watch::Work work(limit, "theorem 3");
    const Effort few = limit.effort(2);
    return whole_theorem(query, few, limit.effort(), [&](const WholeTheorem& best) {
      work.otherwise([&give, best] { return give(best); });
    });
  }();
  return give(found);
}

}  // namespace

Command* add_berry_esseen_words(Command& app, BerryEsseenArguments& arguments,
                                const std::string& before, const std::string& after) {
  arguments.common.direction = "forward";
  Command* command = app.add_subcommand(
      "theorem3",
      "the Berry-Esseen bound on a divergence (Kaissis et al. 2024) and the exact value");
  command->add_option("mechanism1", arguments.first, "N steps of one mechanism")->required();
  command->add_option("mechanism2", arguments.second, "N~ steps of one mechanism")->required();
  command->add_option("--target", arguments.target,
                      "find the number of steps the theorem needs for Delta <= target");
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "theorem3 'subsampled_gaussian(sigma=2,p=9e-4)^1400000' "
                  "'subsampled_gaussian(sigma=3,p=9e-4)^3400000' --target 1e-3" +
                  after);
  return command;
}

void add_berry_esseen_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<BerryEsseenArguments>();
  add_berry_esseen_words(app, *a)->callback([a, &exit_code] { exit_code = run_berry_esseen(*a); });
}

}  // namespace plumbline
