#include "verify/certificates/certificate_fields.hpp"

#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

// Maximum length of one string. It is large, because the text of a finite mechanism may be long.
constexpr size_t kMostText = 1 << 20;

/// Returns true for texts of the form -?digits[.digits][e[+-]digits]. The scan is written by hand: std::regex recurses
/// over the text, and a few hundred thousand digits overflow the stack.
bool is_decimal(const std::string& text) {
  size_t at = 0;
  const auto digits = [&] {
    const size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at > begin;
  };
  const auto take = [&](const char* any) {
    const bool there =
        at < text.size() && std::string_view(any).find(text[at]) != std::string::npos;
    if (there) ++at;
    return there;
  };
  take("-");
  if (!digits()) return false;
  if (take(".") && !digits()) return false;
  if (take("e")) {
    take("+-");
    if (!digits()) return false;
  }
  return at == text.size();
}

}  // namespace

CertificateFields::CertificateFields(const Json& json, std::string place)
    : json_(json), place_(std::move(place)) {
  if (!json.is_object()) throw NotACertificate(place_, "an object is expected");
}

const Json& CertificateFields::take(const std::string& field) {
  const auto found = json_.find(field);
  if (found == json_.end()) {
    throw NotACertificate(place_.empty() ? "/" : place_, "the field '" + field + "' is missing");
  }
  taken_.insert(field);
  return *found;
}

std::string CertificateFields::text(const std::string& field) {
  const Json& value = take(field);
  if (!value.is_string()) {
    throw NotACertificate(path(field),
                          std::string("a string is expected, not ") + value.type_name());
  }
  auto out = value.get<std::string>();
  if (out.empty() || out.size() > kMostText) {
    throw NotACertificate(path(field), out.empty() ? "is empty" : "is too long");
  }
  return out;
}

bool CertificateFields::flag(const std::string& field) {
  const Json& value = take(field);
  if (!value.is_boolean()) throw NotACertificate(path(field), "true or false is expected");
  return value.get<bool>();
}

NamedTexts CertificateFields::strings(const std::string& field) {
  const Json& value = take(field);
  if (!value.is_object()) throw NotACertificate(path(field), "an object is expected");
  CertificateFields inner(value, path(field));
  NamedTexts out;
  for (const auto& item : value.items()) out.emplace_back(item.key(), inner.text(item.key()));
  return out;
}

NamedTexts CertificateFields::strings_named(const std::string& field,
                                            const std::vector<std::string>& names) {
  CertificateFields inner(take(field), path(field));
  NamedTexts out;
  for (const std::string& name : names) out.emplace_back(name, inner.text(name));
  inner.done();
  return out;
}

void CertificateFields::done() const {
  for (const auto& item : json_.items()) {
    if (taken_.count(item.key()) == 0) {
      throw NotACertificate(path(item.key()),
                            "unknown field; a certificate of this version has none of that "
                            "name (see docs/certificate.schema.json)");
    }
  }
}

int check_header(CertificateFields& fields, const std::string& format) {
  fields.text("format");
  const Json& version = fields.take("version");
  if (!version.is_number_integer() || version < 1 || version > kCertificateVersion) {
    throw NotACertificate(
        fields.path("version"),
        "version " + version.dump() + " of " + format +
            " is unknown; this program reads versions 1, 2 and 3: use a newer plumbline");
  }
  return version.get<int>();
}

void check_digest(const Json& json, CertificateFields& fields) {
  const std::string stated = fields.text("digest");
  const std::string found = digest_of(json), kind = "sha256:";
  const bool form = stated.starts_with(kind) && stated.size() == found.size() &&
                    stated.find_first_not_of("0123456789abcdef", kind.size()) == std::string::npos;
  if (!form) {
    throw NotACertificate(fields.path("digest"),
                          "a digest is sha256: and 64 hexadecimal digits in lower case, got '" +
                              stated.substr(0, 100) + "'");
  }
  if (stated != found) {
    throw NotACertificate(fields.path("digest"),
                          "the file was changed after it was written (it states " + stated +
                              ", its content gives " + found + "); ask for the original");
  }
}

void number_at(const std::string& place, const std::string& text) {
  try {
    Rational::parse(text);
  } catch (const std::invalid_argument& e) {
    throw NotACertificate(place, e.what());
  }
}

void end_at(const std::string& place, const std::string& text, const std::string& infinity) {
  if (text == infinity) return;
  if (!is_decimal(text)) {
    throw NotACertificate(place, "'" + text + "' is not a decimal like \"0.25\" or \"1e-9\"");
  }
  number_at(place, text);
}

void readable(const std::string& where, const std::function<void()>& action) {
  try {
    action();
  } catch (const NotACertificate&) {
    throw;
  } catch (const std::invalid_argument& e) {
    throw NotACertificate(where, e.what());
  }
}

}  // namespace plumbline
