/// The fields of a file of certificates; the reader must read each of them.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "verify/certificates/certificate_json.hpp"

namespace plumbline {

inline constexpr int kCertificateVersion = 3;  ///< the written version; 1 and 2 can be read, too
inline constexpr const char* kCertificateFormat = "plumbline-certificate";
inline constexpr const char* kBundleFormat = "plumbline-bundle";

/// An object whose fields must all be read. An error throws NotACertificate, which names the place.
class CertificateFields {
 public:
  CertificateFields(const nlohmann::ordered_json& json, std::string place);

  std::string path(const std::string& field) const { return place_ + "/" + field; }
  bool has(const std::string& field) const { return json_.contains(field); }

  const nlohmann::ordered_json& take(const std::string& field);
  std::string text(const std::string& field);
  bool flag(const std::string& field);
  /// Returns an object with any names and strings.
  NamedTexts strings(const std::string& field);
  /// Returns an object of strings with exactly these names.
  NamedTexts strings_named(const std::string& field, const std::vector<std::string>& names);
  /// Throws if a field was not read.
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
/// Checks an end of an interval in the form that `certify` prints: a decimal, or the text `infinity`.
void end_at(const std::string& place, const std::string& text, const std::string& infinity);

/// Runs the action. If it throws std::invalid_argument, throws NotACertificate with the place `where`.
void readable(const std::string& where, const std::function<void()>& action);

}  // namespace plumbline
