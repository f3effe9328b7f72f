#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/mechanisms/written_relation.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/mechanisms/mechanism_fields.hpp"
#include "verify/claims/reading/mechanisms/mechanism_runs.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// `sigma=2`, or `sigma2=7/3` where the record has the square in its place and the mechanism one too.
std::string field_or_square(const MechanismEntry& entry, const RecordedForm::Field& field,
                            MechanismFields& f) {
  const std::string theirs = field.theirs + "2", ours = field.ours + "2";
  if (!f.has(theirs) || !contains(entry.optional, ours)) {
    return field.ours + "=" + f.text(field.theirs);
  }
  if (f.has(field.theirs)) {
    throw std::invalid_argument("mechanism: give " + field.theirs + " or its square " + theirs +
                                ", one of them");
  }
  return ours + "=" + f.text(theirs);
}

/// Made of the fields as they are.
std::string of_fields(const RecordedMechanism& known, MechanismFields& f) {
  std::string parameters;
  for (const RecordedForm::Field& field : known.form.fields) {
    parameters += (parameters.empty() ? "" : ",") + field_or_square(known.entry, field, f);
  }
  const bool scaled = contains(known.entry.optional, "sensitivity");
  return known.entry.name + "(" + parameters + (scaled ? f.sensitivity() : "") + ")";
}

std::string concentrated(MechanismFields& f) {
  try {
    return concentrated_gaussian(
        {f.number("rho").value, f.number_or("xi", Rational(0)), Rational(1)});
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("mechanism: ") + e.what());
  }
}

/// Names of one's own.
bool is_known_elsewhere(const std::string& kind) { return kind.starts_with("x-"); }

[[noreturn]] void refuse_kind(const std::string& kind) {
  std::string known;
  for (const MechanismEntry& entry : mechanism_registry()) {
    for (const RecordedForm& form : entry.recorded) known += form.kind + ", ";
  }
  throw std::invalid_argument("mechanism: unknown kind '" + kind + "'; write " + known +
                              "an expression, or a kind of your own that begins with x-");
}

/// Whether one record exchanged for one that adds nothing is one record more or less.
bool adds_nothing(const RecordedForm& form, Relation relation) {
  const bool exchanged = relation == Relation::replace_special || relation == Relation::zero_out;
  return exchanged && !form.under.contains(pair_word(Relation::replace_special));
}

/// The expression without its power, under the relation where there is one for it.
std::string expression_of(const RecordedMechanism& known, Relation relation, MechanismFields& f,
                          NamedMechanism* out) {
  const RecordedForm& form = known.form;
  out->is_related = adds_nothing(form, relation) || form.any_neighbours;
  const auto under = form.under.find(pair_word(relation));
  if (under != form.under.end()) {
    out->is_related = true;
    return under->second(f);
  }
  if (form.runs == RecordedForm::Runs::concentrated) return concentrated(f);
  if (form.expression != nullptr) return form.expression(f);
  std::string made = of_fields(known, f);
  if (!contains(known.entry.words, "relation") || relation != Relation::replace_one) return made;
  out->is_related = true;
  made.pop_back();
  return made + ",relation=" + pair_word(relation) + ")";
}

NamedMechanism named(const RecordedMechanism& known, Relation relation, bool open_sigma,
                     MechanismFields& fields) {
  const auto& [entry, form] = known;
  NamedMechanism out;
  out.is_choice = entry.replaces_record;
  out.is_sampled = entry.subsampled || fields.has("sampling_rate");
  out.expression = expression_of(known, relation, fields, &out);
  if (out.is_sampled && !entry.subsampled) {
    // Exchanged records are sampled on both sides: another pair than that of what is sampled.
    out.is_related = out.is_related && relation != Relation::replace_one;
    out.is_choice = false;
    out.expression = "subsampled(" + out.expression + ",p=" + fields.text("sampling_rate") + ")";
  }
  out.keeps_number = out.is_choice;
  out.is_related = out.is_related || (out.is_choice && relation == Relation::replace_one);
  if (!form.has_power) {
    out.expression += fields.power();
  } else if (fields.has("steps")) {
    (void)fields.power();  // refuses what is no number of runs
  }
  add_runs(form, open_sigma, fields, &out);
  if (relation == Relation::replace_one && out.is_related && !form.any_neighbours &&
      form.states_noise) {
    out.stated_by = out.is_choice ? StatedBy::exchange : StatedBy::record;
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

/// Of runs of bounded range that are written as an expression.
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

NamedMechanism named_expression(const std::string& expression, Relation relation) {
  NamedMechanism out;
  out.expression = expression;
  const std::vector<WrittenFactor> factors = read_open_expression(expression);
  out.is_related = true;
  for (const WrittenFactor& factor : factors) {
    out.is_sampled = out.is_sampled || factor.entry->subsampled;
    out.is_related =
        out.is_related && written_relation(factor).value_or(Relation::add_remove) == relation;
  }
  out.sides = sides_of_expression(expression);
  out.range = written_range(factors);
  return out;
}

namespace {

/// A law of the number of runs, by its mean and shape.
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

/// The best of several runs of what the rest of the record says.
NamedMechanism selected_mechanism(Json record, Relation relation) {
  const std::string runs = law_of_runs(record["select"]);
  record.erase("select");
  NamedMechanism out = name_mechanism(record, false, relation);
  out.runs = runs;
  if (out.sides.differ() || out.batches || out.concentrated) {
    out.unsupported =
        "the best of several runs of what is not one pair has no certified bound here";
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
  out.is_related = true;
  std::vector<std::pair<std::string, PairSides>> sides;
  for (const Json& entry : list) {
    const NamedMechanism one = one_mechanism(entry, open_sigma, relation);
    if (!one.unsupported.empty()) return one;
    if (one.concentrated && list.size() > 1) {
      out.unsupported = "concentrated privacy beside a mechanism: no worst of both is defined";
      return out;
    }
    if (out.stated_by == StatedBy::neither) out.stated_by = one.stated_by;
    if (one.stated_by != StatedBy::neither && one.stated_by != out.stated_by) {
      out.unsupported =
          "batches of fixed size beside other noise under replace: one is stated by what an "
          "exchange changes, the other by what a record adds";
      return out;
    }
    out.is_related = out.is_related && one.is_related;
    out.keeps_number = out.keeps_number || one.keeps_number;
    const std::string separator = out.expression.empty() ? "" : " * ";
    out.expression += separator + one.expression;
    sides.emplace_back(one.expression, one.sides);
    if (list.size() == 1) return one;
    out.is_sampled = out.is_sampled || one.is_sampled;
  }
  out.sides = sides_of_product(sides);
  return out;
}

}  // namespace plumbline
