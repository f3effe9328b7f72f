/// Local privacy of channels, and divergences of finite laws.
#include <cmath>
#include <stdexcept>

#include "reference/channels/channel_values.hpp"
#include "reference/regions/composed_tv.hpp"
#include "verify/suite/cases/case_request.hpp"

namespace plumbline {
namespace {

std::vector<Real> reals(const std::vector<Rational>& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// `finite(P=[...],Q=[...])` as the two rows of a binary channel,
/// `randomized_response(epsilon=,k=)` as that of equation 35,
/// `total_variation_dp(epsilon=,delta=0,eta=)` as that of equation 28, or `rows` in `at`: "3/4,1/4;
/// 1/4,3/4".
Channel channel_from(const CaseRequest& request) {
  if (const auto rows = request.text("rows")) {
    std::vector<std::vector<Real>> out;
    for (size_t begin = 0; begin <= rows->size();) {
      const size_t end = std::min(rows->find(';', begin), rows->size());
      const CaseRequest row{request.quantity,
                            "",
                            "",
                            request.direction,
                            {{"rows", rows->substr(begin, end - begin)}}};
      out.push_back(reals(row.numbers("rows")));
      begin = end + 1;
    }
    return Channel(std::move(out));
  }
  const auto factors = read_open_expression(request.mechanism);
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
      request.mechanism + "'");
}

Channel channel_of(const CaseRequest& request) {
  const Channel channel = channel_from(request);
  return request.text("erase") ? erased(channel, request.number("erase")) : channel;
}

/// D_f of two laws, by the f asked for.
Answer between_laws(const CaseRequest& request, const std::vector<Real>& P,
                    const std::vector<Real>& Q, const Effort& effort) {
  const ConvexFunction f = convex_function(request.text("f").value_or(""));
  return {divergence_of_laws(f, P, Q, effort.digits).value()};
}

Answer epsilon_of_channel(const CaseRequest& request, const Effort& effort) {
  return {certified_epsilon(local_privacy(channel_of(request)), effort.digits).value()};
}

Answer eta_of_channel(const CaseRequest& request, const Effort& effort) {
  return {certified_eta(local_privacy(channel_of(request)), effort.digits)};
}

/// D_f between the first two rows.
Answer row_divergence(const CaseRequest& request, const Effort& effort) {
  const Channel channel = channel_of(request);
  return between_laws(request, channel.row(0), channel.row(1), effort);
}

Answer law_divergence(const CaseRequest& request, const Effort& effort) {
  return between_laws(request, reals(request.numbers("p0")), reals(request.numbers("p1")), effort);
}

/// D_f(M0 || M1) of the output; with `binary` 1, through the binary mechanism with erasure of the
/// channel's epsilon and eta instead (equation 31).
Answer output_divergence(const CaseRequest& request, const Effort& effort) {
  const auto p0 = request.numbers("p0"), p1 = request.numbers("p1");
  Channel channel = channel_of(request);
  if (request.text("binary") && request.number("binary") == Rational(1)) {
    const LocalPrivacy local = local_privacy(channel);
    if (!local.epsilon) throw std::invalid_argument("the channel's epsilon is infinite");
    channel = binary_with_erasure(p0, p1, *local.epsilon, local.eta);
  }
  return between_laws(request, output_law(channel, reals(p0)), output_law(channel, reals(p1)),
                      effort);
}

Answer contraction(const CaseRequest& request, const Effort& effort) {
  const Contraction c = contraction_coefficient(channel_of(request), effort);
  return {certified_contraction(c, effort.digits)};
}

}  // namespace

std::vector<CaseQuantityEntry> channel_quantities() {
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
