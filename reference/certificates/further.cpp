#include "reference/certificates/further.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/certificates/request.hpp"
#include "reference/channels/channel_values.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/gaussian_fit.hpp"
#include "reference/quantities/mint.hpp"
#include "reference/quantities/selection/noisy_choice.hpp"
#include "reference/quantities/selection/run_law.hpp"
#include "reference/regions/gaussian_limit.hpp"

namespace plumbline {
namespace {

const std::string kRows = "channel(rows=[", kRowsEnd = "])";

// ---- channels ----------------------------------------------------------------------------------

std::vector<Rational> row_of(const std::string& text) {
  std::vector<Rational> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    out.push_back(Rational::parse(text.substr(at, end - at)));
    at = end + 1;
  }
  return out;
}

std::vector<std::vector<Rational>> rows_of(const std::string& text) {
  const auto fail = [] {
    throw std::invalid_argument("not a channel; it is written channel(rows=[[3/4,1/4],[1/4,3/4]])");
  };
  if (!is_channel_text(text)) fail();
  const std::string inside =
      text.substr(kRows.size(), text.size() - kRows.size() - kRowsEnd.size());
  std::vector<std::vector<Rational>> out;
  for (size_t at = 0; at < inside.size();) {
    const size_t end = inside.find(']', at);
    if (inside[at] != '[' || end == std::string::npos) fail();
    out.push_back(row_of(inside.substr(at + 1, end - at - 1)));
    at = end + 1;
    if (at == inside.size()) break;
    if (inside[at] != ',' || at + 1 == inside.size()) fail();
    ++at;
  }
  if (out.empty()) fail();
  return out;
}

Channel channel_of(const std::string& text) {
  std::vector<std::vector<Real>> rows;
  for (const std::vector<Rational>& row : rows_of(text)) rows.emplace_back(row.begin(), row.end());
  return Channel(rows);
}

std::string list_text(const std::vector<Rational>& values) {
  std::string out;
  for (const Rational& x : values) out += (out.empty() ? "[" : ",") + x.text();
  return out + "]";
}

/// Two rows as a mechanism.
PrivacyProfile pair_of_rows(const std::vector<Rational>& P, const std::vector<Rational>& Q) {
  return {Composition::parse("finite(P=" + list_text(P) + ",Q=" + list_text(Q) + ")"),
          Direction::forward, "auto"};
}

/// The largest over ordered pairs of rows, 0 of one row alone.
template <class Value>
Ball largest_of_pairs(const std::string& text, const Value& value) {
  const std::vector<std::vector<Rational>> rows = rows_of(text);
  Ball out(Bits{64});
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t j = 0; j < rows.size(); ++j) {
      if (i == j) continue;
      PrivacyProfile profile = pair_of_rows(rows[i], rows[j]);
      out = max(out, value(profile));
    }
  }
  return out;
}

Certified value_of(const Ball& x, int digits) {
  return certified({x, {}}, "closed_form", digits, true);
}

Derived derive_channel(const CertificateRequest& request, const Effort& effort, bool vary) {
  const Channel channel = channel_of(request.mechanism);
  const LocalPrivacy local = local_privacy(channel);
  const int digits = effort.digits;
  const Bits p = bits_for_digits(digits) + 64;
  const auto eta = [&] {
    if (!vary) return certified_eta(local, digits);
    return value_of(largest_of_pairs(request.mechanism,
                                     [&](PrivacyProfile& profile) {
                                       return total_variation(profile, effort).value;
                                     }),
                    digits);
  };
  Derived out{eta(), {}, std::nullopt, "the largest over pairs of rows"};
  if (local.epsilon) {
    const Certified epsilon = vary ? value_of(largest_of_pairs(request.mechanism,
                                                               [&](PrivacyProfile& profile) {
                                                                 const auto loss =
                                                                     profile.largest_finite_loss();
                                                                 if (!loss)
                                                                   return Ball::indeterminate(p);
                                                                 return (*loss)(p);
                                                               }),
                                              digits)
                                   : certified_epsilon(local, digits).value();
    out.values.push_back({"epsilon", epsilon});
  }
  if (channel.inputs() > 1) {
    out.values.push_back(
        {"contraction", certified_contraction(contraction_coefficient(channel, effort), digits)});
  }
  return out;
}

Derived derive_channel_delta(const CertificateRequest& request, const Effort& effort, bool vary) {
  const Real epsilon(request.target.front().second);
  const auto value = [&] {
    if (!vary) return certified_delta(channel_of(request.mechanism), epsilon, effort.digits);
    return value_of(largest_of_pairs(request.mechanism,
                                     [&](PrivacyProfile& profile) {
                                       return delta(profile, epsilon, effort).value;
                                     }),
                    effort.digits);
  };
  return {value(), {}, std::nullopt, "the largest over pairs of rows"};
}

// ---- bounded range and the Gaussian limit ------------------------------------------------------

/// Throws std::invalid_argument where the mechanism is not written so.
RangeRuns range_runs_of(const std::string& mechanism) {
  const std::vector<WrittenFactor> factors = read_open_expression(mechanism);
  const WrittenFactor& only = factors.front();
  const auto range = only.entry->bounded_range;
  const bool form = factors.size() == 1 && only.open.empty() && range != nullptr;
  const std::optional<Rational> length = form ? range(only.parameters) : std::nullopt;
  if (!length) {
    throw std::invalid_argument(
        "runs of bounded range are written exponential_mechanism(epsilon=RANGE)^RUNS");
  }
  const RangeRuns out{*length, only.count};
  require_runs(out);
  return out;
}

Derived derive_bounded_range(const CertificateRequest& request, const Effort& effort) {
  const RangeRuns runs = range_runs_of(request.mechanism);
  const auto& [name, at] = request.target.front();
  if (name == "delta") {
    const WorstRangeEpsilon worst = worst_range_epsilon(runs, at, effort);
    return {worst.fixed, {}, std::nullopt, "", {{"adaptive", worst.adaptive}}};
  }
  const WorstRange worst = worst_fixed_range(runs, at, effort);
  const Certified adaptive = worst_adaptive_range(runs, at, worst, effort);
  return {worst.fixed, {}, std::nullopt, "", {{"adaptive", adaptive}}};
}

/// mu of G_mu. Throws std::invalid_argument where the mechanism is another one.
Rational mu_of(const std::string& mechanism) {
  const auto square = Composition::parse(mechanism).gaussian_mu_squared();
  const auto mu = square ? rational_root(*square) : std::nullopt;
  if (!mu) throw std::invalid_argument("the limit is written gaussian(sigma=1,sensitivity=MU)");
  return *mu;
}

Derived derive_tv_limit(const CertificateRequest& request, const Effort& effort, bool vary) {
  constexpr double kMoved = 25;
  const Rational mu = mu_of(request.mechanism);
  const Rational steps = request.target[1].second;
  if (!steps.is_integer() || steps.sign() <= 0 || steps > Rational(100000000)) {
    throw std::invalid_argument("steps must be an integer from 1 to 10^8, got " + steps.text());
  }
  const ComposedTv composed =
      gaussian_sequence(mu, request.target[0].second, static_cast<long>(steps.approximate()));
  const GaussianDistance d =
      vary ? gaussian_distance(composed, Real(mu), effort, -(effort.digits + kMoved) * kLn10)
           : gaussian_distance(composed, Real(mu), effort);
  return {d.distance, {}, std::nullopt, "", {{"above", d.above}, {"below", d.below}}};
}

// ---- of a profile ------------------------------------------------------------------------------

PrivacyProfile profile_of(const CertificateRequest& request, bool vary, bool* varied) {
  PrivacyProfile profile(Composition::parse(request.mechanism), request.direction, request.engine);
  if (vary && profile.engine().vary() && varied != nullptr) *varied = true;
  return profile;
}

Derived derive_gdp(const CertificateRequest& request, const Effort& effort, bool vary,
                   bool* varied) {
  PrivacyProfile profile = profile_of(request, vary, varied);
  const auto& [name, at] = request.target.front();
  GaussianRange range;
  (name == "floor" ? range.floor : name == "within" ? range.within : range.level) = at;
  const Certified mu = gaussian_fit(profile, range, effort).mu.value();
  return {mu, profile.engine().parameters(), std::nullopt, profile.explain()};
}

/// What lies between what one has and what holds for all. The example is found by a search, and so is the
/// bound, which both end a little elsewhere with other digits: a few digits of the one and kBoundDigits
/// of the other are stated. The ends go along as exact numbers: a ball that holds both knows its ends to
/// the digits of its radius alone.
Certified between(const SelectedValue& found, bool attained, int digits) {
  constexpr int kAttainedDigits = 6;
  const Certified& bound = found.bound.value();
  const Bits p = bound.value.precision();
  Rational low(0);
  if (attained && !found.attained.is_infinite()) {
    const auto below = found.attained->value.decimal_ends(kAttainedDigits).first;
    if (below && below->sign() > 0) low = *below;
  }
  const int stated = std::min(digits + kCertificateSpareDigits, kBoundDigits);
  const std::optional<Rational> high = bound.value.decimal_ends(stated).second;
  const Ball upper = high ? Ball(*high, p) : bound.value;
  return Mint::value(Ball::hull(Ball(low, p), upper.upper()), bound.engine, bound.budget,
                     bound.reached, low, high);
}

Derived derive_selection(const CertificateRequest& request, const Effort& effort, bool vary,
                         bool* varied) {
  PrivacyProfile profile = profile_of(request, vary, varied);
  std::unique_ptr<SelectionBounds> bounds;
  if (request.quantity == "choice") {
    bounds = std::make_unique<NoisyChoice>(profile, request.target.front().second, effort);
  } else {
    const bool larger = text_of(request.options, "base") == "larger_profile";
    bounds = std::make_unique<Selection>(
        profile, RunLaw::parse(text_of(request.options, "runs")), effort,
        larger ? BaseKnown::larger_profile : BaseKnown::ordered_pairs);
  }
  const auto& [name, at] = request.target.back();
  const SelectedValue found = name == "epsilon" ? bounds->delta(Real(at))
                              : name == "delta" ? bounds->epsilon(at)
                                                : bounds->renyi(at);
  return {between(found, name != "order", effort.digits), profile.engine().parameters(),
          std::nullopt, profile.explain()};
}

void check_runs(const CertificateRequest& request) {
  const std::string runs = text_of(request.options, "runs");
  const std::string base = text_of(request.options, "base");
  const size_t words = 1 + (base.empty() ? 0 : 1);
  if (request.options.size() != words || (!base.empty() && base != "larger_profile")) {
    throw std::invalid_argument("selection takes the words runs and base=larger_profile");
  }
  if (const std::string text = RunLaw::parse(runs)->text(); text != runs) {
    throw std::invalid_argument("runs is not in canonical form, which is " + text);
  }
  if (!base.empty() && request.direction != Direction::worst) {
    throw std::invalid_argument("base=larger_profile is about both orders: direction worst");
  }
}

}  // namespace

const FurtherKind* further_kind(const std::string& quantity) {
  static const std::vector<FurtherKind> kinds = {
      {"gdp", {{"floor"}, {"within"}, {"alpha"}}, {}, {}, true},
      {"selection", {{"epsilon"}, {"delta"}, {"order"}}, {}, {}, true, true},
      {"choice", {{"outcomes", "epsilon"}, {"outcomes", "delta"}}, {}, {}, true, true},
      {"bounded_range", {{"epsilon"}, {"delta"}}, {"adaptive"}},
      {"tv_limit",
       {{"exponent", "steps"}},
       {"above", "below"},
       {},
       false,
       false,
       "other kinks bounded together"},
      {"channel", {{}}, {}, {"epsilon", "contraction"}, false, false, "by pairs of rows"},
      {"channel_delta", {{"epsilon"}}, {}, {}, false, false, "by pairs of rows"}};
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const FurtherKind& kind) { return kind.name == quantity; });
  return found == kinds.end() ? nullptr : &*found;
}

std::vector<std::string> further_target(const FurtherKind& kind,
                                        const std::vector<std::string>& given) {
  const auto has = [&](const std::string& name) {
    return std::find(given.begin(), given.end(), name) != given.end();
  };
  std::string known;
  for (const std::vector<std::string>& names : kind.targets) {
    if (names.size() == given.size() && std::all_of(names.begin(), names.end(), has)) return names;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  }
  throw std::invalid_argument("the numbers of " + kind.name + " are expected: " + known);
}

std::string further_subject(const std::string& quantity, const std::string& text) {
  if (quantity.rfind("channel", 0) == 0) return channel_text(channel_of(text));
  const std::string out = Composition::parse(text).expression();
  if (quantity == "bounded_range") range_runs_of(out);
  if (quantity == "tv_limit") mu_of(out);
  return out;
}

void check_further(const CertificateRequest& request) {
  const FurtherKind& kind = *further_kind(request.quantity);
  std::vector<std::string> names;
  for (const auto& [name, value] : request.target) names.push_back(name);
  further_target(kind, names);
  if (kind.name == "selection") {
    check_runs(request);
  } else if (!request.options.empty()) {
    throw std::invalid_argument(kind.name + " takes no " + request.options[0].first);
  }
  if (!kind.by_engine && request.engine != "auto") {
    throw std::invalid_argument(kind.name + " takes no engine; leave it at auto");
  }
  const bool one_way = kind.name == "gdp" || kind.name == "selection";
  if (!one_way && request.direction != Direction::worst) {
    throw std::invalid_argument(kind.name + " is about both directions: worst");
  }
}

Derived derive_further(const CertificateRequest& request, const Effort& effort, bool vary,
                       bool* varied) {
  const std::string& quantity = request.quantity;
  if (quantity == "gdp") return derive_gdp(request, effort, vary, varied);
  if (quantity == "selection" || quantity == "choice") {
    return derive_selection(request, effort, vary, varied);
  }
  if (quantity == "bounded_range") return derive_bounded_range(request, effort);
  if (varied != nullptr) *varied = vary;
  if (quantity == "tv_limit") return derive_tv_limit(request, effort, vary);
  if (quantity == "channel") return derive_channel(request, effort, vary);
  return derive_channel_delta(request, effort, vary);
}

std::string channel_text(const Channel& channel) {
  std::string out;
  for (size_t x = 0; x < channel.inputs(); ++x) {
    std::vector<Rational> row;
    for (const Real& entry : channel.row(x)) {
      if (!entry.rational()) {
        throw std::invalid_argument(
            "a certificate needs rational entries, and this channel has others");
      }
      row.push_back(*entry.rational());
    }
    out += (out.empty() ? "" : ",") + list_text(row);
  }
  return kRows + out + kRowsEnd;
}

bool is_channel_text(const std::string& text) {
  const size_t most = kRows.size() + kRowsEnd.size();
  return text.size() > most && text.compare(0, kRows.size(), kRows) == 0 &&
         text.compare(text.size() - kRowsEnd.size(), kRowsEnd.size(), kRowsEnd) == 0;
}

}  // namespace plumbline
