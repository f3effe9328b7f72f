/// The C interface for JavaScript: one call with a JSON object, which returns a JSON object. So no address and no
/// structure is passed between the languages.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "capi/plumbline.h"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::web {

using Json = nlohmann::ordered_json;

/// Thrown for a call that the C interface rejected, or that ended without an answer.
struct Refused {
  plumbline_status status;
  std::string what;
};
/// Throws Refused, with the message of the C interface, unless the status is PLUMBLINE_OK.
void require_ok(plumbline_status status);

/// Polls the host, and throws Interrupted if it requests a stop.
Poll host_poll();

/// Returns body(). Throws Refused with the message if `body` throws std::invalid_argument.
template <class Body>
auto read_by(const Body& body) {
  try {
    return body();
  } catch (const std::invalid_argument& e) {
    throw Refused{PLUMBLINE_BAD_INPUT, e.what()};
  }
}

/// Returns the text of a field. For a missing field it is empty, or null in the pointer version.
std::string text_of(const Json& call, const std::string& name);

/// The options of an answer, with the texts to which they point. The callback polls the host.
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
