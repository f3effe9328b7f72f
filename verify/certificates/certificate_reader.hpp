/// Parses one certificate of a file from its JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Parses a certificate. Messages begin with `place`. Throws NotACertificate.
Certificate read_certificate(const nlohmann::ordered_json& json, const std::string& place);

}  // namespace plumbline
