#include <nlohmann/json.hpp>

#include "fuzz/targets.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline::fuzz {
namespace {

void read(const std::string& text) {
  try {
    const std::string written = bundle_json(read_certificates(text)).dump();
    require(bundle_json(read_certificates(written)).dump() == written,
            "a bundle does not read back");
  } catch (const std::invalid_argument&) {
  }
}

/// The text with the digest that belongs to it, as a forger would have it.
std::string with_digest(const std::string& text) {
  nlohmann::ordered_json document =
      nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object()) return text;
  try {
    document["digest"] = digest_of(document);
    return document.dump();
  } catch (const nlohmann::json::exception&) {  // invalid UTF-8
    return text;
  }
}

}  // namespace

void certificates(const std::string& text) {
  read(text);
  read(with_digest(text));
}

}  // namespace plumbline::fuzz
