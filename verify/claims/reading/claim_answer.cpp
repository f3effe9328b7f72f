#include "verify/claims/reading/claim_answer.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/questions/ask.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/claim_text.hpp"

namespace plumbline::claim_json {
namespace {

using Json = nlohmann::json;

/// Returns the value of a stated error; throws std::invalid_argument if it is negative.
Rational not_negative(const ExactNumber& x) {
  if (x.value.sign() >= 0) return x.value;
  throw std::invalid_argument("must be 0 or greater, got " + x.text);
}

/// Parses a tolerance: `0.001` is absolute, `1e-3 relative` is relative.
void read_tolerance(const Json& tolerance, StatedError* stated) {
  constexpr std::string_view kRelative = " relative";
  try {
    if (tolerance.is_string()) {
      const std::string text = tolerance.get<std::string>();
      if (text.size() > kRelative.size() && text.ends_with(kRelative)) {
        const std::string number = text.substr(0, text.size() - kRelative.size());
        stated->relative = not_negative({Rational::parse(number), number});
        return;
      }
    }
    stated->absolute = not_negative(read_exact_number(tolerance));
  } catch (const std::invalid_argument& e) {
    fail("tolerance", e.what());
  }
}

/// Parses the accountant's stated errors from its options.
void read_options(const Json& object, Claim* claim) {
  if (!object.contains("options") || !object["options"].is_object()) return;
  const Json& options = object["options"];
  claim->options = options.empty() ? "" : options.dump();
  for (const auto& [key, error] : {std::pair{"eps_error", &claim->stated.epsilon},
                                   std::pair{"delta_error", &claim->stated.delta}}) {
    if (!options.contains(key)) continue;
    try {
      *error = not_negative(read_exact_number(options[key]));
    } catch (const std::invalid_argument& e) {
      fail(std::string("options.") + key, e.what());
    }
  }
}

/// Returns true if the line declares its texts exact: "exact": true, in CSV the word true.
bool are_texts_exact(const Json& object) {
  if (!object.contains("exact")) return false;
  const Json& said = object["exact"];
  if (said == Json(true) || said == Json("true")) return true;
  if (said == Json(false) || said == Json("false")) return false;
  fail("exact", "must be true or false, got " + said.dump());
}

}  // namespace

void read_answer(const Json& object, Claim* claim) {
  const bool exact = are_texts_exact(object);
  claim->failure = text_field(object, "error", "");
  if (!object.contains("value") && claim->failure.empty()) {
    fail("value", "missing, and no error is given instead");
  }
  try {
    if (object.contains("value")) claim->value = read_claimed_value(object["value"], exact);
  } catch (const std::invalid_argument& e) {
    fail("value", e.what());
  }
  if (object.contains("seconds") && !object["seconds"].is_null()) {
    try {
      claim->seconds = read_exact_real(object["seconds"]).value.approximate();
    } catch (const std::invalid_argument& e) {
      fail("seconds", e.what());
    }
  }
  if (object.contains("tolerance")) read_tolerance(object["tolerance"], &claim->stated);
  read_options(object, claim);
}

}  // namespace plumbline::claim_json
