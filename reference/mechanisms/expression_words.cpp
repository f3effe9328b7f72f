#include "reference/mechanisms/expression_words.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/nearest_name.hpp"
#include "reference/mechanisms/recorded_kinds.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {

bool contains_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_parameter(const MechanismEntry& entry, const std::string& key) {
  return contains_name(entry.required, key) || contains_name(entry.optional, key);
}

bool is_given(const WrittenFactor& factor, const std::string& key) {
  const Parameters& q = factor.parameters;
  return q.count(key) + q.lists.count(key) + q.words.count(key) > 0 || factor.is_open(key);
}

std::string square_of(const std::string& key) { return key + "2"; }

namespace {

bool is_square(const MechanismEntry& entry, const std::string& key) {
  return std::any_of(entry.required.begin(), entry.required.end(),
                     [&](const std::string& root) { return key == square_of(root); });
}

/// Returns the parameter name that a user who types this name probably means, or an empty text.
std::string name_meant(const std::string& key, const std::vector<std::string>& names) {
  static const std::vector<std::pair<std::string, std::string>> words = {
      {"q", "p"},         {"rate", "p"},       {"sampling-rate", "p"},
      {"noise", "sigma"}, {"std", "sigma"},    {"noise-multiplier", "sigma"},
      {"s", "sigma"},     {"stddev", "sigma"}, {"scale", "sigma"},
      {"lambda", "b"},    {"eps", "epsilon"},  {"eps0", "epsilon0"}};
  for (const auto& [theirs, ours] : words) {
    if (theirs == key && contains_name(names, ours)) return ours;
  }
  return key.size() > 2 ? nearest_name(key, names) : "";
}

/// A parameter of other libraries, the parameter here, and the conversion.
struct OtherParameter {
  std::string theirs, ours, instead;
};

/// Returns the remedy for a parameter that the mechanism does not have; empty if none is known.
std::string instead_of_parameter(const MechanismEntry& entry, const std::string& key) {
  static const std::string target =
      "the sigma that meets a target is found by `plumbline calibrate` with sigma=? and --epsilon, "
      "--delta";
  static const std::vector<OtherParameter> all = {
      {"epsilon", "b", "noise for epsilon has b=sensitivity/epsilon: b=2 for epsilon = 1/2"},
      {"eps", "b", "noise for epsilon has b=sensitivity/epsilon: b=2 for epsilon = 1/2"},
      {"mu", "sigma", "mu-GDP is gdp(mu=...), or sigma=1/mu here"},
      {"rho", "sigma", "rho-zCDP is zcdp(rho=...), and this noise has it with sigma2=1/(2 rho)"},
      {"epsilon", "sigma", target},
      {"eps", "sigma", target},
      {"delta", "sigma", target}};
  for (const OtherParameter& one : all) {
    if (one.theirs == key && contains_name(entry.required, one.ours)) return one.instead + "; ";
  }
  return "";
}

constexpr const char* kTraining =
    "steps of DP-SGD are subsampled_gaussian(sigma=...,p=...)^steps; `plumbline dpsgd` takes "
    "batch, data set and epochs";
constexpr const char* kLocal =
    "k-ary randomized response is randomized_response(epsilon=...,k=...)";
constexpr const char* kSampled =
    "the Gaussian mechanism on a Poisson sample is subsampled_gaussian(sigma=...,p=...)";
constexpr const char* kSparse =
    "the sparse vector technique is above_threshold(b_threshold=...,b_queries=...,answers=[...],"
    "others=[...])";
constexpr const char* kNoisyMax =
    "report noisy max is permute_and_flip(epsilon=...) with exponential noise, and "
    "exponential_mechanism(epsilon=...) with Gumbel noise";
constexpr const char* kTree =
    "tree aggregation is correlated_gaussian(sigma=...,strategy=tree,steps=...)";
constexpr const char* kHadamard =
    "Hadamard response with epsilon is a local randomizer with pure_dp(epsilon=...)";
constexpr const char* kParts = "a composition is a product: gaussian(sigma=4)^10 * laplace(b=20)";
constexpr const char* kJudging =
    "the answers of an accountant are judged by `plumbline claims FILE`";
constexpr const char* kTarget =
    "the noise that meets a target is found by `plumbline calibrate 'gaussian(sigma=?)' "
    "--epsilon "
    "1 --delta 1e-5`; noise itself is gaussian(sigma=...), laplace(b=...) or "
    "discrete_gaussian(sigma=...)";
constexpr const char* kConversion =
    "a stated guarantee is zcdp(rho=...), rdp(orders=[...],bounds=[...]), gdp(mu=...) or "
    "dp(epsilon=...,delta=...), and `plumbline convert 'zcdp(rho=0.5)' --to dp --delta 1e-6` "
    "converts it";

}  // namespace

std::string instead_of_mechanism(const std::string& name) {
  static const std::map<std::string, std::string> known = {
      {"noise", kTarget},
      {"calibrate", kTarget},
      {"convert", kConversion},
      {"guarantee", kConversion},
      {"compose", kParts},
      {"composition", kParts},
      {"accountant", kTraining},
      {"validate", kJudging},
      {"claims", kJudging},
      {"geometric", "geometric noise on the integers is discrete_laplace(b=1/epsilon)"},
      {"two_sided_geometric", "geometric noise on the integers is discrete_laplace(b=1/epsilon)"},
      {"rappor",
       "one bit of RAPPOR with noise f is finite(P=[1-f/2,f/2],Q=[f/2,1-f/2]) with numbers for f, "
       "and one value "
       "exchanged changes two of them"},
      {"svt", kSparse},
      {"sparse_vector", kSparse},
      {"report_noisy_max", kNoisyMax},
      {"noisy_max", kNoisyMax},
      {"rnm", kNoisyMax},
      {"tree", kTree},
      {"tree_aggregation", kTree},
      {"ftrl", kTree},
      {"dp_ftrl", kTree},
      {"sampled_gaussian", kSampled},
      {"poisson_gaussian", kSampled},
      {"poisson_subsampled_gaussian", kSampled},
      {"hadamard", kHadamard},
      {"hadamard_response", kHadamard},
      {"dpsgd", kTraining},
      {"dp_sgd", kTraining},
      {"sgd", kTraining},
      {"krr", kLocal},
      {"grr", kLocal},
      {"normal", "did you mean 'gaussian'?"},
      {"cdp", "concentrated privacy is zcdp(rho=...)"},
      {"noop", "what releases nothing is perfectly_private()"},
      {"none", "what releases nothing is perfectly_private()"}};
  const auto at = known.find(name);
  return at == known.end() ? "" : at->second;
}

std::string written_keys(const MechanismEntry& entry) {
  if (entry.inner == InnerKind::weighted) {
    return entry.name + "(1/2: gaussian(sigma=1), 1/2: laplace(b=1))";
  }
  std::string out = entry.inner == InnerKind::one ? "a mechanism" : "";
  for (const std::string& key : entry.required) {
    const bool either = has_parameter(entry, square_of(key));
    out += (out.empty() ? "" : ", ") + key + (either ? " or " + square_of(key) : std::string());
  }
  for (const std::string& key : entry.optional) {
    if (!is_square(entry, key)) out += ", " + key + " (optional)";
  }
  return out;
}

std::string how_to_write(const MechanismEntry& entry) {
  if (entry.inner == InnerKind::weighted) return "; write " + written_keys(entry);
  std::string inside = entry.inner == InnerKind::one ? "gaussian(sigma=1)" : "";
  for (const std::string& key : entry.required) {
    inside +=
        (inside.empty() ? "" : ", ") + key + (contains_name(entry.lists, key) ? "=[...]" : "=...");
  }
  return "; write " + entry.name + "(" + inside + ")";
}

std::string no_parameter(const MechanismEntry& entry, const std::string& key) {
  std::vector<std::string> names = entry.required;
  names.insert(names.end(), entry.optional.begin(), entry.optional.end());
  const std::string meant = name_meant(key, names);
  return entry.name + " has no parameter '" + key + "'; " + instead_of_parameter(entry, key) +
         (meant.empty() ? "" : "did you mean '" + meant + "'? ") + "its parameters are " +
         written_keys(entry);
}

std::string own_name(const MechanismEntry& entry, const std::string& key) {
  static const std::vector<std::pair<std::string, std::string>> others = {
      {"scale", "b"}, {"sampling_rate", "p"}, {"sample_rate", "p"}, {"noise_multiplier", "sigma"}};
  if (has_parameter(entry, key)) return key;
  for (const auto& [theirs, ours] : others) {
    if (theirs == key && has_parameter(entry, ours)) return ours;
  }
  for (const RecordedField& field : fields_of_mechanism(entry)) {
    if (field.theirs == key && has_parameter(entry, field.ours)) return field.ours;
  }
  return key;
}

const MechanismEntry* entry_called(const std::string& name) {
  if (const MechanismEntry* entry = mechanism_named(name)) return entry;
  return mechanism_of_plain_kind(name);
}

std::string unknown_mechanism(const std::string& name, const std::vector<std::string>& names) {
  if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) {
    return "'" + name + "' is no mechanism; for " + name + " of one write gaussian(sigma=1)^" +
           name;
  }
  const std::string out = "unknown mechanism '" + name + "'; ", meant = nearest_name(name, names);
  if (const std::string instead = instead_of_mechanism(name); !instead.empty())
    return out + instead;
  if (!meant.empty()) return out + "did you mean '" + meant + "'?";
  std::string known;
  for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
  return out + "known: " + known;
}

}  // namespace plumbline
