/// Certificates as JSON (docs/certificate.schema.json): written with a digest, read strictly. All
/// numbers about values are strings.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// What is read is not a certificate: says where and what to do.
class NotACertificate : public std::invalid_argument {
 public:
  NotACertificate(const std::string& place, const std::string& what)
      : std::invalid_argument((place.empty() ? "" : place + ": ") + what) {}
};

/// One certificate as it stands in a file.
nlohmann::ordered_json to_json(const Certificate& certificate);
/// `{"format": "plumbline-bundle", ...}`.
nlohmann::ordered_json bundle_json(const std::vector<Certificate>& certificates);

/// The certificates in a text: one, or those of a bundle. Throws NotACertificate on anything that
/// is not exactly of the format, an unknown field or version and a wrong digest included.
std::vector<Certificate> read_certificates(const std::string& text);

/// "sha256:..." over the JSON without its digest, keys sorted, without white space.
std::string digest_of(const nlohmann::ordered_json& document);

}  // namespace plumbline
