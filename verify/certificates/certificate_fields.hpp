/// Access to the fields of a certificate file. CertificateFields checks that the reader reads every field.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "verify/certificates/certificate_json.hpp"

namespace plumbline {

/// The version that is written; versions 1 and 2 can also be read.
inline constexpr int kCertificateVersion = 3;
inline constexpr const char* kCertificateFormat = "plumbline-certificate";
inline constexpr const char* kBundleFormat = "plumbline-bundle";

/// A JSON object whose fields must all be read. Functions throw NotACertificate, which names the place in the file, on
/// errors.
class CertificateFields {
 public:
  CertificateFields(const nlohmann::ordered_json& json, std::string place);

  std::string path(const std::string& field) const { return place_ + "/" + field; }
  bool has(const std::string& field) const { return json_.contains(field); }

  const nlohmann::ordered_json& take(const std::string& field);
  std::string text(const std::string& field);
  bool flag(const std::string& field);
  /// Returns the field, an object of strings whose names may be arbitrary.
  NamedTexts strings(const std::string& field);
  /// Returns the field, an object of strings with exactly the given names.
  NamedTexts strings_named(const std::string& field, const std::vector<std::string>& names);
  /// Throws NotACertificate if the object has a field that was not read.
  void done() const;

 private:
  const nlohmann::ordered_json& json_;
  std::string place_;
  std::set<std::string> taken_;
};

/// Checks the member `format` and returns the version.
int check_header(CertificateFields& fields, const std::string& format);
void check_digest(const nlohmann::ordered_json& json, CertificateFields& fields);

void number_at(const std::string& place, const std::string& text);
/// Checks that the text of an end of an interval has the form that `certify` prints: a decimal, or the text that is
/// passed as `infinity` ("inf" or "-inf").
void end_at(const std::string& place, const std::string& text, const std::string& infinity);

/// Runs the action. If the action throws std::invalid_argument, throws NotACertificate with the same message and the
/// place `where`.
void readable(const std::string& where, const std::function<void()>& action);

}  // namespace plumbline
