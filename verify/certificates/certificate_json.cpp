#include "verify/certificates/certificate_json.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "reference/certificates/members.hpp"
#include "reference/certificates/question.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "verify/base/points.hpp"
#include "verify/base/sha256.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
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
                              "unknown field; a certificate of version 1 has none of that name "
                              "(see docs/certificate.schema.json)");
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

void check_header(Fields& fields, const std::string& format) {
  fields.text("format");
  const Json& version = fields.take("version");
  if (!version.is_number_integer() || version != kVersion) {
    throw NotACertificate(fields.path("version"),
                          "version " + version.dump() + " of " + format +
                              " is unknown; this program reads version 1: use a newer plumbline");
  }
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

/// The numbers of a calibration's target, in the order of their table.
NamedTexts read_target(Fields& fields, const Json& at) {
  for (const TargetWords& words : target_words()) {
    if (!at.is_object() || !at.contains(words.bound)) continue;
    std::vector<std::string> names{words.bound};
    if (!words.at.empty()) names.insert(names.begin(), words.at);
    return strings_named(fields, "at", names);
  }
  throw NotACertificate(fields.path("at"), "the numbers of a target are expected");
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

Certificate read_certificate(const Json& json, const std::string& place) {
  Fields fields(json, place);
  check_header(fields, kCertificateFormat);
  check_digest(json, fields);
  Certificate out;
  const auto readable = [](const std::string& where, const auto& action) {
    try {
      action();
    } catch (const NotACertificate&) {
      throw;
    } catch (const std::invalid_argument& e) {
      throw NotACertificate(where, e.what());
    }
  };
  out.quantity = fields.text("quantity");
  readable(fields.path("quantity"), [&] { out.argument = argument_of(out.quantity); });
  out.mechanism = fields.text("mechanism");
  readable(fields.path("mechanism"), [&] { canonical_mechanism(out.quantity, out.mechanism); });
  const bool two = has_other(out.quantity), divergence = out.quantity == "divergence";
  if (two) {
    out.other = fields.text("other");
    readable(fields.path("other"), [&] { Composition::parse(out.other); });
  }
  out.direction = fields.text("direction");
  readable(fields.path("direction"), [&] { parse_direction(out.direction); });
  std::vector<std::string> argument;
  if (!out.argument.empty()) argument.push_back(out.argument);
  const Json& given = fields.take("at");
  if (out.quantity == "theorem3" && given.is_object() && given.contains("target")) {
    argument.emplace_back("target");
  }
  const NamedTexts at = out.quantity == "calibrate" ? read_target(fields, given)
                                                    : strings_named(fields, "at", argument);
  for (const auto& [name, text] : at) number_at(fields.path("at/" + name), text);
  if (out.argument.empty()) {
    out.target = at;
  } else {
    out.at = at.front().second;
  }
  if (out.quantity == "calibrate") out.options = strings_named(fields, "options", {"vary"});
  if (divergence && fields.has("options")) {
    out.options = strings_named(fields, "options", {"hyperprior"});
  }
  out.lower = fields.text("lower");
  out.upper = fields.text("upper");
  end_at(fields.path("lower"), out.lower, "-inf");
  end_at(fields.path("upper"), out.upper, "inf");
  out.digits = fields.text("digits");
  const bool plain = out.digits.find_first_not_of("0123456789.") == std::string::npos;
  if (out.digits != "exact" && (!plain || out.digits.size() > 12)) {
    throw NotACertificate(fields.path("digits"), "a number like \"25.3\" or \"exact\" is expected");
  }
  if (has_findings(out.quantity)) {
    if (fields.has("values")) out.values = read_values(fields);
    if (fields.has("findings")) out.findings = fields.strings("findings");
  }
  out.reached = fields.flag("reached");
  const NamedTexts asked = strings_named(fields, "asked", {"digits", "engine"});
  out.digits_asked = asked[0].second;
  out.engine_asked = asked[1].second;
  const bool natural = out.digits_asked.find_first_not_of("0123456789") == std::string::npos &&
                       out.digits_asked.size() <= 5 && out.digits_asked.front() != '0';
  if (!natural || std::stoi(out.digits_asked) > 10000) {
    throw NotACertificate(fields.path("asked/digits"), "an integer from 1 to 10000 is expected");
  }
  std::vector<std::string> words{"mechanism"};
  if (two) words.push_back("other");
  if (!two && !out.argument.empty()) words.push_back("at");
  for (const auto& [name, value] : out.target) words.push_back(name);
  if (divergence && !out.options.empty()) words.push_back("hyperprior");
  const Json& written = fields.take("written");
  if (out.quantity == "calibrate" && written.is_object() && written.contains("vary")) {
    words.push_back("vary");
  }
  for (const auto& [name, value] : strings_named(fields, "written", words)) {
    if (name == "mechanism") {
      out.written_mechanism = value;
    } else if (name == "other") {
      out.written_other = value;
    } else if (name == "at") {
      out.written_at = value;
    } else {
      out.written_more.emplace_back(name, value);
    }
  }
  if (!out.written_at.empty()) {
    readable(fields.path("written/at"), [&] {
      const std::vector<Rational> points = parse_points(out.written_at);
      if (std::find(points.begin(), points.end(), Rational::parse(out.at)) == points.end()) {
        throw NotACertificate(fields.path("written/at"),
                              "'" + out.written_at + "' does not give " + out.at);
      }
    });
  }
  Fields engine(fields.take("engine"), fields.path("engine"));
  out.engine = engine.text("name");
  out.parameters = engine.strings("parameters");
  engine.done();
  out.budget = strings_named(fields, "error_budget",
                             {"quadrature", "truncation", "discretisation", "rounding"});
  out.versions = strings_named(fields, "versions",
                               {"plumbline", "flint", "arb", "mpfr", "compiler", "platform"});
  fields.done();
  try {
    check_members(out);
  } catch (const MemberError& e) {
    throw NotACertificate(fields.path(e.field()), e.what());
  }
  return out;
}

/// Parsed strictly: a key twice in one object, of which a reader might see the other, is refused.
Json parse(const std::string& text) {
  std::vector<std::set<std::string>> open;
  std::string twice;
  bool deep = false;
  constexpr int kDeepest = 8;
  const Json::parser_callback_t watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key) {
      const auto key = parsed.get<std::string>();
      if (!open.back().insert(key).second) twice = key;
    }
    deep = deep || depth > kDeepest;
    return depth <= kDeepest;
  };
  Json out;
  try {
    out = Json::parse(text, watch);
  } catch (const Json::parse_error& e) {
    const size_t at = std::min(e.byte, text.size());
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw NotACertificate("line " + std::to_string(line + 1),
                          "not JSON; is this the file that `plumbline certify -o` wrote?");
  } catch (const Json::exception& e) {  // a number beyond doubles
    throw NotACertificate("", std::string("not JSON that can be read: ") + e.what());
  }
  if (deep) throw NotACertificate("", "nested too deeply for a certificate");
  if (!twice.empty()) throw NotACertificate("", "the field '" + twice + "' occurs twice");
  return out;
}

}  // namespace

std::string digest_of(const Json& document) {
  nlohmann::json sorted = document;  // keys in order
  sorted.erase("digest");
  return "sha256:" + sha256(sorted.dump());
}

Json to_json(const Certificate& c) {
  Json out = {{"format", kCertificateFormat},
              {"version", kVersion},
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

std::vector<Certificate> read_certificates(const std::string& text) {
  const Json json = parse(text);
  Fields fields(json, "");
  const std::string format = fields.text("format");
  if (format == kCertificateFormat) return {read_certificate(json, "")};
  if (format != kBundleFormat) {
    throw NotACertificate("/format", "'" + format + "' is unknown; expected " + kCertificateFormat +
                                         " or " + kBundleFormat);
  }
  check_header(fields, kBundleFormat);
  const Json& list = fields.take("certificates");
  if (!list.is_array() || list.empty()) {
    throw NotACertificate("/certificates", "a list of one or more certificates is expected");
  }
  std::vector<Certificate> out;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string place = "/certificates/" + std::to_string(i);
    if (list[i].is_object() && list[i].contains("format") &&
        list[i]["format"] != kCertificateFormat) {
      throw NotACertificate(place + "/format", "a certificate is expected");
    }
    out.push_back(read_certificate(list[i], place));
  }
  check_digest(json, fields);
  fields.done();
  return out;
}

}  // namespace plumbline
