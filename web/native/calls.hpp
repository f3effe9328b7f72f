/// The C interface for JavaScript: one call, a JSON object in and one out, so that no address and no
/// structure crosses from one language to the other.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "capi/plumbline.h"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::web {

using Json = nlohmann::ordered_json;

/// A call that the C interface refused, or that ended without an answer.
struct Refused {
  plumbline_status status;
  std::string what;
};
/// Throws Refused, with the C interface's own words, unless all is well.
void require_ok(plumbline_status status);

/// Asks the host whether to stop, and throws Interrupted.
Poll host_poll();

/// Returns the line that explains bad input.
template <class Body>
auto read_by(const Body& body) {
  try {
    return body();
  } catch (const std::invalid_argument& e) {
    throw Refused{PLUMBLINE_BAD_INPUT, e.what()};
  }
}

/// The text of a field; empty, or null where it is wanted as a pointer, if it is missing.
std::string text_of(const Json& call, const std::string& name);

/// The options of an answer, with the texts that it points to. The host is asked whether to stop.
struct Options {
  std::string direction, engine;
  plumbline_options options{};
  explicit Options(const Json& call);
  Options(const Options&) = delete;
};

Json call_open(const Json& call);
Json call_close(const Json& call);
Json call_ask(const Json& call);
Json call_derive(const Json& call);
Json call_certificate(const Json& call);
Json call_json(const Json& call);
Json call_free(const Json& call);
Json call_check(const Json& call);
Json call_training(const Json& call);
Json call_scores(const Json& call);
Json call_names(const Json& call);

}  // namespace plumbline::web
