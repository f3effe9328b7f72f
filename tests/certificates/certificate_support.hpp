/// Helpers that create, change and judge certificates.
#pragma once

#include <nlohmann/json.hpp>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/certificates/check.hpp"
#include "reference/certificates/derived.hpp"
#include "tests/support.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/statement/audit_page.hpp"

namespace plumbline::testing {

using Json = nlohmann::ordered_json;

inline Query request(const std::string& quantity, const std::string& mechanism,
                     const std::string& at = "", Direction direction = Direction::worst,
                     int digits = 15, const std::string& engine = "auto") {
  Query out;
  out.quantity = quantity;
  out.mechanism = mechanism;
  if (!at.empty()) {
    out.at = {{required_quantity(quantity).argument(), number(at).text()}};
  }
  out.direction = direction;
  out.digits = digits;
  out.engine = engine;
  return out;
}

inline Query about_two(const std::string& quantity, const std::string& first,
                       const std::string& second, Direction direction = Direction::worst,
                       int digits = 15) {
  Query out = request(quantity, first, "", direction, digits);
  out.other = second;
  return out;
}

inline Query calibration(const std::string& mechanism, const std::string& parameter,
                         const NamedTexts& target, Direction direction = Direction::worst) {
  Query out = request("calibrate", mechanism, "", direction);
  out.at = exact_texts(rationals_of(target));
  out.options = {{"vary", parameter}};
  return out;
}

inline Certificate certify(const Query& what) {
  Certificate out = derived_certificate(what, Effort{});
  out.written_mechanism = what.mechanism;
  out.written_other = what.other;
  out.written_more = out.target;
  if (!what.options.empty() && what.quantity == "divergence") {
    out.written_more.push_back(what.options.front());
  }
  return out;
}

/// Returns the whole content of a statement page as text.
inline std::string said(const AuditPage& page) { return audit_record(page).dump(); }

/// Returns the certificate with its digest recomputed.
inline Json signed_again(Json json) {
  json["digest"] = digest_of(json);
  return json;
}

/// Returns the verdict of `plumbline check` on this text: "confirmed", ..., or "not a certificate".
inline std::string judged(const std::string& text, CheckResult* result = nullptr) {
  try {
    const CheckResult r = check(read_certificates(text).front(), {});
    if (result != nullptr) *result = r;
    return verdict_name(r.verdict);
  } catch (const NotACertificate&) {
    return "not a certificate";
  }
}

/// Returns the certificate as a forger would send it: it names another compiler, so that the check cannot expect an
/// identical rerun.
inline Json sent(const Certificate& c) {
  Json out = to_json(c);
  out["versions"]["compiler"] = "another";
  return out;
}

/// Returns the verdict of `check` with the digest recomputed; a failing test prints the objections.
inline std::string fate(const Json& json) {
  CheckResult result;
  const std::string verdict = judged(signed_again(json).dump(), &result);
  for (const Objection& o : result.objections) UNSCOPED_INFO(o.field + ": " + o.found);
  return verdict;
}

inline bool is_caught(const std::string& verdict) {
  return verdict == "refuted" || verdict == "not a certificate";
}

/// Returns true if the check catches the change of this text or reports its record as not reproducible.
inline bool is_noticed(const std::string& text) {
  CheckResult result;
  return is_caught(judged(text, &result)) || !result.record.empty();
}

}  // namespace plumbline::testing
