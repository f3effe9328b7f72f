/// The only parser of external JSON texts: certificates, claims, events, answers of an accountant. It rejects texts for
/// which different parsers may have different results.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>

namespace plumbline {

/// The reason why a text is rejected.
class BadJson : public std::invalid_argument {
 public:
  enum class Flaw {
    syntax,  ///< not JSON, from position `byte` on
    nul,     ///< a NUL byte, at which other parsers stop
    twice,   ///< the field `what()` occurs twice in one object
    deep,    ///< nested more deeply than allowed
    number,  ///< a number beyond the range of doubles, named by what()
  };
  BadJson(Flaw kind, const std::string& what, size_t place = 0)
      : std::invalid_argument(what), flaw(kind), byte(place) {}

  Flaw flaw;
  size_t byte;
};

/// Parses a text in UTF-8. A byte-order mark at its beginning is skipped. `deepest` is the permitted depth of nesting.
/// `Json` is nlohmann::json or nlohmann::ordered_json. Throws BadJson.
template <class Json>
Json read_strict_json(const std::string& text, int deepest);

extern template nlohmann::json read_strict_json(const std::string& text, int deepest);
extern template nlohmann::ordered_json read_strict_json(const std::string& text, int deepest);

}  // namespace plumbline
