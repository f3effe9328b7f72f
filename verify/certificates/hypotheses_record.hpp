/// Hypotheses as records, and in prose for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/mechanisms/hypotheses/stated.hpp"

namespace plumbline {

class CertificateFields;

/// Returns {"relation", "group", "dominates", "attained", "family", "public", "proof"}: `family` if some named
/// neighbours attain the pair, `proof` if the hypotheses state one. A public fact with several values, such as the
/// steps of two mechanisms, has them in one text: {"steps": "10, 20"}.
nlohmann::ordered_json hypotheses_json(const Hypotheses& hypotheses);

/// Parses this object. Throws NotACertificate, which names the place, on other forms.
HypothesesPtr read_hypotheses(CertificateFields& fields, const std::string& field);

/// Returns "relation add_remove, group 1, dominates, attained, public n = 1000".
std::string hypotheses_text(const Hypotheses& hypotheses);

}  // namespace plumbline
