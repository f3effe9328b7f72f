/// `certify` for quantities that have their own commands.
#include <fmt/core.h>

#include <memory>
#include <stdexcept>

#include "app/certificates/audit_items.hpp"
#include "app/certificates/certify_convert.hpp"
#include "app/certificates/certify_items.hpp"
#include "app/certificates/certify_profile.hpp"
#include "app/certificates/certify_tv.hpp"
#include "app/certificates/certify_words.hpp"
#include "app/options/files/channel_file.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "app/training/dpsgd_words.hpp"
#include "reference/channels/channel_text.hpp"
#include "reference/questions/registry.hpp"
#include "verify/certificates/roles.hpp"

namespace plumbline {
namespace {

void add_tpr(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<QuantityArguments>();
  Command* command = certify.add_subcommand(
      "tpr", "largest TPR of a membership attack at each FPR: a certificate of power");
  add_mechanism_words(*command, *a);
  command->add_option("--fpr", a->at, "false positive rates, or ranges lo:hi:count")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_common_options(*command, a->common, true);
  command->footer("Example: plumbline certify tpr 'gaussian(sigma=2)' --fpr 1e-3 -o tpr.json");
  finish(command, a->common, [a] {
    CertifyItem item{certify_request("power", a->common)};
    item.request.mechanism = mechanism_asked(*a);
    item.request.direction = direction_asked(*a);
    std::vector<CertifyItem> out;
    for (const Rational& x : read_values("fpr", a->at)) {
      item.request.at = {{"alpha", x.text()}};
      item.written_at = x.text();
      item.label = "tpr(fpr=" + x.text() + ")";
      out.push_back(item);
    }
    return out;
  });
}

using AddTraining = Command* (*)(Command&, DpsgdArguments&, const std::string&, const std::string&);

void add_training(Command& certify, const FinishCertify& finish, AddTraining add) {
  const auto a = std::make_shared<DpsgdArguments>();
  Command* command = add(certify, *a, "certify ", " -o run.json");
  finish(command, a->common, [a] {
    const DpsgdRun run = dpsgd_run(*a);
    fmt::print(stderr, "{}\n", run.assumes);
    if (!run.note.empty()) fmt::print(stderr, "Note: {}.\n", run.note);
    std::vector<CertifyItem> out;
    for (const DpsgdQuestion& asked : run.questions) {
      CertifyItem item{certify_request(asked.quantity, a->common)};
      item.request.mechanism = run.mechanism;
      const Quantity& entry = required_quantity(asked.quantity);
      if (entry.forward_only()) item.request.direction = Direction::forward;
      if (!asked.at.empty()) {
        item.request.at = {{entry.argument(), Rational::parse(asked.at).text()}};
      }
      item.written_at = asked.at;
      item.label = asked.label;
      if (!run.attained) item.written_more = {{"role", kAtMost}};
      out.push_back(item);
      if (&asked != &run.questions.front()) continue;  // `beside` is certified for epsilon only
      for (const DpsgdBeside& one : run.beside) {
        item.request.mechanism = one.mechanism;
        item.label = one.label;
        item.written_more = {{"role", one.role}};
        out.push_back(item);
      }
    }
    return out;
  });
}

// ---- gdp, selection, bounded-range ------------------------------------------------------------

struct GdpWords {
  CommonOptions common;
  std::string mechanism;
  Texts floors, withins, levels;
};

void add_gdp(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<GdpWords>();
  Command* command = certify.add_subcommand("gdp", "the smallest mu with f >= G_mu, on a range");
  command->add_option("mechanism", a->mechanism, "mechanism expression")->required();
  add_list(*command, "floor", a->floors,
           "numbers A: certify the smallest mu with f >= G_mu on [A, 1-A] (default: 1e-10)");
  add_list(*command, "within", a->withins,
           "numbers W: certify the smallest mu with f + W >= G_mu for all alpha");
  add_list(*command, "alpha", a->levels, "levels alpha: the mu with G_mu(alpha) = f(alpha)");
  const auto refused = std::make_shared<RefusedOptions>();
  refused->flag(*command, "regret", "certify divergence of G_mu and the mechanism");
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline certify gdp 'laplace(b=2)^10' --floor 1e-6 -o certificate.json");
  finish(command, a->common, [a, refused] {
    refused->check();
    Query request = certify_request("gdp", a->common);
    request.mechanism = a->mechanism;
    const bool none = a->floors.empty() && a->withins.empty() && a->levels.empty();
    return items_at(request, {{"floor", none ? Texts{"1e-10"} : a->floors},
                              {"within", a->withins},
                              {"alpha", a->levels}});
  });
}

struct SelectionWords {
  CommonOptions common;
  std::string mechanism, runs, outcomes;
  bool larger_profile = false;
  Texts epsilons, deltas, orders;
};

std::vector<CertifyItem> selection_items(const SelectionWords& a) {
  if (a.runs.empty() == a.outcomes.empty()) {
    throw std::invalid_argument("give either --runs or --outcomes");
  }
  const bool choice = a.runs.empty();
  if (choice && (a.larger_profile || !a.orders.empty())) {
    throw std::invalid_argument("--larger-profile and --order go with --runs");
  }
  Query request = certify_request(choice ? "choice" : "selection", a.common);
  request.mechanism = a.mechanism;
  NamedRationals before;
  if (choice) {
    before.emplace_back("outcomes", read_value("outcomes", a.outcomes));
  } else {
    request.options = {{"runs", canonical_option(required_quantity("selection"), "runs", a.runs)}};
    if (a.larger_profile) request.options.emplace_back("base", "larger_profile");
  }
  auto out = items_at(request, {{"epsilon", a.epsilons}, {"delta", a.deltas}, {"order", a.orders}},
                      before);
  need_items(out, "give --epsilon, --delta or --order: the argument of selection");
  return out;
}

void add_selection(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<SelectionWords>();
  Command* command =
      certify.add_subcommand("selection",
                             "the best of several runs, or a choice by noisy scores: a value "
                             "attained by one such mechanism and an upper bound for all");
  command->add_option("mechanism", a->mechanism, "mechanism expression of one run")->required();
  command->add_option("--runs", a->runs, "law of the number of runs, as in plumbline selection");
  command->add_option("--outcomes", a->outcomes,
                      "instead of --runs: the number of outcomes of a choice by noisy scores");
  command->add_flag("--larger-profile", a->larger_profile, "as in plumbline selection");
  add_list(*command, "epsilon", a->epsilons, "delta at these epsilons");
  add_list(*command, "delta", a->deltas, "epsilon at these deltas; 0 is pure privacy");
  add_list(*command, "order", a->orders, "Renyi divergence of these orders");
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline certify selection 'gaussian(sigma=4)' --runs 'geometric(gamma=0.1)' "
      "--delta 1e-6 -o certificate.json");
  finish(command, a->common, [a] { return selection_items(*a); });
}

struct RangeWords {
  CommonOptions common;
  std::string range, runs = "1";
  Texts epsilons, deltas;
};

void add_bounded_range(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<RangeWords>();
  Command* command = add_hyphenated(
      certify, "bounded-range",
      "several runs of bounded range, fixed in advance or chosen adaptively, for their worst "
      "pairs");
  command
      ->add_option(
          "--range", a->range,
          "length of the interval that contains the losses of each run (the run's epsilon)")
      ->required();
  command->add_option("--runs", a->runs, "number of runs")->capture_default_str();
  add_list(*command, "epsilon", a->epsilons, "delta at these epsilons");
  add_list(*command, "delta", a->deltas, "epsilon at these deltas in (0, 1)");
  add_output_options(*command, a->common, 1000, kCertificateLate);
  command->footer(
      "Example: plumbline certify bounded-range --range 0.1 --runs 100 --delta 1e-6 -o "
      "certificate.json");
  finish(command, a->common, [a] {
    Query request = certify_request("bounded_range", a->common);
    const std::string runs = read_value("runs", a->runs).text();
    request.mechanism =
        "exponential_mechanism(epsilon=" + read_value("range", a->range).text() + ")^" + runs;
    auto out = items_at(request, {{"epsilon", a->epsilons}, {"delta", a->deltas}});
    need_items(out, "give --epsilon or --delta, the argument");
    return out;
  });
}

// ---- channels ----------------------------------------------------------------------------------

struct ChannelWords {
  CommonOptions common;
  std::string file, erase;
  Texts deltas_at;
};

void add_channel(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<ChannelWords>();
  Command* command = certify.add_subcommand(
      "channel", "local privacy, total variation and contraction of a row-stochastic matrix");
  command->add_option("file", a->file, "CSV (one row per input) or TOML; - reads CSV")->required();
  add_list(*command, "delta-at", a->deltas_at, "epsilons: the delta of (epsilon,delta)-LDP");
  command->add_option("--erase", a->erase, "first erase the output with this probability");
  const auto refused = std::make_shared<RefusedOptions>();
  const std::string instead = "epsilon, eta, contraction and --delta-at can";
  for (const char* name : {"f", "p0", "p1", "epsilon", "eta"}) {
    refused->values(*command, name, instead);
  }
  add_output_options(*command, a->common, 1000, kCertificateLate);
  command->footer(
      "Example: printf '3/4,1/4\\n1/4,3/4\\n' | plumbline certify channel - -o certificate.json");
  finish(command, a->common, [a, refused] {
    refused->check();
    const Channel given = read_channel(a->file);
    const Channel channel = a->erase.empty() ? given : erased(given, read_value("erase", a->erase));
    Query request = certify_request("channel", a->common);
    request.mechanism = channel_text(channel);
    std::vector<CertifyItem> out{CertifyItem{request}};
    request.quantity = "channel_delta";
    for (CertifyItem& item : items_at(request, {{"epsilon", a->deltas_at}})) {
      out.push_back(std::move(item));
    }
    return out;
  });
}

}  // namespace

void add_further_certify_words(Command& certify, const FinishCertify& finish) {
  add_tpr(certify, finish);
  add_training(certify, finish, add_dpsgd_words);
  add_training(certify, finish, add_federated_words);
  add_gdp(certify, finish);
  add_certify_convert(certify, finish);
  add_certify_profile(certify, finish);
  add_selection(certify, finish);
  add_bounded_range(certify, finish);
  add_certify_compose_tv(certify, finish);
  add_certify_tv_limit(certify, finish);
  add_channel(certify, finish);
  add_certify_audit(certify, finish);
}

}  // namespace plumbline
