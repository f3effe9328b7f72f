#include "verify/certificates/certificate_json.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "reference/certificates/members.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/witness.hpp"
#include "verify/base/points.hpp"
#include "verify/base/sha256.hpp"
#include "verify/base/strict_json.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;  // written; 1 is read as well
constexpr const char* kCertificateFormat = "plumbline-certificate";
constexpr const char* kBundleFormat = "plumbline-bundle";
constexpr size_t kMostText = 1 << 20;  // of one string: a finite mechanism may be long

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

// ---- reading ---------------------------------------------------------------------------------

/// An object of which every field must be asked for.
class Fields {
 public:
  Fields(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json.is_object()) throw NotACertificate(place_, "an object is expected");
  }

  std::string path(const std::string& field) const { return place_ + "/" + field; }
  bool has(const std::string& field) const { return json_.contains(field); }

  const Json& take(const std::string& field) {
    const auto found = json_.find(field);
    if (found == json_.end()) {
      throw NotACertificate(place_.empty() ? "/" : place_, "the field '" + field + "' is missing");
    }
    taken_.insert(field);
    return *found;
  }

  std::string text(const std::string& field) {
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

  bool flag(const std::string& field) {
    const Json& value = take(field);
    if (!value.is_boolean()) throw NotACertificate(path(field), "true or false is expected");
    return value.get<bool>();
  }

  /// Names and strings, any.
  NamedTexts strings(const std::string& field) {
    const Json& value = take(field);
    if (!value.is_object()) throw NotACertificate(path(field), "an object is expected");
    Fields inner(value, path(field));
    NamedTexts out;
    for (const auto& item : value.items()) out.emplace_back(item.key(), inner.text(item.key()));
    return out;
  }

  /// Throws if a field has not been asked for.
  void done() const {
    for (const auto& item : json_.items()) {
      if (taken_.count(item.key()) == 0) {
        throw NotACertificate(path(item.key()),
                              "unknown field; a certificate of this version has none of that "
                              "name (see docs/certificate.schema.json)");
      }
    }
  }

 private:
  const Json& json_;
  std::string place_;
  std::set<std::string> taken_;
};

/// Names and strings, exactly these names.
NamedTexts strings_named(Fields& fields, const std::string& field,
                         const std::vector<std::string>& names) {
  Fields inner(fields.take(field), fields.path(field));
  NamedTexts out;
  for (const std::string& name : names) out.emplace_back(name, inner.text(name));
  inner.done();
  return out;
}

/// The version.
int check_header(Fields& fields, const std::string& format) {
  fields.text("format");
  const Json& version = fields.take("version");
  if (!version.is_number_integer() || version < 1 || version > kVersion) {
    throw NotACertificate(
        fields.path("version"),
        "version " + version.dump() + " of " + format +
            " is unknown; this program reads versions 1 and 2: use a newer plumbline");
  }
  return version.get<int>();
}

void check_digest(const Json& json, Fields& fields) {
  const std::string stated = fields.text("digest");
  const std::string found = digest_of(json);
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

/// -?digits[.digits][e[+-]digits]. Written out: std::regex recurses over the text, and a text of a
/// few hundred thousand digits is the end of the stack.
bool is_decimal(const std::string& text) {
  size_t at = 0;
  const auto digits = [&] {
    const size_t begin = at;
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
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

/// An end of an interval as `certify` prints it: a decimal, or the infinity of its side.
void end_at(const std::string& place, const std::string& text, const std::string& infinity) {
  if (text == infinity) return;
  if (!is_decimal(text)) {
    throw NotACertificate(place, "'" + text + "' is not a decimal like \"0.25\" or \"1e-9\"");
  }
  number_at(place, text);
}

/// [lower, upper] by name.
std::vector<NamedInterval> read_values(Fields& fields) {
  const Json& values = fields.take("values");
  Fields inner(values, fields.path("values"));
  std::vector<NamedInterval> out;
  for (const auto& item : values.items()) {
    const NamedTexts ends = strings_named(inner, item.key(), {"lower", "upper"});
    out.push_back({item.key(), ends[0].second, ends[1].second});
    const std::string place = inner.path(item.key());
    end_at(place + "/lower", ends[0].second, "-inf");
    end_at(place + "/upper", ends[1].second, "inf");
  }
  return out;
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

class CertificateReader {
 public:
  CertificateReader(const Json& json, const std::string& place) : fields_(json, place) {
    out_.version = check_header(fields_, kCertificateFormat);
    check_digest(json, fields_);
  }

  Certificate read() {
    read_request();
    read_argument();
    read_options();
    read_answer();
    read_asked();
    read_written();
    read_record();
    read_witness();
    fields_.done();
    for (const char* name : {"safe", "safe_double"}) {
      const std::string text = text_of(out_.findings, name);
      if (!text.empty()) number_at(fields_.path(std::string("findings/") + name), text);
    }
    try {
      check_members(out_);
    } catch (const MemberError& e) {
      throw NotACertificate(fields_.path(e.field()), e.what());
    }
    return out_;
  }

 private:
  const Quantity& entry() const { return certified_quantity(out_.quantity); }

  void read_request() {
    out_.quantity = fields_.text("quantity");
    readable(fields_.path("quantity"), [&] { out_.argument = argument_of(entry()); });
    out_.mechanism = fields_.text("mechanism");
    readable(fields_.path("mechanism"), [&] { canonical_subject(entry(), out_.mechanism); });
    if (entry().has_other()) {
      out_.other = fields_.text("other");
      readable(fields_.path("other"), [&] { Composition::parse(out_.other); });
    }
    out_.direction = fields_.text("direction");
    readable(fields_.path("direction"), [&] { parse_direction(out_.direction); });
  }

  void read_argument() {
    const NamedTexts at = strings_named(fields_, "at", arguments_in(fields_.take("at")));
    for (const auto& [name, text] : at) number_at(fields_.path("at/" + name), text);
    if (out_.argument.empty()) {
      out_.target = at;
    } else {
      out_.at = at.front().second;
    }
  }

  /// The names that are expected of what is given.
  std::vector<std::string> arguments_in(const Json& given) const {
    std::vector<std::string> out, names;
    if (!out_.argument.empty()) return {out_.argument};
    if (!entry().choices.empty()) {
      if (given.is_object()) {
        for (const auto& item : given.items()) names.push_back(item.key());
      }
      readable(fields_.path("at"), [&] { out = chosen_arguments(entry(), names); });
      return out;
    }
    for (const ArgumentEntry& one : entry().arguments) {
      const bool there = given.is_object() && given.contains(one.name);
      if (there || !one.optional) out.push_back(one.name);
    }
    return out;
  }

  void read_options() {
    std::vector<std::string> names;
    bool needed = false;
    for (const OptionEntry& one : entry().options) {
      const Json* given = fields_.has("options") ? &fields_.take("options") : nullptr;
      const bool there = given != nullptr && given->is_object() && given->contains(one.name);
      needed = needed || !one.optional;
      if (there || !one.optional) names.push_back(one.name);
    }
    const bool any = !entry().options.empty() && fields_.has("options");
    if (any && names.empty()) names.push_back(entry().options.front().name);
    if (needed || any) out_.options = strings_named(fields_, "options", names);
  }

  void read_answer() {
    out_.lower = fields_.text("lower");
    out_.upper = fields_.text("upper");
    end_at(fields_.path("lower"), out_.lower, "-inf");
    end_at(fields_.path("upper"), out_.upper, "inf");
    out_.digits = fields_.text("digits");
    const bool plain = out_.digits.find_first_not_of("0123456789.") == std::string::npos;
    if (out_.digits != "exact" && (!plain || out_.digits.size() > 12)) {
      throw NotACertificate(fields_.path("digits"),
                            "a number like \"25.3\" or \"exact\" is expected");
    }
    if (entry().has_members()) {
      if (fields_.has("values")) out_.values = read_values(fields_);
      if (fields_.has("findings")) out_.findings = fields_.strings("findings");
    }
    out_.reached = fields_.flag("reached");
  }

  void read_asked() {
    const NamedTexts asked = strings_named(fields_, "asked", {"digits", "engine"});
    out_.digits_asked = asked[0].second;
    out_.engine_asked = asked[1].second;
    const bool natural = out_.digits_asked.find_first_not_of("0123456789") == std::string::npos &&
                         out_.digits_asked.size() <= 5 && out_.digits_asked.front() != '0';
    if (!natural || std::stoi(out_.digits_asked) > 10000) {
      throw NotACertificate(fields_.path("asked/digits"), "an integer from 1 to 10000 is expected");
    }
  }

  std::vector<std::string> written_words(const Json& written) const {
    std::vector<std::string> words{"mechanism"};
    if (entry().has_other()) words.push_back("other");
    if (!finds_argument(entry()) && !out_.argument.empty()) words.push_back("at");
    for (const auto& [name, value] : out_.target) words.push_back(name);
    for (const OptionEntry& one : entry().options) {
      const bool given = written.is_object() && written.contains(one.name);
      const bool stated = !text_of(out_.options, one.name).empty();
      const bool implied = entry().subject == Subject::open_mechanism;  // by what is written ?
      if (one.written && stated && (given || !implied)) words.push_back(one.name);
    }
    return words;
  }

  void read_written() {
    const std::vector<std::string> words = written_words(fields_.take("written"));
    for (const auto& [name, value] : strings_named(fields_, "written", words)) {
      if (name == "mechanism") {
        out_.written_mechanism = value;
      } else if (name == "other") {
        out_.written_other = value;
      } else if (name == "at") {
        out_.written_at = value;
      } else {
        out_.written_more.emplace_back(name, value);
      }
    }
    if (out_.written_at.empty()) return;
    readable(fields_.path("written/at"), [&] {
      const std::vector<Rational> points = parse_points(out_.written_at);
      if (std::find(points.begin(), points.end(), Rational::parse(out_.at)) == points.end()) {
        throw NotACertificate(fields_.path("written/at"),
                              "'" + out_.written_at + "' does not give " + out_.at);
      }
    });
  }

  void read_record() {
    Fields engine(fields_.take("engine"), fields_.path("engine"));
    out_.engine = engine.text("name");
    out_.parameters = engine.strings("parameters");
    engine.done();
    out_.budget = strings_named(fields_, "error_budget",
                                {"quadrature", "truncation", "discretisation", "rounding"});
    out_.versions = strings_named(fields_, "versions",
                                  {"plumbline", "flint", "arb", "mpfr", "compiler", "platform"});
  }

  void read_witness() {
    if (out_.version < 2 || !fields_.has("witness")) return;
    const Json& witness = fields_.take("witness");
    const std::string place = fields_.path("witness");
    if (!witness.is_object()) throw NotACertificate(place, "an object is expected");
    for (const auto& item : witness.items()) {
      if (!item.value().is_array()) {
        throw NotACertificate(place + "/" + item.key(), "a list of thresholds is expected");
      }
      std::vector<std::string> thresholds;
      for (const Json& text : item.value()) {
        if (!text.is_string()) {
          throw NotACertificate(place + "/" + item.key(), "thresholds are strings");
        }
        thresholds.push_back(text.get<std::string>());
      }
      out_.witness.emplace_back(item.key(), thresholds);
    }
    readable(place, [&] { check_witness(out_); });
  }

  Fields fields_;
  Certificate out_;
};

Certificate read_certificate(const Json& json, const std::string& place) {
  return CertificateReader(json, place).read();
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
  nlohmann::json sorted = document;  // keys in order
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
  Json out = {{"format", kBundleFormat}, {"version", kVersion}, {"certificates", Json::array()}};
  for (const Certificate& c : certificates) out["certificates"].push_back(to_json(c));
  return with_digest(std::move(out));
}

std::vector<ReadMember> read_members(const std::string& text) {
  const Json json = parse(text);
  Fields fields(json, "");
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
