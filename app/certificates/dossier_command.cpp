/// `dossier`: certifies the properties of a mechanism by one command, as a bundle with a statement page.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/certificates/certificate_commands.hpp"
#include "app/certificates/certify_items.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "reference/questions/registry.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

/// A quantity of the dossier, and the arguments at which it is certified.
struct DossierPart {
  std::string quantity;
  std::vector<std::string> at;
  bool required = false;
};

struct DossierArguments {
  QuantityArguments mechanism;
  std::string against, out, page, title;
  std::vector<DossierPart> parts = {{"epsilon", {}, true},
                                    {"delta", {}},
                                    {"tradeoff", {"0.001"}},
                                    {"rero", {"0.0001"}},
                                    {"bayes", {"0.5"}}};
};

/// Adds one item for each argument of the quantity `part`.
void add_items_of_part(const DossierArguments& arguments, const DossierPart& part,
                       std::vector<CertifyItem>* out) {
  const Quantity& quantity = required_quantity(part.quantity);
  CertifyItem item{certify_request(part.quantity, arguments.mechanism.common)};
  item.request.mechanism = mechanism_asked(arguments.mechanism);
  item.request.direction =
      quantity.forward_only() ? Direction::forward : direction_asked(arguments.mechanism);
  for (const std::string& text : part.at) {
    for (const Rational& at : read_values(quantity.argument(), {text})) {
      item.request.at = {{quantity.argument(), at.text()}};
      item.written_at = text;
      out->push_back(item);
    }
  }
}

/// Adds the Delta-divergences between the mechanism and that of --against, in both orders.
void add_items_against(const DossierArguments& arguments, std::vector<CertifyItem>* out) {
  CertifyItem item{certify_request("divergence", arguments.mechanism.common)};
  item.request.mechanism = mechanism_asked(arguments.mechanism);
  item.request.other = arguments.against;
  item.request.direction = direction_asked(arguments.mechanism);
  item.label = "Delta(M || against)";
  out->push_back(item);
  std::swap(item.request.mechanism, item.request.other);
  item.label = "Delta(against || M)";
  out->push_back(item);
}

std::vector<CertifyItem> items_of_dossier(const DossierArguments& arguments) {
  std::vector<CertifyItem> out;
  for (const DossierPart& part : arguments.parts) add_items_of_part(arguments, part, &out);
  if (!arguments.against.empty()) add_items_against(arguments, &out);
  return out;
}

/// Writes the bundle of certificates, then the statement page. The page names the numbers that were not reached.
/// Returns the exit code of the page if it could not be created, otherwise that of the bundle.
int run_dossier(const DossierArguments& arguments) {
  if (!arguments.page.empty() && arguments.out == "-") {
    throw std::invalid_argument("--page needs the bundle in a file: write -o FILE");
  }
  const int certified =
      certify_items(items_of_dossier(arguments), arguments.mechanism.common, arguments.out);
  const bool written = certified == kAllAsAsked || certified == kNotReached;
  if (arguments.page.empty() || !written) return certified;
  const int page = write_statement_page(arguments.out, arguments.page, arguments.title);
  return page == kAllAsAsked ? certified : page;
}

void add_part(Command& command, DossierPart& part) {
  const Quantity& quantity = required_quantity(part.quantity);
  Option* option =
      command.add_option("--" + quantity.argument(), part.at, "certify " + quantity.summary)
          ->expected(1, -1)
          ->delimiter(',');
  if (part.required) {
    option->required();
  } else if (!part.at.empty()) {
    option->capture_default_str();
  }
}

}  // namespace

void add_dossier_command(Command& app, int& exit_code) {
  Command* command = app.add_subcommand(
      "dossier",
      "certify what a mechanism promises: epsilon, trade-off, ReRo, Bayes error, and the "
      "Delta-divergence from another");
  const auto arguments = std::make_shared<DossierArguments>();
  add_mechanism_words(*command, arguments->mechanism);
  command->add_option("--against", arguments->against,
                      "another mechanism: the Delta-divergence in both orders");
  for (DossierPart& part : arguments->parts) add_part(*command, part);
  command->add_option("-o,--output", arguments->out, "bundle of certificates; - is standard output")
      ->required();
  command->add_option("--page", arguments->page,
                      "also write the statement about these certificates (.md, .html or .json)");
  command->add_option("--title", arguments->title, "heading of the statement");
  add_common_options(*command, arguments->mechanism.common, true);
  command->footer(
      "Example: plumbline dossier 'subsampled_gaussian(sigma=1,p=0.01)^10000' --against "
      "'gaussian(sigma=1)' --delta 1e-5 -o dossier.json --page dossier.md");
  command->callback([arguments, &exit_code] { exit_code = run_dossier(*arguments); });
}

}  // namespace plumbline
