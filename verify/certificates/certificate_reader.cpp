#include "verify/certificates/certificate_reader.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/certificates/members.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/witness.hpp"
#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/base/points.hpp"
#include "verify/certificates/certificate_fields.hpp"
#include "verify/certificates/hypotheses_record.hpp"
#include "verify/certificates/roles.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// Reads intervals [lower, upper] by name.
std::vector<NamedInterval> read_values(CertificateFields& fields) {
  const Json& values = fields.take("values");
  CertificateFields inner(values, fields.path("values"));
  std::vector<NamedInterval> out;
  for (const auto& item : values.items()) {
    const NamedTexts ends = inner.strings_named(item.key(), {"lower", "upper"});
    out.push_back({item.key(), ends[0].second, ends[1].second});
    const std::string place = inner.path(item.key());
    end_at(place + "/lower", ends[0].second, "-inf");
    end_at(place + "/upper", ends[1].second, "inf");
  }
  return out;
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
    read_subject("mechanism", [&] { canonical_subject(entry(), out_.mechanism); });
    if (entry().has_other()) {
      out_.other = fields_.text("other");
      read_subject("other", [&] { Composition::parse(out_.other); });
    }
    out_.direction = fields_.text("direction");
    readable(fields_.path("direction"), [&] { parse_direction(out_.direction); });
    read_all_hypotheses();
  }

  /// Checks that a mechanism can be parsed. A mechanism that a rule about hypotheses refuses (RefusedPair) is valid
  /// here; the check of the certificate then has the verdict `withdrawn`.
  void read_subject(const std::string& field, const std::function<void()>& parse) {
    readable(fields_.path(field), [&] {
      try {
        parse();
      } catch (const RefusedPair&) {
        return;
      }
    });
  }

  void read_all_hypotheses() {
    if (out_.version < kStatesHypotheses) return;
    const bool pair = !is_channel_text(out_.mechanism) && !is_attack_text(out_.mechanism);
    const auto read = [this](const char* field) { return read_hypotheses(fields_, field); };
    if (pair) out_.hypotheses = read("hypotheses");
    if (!out_.other.empty()) out_.other_hypotheses = read("other_hypotheses");
  }

  void read_argument() {
    const NamedTexts at = fields_.strings_named("at", arguments_in(fields_.take("at")));
    for (const auto& [name, text] : at) number_at(fields_.path("at/" + name), text);
    if (out_.argument.empty()) {
      out_.target = at;
    } else {
      out_.at = at.front().second;
    }
  }

  /// Returns the names of the arguments that the member `at` must have.
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
    if (needed || any) out_.options = fields_.strings_named("options", names);
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
    const NamedTexts asked = fields_.strings_named("asked", {"digits", "engine"});
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
      const bool implied =
          entry().subject == Subject::open_mechanism;  // the parameter written as ? is implied
      if (one.written && stated && (given || !implied)) words.push_back(one.name);
    }
    if (!written.is_object() || !written.contains("role")) return words;
    if (entry().reading == Reading::epsilon || written["role"] == kAtMost) words.push_back("role");
    return words;
  }

  void read_written() {
    const std::vector<std::string> words = written_words(fields_.take("written"));
    for (const auto& [name, value] : fields_.strings_named("written", words)) {
      if (name == "mechanism") {
        out_.written_mechanism = value;
      } else if (name == "other") {
        out_.written_other = value;
      } else if (name == "at") {
        out_.written_at = value;
      } else {
        out_.written_more.emplace_back(name, value);
        if (name == "role" && !is_role(value)) {
          throw NotACertificate(fields_.path("written/role"),
                                "at_least, at_most or accountant is expected");
        }
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
    CertificateFields engine(fields_.take("engine"), fields_.path("engine"));
    out_.engine = engine.text("name");
    out_.parameters = engine.strings("parameters");
    engine.done();
    out_.budget = fields_.strings_named("error_budget",
                                        {"quadrature", "truncation", "discretisation", "rounding"});
    out_.versions = fields_.strings_named(
        "versions", {"plumbline", "flint", "arb", "mpfr", "compiler", "platform"});
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

  CertificateFields fields_;
  Certificate out_;
};

}  // namespace

Certificate read_certificate(const Json& json, const std::string& place) {
  return CertificateReader(json, place).read();
}

}  // namespace plumbline
