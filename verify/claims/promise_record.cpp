#include "verify/claims/promise_record.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const std::string& field, const std::string& what) {
  throw std::invalid_argument(field + ": " + what);
}

/// The form of a promise: a number of a quantity, with its argument.
struct PromisedForm {
  const char* quantity;
  const char* argument;
  const char* otherwise;  ///< the default argument; null if it is required
};

/// A promise of pure privacy states only an epsilon. This epsilon is compared with the true epsilon at delta = 1e-20,
/// which is below the resolution of doubles. The true epsilon changes little if the noise changes in the last digit, so
/// an error in the last digit is distinguished from an error by a factor.
constexpr std::array<PromisedForm, 3> kForms = {
    {{"delta", "epsilon", nullptr}, {"rdp", "alpha", nullptr}, {"epsilon", "delta", "1e-20"}}};

const PromisedForm& form_of(const Json& promise) {
  if (!promise.is_object()) fail("promise", "must be an object such as {\"epsilon\": 1}");
  for (const PromisedForm& form : kForms) {
    const bool complete = promise.contains(form.argument) || form.otherwise != nullptr;
    const size_t members = promise.contains(form.argument) ? 2 : 1;
    if (promise.contains(form.quantity) && complete && promise.size() == members) return form;
  }
  fail("promise",
       "write epsilon and delta, epsilon alone, or rdp and alpha; got " + promise.dump());
}

/// Fields of a record that have another name in claims.
constexpr std::array<std::pair<const char*, const char*>, 3> kNames = {
    {{"library", "tool"}, {"release", "version"}, {"constructor", "method"}}};

Json without_pair(const Json& object) {
  Json out = Json::object();
  for (const auto& [theirs, ours] : kNames) {
    if (!object.contains(theirs)) fail(theirs, "missing");
    out[ours] = object[theirs];
  }
  Json arguments = object.contains("arguments") ? object["arguments"] : Json::object();
  if (!arguments.is_object()) fail("arguments", "must be an object of names and values");
  if (object.contains("d_in")) arguments["d_in"] = object["d_in"];
  out["options"] = arguments;
  for (const auto& [key, value] : object.items()) {
    const bool read = key == "arguments" || key == "d_in" || key == "pair" || key == "promise" ||
                      key == "library" || key == "release" || key == "constructor";
    if (!read) out[key] = value;
  }
  return out;
}

/// Returns the promised number. Libraries compute in doubles, and records contain them in the format "%.17g". So a
/// text in this format means the double, even if it has few digits.
Json promised_number(const Json& said) {
  if (!said.is_string()) return said;
  const auto text = said.get<std::string>();
  double x = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(x)) return said;
  constexpr int kDoubleDigits = 17;
  std::array<char, 64> printed{};
  const auto written = std::to_chars(printed.data(), printed.data() + printed.size(), x,
                                     std::chars_format::general, kDoubleDigits);
  const std::string back(printed.data(), written.ptr);
  return Rational::parse(back) == Rational::parse(text) ? Json(x) : said;
}

}  // namespace

bool is_promise_record(const Json& object) {
  return object.is_object() && object.contains("constructor");
}

std::vector<Json> claims_of_promise(const Json& object) {
  Json claim = without_pair(object);
  claim["kind"] = "upper";
  if (object.contains("promise")) {
    const PromisedForm& form = form_of(object["promise"]);
    const Json& promise = object["promise"];
    claim["quantity"] = form.quantity;
    claim["value"] = promised_number(promise[form.quantity]);
    claim["at"][form.argument] =
        promise.contains(form.argument) ? promise[form.argument] : Json(form.otherwise);
  } else if (!object.contains("error")) {
    fail("promise", "missing, and no error is given instead");
  } else {
    claim["quantity"] = "epsilon";
    claim["at"]["delta"] = "1e-20";
  }
  const Json pair = object.contains("pair") ? object["pair"] : Json();
  const Json all = pair.is_array() ? pair : Json::array({pair});
  std::vector<Json> out;
  for (const Json& one : all) {
    if (!one.is_string()) fail("pair", "must be an expression or a list of expressions");
    claim["mechanism"] = one;
    out.push_back(claim);
  }
  if (out.empty()) fail("pair", "is an empty list");
  return out;
}

}  // namespace plumbline
