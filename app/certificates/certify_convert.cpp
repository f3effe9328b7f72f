/// `certify convert`: certificates of the numbers from which a guarantee of another kind follows.
#include "app/certificates/certify_convert.hpp"

#include <map>
#include <memory>
#include <stdexcept>

#include "app/certificates/certify_words.hpp"
#include "app/options/convert_words.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline {
namespace {

Query request_of(const std::string& quantity, const ConvertArguments& a) {
  Query out = certify_request(quantity, a.mechanism.common);
  out.mechanism = mechanism_asked(a.mechanism);
  out.direction = direction_asked(a.mechanism);
  const std::string warning = mixed_warning(Composition::parse(out.mechanism).hypotheses());
  if (!warning.empty()) {
    throw std::invalid_argument(warning + "; no guarantee of a mechanism follows");
  }
  return out;
}

/// Returns one item for each value of `name`, the only argument of the quantity.
std::vector<CertifyItem> items_of(const Query& request, const std::string& name,
                                  const Texts& texts) {
  std::vector<CertifyItem> out;
  for (const std::string& text : texts) {
    for (const Rational& x : read_values(name, {text})) {
      out.push_back({request, text.substr(text.find_first_not_of(' ')), ""});
      out.back().request.at = {{name, x.text()}};
    }
  }
  return out;
}

std::vector<CertifyItem> items_of_dp(const ConvertArguments& a) {
  if (a.deltas.empty() == a.epsilons.empty()) {
    throw std::invalid_argument("--to dp needs either --delta or --epsilon, such as --delta 1e-6");
  }
  return a.deltas.empty() ? items_of(request_of("delta", a), "epsilon", a.epsilons)
                          : items_of(request_of("epsilon", a), "delta", a.deltas);
}

std::vector<CertifyItem> items_of_pure(const ConvertArguments& a) {
  return items_of(request_of("epsilon", a), "delta", {"0"});
}

std::vector<CertifyItem> items_of_curve(const ConvertArguments& a) {
  if (a.orders.empty()) {
    throw std::invalid_argument("--to rdp needs orders, such as --order 1.5,2,4,8,16,32,64");
  }
  return items_of(request_of("renyi", a), "order", a.orders);
}

std::vector<CertifyItem> items_of_mu(const ConvertArguments& a) {
  return items_at(request_of("gdp", a), {{"floor", {a.floor.empty() ? "1e-6" : a.floor}}});
}

std::vector<CertifyItem> items_of_rho(const ConvertArguments& a) {
  if (!a.up_to.empty()) return items_at(request_of("rho", a), {{"up_to", {a.up_to}}});
  return {{request_of("rho", a), "", "rho"}};
}

std::vector<CertifyItem> items_of_convert(const ConvertArguments& a) {
  static const std::map<std::string, std::vector<CertifyItem> (*)(const ConvertArguments&)>
      targets = {{"zcdp", items_of_rho},
                 {"gdp", items_of_mu},
                 {"rdp", items_of_curve},
                 {"dp", items_of_dp},
                 {"pure_dp", items_of_pure}};
  return targets.at(a.to)(a);
}

}  // namespace

void add_certify_convert(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<ConvertArguments>();
  Command* command = add_convert_words(certify, *a, "certify ", " -o certificate.json");
  finish(command, a->mechanism.common, [a] { return items_of_convert(*a); });
}

}  // namespace plumbline
