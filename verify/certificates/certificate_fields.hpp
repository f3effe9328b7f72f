/// The fields of a file of certificates, each of which must be asked for.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "verify/certificates/certificate_json.hpp"

namespace plumbline {

inline constexpr int kCertificateVersion = 3;  ///< written; 1 and 2 are read as well
inline constexpr const char* kCertificateFormat = "plumbline-certificate";
inline constexpr const char* kBundleFormat = "plumbline-bundle";

/// An object of which every field must be asked for. What is not as it should be is a NotACertificate
/// that names the place.
class CertificateFields {
 public:
  CertificateFields(const nlohmann::ordered_json& json, std::string place);

  std::string path(const std::string& field) const { return place_ + "/" + field; }
  bool has(const std::string& field) const { return json_.contains(field); }

  const nlohmann::ordered_json& take(const std::string& field);
  std::string text(const std::string& field);
  bool flag(const std::string& field);
  /// Names and strings, any.
  NamedTexts strings(const std::string& field);
  /// Names and strings, exactly these names.
  NamedTexts strings_named(const std::string& field, const std::vector<std::string>& names);
  /// Throws if a field has not been asked for.
  void done() const;

 private:
  const nlohmann::ordered_json& json_;
  std::string place_;
  std::set<std::string> taken_;
};

/// The version.
int check_header(CertificateFields& fields, const std::string& format);
void check_digest(const nlohmann::ordered_json& json, CertificateFields& fields);

void number_at(const std::string& place, const std::string& text);
/// An end of an interval as `certify` prints it: a decimal, or the infinity of its side.
void end_at(const std::string& place, const std::string& text, const std::string& infinity);

/// Runs the action; std::invalid_argument from it is reported at that place.
void readable(const std::string& where, const std::function<void()>& action);

}  // namespace plumbline
