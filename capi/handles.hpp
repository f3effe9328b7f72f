/// The opaque types of plumbline.h, and the mapping of exceptions to statuses.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "capi/plumbline.h"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {
struct Answer;
class Extended;
}  // namespace plumbline

/// A mechanism that caches computed data for further queries.
struct plumbline_mechanism {
  plumbline::Composition composition;
  std::string expression;
  std::map<std::string, plumbline::PrivacyProfile> profiles{};  ///< forward profiles, by engine
  std::string hypotheses{}, warning{};                          ///< as in plumbline_answer
};

struct plumbline_answer {
  struct End {
    std::string text, fraction;
    double outward;
  };
  struct Number {
    std::string name, lower, upper;
  };
  End lower, upper;
  std::string digits, engine;
  bool reached = false;
  /// The hypotheses are JSON texts, empty if there is no mechanism. The warning is about factors with different
  /// neighbouring relations.
  std::string hypotheses{}, other_hypotheses{}, warning{};
  std::vector<Number> values{};
  std::vector<std::pair<std::string, std::string>> findings{};
  /// The query that derives the value, for a certificate that is requested later.
  plumbline::Query request{};
  plumbline::Effort effort{};
  std::string written_at{};
  std::string certificate{};
};

namespace plumbline::capi {

/// Runs the body in the standard floating-point environment, and stores the message of a thrown exception for
/// plumbline_error().
plumbline_status guarded(const std::function<void()>& body);

/// Returns the pointer. If it is NULL, throws std::invalid_argument with the name `what` of the argument.
template <class T>
T* given(T* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + " is NULL");
  return pointer;
}

/// The options of a call, with the defaults for absent ones.
struct Asked {
  Direction direction = Direction::worst;
  std::string engine = "auto";
  Effort effort;
};
Asked asked(const plumbline_options* options);

/// Returns hypotheses as JSON; an empty text for a null pointer.
std::string hypotheses_text_of(const Hypotheses* hypotheses);

/// Converts a value or infinity to an answer.
plumbline_answer answer_of(const Extended& value, int digits);
/// Converts a derived answer, and adds its certificate. The certificate contains witness thresholds (witness.hpp) if
/// they are found within the effort.
plumbline_answer answer_of(const Query& request, const Answer& derived, const Effort& effort,
                           const std::string& written_mechanism, const std::string& written_at,
                           const NamedTexts& written_more);

}  // namespace plumbline::capi
