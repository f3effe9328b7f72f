#include "verify/certificates/certificate_json.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "verify/certificates/sha256.hpp"
#include "verify/suite/points.hpp"

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
  readable(fields.path("mechanism"), [&] { Composition::parse(out.mechanism); });
  const bool two = out.quantity == "divergence";
  if (two) {
    out.other = fields.text("other");
    readable(fields.path("other"), [&] { Composition::parse(out.other); });
  }
  out.direction = fields.text("direction");
  readable(fields.path("direction"), [&] { parse_direction(out.direction); });
  const std::vector<std::string> argument =
      out.argument.empty() ? std::vector<std::string>{} : std::vector<std::string>{out.argument};
  const NamedTexts at = strings_named(fields, "at", argument);
  if (!at.empty()) {
    out.at = at.front().second;
    number_at(fields.path("at/" + out.argument), out.at);
  }
  out.lower = fields.text("lower");
  out.upper = fields.text("upper");
  if (out.lower != "-inf") number_at(fields.path("lower"), out.lower);
  if (out.upper != "inf") number_at(fields.path("upper"), out.upper);
  out.digits = fields.text("digits");
  const bool plain = out.digits.find_first_not_of("0123456789.") == std::string::npos;
  if (out.digits != "exact" && (!plain || out.digits.size() > 12)) {
    throw NotACertificate(fields.path("digits"), "a number like \"25.3\" or \"exact\" is expected");
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
  for (const auto& [name, value] : strings_named(fields, "written", words)) {
    (name == "mechanism" ? out.written_mechanism
     : name == "other"   ? out.written_other
                         : out.written_at) = value;
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
  out["lower"] = c.lower;
  out["upper"] = c.upper;
  out["digits"] = c.digits;
  out["reached"] = c.reached;
  out["asked"] = {{"digits", c.digits_asked}, {"engine", c.engine_asked}};
  out["written"] = {{"mechanism", c.written_mechanism}};
  if (!c.written_other.empty()) out["written"]["other"] = c.written_other;
  if (!c.written_at.empty()) out["written"]["at"] = c.written_at;
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
