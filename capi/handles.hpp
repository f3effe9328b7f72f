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

/// One that is queried again keeps what was computed.
struct plumbline_mechanism {
  plumbline::Composition composition;
  std::string expression;
  std::map<std::string, plumbline::PrivacyProfile> profiles{};  ///< forward ones, by engine
  std::string hypotheses{}, warning{};                          ///< as an answer has them
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
  /// JSON, empty without a mechanism, and the warning of a mixed pair.
  std::string hypotheses{}, other_hypotheses{}, warning{};
  std::vector<Number> values{};
  std::vector<std::pair<std::string, std::string>> findings{};
  /// How to derive it, for the certificate of a value that was only asked for.
  plumbline::Query request{};
  plumbline::Effort effort{};
  std::string written_at{};
  std::string certificate{};
};

namespace plumbline::capi {

/// Runs the body in the standard floating-point environment, keeps the line of what it throws for plumbline_error().
plumbline_status guarded(const std::function<void()>& body);

/// Throws std::invalid_argument, naming what is missing, for NULL.
template <class T>
T* given(T* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + " is NULL");
  return pointer;
}

/// The options with what stands for nothing filled in. Throws std::invalid_argument.
struct Asked {
  Direction direction = Direction::worst;
  std::string engine = "auto";
  Effort effort;
};
Asked asked(const plumbline_options* options);

/// Returns hypotheses as JSON; the empty text for a null pointer.
std::string hypotheses_text_of(const Hypotheses* hypotheses);

/// A value as it is answered, or infinity.
plumbline_answer answer_of(const Extended& value, int digits);
/// One that was derived, its certificate included, with witness thresholds within the effort.
plumbline_answer answer_of(const Query& request, const Answer& derived, const Effort& effort,
                           const std::string& written_mechanism, const std::string& written_at,
                           const NamedTexts& written_more);

}  // namespace plumbline::capi
