/// Requests of programs in JSON: plumbline_call_json of the C library.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/arithmetic/running/effort.hpp"

namespace plumbline {

/// The maximum size of a request, in bytes, and the maximum nesting of its values.
inline constexpr size_t kMostCallBytes = size_t{16} << 20U;
inline constexpr int kDeepestCall = 32;

/// Answers a request, an object with the member `verb`:
/// - {"verb": "answer", "query": QUERY} returns the record of an answer (answer_record.hpp); with "certificate": true
///   the record has the member `certificate`, which states the same answer;
/// - {"verb": "certify", "query": QUERY} returns a certificate;
/// - {"verb": "check", "certificate": CERTIFICATE, BUNDLE OR THE TEXT OF A FILE, "digits": N, "seconds": S} returns
///   {"schema": "check/2", "certificates": [...]}, one object for each certificate, as printed by
///   `plumbline check --json`; S is the time limit of each;
/// - {"verb": "compose", "mechanism": EXPRESSION} returns {"schema": "mechanism/2", "mechanism", "hypotheses",
///   "warning"}, the mechanism in canonical form;
/// - {"verb": "open"} returns {"schema": "session/2", "session": N}; {"verb": "close", "session": N} ends it. With
///   "session": N an answer may reuse intermediate values of that session, but never enclosures.
/// QUERY is a line of a batch: quantity, mechanism, other, direction, at, options, digits, engine; `tpr` with `fpr`
/// is the quantity power with its alpha. Throws std::invalid_argument on other requests, Interrupted if `poll` ends the
/// work before an enclosure is known, and Contradiction if two proved enclosures exclude each other.
nlohmann::ordered_json answer_call(const std::string& request, const Poll& poll);

}  // namespace plumbline
