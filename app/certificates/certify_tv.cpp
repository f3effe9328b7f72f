#include "app/certificates/certify_tv.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/certificates/certify_items.hpp"
#include "app/certificates/certify_words.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline {
namespace {

struct ComposeWords {
  CommonOptions common;
  Texts epsilons, deltas{"0"}, etas, steps{"1"}, js, alphas, at, at_delta;
};

const Rational& element(const std::string& option, const std::vector<Rational>& list, size_t i,
                        size_t count) {
  if (list.size() == 1) return list.front();
  if (list.size() == count) return list[i];
  throw std::invalid_argument("--" + option + " has " + std::to_string(list.size()) +
                              " values; give one for each of the " + std::to_string(count) +
                              " kinds of steps, or one for all");
}

/// Returns the product of the worst pairs of the steps. The trade-off function of this product is the boundary of the
/// composed privacy region.
std::string composed_mechanism(const ComposeWords& a) {
  const std::vector<Rational> epsilons = read_values("epsilon", a.epsilons),
                              deltas = read_values("delta", a.deltas),
                              etas = read_values("eta", a.etas),
                              steps = read_values("steps", a.steps);
  const size_t count = std::max({epsilons.size(), deltas.size(), etas.size(), steps.size()});
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    const std::string both = "(epsilon=" + element("epsilon", epsilons, i, count).text() +
                             ",delta=" + element("delta", deltas, i, count).text();
    const std::string one = etas.empty() ? "approximate_dp" + both
                                         : "total_variation_dp" + both +
                                               ",eta=" + element("eta", etas, i, count).text();
    out += (out.empty() ? "" : " * ") + one + ")^" + element("steps", steps, i, count).text();
  }
  return out;
}

std::vector<CertifyItem> composed_items(const ComposeWords& a) {
  Query request;
  const std::string mechanism = composed_mechanism(a);
  std::vector<CertifyItem> out;
  const auto add = [&](const std::string& quantity, const std::optional<Rational>& at) {
    CertifyItem item{certify_request(quantity, a.common)};
    item.request.mechanism = mechanism;
    if (at) {
      item.request.at = {{required_quantity(quantity).argument(), at->text()}};
      item.written_at = at->text();
    }
    out.push_back(item);
  };
  add("tv", std::nullopt);
  const std::vector<Rational> epsilons = read_values("epsilon", a.epsilons);
  for (const Rational& j : read_values("j", a.js)) {
    if (epsilons.size() > 1) {
      throw std::invalid_argument("--j of several kinds of steps: give the epsilons by --at");
    }
    add("delta", j * epsilons.front());
  }
  for (const Rational& x : read_values("at", a.at)) add("delta", x);
  for (const Rational& x : read_values("at-delta", a.at_delta)) add("epsilon", x);
  for (const Rational& x : read_values("alpha", a.alphas)) add("tradeoff", x);
  return out;
}

struct LimitWords {
  CommonOptions common;
  std::string mu = "1", exponent = "1/4";
  Texts steps;
};

}  // namespace

void add_certify_compose_tv(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<ComposeWords>();
  Command* command =
      add_hyphenated(certify, "compose-tv",
                     "composition of steps of bounded total variation, by the product of their "
                     "worst pairs: its total variation, and the requested values");
  command
      ->add_option("--epsilon", a->epsilons,
                   "epsilon of one step, rational; several values for several kinds of steps")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_list(*command, "delta", a->deltas, "delta of one step (0)");
  add_list(*command, "eta", a->etas, "total variation of one step");
  add_list(*command, "steps", a->steps, "number of steps of each kind (1)");
  add_list(*command, "j", a->js, "delta at these multiples of epsilon");
  add_list(*command, "at", a->at, "delta at these epsilons");
  add_list(*command, "at-delta", a->at_delta, "the smallest epsilon at these deltas");
  add_list(*command, "alpha", a->alphas, "points of the trade-off function");
  const auto refused = std::make_shared<RefusedOptions>();
  refused->values(*command, "subsample", "give epsilon, delta and eta of the subsampled step");
  refused->flag(*command, "area", "points of the trade-off function (--alpha) can");
  refused->flag(*command, "csv", "certificates are JSON");
  add_output_options(*command, a->common, 10000, kCertificateLate);
  command->footer(
      "Example: plumbline certify compose-tv --epsilon 1 --eta 0.3 --steps 5 --j 1 -o "
      "certificate.json");
  finish(command, a->common, [a, refused] {
    refused->check();
    return composed_items(*a);
  });
}

void add_certify_tv_limit(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<LimitWords>();
  Command* command =
      add_hyphenated(certify, "tv-limit",
                     "distance of small steps of bounded total variation from their limit G_mu");
  command->add_option("--mu", a->mu, "mu of the limit G_mu")->capture_default_str();
  command->add_option("--exponent", a->exponent, "c in (0, 1/2)")->capture_default_str();
  command->add_option("--steps", a->steps, "numbers of steps n")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_output_options(*command, a->common, 1000, kCertificateLate);
  command->footer("Example: plumbline certify tv-limit --mu 1 --steps 16 256 -o certificate.json");
  finish(command, a->common, [a] {
    Query request = certify_request("tv_limit", a->common);
    request.mechanism = "gaussian(sigma=1,sensitivity=" + read_value("mu", a->mu).text() + ")";
    return items_at(request, {{"steps", a->steps}},
                    {{"exponent", read_value("exponent", a->exponent)}});
  });
}

}  // namespace plumbline
