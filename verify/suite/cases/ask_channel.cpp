/// Local privacy of channels, and divergences of finite laws.
#include <cmath>
#include <stdexcept>

#include "reference/channels/channel_values.hpp"
#include "reference/regions/composed_tv.hpp"
#include "verify/suite/cases/ask.hpp"

namespace plumbline {
namespace {

std::vector<Real> reals(const std::vector<Rational>& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// `finite(P=[...],Q=[...])` as the two rows of a binary channel,
/// `randomized_response(epsilon=,k=)` as that of equation 35,
/// `total_variation_dp(epsilon=,delta=0,eta=)` as that of equation 28, or `rows` in `at`: "3/4,1/4;
/// 1/4,3/4".
Channel channel_from(const Ask& ask) {
  if (const auto rows = ask.text("rows")) {
    std::vector<std::vector<Real>> out;
    for (size_t begin = 0; begin <= rows->size();) {
      const size_t end = std::min(rows->find(';', begin), rows->size());
      const Ask row{
          ask.quantity, "", "", ask.direction, {{"rows", rows->substr(begin, end - begin)}}};
      out.push_back(reals(row.numbers("rows")));
      begin = end + 1;
    }
    return Channel(std::move(out));
  }
  const auto factors = read_open_expression(ask.mechanism);
  const WrittenFactor& factor = factors.front();
  const std::string& name = factor.entry->name;
  const auto& values = factor.parameters;
  if (factors.size() == 1 && factor.open.empty() && factor.count == Rational(1)) {
    if (name == "finite") {
      return Channel({reals(values.lists.at("P")), reals(values.lists.at("Q"))});
    }
    if (name == "randomized_response") {
      const auto k = values.find("k");
      return randomized_response_channel(
          Real(values.at("epsilon")), k == values.end() ? 2 : std::lround(k->second.approximate()));
    }
    if (name == "total_variation_dp" && values.at("delta").is_zero()) {
      return extremal_channel(Real(values.at("epsilon")), Real(values.at("eta")));
    }
  }
  throw std::invalid_argument(
      "a channel is finite(P=,Q=), randomized_response(epsilon=,k=), "
      "total_variation_dp(epsilon=,delta=0,eta=) or at.rows, got '" +
      ask.mechanism + "'");
}

Channel channel_of(const Ask& ask) {
  const Channel channel = channel_from(ask);
  return ask.text("erase") ? erased(channel, ask.number("erase")) : channel;
}

/// D_f of two laws, by the f asked for.
Answer between_laws(const Ask& ask, const std::vector<Real>& P, const std::vector<Real>& Q,
                    const Effort& effort) {
  const ConvexFunction f = convex_function(ask.text("f").value_or(""));
  return {divergence_of_laws(f, P, Q, effort.digits).value()};
}

Answer epsilon_of_channel(const Ask& ask, const Effort& effort) {
  return {certified_epsilon(local_privacy(channel_of(ask)), effort.digits).value()};
}

Answer eta_of_channel(const Ask& ask, const Effort& effort) {
  return {certified_eta(local_privacy(channel_of(ask)), effort.digits)};
}

/// D_f between the first two rows.
Answer row_divergence(const Ask& ask, const Effort& effort) {
  const Channel channel = channel_of(ask);
  return between_laws(ask, channel.row(0), channel.row(1), effort);
}

Answer law_divergence(const Ask& ask, const Effort& effort) {
  return between_laws(ask, reals(ask.numbers("p0")), reals(ask.numbers("p1")), effort);
}

/// D_f(M0 || M1) of the output; with `binary` 1, through the binary mechanism with erasure of the
/// channel's epsilon and eta instead (equation 31).
Answer output_divergence(const Ask& ask, const Effort& effort) {
  const auto p0 = ask.numbers("p0"), p1 = ask.numbers("p1");
  Channel channel = channel_of(ask);
  if (ask.text("binary") && ask.number("binary") == Rational(1)) {
    const LocalPrivacy local = local_privacy(channel);
    if (!local.epsilon) throw std::invalid_argument("the channel's epsilon is infinite");
    channel = binary_with_erasure(p0, p1, *local.epsilon, local.eta);
  }
  return between_laws(ask, output_law(channel, reals(p0)), output_law(channel, reals(p1)), effort);
}

Answer contraction(const Ask& ask, const Effort& effort) {
  const Contraction c = contraction_coefficient(channel_of(ask), effort);
  return {certified_contraction(c, effort.digits)};
}

}  // namespace

std::vector<AskEntry> channel_asks() {
  const std::string c = "channel";
  const std::vector<std::string> how{"rows", "erase"}, how_binary{"rows", "erase", "binary"};
  return {
      {"channel_epsilon",
       "smallest epsilon of local differential privacy",
       c,
       false,
       {},
       how,
       false,
       epsilon_of_channel},
      {"channel_eta",
       "Dobrushin coefficient: largest total variation between rows",
       c,
       false,
       {},
       how,
       false,
       eta_of_channel},
      {"channel_contraction",
       "contraction coefficient of KL and chi-squared",
       c,
       false,
       {},
       how,
       false,
       contraction},
      {"channel_divergence",
       "f-divergence between the first two rows",
       c,
       false,
       {"f"},
       how,
       false,
       row_divergence},
      {"output_divergence",
       "f-divergence of the outputs for two laws of the input",
       c,
       false,
       {"f", "p0", "p1"},
       how_binary,
       false,
       output_divergence},
      {"law_divergence",
       "f-divergence of two finite laws",
       "",
       false,
       {"f", "p0", "p1"},
       {},
       false,
       law_divergence},
  };
}

}  // namespace plumbline
