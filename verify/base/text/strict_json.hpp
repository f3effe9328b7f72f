/// The one reader of JSON texts that others wrote: certificates, claims, events, answers of an
/// accountant. Whatever two readers might take differently is refused.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>

namespace plumbline {

/// Why a text is refused.
class BadJson : public std::invalid_argument {
 public:
  enum class Flaw {
    syntax,  ///< not JSON, from `byte` on
    nul,     ///< a NUL byte, at which other readers stop
    twice,   ///< the field `what()` occurs twice in one object
    deep,    ///< nested more deeply than was allowed
    number,  ///< a number beyond doubles, as what() says
  };
  BadJson(Flaw kind, const std::string& what, size_t place = 0)
      : std::invalid_argument(what), flaw(kind), byte(place) {}

  Flaw flaw;
  size_t byte;
};

/// The value that a text in UTF-8 says; a byte-order mark before it is skipped. `Json` is
/// nlohmann::json or nlohmann::ordered_json. Throws BadJson.
template <class Json>
Json read_strict_json(const std::string& text, int deepest);

extern template nlohmann::json read_strict_json(const std::string& text, int deepest);
extern template nlohmann::ordered_json read_strict_json(const std::string& text, int deepest);

}  // namespace plumbline
