#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "reference/composition/concentrated_runs.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/recorded_kinds.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/mechanisms/mechanism_fields.hpp"
#include "verify/claims/reading/mechanisms/mechanism_runs.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns `sigma=2`, or `sigma2=7/3` if the record contains the square instead and the mechanism accepts it.
std::string field_or_square(const MechanismEntry& entry, const RecordedForm::Field& field,
                            MechanismFields& f) {
  const std::string theirs = field.theirs + "2", ours = field.ours + "2";
  if (!f.has(theirs) || !contains(entry.optional, ours)) {
    return field.ours + "=" + f.text(field.theirs);
  }
  if (f.has(field.theirs)) {
    throw std::invalid_argument("mechanism: write exactly one of " + field.theirs +
                                " and its square " + theirs);
  }
  return ours + "=" + f.text(theirs);
}

/// Returns the expression whose parameters are the fields of the record.
std::string of_fields(const RecordedMechanism& known, MechanismFields& f) {
  std::string parameters;
  for (const RecordedForm::Field& field : known.form.fields) {
    parameters += (parameters.empty() ? "" : ",") + field_or_square(known.entry, field, f);
  }
  const bool scaled = contains(known.entry.optional, "sensitivity");
  return known.entry.name + "(" + parameters + (scaled ? f.sensitivity() : "") + ")";
}

/// Returns the expression of one run of a mechanism of which only concentrated privacy with rho and xi is known. If the
/// run is subsampled or rho is 0, this is the class of all such mechanisms; otherwise it is one Gaussian mechanism of
/// the class. If rho and xi are 0, it is perfectly_private().
std::string concentrated(MechanismFields& f) {
  const ConcentratedRuns once{f.number("rho").value, f.number_or("xi", Rational(0)), Rational(1)};
  if (once.rho.is_zero() && once.xi.is_zero()) return "perfectly_private()";
  try {
    return f.has("sampling_rate") || once.rho.is_zero() ? concentrated_class(once)
                                                        : concentrated_gaussian(once);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("mechanism: ") + e.what());
  }
}

/// Returns true for the names of a user's own mechanisms.
bool is_known_elsewhere(const std::string& kind) { return kind.starts_with("x-"); }

[[noreturn]] void refuse_kind(const std::string& kind) {
  std::string known;
  for (const std::string& one : recorded_kinds()) known += one + ", ";
  throw std::invalid_argument("mechanism: unknown kind '" + kind + "'; write " + known +
                              "an expression, or a kind of your own that begins with x-");
}

/// Returns true if replacing a record by one that adds nothing is equivalent to adding or removing a record.
bool adds_nothing(const RecordedForm& form, Relation relation) {
  const bool exchanged = relation == Relation::replace_special || relation == Relation::zero_out;
  return exchanged && !form.under.contains(pair_word(Relation::replace_special));
}

PairRelation typed(Relation relation) { return relation_named(neighbours_of(relation).relation); }

/// An expression without its power, and the relation of its pair. The relation is the requested one if the record has
/// a pair under it.
struct RelatedExpression {
  std::string expression;
  PairRelation relation = PairRelation::add_remove;
};

RelatedExpression expression_under(const RecordedMechanism& known, Relation relation,
                                   MechanismFields& f) {
  const RecordedForm& form = known.form;
  const auto under = form.under.find(pair_word(relation));
  if (under != form.under.end()) return {under->second(f), typed(relation)};
  PairRelation own = PairRelation::add_remove;
  if (known.entry.replaces_record) own = PairRelation::replace_one;
  if (adds_nothing(form, relation)) own = typed(relation);
  if (form.any_neighbours) own = PairRelation::any;
  if (form.runs == RecordedForm::Runs::concentrated) return {concentrated(f), own};
  if (form.expression != nullptr) return {form.expression(f), own};
  std::string made = of_fields(known, f);
  if (!contains(known.entry.words, "relation") || relation != Relation::replace_one) {
    return {made, own};
  }
  made.pop_back();
  return {made + ",relation=" + pair_word(relation) + ")", PairRelation::replace_one};
}

/// Adds Poisson sampling to the mechanism, for neighbours in which a record is present or absent, or is replaced by
/// one that adds nothing.
void add_sampling(const std::string& rate, Relation relation, RelatedExpression* of) {
  const bool adds_none = of->relation == typed(relation) && relation != Relation::replace_one;
  const bool any = of->relation == PairRelation::any && relation != Relation::replace_one;
  of->relation = adds_none || any ? typed(relation) : PairRelation::add_remove;
  of->expression = "subsampled(" + of->expression + ",p=" + rate + ")";
}

std::string exchange_refusal(const std::string& kind) {
  return "mechanism: " + kind +
         " with sampling_rate: it keeps the number of records (replace_one), and a record that is "
         "exchanged is absent from both batches with probability 1 - sampling_rate; no pair is "
         "proved for that here";
}

bool is_stated_by_noise(const RecordedForm& form, const ClaimedPair& pair, Relation relation) {
  return relation == Relation::replace_one && !form.any_neighbours && form.states_noise &&
         stated_relation(*pair.hypotheses) == PairRelation::replace_one;
}

NamedMechanism named(const RecordedMechanism& known, Relation relation, bool open_sigma,
                     MechanismFields& fields) {
  const auto& [entry, form] = known;
  NamedMechanism out;
  out.kind = fields.kind();
  RelatedExpression of = expression_under(known, relation, fields);
  const bool sampled_too = fields.has("sampling_rate") && !entry.subsampled;
  out.is_sampled = entry.subsampled || sampled_too;
  if (sampled_too) add_sampling(fields.text("sampling_rate"), relation, &of);
  if (sampled_too && entry.replaces_record) out.unsupported = exchange_refusal(fields.kind());
  out.expression = of.expression;
  const bool pure = form.runs == RecordedRuns::concentrated && fields.number("rho").value.is_zero();
  const bool never = fields.has("steps") && fields.number("steps").value.is_zero();
  const bool by_class = form.runs == RecordedRuns::concentrated && (sampled_too || pure || never);
  if (!form.has_power || by_class) {
    out.expression += fields.power();
  } else if (never) {
    throw std::invalid_argument("mechanism: " + fields.kind() + " has at least one step, got 0");
  } else if (fields.has("steps")) {
    (void)fields.power();  // rejects an invalid number of runs
  }
  add_runs(by_class || never ? RecordedRuns::plain : form.runs, open_sigma, fields, &out);
  out.pair.set_relation(of.relation);
  if (is_stated_by_noise(form, out.pair, relation)) {
    out.stated_by = entry.replaces_record ? StatedBy::exchange : StatedBy::record;
  }
  fields.refuse_others();
  return out;
}

NamedMechanism one_mechanism(const Json& mechanism, bool open_sigma, Relation relation) {
  if (!mechanism.is_object() || !mechanism.contains("kind") || !mechanism["kind"].is_string()) {
    throw std::invalid_argument(
        "mechanism: write an expression, {\"kind\": ...} or {\"compose\": [...]}");
  }
  MechanismFields fields(mechanism, open_sigma);
  const auto known = mechanism_recorded_as(fields.kind());
  if (known) return named(*known, relation, open_sigma, fields);
  if (!is_known_elsewhere(fields.kind())) refuse_kind(fields.kind());
  NamedMechanism out;
  out.unsupported = "mechanism " + fields.kind() + " has no certified pair here";
  return out;
}

/// Returns the runs of bounded range that an expression describes; nothing if the expression is not a single mechanism
/// of bounded range, possibly repeated.
std::optional<RangeRuns> written_range(const std::vector<WrittenFactor>& factors) {
  const WrittenFactor& only = factors.front();
  if (factors.size() > 1 || !only.open.empty() || Rational(kMostRangeRuns) < only.count ||
      only.entry->bounded_range == nullptr) {
    return std::nullopt;
  }
  const auto range = only.entry->bounded_range(only.parameters);
  return range ? std::optional(RangeRuns{*range, only.count}) : std::nullopt;
}

}  // namespace

NamedMechanism named_expression(const std::string& expression, PairRelation unstated) {
  NamedMechanism out;
  out.expression = expression;
  std::vector<WrittenFactor> factors;
  try {
    factors = read_open_expression(expression);
    out.pair = claimed_pair(factors, unstated);
  } catch (const RefusedPair& e) {
    out.unsupported = e.what();
    return out;
  }
  for (const WrittenFactor& factor : factors) {
    out.is_sampled = out.is_sampled || factor.entry->subsampled;
  }
  out.range = written_range(factors);
  return out;
}

namespace {

/// Returns the distribution of the number of runs that has the mean and shape in `select`.
std::string law_of_runs(const Json& select) {
  if (!select.is_object() || !select.contains("mean") || !select.contains("shape")) {
    throw std::invalid_argument("select: write {\"mean\": 10, \"shape\": 1}");
  }
  const std::string mean = read_exact_number(select["mean"]).text;
  const Json& shape = select["shape"];
  if (shape == "inf" || shape == "Infinity") return "poisson(mu=" + mean + ")";
  const ExactNumber eta = read_exact_number(shape);
  if (eta.value.is_zero()) return "logarithmic(mean=" + mean + ")";
  if (eta.value == Rational(1)) return "geometric(mean=" + mean + ")";
  return "negative_binomial(eta=" + eta.text + ",mean=" + mean + ")";
}

/// Returns the best of several runs of the mechanism that the rest of the record describes.
NamedMechanism selected_mechanism(Json record, Relation relation) {
  const std::string runs = law_of_runs(record["select"]);
  record.erase("select");
  NamedMechanism out = name_mechanism(record, false, relation);
  out.runs = runs;
  if (!out.pair.decides() || out.batches || out.concentrated) {
    out.unsupported =
        "the best of several runs has no certified bound here unless one run is a single pair";
  }
  return out;
}

}  // namespace

NamedMechanism name_mechanism(const Json& mechanism, bool open_sigma, Relation relation) {
  if (mechanism.is_object() && mechanism.contains("select")) {
    return selected_mechanism(mechanism, relation);
  }
  if (!mechanism.is_object() || !mechanism.contains("compose")) {
    return one_mechanism(mechanism, open_sigma, relation);
  }
  const Json& list = mechanism["compose"];
  if (!list.is_array() || list.empty()) {
    throw std::invalid_argument("mechanism: compose must be a list of mechanisms");
  }
  NamedMechanism out;
  std::vector<std::pair<std::string, ClaimedPair>> pairs;
  for (const Json& entry : list) {
    NamedMechanism one = one_mechanism(entry, open_sigma, relation);
    if (!one.unsupported.empty() || list.size() == 1) return one;
    // In a composition, a factor with concentrated privacy is the class of all mechanisms with this guarantee.
    if (one.concentrated) {
      one = named_expression(concentrated_class(*one.concentrated), PairRelation::any);
    }
    if (out.stated_by == StatedBy::neither) out.stated_by = one.stated_by;
    if (one.stated_by != StatedBy::neither && one.stated_by != out.stated_by) {
      out.unsupported =
          "batches of fixed size beside other noise under replace: one is stated by what an "
          "exchange changes, the other by what a record adds";
      return out;
    }
    out.expression += (out.expression.empty() ? "" : " * ") + one.expression;
    pairs.emplace_back(one.expression, one.pair);
    out.is_sampled = out.is_sampled || one.is_sampled;
  }
  out.pair = product_of_pairs(pairs);
  out.unsupported = mixed_refusal(*out.pair.hypotheses);
  return out;
}

}  // namespace plumbline
