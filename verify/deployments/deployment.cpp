#include "verify/deployments/deployment.hpp"

#include <fmt/core.h>

#include <optional>
#include <stdexcept>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {
namespace {

const char* const kPureVariant = "Pure DP";
const char* const kParametersPath = "privacy_loss.privacy_parameters";

/// Returns the number of a text; nothing for a formula.
std::optional<Rational> stated_number(const std::string& text) {
  if (text.empty()) return std::nullopt;
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Returns a field by its path. In records of the deployments registry, "deployment." precedes all paths but two; our
/// transcriptions have all fields at the top level.
std::string field_of(const RecordFields& fields, const std::string& path) {
  for (const char* root : {"deployment.", ""}) {
    const auto at = fields.find(root + path);
    if (at != fields.end()) return at->second;
  }
  return "";
}

std::string list_field(const RecordFields& fields, const std::string& path) {
  std::string out;
  for (int i = 0;; ++i) {
    const std::string next = field_of(fields, path + "." + std::to_string(i));
    if (next.empty()) return out;
    out += (out.empty() ? "" : ", ") + next;
  }
}

StatedParameters parameters_at(const RecordFields& fields, const std::string& path) {
  return {field_of(fields, path + ".epsilon"), field_of(fields, path + ".delta"),
          field_of(fields, path + ".rho")};
}

bool is_positive(const std::string& text) {
  const auto number = stated_number(text);
  return number && number->sign() > 0;
}

/// Returns a message about the first parameter that is a formula and not a number; empty if all parameters are numbers.
std::string formula_among(const StatedParameters& p) {
  const std::pair<const char*, std::string> named[] = {
      {"epsilon", p.epsilon}, {"delta", p.delta}, {"rho", p.rho}};
  for (const auto& [name, text] : named) {
    if (text.empty() || stated_number(text)) continue;
    return fmt::format(
        "{} is the formula {} and no number: the quantities in it, such as the "
        "number of records, are missing",
        name, text);
  }
  return "";
}

std::string sum_sentence(const Deployment& d, const char* name,
                         std::string StatedParameters::*member) {
  const auto whole = stated_number(d.parameters.*member);
  if (!whole || d.parts.size() < 2) return "";
  Rational sum(0);
  for (const DeploymentPart& part : d.parts) {
    const auto one = stated_number(part.parameters.*member);
    if (!one) return "";
    sum = sum + *one;
  }
  if (sum == *whole) return "";
  return fmt::format("{} = {} in all, but its parts add up to {}", name, d.parameters.*member,
                     sum.text());
}

}  // namespace

std::string StatedParameters::text() const {
  std::string out;
  const std::pair<const char*, const std::string*> named[] = {
      {"rho", &rho}, {"epsilon", &epsilon}, {"delta", &delta}};
  for (const auto& [name, value] : named) {
    if (value->empty()) continue;
    out += (out.empty() ? "" : ", ") + std::string(name) + " = " + *value;
  }
  return out;
}

bool Deployment::states(const std::string& path) const {
  if (!field_of(fields, path).empty()) return true;
  for (int i = 0;; ++i) {
    const std::string stated = field_of(fields, "stated." + std::to_string(i));
    if (stated.empty()) return false;
    if (stated == path) return true;
  }
}

Deployment read_deployment(const std::string& text) {
  const bool toml =
      text.find("\n[") != std::string::npos && text.find("\ndeployment:") == std::string::npos;
  Deployment out;
  out.fields = toml ? read_toml_fields(text) : read_yaml_fields(text);
  const RecordFields& f = out.fields;
  out.name = field_of(f, "basic.name");
  if (out.name.empty()) {
    throw std::invalid_argument(
        "this is no deployment record: basic.name is missing; write a record of the deployments "
        "registry (YAML), or see docs/deployments.md");
  }
  out.curators = list_field(f, "basic.data_curators");
  out.published = field_of(f, "basic.publication_date");
  out.address = field_of(f, "source.address");
  out.note = field_of(f, "source.note");
  out.tier = field_of(f, "tier");
  out.variant = field_of(f, "dp_variant.variant_name");
  out.unit = field_of(f, "privacy_loss.privacy_unit");
  out.model = field_of(f, "deployment_model.model_name");
  out.release = field_of(f, "deployment_model.release_type");
  out.access = field_of(f, "deployment_model.access_type");
  out.parameters = parameters_at(f, kParametersPath);
  for (int i = 0;; ++i) {
    const std::string path = "part." + std::to_string(i), name = field_of(f, path + ".name");
    if (name.empty()) return out;
    out.parts.push_back({name, parameters_at(f, path)});
  }
}

StatedGuarantee stated_guarantee(const Deployment& d, const StatedParameters& p) {
  if (p.is_empty()) {
    return {"", "",
            d.variant.empty()
                ? fmt::format("neither a variant of differential privacy (dp_variant.variant_name) "
                              "nor a parameter ({}) is stated",
                              kParametersPath)
                : fmt::format("{} is stated, but no parameter ({})", d.variant, kParametersPath)};
  }
  if (const std::string formula = formula_among(p); !formula.empty()) return {"", "", formula};
  const std::string unit = d.unit.empty() ? "; for whom is not stated (privacy_loss.privacy_unit)"
                                          : "; the unit is \"" + d.unit + "\"";
  const std::string sentence =
      fmt::format("The record states {} with {} ({}){}.",
                  d.variant.empty() ? "no variant, and parameters" : "\"" + d.variant + "\"",
                  p.text(), kParametersPath, unit);
  if (is_positive(p.rho)) return {"zcdp(rho=" + p.rho + ")", sentence, ""};
  if (p.epsilon.empty()) return {"", "", "epsilon is missing"};
  if (is_positive(p.delta)) {
    return {"dp(epsilon=" + p.epsilon + ",delta=" + p.delta + ")", sentence, ""};
  }
  if (d.variant == kPureVariant || !p.delta.empty()) {
    return {"pure_dp(epsilon=" + p.epsilon + ")", sentence, ""};
  }
  return {"", "", "delta is missing: \"" + d.variant + "\" with epsilon alone bounds nothing"};
}

std::vector<std::string> contradictions_of(const Deployment& d) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& sentence) {
    if (!sentence.empty()) out.push_back(sentence);
  };
  if (d.variant == kPureVariant && is_positive(d.parameters.delta)) {
    add("the variant is \"Pure DP\", and delta = " + d.parameters.delta +
        " is above 0: that is approximate differential privacy");
  }
  if (d.variant == kPureVariant && !d.parameters.rho.empty()) {
    add("the variant is \"Pure DP\", and rho = " + d.parameters.rho + " is stated");
  }
  add(sum_sentence(d, "rho", &StatedParameters::rho));
  add(sum_sentence(d, "epsilon", &StatedParameters::epsilon));
  return out;
}

}  // namespace plumbline
