#include "verify/certificates/certificate_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "verify/base/text/sha256.hpp"
#include "verify/base/text/strict_json.hpp"
#include "verify/certificates/certificate_fields.hpp"
#include "verify/certificates/certificate_reader.hpp"
#include "verify/certificates/hypotheses_record.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFirstBundleVersion = 2;  ///< the bundle version for certificates of versions 1 and 2

Json object_of(const NamedTexts& parameters) {
  Json out = Json::object();
  for (const auto& [name, value] : parameters) out[name] = value;
  return out;
}

Json with_digest(Json document) {
  const std::string digest = digest_of(document);
  document["digest"] = digest;
  return document;
}

ReadMember read_member(const Json& json, const std::string& place) {
  try {
    if (json.is_object() && json.contains("format") && json["format"] != kCertificateFormat) {
      throw NotACertificate(place + "/format", "a certificate is expected");
    }
    return {read_certificate(json, place)};
  } catch (const NotACertificate& e) {
    return {std::nullopt, e.what()};
  }
}

Json parse(const std::string& text) {
  constexpr int kDeepest = 8;
  try {
    return read_strict_json<Json>(text, kDeepest);
  } catch (const BadJson& e) {
    using Flaw = BadJson::Flaw;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(e.byte);
    const std::string line = "line " + std::to_string(std::count(text.begin(), end, '\n') + 1);
    switch (e.flaw) {
      case Flaw::syntax:
        break;
      case Flaw::nul:
        throw NotACertificate(line, "a NUL byte; ask for the original file");
      case Flaw::twice:
        throw NotACertificate("", "the field '" + std::string(e.what()) + "' occurs twice");
      case Flaw::deep:
        throw NotACertificate("", "nested too deeply for a certificate");
      case Flaw::number:
        throw NotACertificate("", std::string("not JSON that can be read: ") + e.what());
    }
    throw NotACertificate(line, "not JSON; is this the file that `plumbline certify -o` wrote?");
  }
}

}  // namespace

std::string digest_of(const Json& document) {
  nlohmann::json sorted = document;  // sorted keys
  sorted.erase("digest");
  return "sha256:" + sha256(sorted.dump());
}

Json to_json(const Certificate& c) {
  Json out = {{"format", kCertificateFormat},
              {"version", c.version},
              {"quantity", c.quantity},
              {"mechanism", c.mechanism}};
  if (!c.other.empty()) out["other"] = c.other;
  out["direction"] = c.direction;
  if (c.hypotheses) out["hypotheses"] = hypotheses_json(*c.hypotheses);
  if (c.other_hypotheses) out["other_hypotheses"] = hypotheses_json(*c.other_hypotheses);
  out["at"] = Json::object();
  if (!c.argument.empty()) out["at"][c.argument] = c.at;
  for (const auto& [name, value] : c.target) out["at"][name] = value;
  if (!c.options.empty()) out["options"] = object_of(c.options);
  out["lower"] = c.lower;
  out["upper"] = c.upper;
  out["digits"] = c.digits;
  for (const NamedInterval& value : c.values) {
    out["values"][value.name] = {{"lower", value.lower}, {"upper", value.upper}};
  }
  if (!c.findings.empty()) out["findings"] = object_of(c.findings);
  for (const auto& [end, thresholds] : c.witness) out["witness"][end] = thresholds;
  out["reached"] = c.reached;
  out["asked"] = {{"digits", c.digits_asked}, {"engine", c.engine_asked}};
  out["written"] = {{"mechanism", c.written_mechanism}};
  if (!c.written_other.empty()) out["written"]["other"] = c.written_other;
  if (!c.written_at.empty()) out["written"]["at"] = c.written_at;
  for (const auto& [name, value] : c.written_more) out["written"][name] = value;
  out["engine"] = {{"name", c.engine}, {"parameters", object_of(c.parameters)}};
  out["error_budget"] = object_of(c.budget);
  out["versions"] = object_of(c.versions);
  return with_digest(std::move(out));
}

Json bundle_json(const std::vector<Certificate>& certificates) {
  // The bundle has the version of its newest member, so that programs which read all members can read the bundle.
  int version = kFirstBundleVersion;
  for (const Certificate& c : certificates) version = std::max(version, c.version);
  Json out = {{"format", kBundleFormat}, {"version", version}, {"certificates", Json::array()}};
  for (const Certificate& c : certificates) out["certificates"].push_back(to_json(c));
  return with_digest(std::move(out));
}

std::vector<ReadMember> read_members(const std::string& text) {
  const Json json = parse(text);
  CertificateFields fields(json, "");
  const std::string format = fields.text("format");
  if (format == kCertificateFormat) return {{read_certificate(json, "")}};
  if (format != kBundleFormat) {
    throw NotACertificate("/format", "'" + format + "' is unknown; expected " + kCertificateFormat +
                                         " or " + kBundleFormat);
  }
  check_header(fields, kBundleFormat);
  const Json& list = fields.take("certificates");
  if (!list.is_array() || list.empty()) {
    throw NotACertificate("/certificates", "a list of one or more certificates is expected");
  }
  check_digest(json, fields);
  fields.done();
  std::vector<ReadMember> out;
  for (size_t i = 0; i < list.size(); ++i) {
    out.push_back(read_member(list[i], "/certificates/" + std::to_string(i)));
  }
  return out;
}

std::vector<Certificate> read_certificates(const std::string& text) {
  std::vector<Certificate> out;
  for (ReadMember& member : read_members(text)) {
    if (!member.certificate) throw NotACertificate("", member.problem);
    out.push_back(std::move(*member.certificate));
  }
  return out;
}

}  // namespace plumbline
