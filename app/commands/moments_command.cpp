/// moments, renyi, theorem3: what is read from the moments of the loss.
#include <memory>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/options/moments_words.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/comparison/refined_comparison.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/neighbours/neighbours.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {
namespace {

/// The infinite has no digits, engine or time.
const char* const kInfiniteLine = "{name} = {value}\n";

const TextLayout kMomentsText = {
    {"heading", "[{?second}\n]{mechanism}, loss under {law} ({direction})\n"},
    {"value", kValueLine},
    {"infinite", kInfiniteLine}};

/// What is infinite: `upper` stands before `lower` in its objects.
AnswerRecord infinite_answer(const ValueRequest& request, const Extended& infinite, int digits,
                             const std::string& name = "") {
  AnswerRecord out = value_answer(request, {infinite, digits}, name);
  out.kind = "infinite";
  out.fields.back().for_people = true;
  for (const char* end : {"upper", "lower"}) out.fields.push_back({end, {std::string("inf")}});
  out.fields.push_back({"reached", {true}});
  return out;
}

struct MomentsRequest {
  const Composition& composition;
  const CommonOptions& common;
  Watch& limit;
  bool both;                 ///< directions are asked for
  const std::string& shown;  ///< the mechanism, in headings
};

void give_moments(const MomentsRequest& request, bool reverse, const Moments& m, double seconds,
                  AnswerWriter& answers) {
  const int digits = request.common.digits;
  const std::string mechanism = request.composition.expression();
  const auto of = [&](const std::string& functional) {
    return ValueRequest{"moments", "functional", functional,
                        mechanism, "",           reverse ? "reverse" : "forward"};
  };
  if (m.infinite()) return answers.give(infinite_answer(of("all"), m.v1, digits, "every moment"));
  const auto give = [&](const std::string& functional, const std::string& name, const Extended& x) {
    answers.give(value_answer(of(functional), {x, digits, seconds}, name));
  };
  const bool single = request.composition.single();
  give("v1", "v1", m.v1);
  give("v2", "v2", m.v2);
  give(single ? "v3" : "sum_v3", single ? "v3" : "sum of v3 of the steps", m.v3);
  give(single ? "v4" : "sum_v4", single ? "v4" : "sum of v4 of the steps", m.v4);
  const bool undefined = m.v2->value.is_exactly_zero();  // eta
  if (m.eta->value.is_finite() || !undefined) give("eta", "eta", m.eta);
  for (size_t n = 0; n < m.cumulants.size(); ++n) {
    const std::string order = std::to_string(n + 1);
    give("cumulant" + order, "cumulant " + order, m.cumulants[n]);
  }
}

/// Those of one direction, of as many as are to come.
void answer_moments(const MomentsRequest& request, bool reverse, size_t left,
                    AnswerWriter& answers) {
  const auto give_heading = [&](bool second) {
    answers.give(AnswerBuilder("heading")
                     .add("second", second && request.both)
                     .add("mechanism", request.shown)
                     .add("law", second ? "Q" : "P")
                     .add("direction", second ? "reverse" : "forward")
                     .for_people());
  };
  give_heading(reverse);
  const Stopwatch watch;
  const auto otherwise = [&](const Moments& best) {
    return [&, best] {
      give_moments(request, reverse, best, watch.seconds(), answers);
      if (left > 1) {
        give_heading(true);
        give_moments(request, true, certain_moments(), 0, answers);
      }
      return answers.finish();
    };
  };
  Moments found = certain_moments();
  try {
    Watch::Work work(request.limit, "moments", otherwise(found));
    found = refined_moments(request.composition, reverse, request.limit.effort(left),
                            [&](const Moments& best) { work.otherwise(otherwise(best)); });
  } catch (const Interrupted&) {  // before anything was known
  }
  give_moments(request, reverse, found, watch.seconds(), answers);
}

int run_moments(const MomentsArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kMomentsText);
  const Composition composition = Composition::parse(arguments.mechanism);
  Watch limit(common, true);
  const Direction direction = direction_of(common.direction);
  const bool both = direction == Direction::worst;
  const std::string shown = mechanism_heading(arguments.mechanism, composition.expression());
  for (const bool reverse : {false, true}) {
    if (!both && reverse != (direction == Direction::reverse)) continue;
    answer_moments({composition, common, limit, both, shown}, reverse, both && !reverse ? 2 : 1,
                   answers);
  }
  return answers.finish();
}

const TextLayout kRenyiText = {
    {"heading", "{mechanism}, {direction}\n"}, {"value", kValueLine}, {"infinite", kInfiniteLine}};

/// One order of the Renyi divergence, "inf" or a number.
struct RenyiQuestion {
  std::string order;
  std::function<Extended(const Effort&)> compute;
};

std::vector<RenyiQuestion> renyi_questions(const Composition& composition, Direction direction,
                                           const std::vector<std::string>& orders) {
  std::vector<RenyiQuestion> out;
  for (const std::string& written : orders) {
    if (written == "inf") {
      out.push_back({written, [=](const Effort& effort) {
                       return max_divergence(composition, direction, effort);
                     }});
      continue;
    }
    for (const Rational& order : read_values("order", {written})) {
      out.push_back({order.text(), [=](const Effort& effort) {
                       return renyi(composition, order, direction, effort);
                     }});
    }
  }
  return out;
}

struct RenyiRequest {
  const CommonOptions& common;
  std::string mechanism, direction;
  std::vector<RenyiQuestion> questions;
  Watch& limit;
};

void give_renyi(const RenyiRequest& request, size_t i, const Extended& value, double seconds,
                AnswerWriter& answers) {
  const ValueRequest asked{"renyi",           "order", request.questions[i].order,
                           request.mechanism, "",      request.direction};
  const int digits = request.common.digits;
  answers.give(value.is_infinite() ? infinite_answer(asked, value, digits)
                                   : value_answer(asked, {value, digits, seconds}));
}

void answer_renyi(const RenyiRequest& request, size_t i, AnswerWriter& answers) {
  const Certified nothing = certain_renyi();
  const Stopwatch watch;
  const auto otherwise = [&](const Extended& best) {
    return [&, best] {
      give_renyi(request, i, best, watch.seconds(), answers);
      for (size_t k = i + 1; k < request.questions.size(); ++k) {
        give_renyi(request, k, nothing, 0, answers);
      }
      return answers.finish();
    };
  };
  Extended value = nothing;
  try {
    Watch::Work work(request.limit, "renyi(order=" + request.questions[i].order + ")",
                     otherwise(value));
    value =
        refined(request.questions[i].compute, request.limit.effort(request.questions.size() - i),
                [&](const Extended& best) { work.otherwise(otherwise(best)); });
  } catch (const Interrupted&) {  // before anything was known
  }
  give_renyi(request, i, value, watch.seconds(), answers);
}

int run_renyi(const RenyiArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kRenyiText);
  const Composition composition = Composition::parse(arguments.mechanism);
  const Direction direction = direction_of(common.direction);
  Watch limit(common, arguments.orders.size() == 1);
  const RenyiRequest request{common, composition.expression(), direction_name(direction),
                             renyi_questions(composition, direction, arguments.orders), limit};
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", mechanism_heading(arguments.mechanism, request.mechanism))
                   .add("direction", request.direction)
                   .for_people());
  for (size_t i = 0; i < request.questions.size(); ++i) answer_renyi(request, i, answers);
  return answers.finish();
}

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

/// A number of steps; `none` where there is none.
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

AnswerRecord berry_esseen_answer(const BerryEsseenRequest& request, const BerryEsseenTruth& truth,
                                 const Stopwatch& watch) {
  const BerryEsseenBound& theorem = request.theorem;
  const int digits = request.common.digits;
  const std::string condition = !theorem.condition   ? "undecided"
                                : *theorem.condition ? "holds"
                                                     : "fails";
  AnswerBuilder out("value");
  out.add("quantity", "theorem3")
      .add("mechanism", request.first)
      .add("other", request.second)
      .add("direction", request.common.direction)
      .add("value", EnclosedValue{theorem.certified_bound(digits), digits, watch.seconds()})
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
      .aside("condition_from", steps_field(theorem.N_condition, {"none"}))
      .add("divergence", BallEnds{truth.divergence.value, digits})
      .aside("truth", EnclosureEnds{truth.divergence, truth.digits})
      .aside("verdict", verdict_text(theorem.verdict_on(truth.divergence)));
  add_target(request, out);
  return out;
}

int run_berry_esseen(const BerryEsseenArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kTheoremText);
  const Direction direction = direction_of(common.direction);
  const Composition first = Composition::parse(arguments.first),
                    second = Composition::parse(arguments.second);
  Watch limit(common, true);
  const Stopwatch watch;
  PrivacyProfile M(first, direction, common.engine), M_tilde(second, direction, common.engine);
  const auto give = [&](const BerryEsseenBound& theorem, const BerryEsseenTruth& truth) {
    answers.give(berry_esseen_answer(
        {theorem, common, first.expression(), second.expression(), arguments.target}, truth,
        watch));
    return answers.finish();
  };
  const auto [theorem, truth] = [&] {
    Watch::Work work(limit, "theorem 3");
    const BerryEsseenTruth few = berry_esseen_truth(M, M_tilde, limit.effort(2));
    return std::pair(refined_berry_esseen(first, second, direction, limit.effort(),
                                          [&](const BerryEsseenBound& best) {
                                            work.otherwise([&, best] { return give(best, few); });
                                          }),
                     few);
  }();
  return give(theorem, truth);
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

void add_moments_commands(Command& app, int& exit_code) {
  const auto m = std::make_shared<MomentsArguments>();
  add_moments_words(app, *m)->callback([m, &exit_code] { exit_code = run_moments(*m); });
  const auto r = std::make_shared<RenyiArguments>();
  add_renyi_words(app, *r)->callback([r, &exit_code] { exit_code = run_renyi(*r); });
  const auto t = std::make_shared<BerryEsseenArguments>();
  add_berry_esseen_words(app, *t)->callback([t, &exit_code] { exit_code = run_berry_esseen(*t); });
}

}  // namespace plumbline
