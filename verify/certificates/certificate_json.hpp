/// Formats certificates as JSON with a digest, and parses them strictly (docs/certificate.schema.json). All numbers
/// that belong to values are strings.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Thrown if the input is not a certificate; the message names the place and the remedy.
class NotACertificate : public std::invalid_argument {
 public:
  NotACertificate(const std::string& place, const std::string& what)
      : std::invalid_argument((place.empty() ? "" : place + ": ") + what) {}
};

/// Returns one certificate as the JSON of a file.
nlohmann::ordered_json to_json(const Certificate& certificate);
/// Returns `{"format": "plumbline-bundle", ...}`.
nlohmann::ordered_json bundle_json(const std::vector<Certificate>& certificates);

/// One member of a file: a certificate, or an error.
struct ReadMember {
  std::optional<Certificate> certificate;
  std::string problem{};  ///< "/certificates/2: the field 'asked' is missing"
};

/// Parses a text that is one certificate or a bundle of certificates. A member of a bundle that deviates from the
/// format (an unknown field or version, a wrong digest) does not invalidate other members. Throws NotACertificate if
/// the text is not JSON, if the bundle deviates from the format or was changed, or if the single certificate is
/// invalid.
std::vector<ReadMember> read_members(const std::string& text);

/// Parses the certificates of a text as read_members() does, but throws NotACertificate if a member is invalid.
std::vector<Certificate> read_certificates(const std::string& text);

/// Returns "sha256:..." of the JSON without its digest, with sorted keys and without white space.
std::string digest_of(const nlohmann::ordered_json& document);

}  // namespace plumbline
