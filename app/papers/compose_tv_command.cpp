/// compose-tv: the composed privacy region by Theorem 2 of Ghazi and Issa 2024 ("Total Variation Meets Differential
/// Privacy"), next to the region that follows without the total variation.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/papers/compose_tv.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/regions/tv_region.hpp"

namespace plumbline {
namespace {

constexpr long kAreaReach = 20000;  // for more kinks, the area is computed only on request
constexpr long kExactReach = 300;   // for more kinks, exact fractions would fill many pages

/// The results for a region, with or without the total variations.
struct TvFound {
  RegionAnswers region;
  std::vector<Certified> deltas_at;
  std::vector<Extended> epsilons_at;
  std::optional<Certified> area;
};

void find_at(const ComposedTv& composed, const TvRequest& request, const Effort& effort,
             TvFound* out) {
  out->deltas_at = region_deltas(composed, request.at, effort);
  for (const Rational& D : request.at_delta) {
    out->epsilons_at.push_back(region_epsilon(composed, D, effort));
  }
}

/// The results with and without the total variation. `worst` is the total variation that follows from eta alone, and
/// `exact` are the exact deltas of the kinks, if they are known.
struct TvPair {
  TvFound with_eta, without;
  Certified worst;
  std::optional<std::vector<Rational>> exact;
  double seconds;
};

void find_areas(const ComposeTvArguments& arguments, const TvRequest& request,
                const ComposedTv& without, const Effort& effort, TvPair* out) {
  const bool few = !arguments.csv && request.composed.reach() <= kAreaReach;
  if (!arguments.area && !few) return;
  try {
    out->with_eta.area = region_area(request.composed, effort);
    out->without.area = request.refined ? region_area(without, effort) : out->with_eta.area;
  } catch (const std::invalid_argument&) {  // the area needs twice the steps, which may be too many
    if (arguments.area) throw;
    out->with_eta.area.reset();
  }
}

TvPair find(const ComposeTvArguments& arguments, const TvRequest& request, const Effort& effort,
            const Stopwatch& watch) {
  const ComposedTv& composed = request.composed;
  const ComposedTv without = composed.without_eta();
  const RegionAnswers region = region_answers(composed, request.js, request.alphas, effort);
  TvPair out{
      {region, {}, {}, {}},
      {request.refined ? region_answers(without, request.js, request.alphas, effort) : region,
       {},
       {},
       {}},
      region_worst_total_variation(composed, effort.digits),
      {},
      0};
  find_areas(arguments, request, without, effort, &out);
  find_at(composed, request, effort, &out.with_eta);
  find_at(without, request, effort, &out.without);
  if (composed.reach() <= kExactReach && !arguments.csv) {
    try {
      out.exact = composed.exact_region(effort.poll);
    } catch (const Interrupted&) {  // the fractions have too many digits; only the enclosures are
                                    // printed
    }
  }
  out.seconds = watch.seconds();
  return out;
}

const std::string kBeside =
    "[; without eta (Kairouz et al.): {?refined}{without_eta|none (the mass of infinite loss is "
    "larger)}{without_eta.mark}]";
const std::string kBoth =
    "{value|none (the mass of infinite loss is larger)}{value.mark}" + kBeside;

const TextLayout kRegionText = {
    {"heading", "{steps}\n"},
    {"kind", "  alpha = {alpha} (mass of loss 0), largest eta {most}...\n"},
    {"compose-tv", "j={at.j}: (epsilon={at.epsilon}, delta={value}{value.mark})-DP" + kBeside +
                       "[   exactly {short_exact}]\n"},
    {"compose-tv-delta", "delta({at.epsilon}) = " + kBoth + "\n"},
    {"compose-tv-epsilon", "epsilon(delta={at.delta}) = " + kBoth + "\n"},
    {"compose-tv-tradeoff", "f({at.alpha}) = " + kBoth + "\n"},
    {"compose-tv-total-variation", "total variation = " + kBoth +
                                       "; from total variations alone: "
                                       "{from_eta_alone}{from_eta_alone.mark}\n"},
    {"compose-tv-area",
     "area of the region (of the largest possible) = " + kBoth + "[; ratio {ratio}]\n"},
    {"end", "{seconds}\n"}};

const std::string kFourEnds =
    "{value.lower},{value.upper},{without_eta.lower},{without_eta.upper}\n";

/// The layout for --csv: a single table.
const TextLayout kKinkTable = {
    {"heading", "j,epsilon,delta_lower,delta_upper,without_eta_lower,without_eta_upper\n"},
    {"compose-tv", "{at.j},{at.epsilon}," + kFourEnds}};
const TextLayout kTradeoffTable = {
    {"heading", "alpha,beta_lower,beta_upper,without_eta_lower,without_eta_upper\n"},
    {"compose-tv-tradeoff", "{at.alpha}," + kFourEnds}};

/// Writes the results for a region.
class RegionWriter {
 public:
  RegionWriter(const TvRequest& request, const TvPair& found, int digits, AnswerWriter& answers)
      : request_(request),
        found_(found),
        mechanism_(mechanism_text(request.composed)),
        digits_(digits),
        answers_(answers) {}

  void give() const {
    give_heading();
    give_kinks();
    give_rows();
    give_whole();
    answers_.give(AnswerBuilder("end").add("seconds", found_.seconds).for_people());
  }

 private:
  AnswerBuilder answer(const std::string& quantity, const FieldGroup& at, const Extended& value,
                       const Extended& other) const {
    AnswerBuilder out(quantity);
    out.add("quantity", quantity)
        .add("mechanism", mechanism_)
        .add("at", at)
        .add("value", EnclosedValue{value, digits_, found_.seconds})
        .add("without_eta", EnclosureEnds{other, digits_})
        .aside("refined", request_.refined);
    return out;
  }

  void give_heading() const {
    answers_.give(
        AnswerBuilder("heading").add("steps", steps_text(request_.composed)).for_people());
    for (const TvSteps& one : request_.composed.steps()) {
      if (!one.eta) continue;
      const Bits p{128};
      const auto alpha = one.exact_alpha();
      answers_.give(
          AnswerBuilder("kind")
              .add("alpha", alpha ? alpha->text() : one.alpha(p).decimal_bounds(15).first + "...")
              .add("most", DecimalBelow{largest_total_variation(one.epsilon(p), one.delta(p)), 15})
              .for_people());
    }
  }

  void give_kinks() const {
    constexpr size_t kShort = 60;  // longer fractions are omitted in text output
    const ComposedTv& composed = request_.composed;
    for (size_t i = 0; i < request_.js.size(); ++i) {
      const long j = request_.js[i];
      AnswerBuilder out =
          answer("compose-tv",
                 text_fields({{"j", std::to_string(j)}, {"epsilon", epsilon_text(composed, j)}}),
                 found_.with_eta.region.deltas[i], found_.without.region.deltas[i]);
      if (found_.exact && j <= composed.reach()) {
        const std::string fraction = (*found_.exact)[static_cast<size_t>(j)].text();
        out.add("exact", fraction);
        if (fraction.size() <= kShort) out.aside("short_exact", fraction);
      }
      answers_.give(out);
    }
  }

  void give_rows() const {
    const TvFound &a = found_.with_eta, &b = found_.without;
    for (size_t i = 0; i < request_.at.size(); ++i) {
      answers_.give(answer("compose-tv-delta",
                           text_fields({{"epsilon", real_text(request_.at[i])}}), a.deltas_at[i],
                           b.deltas_at[i]));
    }
    for (size_t i = 0; i < request_.at_delta.size(); ++i) {
      answers_.give(answer("compose-tv-epsilon",
                           text_fields({{"delta", request_.at_delta[i].text()}}), a.epsilons_at[i],
                           b.epsilons_at[i]));
    }
    for (size_t i = 0; i < request_.alphas.size(); ++i) {
      answers_.give(answer("compose-tv-tradeoff",
                           text_fields({{"alpha", request_.alphas[i].text()}}),
                           a.region.tradeoff[i], b.region.tradeoff[i]));
    }
  }

  void give_whole() const {
    const TvFound &a = found_.with_eta, &b = found_.without;
    answers_.give(
        answer("compose-tv-total-variation", {}, a.region.total_variation, b.region.total_variation)
            .add("from_eta_alone", EnclosureEnds{found_.worst, digits_}));
    if (!a.area) return;
    AnswerBuilder out = answer("compose-tv-area", {}, *a.area, *b.area);
    if (request_.refined) {
      if (const auto ratio = area_ratio(*a.area, *b.area)) {
        out.aside("ratio", Approximately{*ratio, ".6f"});
      }
    }
    answers_.give(out);
  }

  const TvRequest& request_;
  const TvPair& found_;
  std::string mechanism_;
  int digits_;
  AnswerWriter& answers_;
};

int run(const ComposeTvArguments& arguments) {
  const Stopwatch watch;
  const CommonOptions& common = arguments.common;
  const AnswerFormat format = format_of(common.format);
  Watch limit(common, false);
  const TvRequest request = request_of(arguments);
  const TvPair found = [&] {
    const Watch::Work work(limit, "compose-tv");
    return find(arguments, request, limit.effort(), watch);
  }();
  AnswerWriter answers(format, !arguments.csv           ? kRegionText
                               : request.alphas.empty() ? kKinkTable
                                                        : kTradeoffTable);
  RegionWriter(request, found, common.digits, answers).give();
  return answers.finish();
}

}  // namespace

void add_compose_tv_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<ComposeTvArguments>();
  Command* command = app.add_subcommand(
      "compose-tv", "compose k steps that are each (epsilon,delta)-DP with total variation eta");
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    return command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  list("epsilon", a->epsilons,
       "epsilon of one step: 1, log(3), ...; several values for several kinds of steps")
      ->required();
  list("delta", a->deltas, "delta of one step (0)");
  list("eta", a->etas,
       "total variation of one step (default: the largest value that epsilon allows)");
  list("steps", a->steps, "number of steps of each kind (1)");
  command->add_option("--subsample", a->rate,
                      "sampling rate, if each step sees a random subset (Proposition 1)");
  list("j", a->js, "print delta at the kinks j times epsilon, for these j, or ranges lo:hi:count");
  list("at", a->at, "compute delta at these epsilons (kinks or others), or ranges");
  list("at-delta", a->at_delta, "the smallest epsilon at these deltas");
  list("alpha", a->alphas, "points of the composed trade-off function");
  command->add_flag("--csv", a->csv,
                    "print one CSV table, with all j or with the points given by --j or --alpha");
  command->add_flag("--area", a->area,
                    "compute the areas of the regions even if there are many steps");
  add_output_options(*command, a->common, 10000, "then unknown values are printed as [0, 1]");
  command->footer("Example: plumbline compose-tv --epsilon 1 --eta 0.3 --steps 5");
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
