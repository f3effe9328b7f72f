#include "verify/claims/mechanism_names.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// The fields of one recorded mechanism; each may be asked for once, and none may be left over.
class Fields {
 public:
  Fields(const Json& object, bool open_sigma) : object_(object), open_sigma_(open_sigma) {}

  std::string kind() const { return object_.at("kind").get<std::string>(); }
  bool has(const std::string& key) const { return object_.contains(key); }

  ExactNumber number(const std::string& key) {
    read_.insert(key);
    if (!has(key)) throw std::invalid_argument("mechanism: " + kind() + " needs " + key);
    try {
      return read_exact_number(object_[key]);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument("mechanism: " + key + ": " + e.what());
    }
  }

  std::string text(const std::string& key) {
    if (open_sigma_ && key == "sigma" && !has(key)) return "?";
    return number(key).text;
  }

  /// `,sensitivity=...` unless it is 1 or not given.
  std::string sensitivity() {
    if (!has("sensitivity")) return "";
    const ExactNumber s = number("sensitivity");
    return s.value == Rational(1) ? "" : ",sensitivity=" + s.text;
  }

  std::string power() {
    if (!has("steps")) {
      throw std::invalid_argument("mechanism: " + kind() +
                                  " has no steps; write \"steps\":1 for one");
    }
    const ExactNumber N = number("steps");
    if (!N.value.is_integer() || N.value.sign() <= 0) {
      throw std::invalid_argument("mechanism: steps must be a positive integer, got " + N.text);
    }
    return N.value == Rational(1) ? "" : "^" + N.value.text();
  }

  void refuse_others() const {
    for (const auto& [key, value] : object_.items()) {
      if (key != "kind" && read_.count(key) == 0) {
        throw std::invalid_argument("mechanism: " + kind() + " has no field '" + key + "'");
      }
    }
  }

 private:
  const Json& object_;
  bool open_sigma_;
  std::set<std::string> read_;
};

/// Of a mechanism that says how it is recorded.
std::string registered(const MechanismEntry& entry, Fields& f) {
  std::string parameters;
  for (const RecordedForm::Field& field : entry.recorded->fields) {
    parameters += (parameters.empty() ? "" : ",") + field.ours + "=" + f.text(field.theirs);
  }
  const auto& optional = entry.optional;
  const bool scaled = std::find(optional.begin(), optional.end(), "sensitivity") != optional.end();
  return entry.name + "(" + parameters + (scaled ? f.sensitivity() : "") + ")";
}

const MechanismEntry* entry_recorded_as(const std::string& kind) {
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.recorded && entry.recorded->kind == kind) return &entry;
  }
  return nullptr;
}

std::string discrete_laplace(Fields& f) {
  const ExactNumber a = f.number("parameter");
  if (a.value.sign() <= 0) {
    throw std::invalid_argument("mechanism: parameter must be greater than 0, got " + a.text);
  }
  return "discrete_laplace(b=" + (Rational(1) / a.value).text() + f.sensitivity() + ")";
}
std::string pure_dp(Fields& f) {
  return "approximate_dp(epsilon=" + f.text("epsilon") + ",delta=0)";
}
std::string approx_dp(Fields& f) {
  return "approximate_dp(epsilon=" + f.text("epsilon") + ",delta=" + f.text("delta") + ")";
}

/// The answer is replaced by one of k drawn uniformly with probability l. Seen from two inputs, all
/// other answers have the same loss, 0: three outcomes, with rational probabilities. That epsilon
/// is irrational does not matter.
std::string randomized_response(Fields& f) {
  const Rational l = f.number("noise_parameter").value, k = f.number("num_buckets").value;
  const Rational one(1);
  if (l.sign() < 0 || l > one || !k.is_integer() || k < Rational(2)) {
    throw std::invalid_argument(
        "mechanism: randomized_response needs noise_parameter in [0, 1] and an integer num_buckets "
        "of at least 2");
  }
  const Rational other = l / k, own = one - l + other, rest = one - own - other;
  const std::string a = own.text(), b = other.text();
  if (rest.is_zero()) return "finite(P=[" + a + "," + b + "],Q=[" + b + "," + a + "])";
  const std::string r = rest.text();
  return "finite(P=[" + a + "," + b + "," + r + "],Q=[" + b + "," + a + "," + r + "])";
}

using Translate = std::string (*)(Fields&);

/// What is recorded by other parameters than those of the mechanism it becomes.
const std::map<std::string, Translate>& translations() {
  static const std::map<std::string, Translate> table = {
      {"discrete_laplace", discrete_laplace},
      {"randomized_response", randomized_response},
      {"pure_dp", pure_dp},
      {"approx_dp", approx_dp}};
  return table;
}

/// What accountants answer for and no pair is certified of here; and names of one's own.
bool is_known_elsewhere(const std::string& kind) {
  static const std::set<std::string> known = {"amplified_bandmf", "exponential_mechanism_counting",
                                              "mixture_of_gaussians", "wor_subsampled_gaussian"};
  return known.contains(kind) || kind.starts_with("x-");
}

[[noreturn]] void refuse_kind(const std::string& kind) {
  std::string known;
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.recorded) known += entry.recorded->kind + ", ";
  }
  for (const auto& [name, translate] : translations()) known += name + ", ";
  throw std::invalid_argument("mechanism: unknown kind '" + kind + "'; write " + known +
                              "an expression, or a kind of your own that begins with x-");
}

NamedMechanism one_mechanism(const Json& mechanism, bool open_sigma) {
  if (!mechanism.is_object() || !mechanism.contains("kind") || !mechanism["kind"].is_string()) {
    throw std::invalid_argument(
        "mechanism: write an expression, {\"kind\": ...} or {\"compose\": [...]}");
  }
  Fields fields(mechanism, open_sigma);
  const std::string kind = fields.kind();
  NamedMechanism out;
  const MechanismEntry* entry = entry_recorded_as(kind);
  const auto translation = translations().find(kind);
  if (entry == nullptr && translation == translations().end()) {
    if (!is_known_elsewhere(kind)) refuse_kind(kind);
    out.unsupported = "mechanism " + kind + " has no certified pair here";
    return out;
  }
  const bool own_rate = entry != nullptr && entry->subsampled;
  out.is_choice = kind == "randomized_response" || (entry != nullptr && entry->replaces_record);
  out.is_sampled = own_rate || fields.has("sampling_rate");
  if (out.is_sampled && !own_rate) {
    out.unsupported = "Poisson subsampling of " + kind + " has no certified pair here";
    return out;
  }
  out.expression = entry != nullptr ? registered(*entry, fields) : translation->second(fields);
  out.expression += fields.power();
  fields.refuse_others();
  return out;
}

}  // namespace

NamedMechanism named_expression(const std::string& expression) {
  NamedMechanism out;
  out.expression = expression;
  const std::vector<WrittenFactor> factors = read_open_expression(expression);
  out.is_choice = factors.front().entry->replaces_record;
  for (const WrittenFactor& factor : factors) {
    out.is_sampled = out.is_sampled || factor.entry->subsampled;
  }
  return out;
}

NamedMechanism name_mechanism(const Json& mechanism, bool open_sigma) {
  if (!mechanism.is_object() || !mechanism.contains("compose")) {
    return one_mechanism(mechanism, open_sigma);
  }
  const Json& list = mechanism["compose"];
  if (!list.is_array() || list.empty()) {
    throw std::invalid_argument("mechanism: compose must be a list of mechanisms");
  }
  NamedMechanism out;
  for (const Json& entry : list) {
    const NamedMechanism one = one_mechanism(entry, open_sigma);
    if (!one.unsupported.empty()) return one;
    out.expression += (out.expression.empty() ? "" : " * ") + one.expression;
    out.is_sampled = out.is_sampled || one.is_sampled;
  }
  return out;
}

}  // namespace plumbline
