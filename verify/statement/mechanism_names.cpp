#include "verify/statement/mechanism_names.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/channels/channel_text.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/shown_expression.hpp"

namespace plumbline::page {
namespace {

constexpr size_t kLongName = 100;  // characters
const char* const kUnnumbered = "the mechanism below";

/// Rounds long numbers of an expression to the more private side. Returns a channel, or a text that is not an
/// expression, unchanged.
std::string rounded(const std::string& typed) {
  if (is_channel_text(typed)) return typed;
  try {
    return shown_expression(typed, true);
  } catch (const std::invalid_argument&) {  // the check refutes the typed text
    return typed;
  }
}

}  // namespace

MechanismNames::MechanismNames(const std::vector<Certificate>& certificates) {
  const auto add = [&](const std::string& key) {
    if (key.empty()) return;
    const auto known = std::find(mechanisms_.begin(), mechanisms_.end(), key);
    if (known == mechanisms_.end()) mechanisms_.push_back(key);
  };
  for (const Certificate& c : certificates) {
    if (!role_of(c).empty()) continue;  // numbers that accompany a run are stated with the run
    if (!is_attack_text(c.mechanism)) add(mechanism_key(c));
    add(other_key(c));
  }
}

std::string MechanismNames::number(const std::string& key) const {
  const auto at = std::find(mechanisms_.begin(), mechanisms_.end(), key);
  if (!several() || at == mechanisms_.end()) return "";
  return "mechanism " + std::to_string(at - mechanisms_.begin() + 1);
}

std::string MechanismNames::shown(const std::string& typed, const std::string& key,
                                  bool more_private) const {
  const std::string out = more_private ? rounded(typed) : typed;
  if (out.size() <= kLongName) return out;
  const std::string by_number = number(key);
  return by_number.empty() ? kUnnumbered : by_number;
}

std::string MechanismNames::own_name(const Certificate& c, bool more_private) const {
  return shown(typed_mechanism(c), mechanism_key(c), more_private);
}

std::string MechanismNames::name(const Certificate& c) const {
  return several() ? own_name(c, true) : "";
}

std::string MechanismNames::exact_name(const Certificate& c) const {
  return several() ? own_name(c, false) : "";
}

std::string MechanismNames::other_name(const Certificate& c) const {
  return shown(typed_other(c), other_key(c), false);
}

std::string fault_of_name(const std::string& name, size_t certificate,
                          const std::vector<Certificate>& certificates, bool any_private) {
  const MechanismNames names(certificates);
  const Certificate& c = certificates[certificate];
  if (name.empty()) return names.several() ? "the mechanism is not named" : "";
  if (name == names.number(mechanism_key(c))) return "";
  if (name == kUnnumbered) return names.several() ? "the mechanism is not named" : "";
  if (is_channel_text(c.mechanism))
    return name == typed_mechanism(c) ? "" : "another channel is named";
  try {
    const std::string typed =
        // The check confirms that this expression denotes the certificate's mechanism.
        typed_mechanism(c);
    const bool same = is_as_private(name, typed) && (any_private || is_as_private(typed, name));
    return same ? "" : "another mechanism is named";
  } catch (const std::invalid_argument&) {
    return "the name is no expression";
  }
}

}  // namespace plumbline::page
