#include "verify/claims/results/verdict_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reference/composition/concentrated_runs.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/claims/claimed_profile.hpp"
#include "verify/claims/judging/claim_words.hpp"
#include "verify/claims/judging/nearest_doubles.hpp"
#include "verify/claims/results/shown.hpp"
#include "verify/claims/results/standing.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kErrorDigits = 4;

Json bounds_json(const PrintedBounds& bounds) {
  if (!bounds.both()) return nullptr;
  return {{"lower", bounds.lower}, {"upper", bounds.upper}};
}

Json ball_json(const std::optional<Ball>& x) {
  if (!x) return nullptr;
  const auto [lower, upper] = x->decimal_bounds(kErrorDigits);
  return bounds_json({lower, upper});
}

/// Adds the certified value if both of its ends are known, otherwise its known end.
void add_truth(const ClaimVerdict& v, Json* record) {
  (*record)["truth"] = bounds_json(v.truth);
  if (v.truth.both()) return;
  if (!v.truth.lower.empty()) (*record)["at_least"] = v.truth.lower;
  if (!v.truth.upper.empty()) (*record)["at_most"] = v.truth.upper;
}

/// Adds an error: the claimed minus the true value, or this difference divided by |true value|. If only one end of
/// the true value is known, only one end of the error is known: a larger true value decreases the error.
void add_error(const std::string& name, const ClaimVerdict& v, const std::optional<Ball>& error,
               Json* record) {
  const bool one_end = v.truth.lower.empty() != v.truth.upper.empty();
  if (!one_end || !error) {
    (*record)[name] = ball_json(error);
    return;
  }
  const auto [lower, upper] = error->decimal_bounds(kErrorDigits);
  (*record)[name] =
      v.truth.upper.empty() ? Json::object({{"upper", upper}}) : Json::object({{"lower", lower}});
}

/// Adds the certified values on which the verdict is based: the deciding bounds, or else the certified value itself.
void add_certified_bounds(const JudgedLine& judged, Json* record) {
  const ClaimVerdict& v = judged.verdict;
  const bool decided = v.certified.both();
  const PrintedBounds& shown = decided ? v.certified : v.truth;
  if (!shown.both()) {
    (*record)["lower"] = (*record)["upper"] = (*record)["against"] = nullptr;
    return;
  }
  (*record)["lower"] = shown.lower;
  (*record)["upper"] = shown.upper;
  const Claim& claim = *judged.line.claim;
  (*record)["against"] = decided ? v.against : subject_of(claim.quantity, claim.at);
}

void add_claim(const Claim& claim, Json* record) {
  (*record)["version"] = claim.version;
  (*record)["options"] = claim.options.empty() ? Json::object() : Json::parse(claim.options);
  (*record)["mechanism"] =
      claim.concentrated ? concentrated_class(*claim.concentrated) : claim.mechanism;
  if (!claim.other.empty()) (*record)["other"] = claim.other;
  (*record)["direction"] = direction_name(claim.direction);
  (*record)["adjacency"] = claim.adjacency;
  (*record)["quantity"] = claim.quantity;
  (*record)["at"] = Json::object();
  for (const NamedNumber& given : claim.at) (*record)["at"][given.name] = given.number.text;
  (*record)["kind"] = kind_name(claim.kind);
  (*record)["value"] = claim.value.text;
  if (claim.profile) (*record)["distribution"] = Json::parse(claim.profile->text);
  if (claim.profile && claim.profile->points) (*record)["points"] = true;
  if (claim.value.exact) (*record)["exact"] = true;
  const StatedError& stated = claim.stated;
  if (!stated.absolute.is_zero()) (*record)["tolerance"] = stated.absolute.text();
  if (!stated.relative.is_zero()) (*record)["tolerance"] = stated.relative.text() + " relative";
  (*record)["tool_seconds"] = claim.seconds ? Json(*claim.seconds) : Json(nullptr);
}

/// Adds the installation, and the basis of the answer (for example a documented promise), as its table states it.
void add_basis(const Claim& claim, Json* record) {
  if (!claim.installation.empty()) (*record)["installation"] = claim.installation;
  if (!claim.basis) return;
  const Basis& basis = *claim.basis;
  Json& out = (*record)["rests_on"];
  out = {{"id", basis.id},
         {"kind", basis_name(basis.kind)},
         {"words", basis.words},
         {"where", basis.where}};
  if (basis.kind != BasisKind::reading) return;
  out["other_reading"] = basis.other_reading;
  out["other_verdict"] = basis.other_verdict;
}

/// Adds the verdict at the nearest doubles, with these doubles.
void add_doubles(const JudgedLine& judged, Json* record) {
  const auto nearest = at_nearest_doubles(*judged.line.claim);
  if (!nearest) return;
  Json& out = (*record)["at_nearest_doubles"];
  out = {{"verdict", verdict_name(*judged.verdict.at_doubles)}};
  out.update(doubles_json(*nearest));
}

Json promise_json(const PromiseVerdict& promise) {
  return {{"promised", promise.text},
          {"verdict", verdict_name(promise.verdict)},
          {"against", promise.against},
          {"certified", bounds_json(promise.certified)},
          {"confirmed_by", promise.confirmed_by}};
}

Json elsewhere_json(const std::vector<VerdictElsewhere>& all) {
  Json out = Json::array();
  for (const VerdictElsewhere& one : all) {
    out.push_back({{"id", one.installation},
                   {"verdict", verdict_name(one.verdict)},
                   {"grade", one.grade == ViolationGrade::none ? Json(nullptr)
                                                               : Json(grade_name(one.grade))}});
  }
  return out;
}

/// Returns the remarks on the way in which a violation is counted; each part begins with a semicolon.
std::string standing_part(const JudgedLine& judged) {
  if (judged.verdict.verdict != VerdictKind::violated) return "";
  std::string out;
  const std::string found = installations_text(judged.verdict);
  if (!found.empty()) out += "; " + found;
  const ClaimStanding standing = standing_of(judged);
  if (standing == ClaimStanding::documented || standing == ClaimStanding::installation) return out;
  const Basis& basis = *judged.line.claim->basis;
  out += fmt::format("; {}: {}", claim_standing_words(standing), basis.words);
  if (!basis.other_reading.empty()) {
    out += fmt::format(" The other reading, by which it is {}: {}", basis.other_verdict,
                       basis.other_reading);
  }
  return out;
}

/// Returns "tinydp clt", or only the tool if no method is named.
std::string who_text(const Claim& claim) {
  return claim.method.empty() ? claim.tool : claim.tool + " " + claim.method;
}

/// Returns the claim and its subject. If the mechanism has no expression, the text has no subject.
std::string what_text(const Claim& claim) {
  if (claim.mechanism.empty()) return shown_claim_text(claim);
  return fmt::format("{} of {}, {}", shown_claim_text(claim),
                     with_short_numbers(mechanisms_text(claim)), direction_name(claim.direction));
}

const char* relation(ClaimKind kind) {
  return kind == ClaimKind::upper ? "<=" : kind == ClaimKind::lower ? ">=" : "~";
}

}  // namespace

Json verdict_json(const JudgedLine& judged) {
  const ClaimVerdict& v = judged.verdict;
  Json record = {{"file", judged.line.file}, {"line", judged.line.line}};
  const bool readable = judged.line.claim.has_value();
  record["tool"] = readable ? Json(judged.line.claim->tool) : Json(nullptr);
  record["method"] = readable ? Json(judged.line.claim->method) : Json(nullptr);
  record["verdict"] = verdict_name(v.verdict);
  record["grade"] = v.grade == ViolationGrade::none ? Json(nullptr) : Json(grade_name(v.grade));
  add_certified_bounds(judged, &record);
  record["looseness"] =
      v.looseness ? Json(v.looseness->decimal_bounds(kErrorDigits).second) : Json(nullptr);
  record["seconds"] = v.seconds;
  if (!v.reason.empty()) record["reason"] = v.reason;
  if (!readable) return record;
  add_truth(v, &record);
  add_error("absolute_error", v, v.error, &record);
  add_error("relative_error", v, v.relative, &record);
  if (v.by_tolerance) record["by_tolerance"] = true;
  if (v.says_nothing) record["says_nothing"] = true;
  if (v.at_doubles) add_doubles(judged, &record);
  if (!v.confirmed_by.empty()) record["confirmed_by"] = v.confirmed_by;
  if (v.promise) record["promise"] = promise_json(*v.promise);
  if (!v.elsewhere.empty()) record["installations"] = elsewhere_json(v.elsewhere);
  record["engine"] = v.engine;
  if (v.steps > 0) record["steps"] = v.steps;
  if (v.delta_scale > 0) record["delta_scale"] = v.delta_scale;
  add_claim(*judged.line.claim, &record);
  add_basis(*judged.line.claim, &record);
  const ClaimStanding standing = standing_of(judged);
  record["standing"] = claim_standing_name(standing);
  const ViolationGrade shared = grade_that_counts(v);
  if (standing == ClaimStanding::documented && shared != v.grade) {
    record["grade_that_counts"] = grade_name(shared);
  }
  if (!v.replay.empty()) record["replay"] = v.replay;
  return record;
}

Json verdict_record_for_pages(const JudgedLine& judged) {
  Json record = verdict_json(judged);
  if (!judged.line.claim) return record;
  const ShownClaim shown = shown_claim(judged);
  const Claim& claim = *judged.line.claim;
  Json& out = record["shown"] = Json::object();
  for (const auto& [name, text] :
       {std::pair{"mechanism", shown.mechanism}, std::pair{"options", shown.options},
        std::pair{"question", with_short_numbers(subject_of(claim.quantity, claim.at))},
        std::pair{"claim", shown.claim}, std::pair{"exact", shown.exact},
        std::pair{"truth", shown.truth}, std::pair{"note", shown.note},
        std::pair{"installations", shown.elsewhere}}) {
    if (!text.empty()) out[name] = text;
  }
  return record;
}

std::string at_doubles_text(const JudgedLine& judged) {
  const ClaimVerdict& v = judged.verdict;
  if (v.at_doubles != VerdictKind::sound) return "";
  const auto nearest = at_nearest_doubles(*judged.line.claim);
  if (!nearest) return "";
  return fmt::format(
      "sound at the doubles nearest to its decimals, which are read exactly: where doubles are "
      "meant, write {} (float.hex() in Python)",
      doubles_text(*nearest));
}

std::string short_text(const Ball& x) {
  const auto [lower, upper] = x.decimal_bounds(kErrorDigits);
  return lower == upper ? lower : "[" + lower + ", " + upper + "]";
}

std::string known_truth_text(const ClaimVerdict& v) {
  if (v.truth.both()) return fmt::format("[{}, {}]", v.truth.lower, v.truth.upper);
  if (!v.truth.lower.empty()) return "at least " + v.truth.lower;
  return v.truth.upper.empty() ? "" : "at most " + v.truth.upper;
}

std::string error_text(const ClaimVerdict& v, const Ball& error) {
  const auto [lower, upper] = error.decimal_bounds(kErrorDigits);
  if (v.truth.lower.empty() == v.truth.upper.empty()) return short_text(error);
  return v.truth.upper.empty() ? "at most " + upper : "at least " + lower;
}

std::string claim_text(const Claim& claim) {
  if (claim.profile) {
    return subject_of(claim.quantity, claim.at) + " of " + claim.profile->words();
  }
  return fmt::format("{} {} {}", subject_of(claim.quantity, claim.at), relation(claim.kind),
                     claim.value.text.empty() ? "?" : claim.value.text);
}

std::string shown_claim_text(const Claim& claim) {
  if (!claim.value.binary64) return with_short_numbers(claim_text(claim));
  return fmt::format("{} {} {}", with_short_numbers(subject_of(claim.quantity, claim.at)),
                     relation(claim.kind), shortest_decimal(claim.value.number.approximate()));
}

std::string verdict_line(const JudgedLine& judged) {
  const ClaimVerdict& v = judged.verdict;
  const std::string place = judged.line.place();
  if (!judged.line.claim) return one_line(fmt::format("{}: broken: {}", place, v.reason));
  const Claim& claim = *judged.line.claim;
  std::string out = fmt::format("{}: {}", place, verdict_name(v.verdict));
  if (v.grade != ViolationGrade::none) out += fmt::format(" ({})", grade_name(v.grade));
  out += fmt::format(": {}: {}", who_text(claim), what_text(claim));
  if (const std::string truth = known_truth_text(v); !truth.empty()) {
    out += "; truth " + truth;
  } else if (v.certified.both()) {
    out += fmt::format("; {} = [{}, {}]", with_short_numbers(v.against), v.certified.lower,
                       v.certified.upper);
  }
  if (v.relative) out += "; relative error " + error_text(v, *v.relative);
  if (!v.confirmed_by.empty()) out += "; confirmed by " + v.confirmed_by;
  if (v.promise && v.promise->verdict != VerdictKind::sound) {
    out += fmt::format("; promise {} {}: {} = [{}, {}]", v.promise->text,
                       verdict_name(v.promise->verdict), with_short_numbers(v.promise->against),
                       v.promise->certified.lower, v.promise->certified.upper);
  }
  if (!v.reason.empty()) out += "; " + v.reason;
  if (const std::string doubles = at_doubles_text(judged); !doubles.empty()) out += "; " + doubles;
  return one_line(out + standing_part(judged));
}

}  // namespace plumbline
