/// `certify` of quantities that have commands of their own.
#include <fmt/core.h>

#include <algorithm>
#include <list>
#include <memory>
#include <stdexcept>

#include "app/certificates/audit_items.hpp"
#include "app/certificates/certify_items.hpp"
#include "app/options/channel_file.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "app/training/dpsgd_words.hpp"
#include "reference/channels/channel_text.hpp"
#include "reference/quantities/selection/run_law.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline {
namespace {

using Texts = std::vector<std::string>;

void add_list(Command& command, const std::string& name, Texts& into, const std::string& help) {
  command.add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
}

/// Options of the quantity's own command that certificates have nothing for: each is refused with a
/// line that says what can be certified instead.
class RefusedOptions {
 public:
  void flag(Command& command, const std::string& name, const std::string& instead) {
    flags_.push_back({name, instead, false});
    command.add_flag("--" + name, flags_.back().given, help(instead))->hidden();
  }
  void values(Command& command, const std::string& name, const std::string& instead) {
    values_.push_back({name, instead, {}});
    command.add_option("--" + name, values_.back().given, help(instead))->expected(1, -1)->hidden();
  }
  /// Throws std::invalid_argument where one was given.
  void check() const {
    for (const Flag& one : flags_) {
      if (one.given) refuse(one.name, one.instead);
    }
    for (const Values& one : values_) {
      if (!one.given.empty()) refuse(one.name, one.instead);
    }
  }

 private:
  struct Flag {
    std::string name, instead;
    bool given;
  };
  struct Values {
    std::string name, instead;
    Texts given;
  };
  static std::string help(const std::string& instead) { return "cannot be certified; " + instead; }
  [[noreturn]] static void refuse(const std::string& name, const std::string& instead) {
    throw std::invalid_argument("--" + name + " cannot be certified; " + instead);
  }

  std::list<Flag> flags_;  // the words keep addresses
  std::list<Values> values_;
};

CertifyItem item_with(Query request, const NamedRationals& target) {
  request.at = exact_texts(target);
  CertifyItem out{std::move(request)};
  out.written_more = exact_texts(target);
  return out;
}

/// One item for each number of each list, by its name.
std::vector<CertifyItem> items_at(const Query& request,
                                  const std::vector<std::pair<std::string, Texts>>& lists,
                                  const NamedRationals& before = {}) {
  std::vector<CertifyItem> out;
  for (const auto& [name, texts] : lists) {
    for (const Rational& x : read_values(name, texts)) {
      NamedRationals target = before;
      target.emplace_back(name, x);
      out.push_back(item_with(request, target));
      out.back().label = request.quantity + "(" + name + "=" + x.text() + ")";
    }
  }
  return out;
}

void need_items(const std::vector<CertifyItem>& items, const std::string& what) {
  if (items.empty()) throw std::invalid_argument(what);
}

// ---- tpr and dpsgd: quantities of a profile under other names --------------------------------

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

void add_dpsgd(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<DpsgdArguments>();
  Command* command = add_dpsgd_words(certify, *a, "certify ", " -o run.json");
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
      out.push_back(item);
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
  add_list(*command, "floor", a->floors, "levels A: on [A, 1-A], 1e-10 unless given");
  add_list(*command, "within", a->withins, "for all alpha, with this slack");
  add_list(*command, "alpha", a->levels, "levels: the mu with G_mu(alpha) = f(alpha)");
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
    request.options = {{"runs", RunLaw::parse(a.runs)->text()}};
    if (a.larger_profile) request.options.emplace_back("base", "larger_profile");
  }
  auto out = items_at(request, {{"epsilon", a.epsilons}, {"delta", a.deltas}, {"order", a.orders}},
                      before);
  need_items(out, "give --epsilon, --delta or --order: what is asked of selection");
  return out;
}

void add_selection(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<SelectionWords>();
  Command* command = certify.add_subcommand(
      "selection",
      "the best of several runs, or a choice by noisy scores: between what one such "
      "mechanism has and what holds for all");
  command->add_option("mechanism", a->mechanism, "mechanism expression of one run")->required();
  command->add_option("--runs", a->runs, "the best of how many runs, as in plumbline selection");
  command->add_option("--outcomes", a->outcomes, "instead: a choice among so many");
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
      certify, "bounded-range", "several runs of bounded range at the worst t, fixed or adaptive");
  command->add_option("--range", a->range, "of each run: its epsilon")->required();
  command->add_option("--runs", a->runs, "number of runs")->capture_default_str();
  add_list(*command, "epsilon", a->epsilons, "delta at these epsilons");
  add_list(*command, "delta", a->deltas, "epsilon at these deltas in (0, 1)");
  add_output_options(*command, a->common, 1000, "then the certificate says what is known");
  command->footer(
      "Example: plumbline certify bounded-range --range 0.1 --runs 100 --delta 1e-6 -o "
      "certificate.json");
  finish(command, a->common, [a] {
    Query request = certify_request("bounded_range", a->common);
    const std::string runs = read_value("runs", a->runs).text();
    request.mechanism =
        "exponential_mechanism(epsilon=" + read_value("range", a->range).text() + ")^" + runs;
    auto out = items_at(request, {{"epsilon", a->epsilons}, {"delta", a->deltas}});
    need_items(out, "give --epsilon or --delta: what is asked");
    return out;
  });
}

// ---- steps of bounded total variation ---------------------------------------------------------

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

/// The product of the worst pairs: its trade-off function is that of the composed region.
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

void add_compose_tv(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<ComposeWords>();
  Command* command =
      add_hyphenated(certify, "compose-tv",
                     "composed steps of bounded total variation, as the product of the "
                     "worst pairs: total variation, and what is asked");
  command->add_option("--epsilon", a->epsilons, "of one step, rational; several for several kinds")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_list(*command, "delta", a->deltas, "of one step (0)");
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
  add_output_options(*command, a->common, 10000, "then the certificate says what is known");
  command->footer(
      "Example: plumbline certify compose-tv --epsilon 1 --eta 0.3 --steps 5 --j 1 -o "
      "certificate.json");
  finish(command, a->common, [a, refused] {
    refused->check();
    return composed_items(*a);
  });
}

struct LimitWords {
  CommonOptions common;
  std::string mu = "1", exponent = "1/4";
  Texts steps;
};

void add_tv_limit(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<LimitWords>();
  Command* command = add_hyphenated(certify, "tv-limit",
                                    "how far small steps of bounded total variation are from G_mu");
  command->add_option("--mu", a->mu, "of the limit G_mu")->capture_default_str();
  command->add_option("--exponent", a->exponent, "c in (0, 1/2)")->capture_default_str();
  command->add_option("--steps", a->steps, "numbers of steps n")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_output_options(*command, a->common, 1000, "then the certificate says what is known");
  command->footer("Example: plumbline certify tv-limit --mu 1 --steps 16 256 -o certificate.json");
  finish(command, a->common, [a] {
    Query request = certify_request("tv_limit", a->common);
    request.mechanism = "gaussian(sigma=1,sensitivity=" + read_value("mu", a->mu).text() + ")";
    return items_at(request, {{"steps", a->steps}},
                    {{"exponent", read_value("exponent", a->exponent)}});
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
  add_output_options(*command, a->common, 1000, "then the certificate says what is known");
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
  add_dpsgd(certify, finish);
  add_gdp(certify, finish);
  add_selection(certify, finish);
  add_bounded_range(certify, finish);
  add_compose_tv(certify, finish);
  add_tv_limit(certify, finish);
  add_channel(certify, finish);
  add_certify_audit(certify, finish);
}

}  // namespace plumbline
