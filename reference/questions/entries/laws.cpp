/// Quantities of local privacy for channels (row-stochastic matrices), and f-divergences of finite distributions.
#include <algorithm>
#include <stdexcept>
#include <variant>

#include "reference/channels/channel_text.hpp"
#include "reference/channels/channel_values.hpp"
#include "reference/mechanisms/finite/channel_form.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/regions/composed_tv.hpp"

namespace plumbline {
namespace {

std::vector<Real> reals(const std::vector<Rational>& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// Parses a channel like "3/4,1/4;1/4,3/4".
Channel channel_of_rows(const Query& question, const std::string& rows) {
  std::vector<std::vector<Real>> out;
  for (size_t begin = 0; begin <= rows.size();) {
    const size_t end = std::min(rows.find(';', begin), rows.size());
    const Query row{.quantity = question.quantity,
                    .at = {{"rows", rows.substr(begin, end - begin)}}};
    out.push_back(reals(row.numbers("rows")));
    begin = end + 1;
  }
  return Channel(std::move(out));
}

Channel channel_of_form(const ChannelRows& rows) {
  std::vector<std::vector<Real>> out;
  for (const std::vector<Rational>& row : rows) out.push_back(reals(row));
  return Channel(std::move(out));
}
/// Returns the channel of randomized response (equation 35 of Ghazi and Issa 2024).
Channel channel_of_form(const ResponseChannel& response) {
  return randomized_response_channel(Real(response.epsilon), response.inputs);
}
/// Returns the dominating binary channel (equation 28).
Channel channel_of_form(const ErasureChannel& erasure) {
  return extremal_channel(Real(erasure.epsilon), Real(erasure.eta));
}

/// Returns the channel of the question. It is written in the argument `rows`, as the text of a channel, or as a
/// mechanism that is a channel.
Channel channel_from(const Query& question) {
  if (const auto rows = question.text("rows")) return channel_of_rows(question, *rows);
  if (is_channel_text(question.mechanism)) return channel_of_text(question.mechanism);
  const auto factors = read_open_expression(question.mechanism);
  const WrittenFactor& factor = factors.front();
  const bool one = factors.size() == 1 && factor.open.empty() && factor.count == Rational(1);
  const auto form = one ? channel_form(factor) : std::nullopt;
  if (form) return std::visit([](const auto& known) { return channel_of_form(known); }, *form);
  throw std::invalid_argument(
      "a channel is finite(P=,Q=), randomized_response(epsilon=,k=), "
      "total_variation_dp(epsilon=,delta=0,eta=) or at.rows, got '" +
      question.mechanism + "'");
}

Channel channel_of(const Query& question) {
  const Channel channel = channel_from(question);
  return question.text("erase") ? erased(channel, question.number("erase")) : channel;
}

/// Answers with the f-divergence of P and Q, where the argument `f` of the question names the function f.
Answer between_laws(const Query& question, const std::vector<Real>& P, const std::vector<Real>& Q,
                    const Effort& effort) {
  const ConvexFunction f = convex_function(question.text("f").value_or(""));
  return {divergence_of_laws(f, P, Q, effort.digits).value()};
}

Answer answer_epsilon_of_channel(const Query& question, const Effort& effort, OtherPath&) {
  return {certified_epsilon(local_privacy(channel_of(question)), effort.digits).value()};
}

Answer answer_eta_of_channel(const Query& question, const Effort& effort, OtherPath&) {
  return {certified_eta(local_privacy(channel_of(question)), effort.digits)};
}

/// Answers with the f-divergence between the first two rows.
Answer answer_row_divergence(const Query& question, const Effort& effort, OtherPath&) {
  const Channel channel = channel_of(question);
  return between_laws(question, channel.row(0), channel.row(1), effort);
}

Answer answer_law_divergence(const Query& question, const Effort& effort, OtherPath&) {
  return between_laws(question, reals(question.numbers("p0")), reals(question.numbers("p1")),
                      effort);
}

/// Answers with the f-divergence of the two distributions of the output, for the distributions p0 and p1 of the input.
/// With binary=1, the channel is replaced by the binary mechanism with erasure (equation 31), which has the same
/// epsilon and eta.
Answer answer_output_divergence(const Query& question, const Effort& effort, OtherPath&) {
  const auto p0 = question.numbers("p0"), p1 = question.numbers("p1");
  Channel channel = channel_of(question);
  if (question.text("binary") && question.number("binary") == Rational(1)) {
    const LocalPrivacy local = local_privacy(channel);
    if (!local.epsilon) throw std::invalid_argument("the channel's epsilon is infinite");
    channel = binary_with_erasure(p0, p1, *local.epsilon, local.eta);
  }
  return between_laws(question, output_law(channel, reals(p0)), output_law(channel, reals(p1)),
                      effort);
}

Answer answer_contraction(const Query& question, const Effort& effort, OtherPath&) {
  const Contraction c = contraction_coefficient(channel_of(question), effort);
  return {certified_contraction(c, effort.digits)};
}

Quantity of_channel(const std::string& name, const std::string& summary,
                    std::vector<ArgumentEntry> arguments,
                    Answer (*answer)(const Query&, const Effort&, OtherPath&)) {
  for (const char* how : {"rows", "erase"}) arguments.push_back({.name = how, .optional = true});
  return {.name = name,
          .summary = summary,
          .subject = Subject::channel,
          .arguments = std::move(arguments),
          .answer = answer};
}

}  // namespace

QuantityFamily law_entries() {
  return {
      of_channel("channel_epsilon", "smallest epsilon of local differential privacy", {},
                 answer_epsilon_of_channel),
      of_channel("channel_eta", "Dobrushin coefficient: largest total variation between rows", {},
                 answer_eta_of_channel),
      of_channel("channel_contraction", "contraction coefficient of KL and chi-squared", {},
                 answer_contraction),
      of_channel("channel_divergence", "f-divergence between the first two rows", {{.name = "f"}},
                 answer_row_divergence),
      of_channel(
          "output_divergence", "f-divergence of the outputs for two laws of the input",
          {{.name = "f"}, {.name = "p0"}, {.name = "p1"}, {.name = "binary", .optional = true}},
          answer_output_divergence),
      {.name = "law_divergence",
       .summary = "f-divergence of two finite laws",
       .subject = Subject::none,
       .arguments = {{.name = "f"}, {.name = "p0"}, {.name = "p1"}},
       .answer = answer_law_divergence},
  };
}

}  // namespace plumbline
