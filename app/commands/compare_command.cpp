#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "app/answers/number_text.hpp"
#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/compare_words.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/whole_answers.hpp"
#include "verify/base/certified_json.hpp"

namespace plumbline {
namespace {

using Order = ComparedRange::Order;

constexpr int kExaminedDigits = 6;

/// Returns an answer with the fields with which all answers of a comparison begin.
AnswerBuilder headed(const std::string& kind, const ComparedMechanisms& what) {
  AnswerBuilder out(kind);
  out.add("quantity", "comparison")
      .add("mechanism", what.first)
      .add("other", what.second)
      .add("direction", direction_name(what.direction));
  return out;
}

std::string sign_text(Order kind) {
  switch (kind) {
    case Order::first_larger:
      return "delta1 >= delta2";
    case Order::second_larger:
      return "delta1 <= delta2";
    case Order::equal:
      return "delta1 = delta2";
    case Order::crossing:
    case Order::undecided:
      break;
  }
  return kind_name(kind);
}

AnswerRecord range_answer(const ComparedMechanisms& what, const ComparedRange& range) {
  const int digits = what.digits;
  const bool outward = range.kind == Order::crossing || range.kind == Order::undecided;
  const Bits p = bits_for_digits(2L * (digits + kSpareDigits)) + 128;
  AnswerBuilder out = headed(range.kind == Order::crossing ? "crossing" : "range", what);
  out.add("range", kind_name(range.kind))
      .aside("sign", sign_text(range.kind))
      .add("value", StretchEnds{range.from, range.to, digits, outward})
      .add("prior", StretchEnds{crossing_prior(range.from, p), crossing_prior(range.to, p), digits,
                                outward});
  if (range.kind == Order::undecided) out.add("gap", range.gap.text());
  return out;
}

/// Returns a text such as "M2 is better below epsilon 0.5, M1 above it", with the crossings of the profiles to four
/// digits. Empty if the profiles do not cross, or if the better mechanism is unknown in some range.
std::string better_words(const Comparison& c) {
  std::string out;
  const ComparedRange* crossing = nullptr;
  size_t crossings = 0;
  for (const ComparedRange& range : c.ranges) crossings += range.kind == Order::crossing ? 1 : 0;
  const auto place = [](const ComparedRange& at) {
    return fmt::format("{:.4g}", Ball::hull(at.from, at.to).approximate());
  };
  size_t passed = 0;
  for (const ComparedRange& range : c.ranges) {
    if (range.kind == Order::equal) continue;
    if (range.kind == Order::undecided) return "";
    if (range.kind == Order::crossing) {
      crossing = &range;
      ++passed;
      continue;
    }
    const std::string who = range.kind == Order::first_larger ? "M2" : "M1";
    const auto next = std::find_if(c.ranges.begin(), c.ranges.end(), [&](const ComparedRange& r) {
      return r.kind == Order::crossing && &r > &range;
    });
    if (passed > 0 && passed < crossings) {
      out += fmt::format(", {} from {} to {}", who, place(*crossing), place(*next));
    } else if (passed > 0) {
      out += fmt::format(", {} above epsilon {}", who, place(*crossing));
    } else if (next != c.ranges.end()) {
      out += fmt::format("{} is better below epsilon {}", who, place(*next));
    }
  }
  return crossings == 0 ? "" : out;
}

AnswerRecord verdict_answer(const ComparedMechanisms& what) {
  const Comparison& c = what.found.comparison;
  const int digits = what.found.divergence_digits;
  return headed("verdict", what)
      .add("verdict", dominance_name(c.verdict))
      .aside("sentence", dominance_sentence(c.verdict, c.margin.text()))
      .add("better", better_words(c))
      .add("margin", c.margin.text())
      .add("examined", StretchEnds{c.least, c.most, kExaminedDigits, true})
      .add("beyond", c.beyond.text())
      .aside("not_all", !c.beyond.is_zero())
      .add("divergence", EnclosureEnds{what.found.forth, digits, false})
      .add("divergence_back", EnclosureEnds{what.found.back, digits, false})
      .add("seconds", what.seconds)
      .add("reached", c.reached)
      .reached(c.reached);
}

int run(const CompareArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), comparison_text());
  const Direction direction = direction_of(common.direction);
  const Query query{.quantity = "comparison",
                    .mechanism = Composition::parse(arguments.first).expression(),
                    .other = Composition::parse(arguments.second).expression(),
                    .direction = direction,
                    .digits = common.digits,
                    .engine = common.engine};
  Watch limit(common, true);
  const Stopwatch watch;
  const auto give = [&](const FullComparison& found) {
    const std::string &M1 = query.mechanism, &M2 = query.other;
    give_comparison(
        {M1, M2, direction, found, common.digits, watch.seconds(),
         mechanism_heading(arguments.first, M1), mechanism_heading(arguments.second, M2)},
        answers);
    return answers.finish();
  };
  const FullComparison found = [&] {
    Watch::Work work(limit, "the comparison");
    return whole_comparison(query, limit.effort(), [&](const FullComparison& best) {
      work.otherwise([&give, best] { return give(best); });
    });
  }();
  return give(found);
}

struct BoundArguments {
  std::string epsilon, delta, kappa;
  int digits = 15;
  FormatOptions format;
};

const TextLayout kBoundText = {
    {"value",
     "rero_bound(kappa={at.kappa}) = {value}   best that ({at.epsilon}, {at.delta})-DP alone "
     "implies\n"
     "  min(e^epsilon kappa + delta, 1) = {one_line}\n"}};

int run_bound(const BoundArguments& arguments) {
  AnswerWriter answers(format_of(arguments.format), kBoundText);
  const Real epsilon = read_real("epsilon", arguments.epsilon);
  const Rational delta = read_value("delta", arguments.delta);
  for (const Rational& kappa : read_values("kappa", {arguments.kappa})) {
    Query query{
        .quantity = "rero_bound",
        .at = {{"epsilon", epsilon.text()}, {"delta", delta.text()}, {"kappa", kappa.text()}},
        .digits = arguments.digits};
    const Certified two_lines = answer(query, Effort{}).value;
    query.quantity = "rero_line";
    const Certified one_line = answer(query, Effort{}).value;
    answers.give(AnswerBuilder("value")
                     .add("quantity", "rero_bound")
                     .add("at", text_fields(query.at))
                     .add("value", EnclosedValue{two_lines, arguments.digits})
                     .add("one_line", EnclosureEnds{one_line, arguments.digits, false}));
  }
  return answers.finish();
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

TextLayout comparison_text() {
  return {
      {"heading", "M1 = {first}, M2 = {second}, {direction}\n"},
      {"crossing", "  crossing at epsilon {value}, prior {prior}\n"},
      {"range", "  {sign} for epsilon in {value:8}[, |difference| <= {gap}]\n"},
      {"verdict",
       "[{?not_all}  beyond ({examined.lower:8}, {examined.upper:8}) not examined: |difference of "
       "delta| <= {beyond}, or the sign does not change again\n]"
       "{sentence}{reached.mark}\n"
       "[{better} (smaller delta)\n]"
       "Delta(M1 || M2) = {divergence}, Delta(M2 || M1) = {divergence_back}, {seconds}\n"}};
}

void give_comparison(const ComparedMechanisms& what, AnswerWriter& answers) {
  answers.give(AnswerBuilder("heading")
                   .add("first", what.shown_first)
                   .add("second", what.shown_second)
                   .add("direction", direction_name(what.direction))
                   .for_people());
  for (const ComparedRange& range : what.found.comparison.ranges) {
    answers.give(range_answer(what, range));
  }
  answers.give(verdict_answer(what));
}

Command* add_compare_words(Command& app, CompareArguments& arguments, const std::string& before,
                           const std::string& after) {
  Command* command = app.add_subcommand(
      "compare", "which of two mechanisms is more private, and where their privacy profiles cross");
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
  Command* rero =
      add_hyphenated(app, "rero_bound",
                     "the reconstruction bound that (epsilon, delta)-DP implies for any mechanism");
  rero->add_option("--epsilon", bound->epsilon, "epsilon, at least 0")->required();
  rero->add_option("--delta", bound->delta, "delta, in [0, 1]")->required();
  rero->add_option("--kappa", bound->kappa, "kappa: a number or a range lo:hi:count")->required();
  rero->add_option("--digits", bound->digits, "relative width at most 10^-digits")
      ->check(in_range(1, 10000))
      ->capture_default_str();
  add_format_options(*rero, bound->format);
  rero->footer("Example: plumbline rero-bound --epsilon 1 --delta 1e-5 --kappa 0.1");
  rero->callback([bound, &exit_code] { exit_code = run_bound(*bound); });
}

}  // namespace plumbline
