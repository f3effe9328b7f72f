/// Formats the hypotheses of a mechanism as JSON and as text for people, and parses the JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/mechanisms/hypotheses/stated.hpp"

namespace plumbline {

class CertificateFields;

/// Returns {"relation", "group", "dominates", "attained", "family", "public", "proof"}. The member `family` is present
/// only if named neighbours attain the pair. The member `proof` is present only if the hypotheses name a proof. A
/// public fact with several values, such as the steps of two mechanisms, has them in one text: {"steps": "10, 20"}.
nlohmann::ordered_json hypotheses_json(const Hypotheses& hypotheses);

/// Parses the object that hypotheses_json() returns. Throws NotACertificate, which names the place, on other objects.
HypothesesPtr read_hypotheses(CertificateFields& fields, const std::string& field);

/// Returns a text such as "relation add_remove, group 1, dominates, attained, public n = 1000".
std::string hypotheses_text(const Hypotheses& hypotheses);

}  // namespace plumbline
