/// channel: local differential privacy and total variation of a channel, which is a row-stochastic matrix (Ghazi and
/// Issa 2024, VII).
#include <fmt/core.h>

#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/files/channel_file.hpp"
#include "app/running/guarded.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/arithmetic/numbers/named_texts.hpp"
#include "reference/channels/channel_values.hpp"

namespace plumbline {
namespace {

struct Arguments {
  CommonOptions common;
  std::string file, epsilon, eta, erase;
  std::vector<std::string> functions{"kl", "chi2", "tv"}, p0, p1, deltas_at;
};

const std::string kEnd = " = {value}", kMark = "{value.mark}\n";

const TextLayout kChannelText = {
    {"heading", "{file}: {inputs} inputs, {outputs} outputs[, with erasure {erasure}]\n"},
    {"channel-epsilon",
     "epsilon" + kEnd + "[   [log({log_of}), ]at rows {row1} and {row2}, column {column}]" + kMark},
    {"channel-eta", "eta (total variation, Dobrushin coefficient)" + kEnd +
                        "   [{exact}, ]at rows {row1} and {row2}" + kMark},
    {"channel-delta", "delta({at.epsilon})" + kEnd + kMark},
    {"channel-contraction", "contraction coefficient of kl and chi2" + kEnd +
                                "   at rows {row1} and {row2}, beta {beta:6}" + kMark},
    {"channel-contraction-bound", "  at most eta (e^eps-1)/(e^eps+1) (Theorem 5)" + kEnd + kMark},
    {"channel-contraction-bound-epsilon",
     "  at most by epsilon alone (equation 34)" + kEnd + kMark},
    {"channel-divergence", "largest {at.f} between rows" + kEnd + kMark},
    {"channel-divergence-bound", "  at most, by epsilon and eta (Theorem 4)" + kEnd + kMark},
    {"laws", "for the two laws P0, P1 of the input, whose outputs have the laws M0, M1:\n"},
    {"channel-input-divergence", "  {at.f}(P0 || P1)" + kEnd + kMark},
    {"channel-output-divergence", "  {at.f}(M0 || M1)" + kEnd + kMark},
    {"channel-binary-erasure-divergence",
     "  {at.f}(M0 || M1 of the binary mechanism with erasure, same epsilon and eta)" + kEnd +
         kMark},
    {"channel-chi2-bound", "  chi2(M0 || M1) is at most (Theorem 6)" + kEnd + kMark},
    {"channel-erasure-guarantee",
     "  kl of the binary mechanism with erasure over the largest possible is at least (41)" + kEnd +
         kMark},
    {"channel-is-ldp", "{asked}-local differential privacy: {verdict}\n"},
    {"channel-is-tv", "total variation at most {asked}: {verdict}\n"}};

/// Writes the values of one channel within the time limit.
class ChannelAnswers {
 public:
  ChannelAnswers(const Arguments& arguments, AnswerWriter& answers, Watch& limit)
      : arguments_(arguments), answers_(answers), limit_(limit), poll_(limit.effort().poll) {}

  /// Writes a value. `value` computes a Certified or an Extended; `more` are fields that follow it.
  template <class Value>
  void give(const std::string& name, const NamedTexts& at, const Value& value,
            const FieldGroup& more = {}) {
    poll_();
    AnswerBuilder out(name);
    out.add("quantity", name).add("channel", arguments_.file).add("at", text_fields(at));
    const Extended x = [&]() -> Extended {
      const Watch::Work work(limit_, name, [this] { return answers_.finish(); });
      return value(arguments_.common.digits);
    }();
    out.add("value", EnclosedValue{x, arguments_.common.digits, watch_.seconds()});
    AnswerRecord answer = out;
    answer.fields.insert(answer.fields.end(), more.begin(), more.end());
    answers_.give(answer);
  }
  /// Writes the verdict on a property; `holds` is empty if it is not decided.
  void judge(const std::string& name, const std::string& asked, std::optional<bool> holds) {
    answers_.give(AnswerBuilder(name)
                      .add("quantity", name)
                      .add("channel", arguments_.file)
                      .aside("asked", asked)
                      .add("verdict", !holds   ? "not decided"
                                      : *holds ? "holds"
                                               : "FAILS")
                      .reached(holds.has_value())
                      .wrong(holds && !*holds));
  }
  void head(const AnswerRecord& answer) { answers_.give(answer); }

 private:
  const Arguments& arguments_;
  AnswerWriter& answers_;
  Watch& limit_;
  Poll poll_;
  Stopwatch watch_;
};

std::vector<Real> law(const std::string& option, const std::vector<std::string>& texts,
                      size_t count) {
  const std::vector<Rational> values = read_values(option, texts);
  Rational sum(0);
  std::vector<Real> out;
  for (const Rational& x : values) {
    if (x.sign() < 0) {
      throw std::invalid_argument("--" + option + " has the negative probability " + x.text());
    }
    sum = sum + x;
    out.emplace_back(x);
  }
  if (values.size() != count || !(sum == Rational(1))) {
    throw std::invalid_argument(fmt::format(
        "--{} needs one probability for each of the {} inputs, together 1; got {} with sum {}",
        option, count, values.size(), sum.text()));
  }
  return out;
}

long from_one(size_t index) { return static_cast<long>(index) + 1; }

/// Returns the inputs at which a maximum is attained: `inputs` for programs, `row1` and `row2` for text output.
FieldGroup place(const InputPair& at) {
  const long first = from_one(at.first), second = from_one(at.second);
  return {{"inputs", {FieldList{{first}, {second}}}},
          {"row1", {first}, true},
          {"row2", {second}, true}};
}

void give_privacy(ChannelAnswers& out, const LocalPrivacy& local) {
  FieldGroup where;
  if (local.ratio_at.first != local.ratio_at.second) {
    where = place(local.ratio_at);
    where.push_back({"output", {from_one(local.ratio_output)}});
    where.push_back({"column", {from_one(local.ratio_output)}, true});
    if (local.exact_ratio) {
      where.push_back({"exact_exp", {local.exact_ratio->text()}});
      if (local.epsilon) where.push_back({"log_of", {local.exact_ratio->text()}, true});
    }
  }
  out.give(
      "channel-epsilon", {}, [&](int digits) { return certified_epsilon(local, digits); }, where);
  where = place(local.eta_at);
  if (local.eta.rational()) where.push_back({"exact", {local.eta.rational()->text()}});
  out.give(
      "channel-eta", {}, [&](int digits) { return certified_eta(local, digits); }, where);
}

void give_contraction(ChannelAnswers& out, const Channel& channel, const LocalPrivacy& local,
                      const Effort& effort) {
  if (channel.inputs() < 2) return;
  const Contraction contraction = contraction_coefficient(channel, effort);
  FieldGroup where = place(contraction.at);
  where.push_back({"beta", {DecimalBelow{contraction.beta, 15}}});
  out.give(
      "channel-contraction", {},
      [&](int digits) { return certified_contraction(contraction, digits); }, where);
  out.give("channel-contraction-bound", {},
           [&](int digits) { return contraction_bound(local, digits); });
  if (!local.epsilon) return;
  out.give("channel-contraction-bound-epsilon", {},
           [&](int digits) { return contraction_bound_by_epsilon(local, digits); });
}

void give_divergences(ChannelAnswers& out, const Channel& channel, const LocalPrivacy& local,
                      const std::vector<ConvexFunction>& functions) {
  for (const ConvexFunction& f : functions) {
    out.give("channel-divergence", {{"f", f.name}},
             [&](int digits) { return largest_between_rows(channel, f, digits); });
    out.give("channel-divergence-bound", {{"f", f.name}},
             [&](int digits) { return divergence_bound(local, f, digits); });
  }
}

/// Writes the divergences of two input distributions and of their output distributions, with bounds (Theorem 6,
/// equation 41, Proposition 2).
void give_two_laws(ChannelAnswers& out, const Channel& channel, const LocalPrivacy& local,
                   const InputLaws& laws, const std::vector<ConvexFunction>& functions) {
  const InputLaws outputs{output_law(channel, laws.P0), output_law(channel, laws.P1)};
  const std::optional<InputLaws> binary = binary_outputs(local, laws);
  out.head(AnswerBuilder("laws").for_people());
  for (const ConvexFunction& f : functions) {
    const auto give = [&](const std::string& name, const InputLaws& two) {
      out.give(name, {{"f", f.name}},
               [&](int digits) { return divergence_of_laws(f, two.P0, two.P1, digits); });
    };
    give("channel-input-divergence", laws);
    give("channel-output-divergence", outputs);
    if (binary) give("channel-binary-erasure-divergence", *binary);
  }
  if (!local.epsilon) return;
  out.give("channel-chi2-bound", {},
           [&](int digits) { return chi2_output_bound(local, laws, digits); });
  if (!binary) return;
  out.give("channel-erasure-guarantee", {},
           [&](int digits) { return certified_erasure_guarantee(local, digits); });
}

/// A number with its text.
struct WrittenPoint {
  std::string text;
  Real value;
};

/// The query about the channel, validated before anything is printed.
struct ChannelRequest {
  Channel channel;
  std::vector<ConvexFunction> functions;
  std::optional<InputLaws> laws;
  std::optional<Real> epsilon, eta;
  std::vector<WrittenPoint> deltas_at;
};

ChannelRequest request_of(const Arguments& arguments) {
  const Channel given = read_channel(arguments.file);
  ChannelRequest out{
      arguments.erase.empty() ? given : erased(given, read_value("erase", arguments.erase)),
      {},
      {},
      {},
      {},
      {}};
  for (const std::string& name : arguments.functions)
    out.functions.push_back(convex_function(name));
  if (!arguments.p0.empty() || !arguments.p1.empty()) {
    const size_t inputs = out.channel.inputs();
    std::vector<Real> P0 = law("p0", arguments.p0, inputs), P1 = law("p1", arguments.p1, inputs);
    out.laws = InputLaws{std::move(P0), std::move(P1)};
  }
  if (!arguments.epsilon.empty()) out.epsilon = read_real("epsilon", arguments.epsilon);
  if (!arguments.eta.empty()) out.eta = read_real("eta", arguments.eta);
  for (const std::string& text : arguments.deltas_at) {
    const std::vector<Real> points = read_reals("delta-at", {text});
    for (const Real& x : points) {
      out.deltas_at.push_back({points.size() == 1 ? text : x.text(), x});
    }
  }
  return out;
}

void answer(const Arguments& arguments, AnswerWriter& answers) {
  const ChannelRequest request = request_of(arguments);
  Watch limit(arguments.common, false);
  const Effort effort = limit.effort();
  const Channel& channel = request.channel;
  ChannelAnswers out(arguments, answers, limit);
  const LocalPrivacy local = [&] {
    const Watch::Work work(limit, "local privacy", [&answers] { return answers.finish(); });
    return local_privacy(channel);
  }();
  out.head(AnswerBuilder("heading")
               .add("file", arguments.file)
               .add("inputs", static_cast<long>(channel.inputs()))
               .add("outputs", static_cast<long>(channel.outputs()))
               .add("erasure", arguments.erase)
               .for_people());
  give_privacy(out, local);
  for (const WrittenPoint& at : request.deltas_at) {
    out.give("channel-delta", {{"epsilon", at.text}},
             [&](int digits) { return certified_delta(channel, at.value, digits); });
  }
  give_contraction(out, channel, local, effort);
  give_divergences(out, channel, local, request.functions);
  if (request.laws) give_two_laws(out, channel, local, *request.laws, request.functions);
  if (request.epsilon) {
    out.judge("channel-is-ldp", arguments.epsilon, is_locally_private(local, *request.epsilon));
  }
  if (request.eta) {
    out.judge("channel-is-tv", arguments.eta, has_total_variation(local, *request.eta));
  }
}

}  // namespace

void add_channel_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "channel", "local privacy, total variation and contraction of a row-stochastic matrix");
  command->add_option("file", a->file, "CSV (one row per input) or TOML; - reads CSV")->required();
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  std::string known;
  for (const std::string& name : convex_function_names()) known += " " + name;
  list("f", a->functions, "divergences to compute, from this list:" + known);
  list("delta-at", a->deltas_at, "epsilons, or ranges: the delta of (epsilon,delta)-LDP");
  list("p0", a->p0, "one distribution of the input");
  list("p1", a->p1, "another distribution of the input, to compare the two outputs");
  command->add_option("--erase", a->erase, "first erase the output with this probability");
  command->add_option("--epsilon", a->epsilon, "check epsilon-LDP; exit code 1 if it fails");
  command->add_option("--eta", a->eta, "check the total variation; exit code 1 if it is larger");
  add_output_options(*command, a->common, 1000, "then the program gives up");
  command->footer("Example: printf '3/4,1/4\\n1/4,3/4\\n' | plumbline channel - --f kl,chi2");
  command->callback([a, &exit_code] {
    exit_code = guarded(format_of(a->common.format), kChannelText,
                        [&](AnswerWriter& answers) { answer(*a, answers); });
  });
}

}  // namespace plumbline
