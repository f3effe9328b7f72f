#include <stdexcept>

#include "fuzz/targets.hpp"
#include "reference/composition/composition.hpp"

namespace plumbline::fuzz {

void expressions(const std::string& text) {
  try {
    const Composition composition = Composition::parse(text);
    const std::string canonical = composition.expression();
    const Composition again = Composition::parse(canonical);
    require(again.expression() == canonical, "expression() does not read back: " + canonical);
    require(again.identity() == composition.identity(), "another identity: " + canonical);
  } catch (const std::invalid_argument&) {
  }
  try {
    std::string written;
    for (const WrittenFactor& factor : read_open_expression(text)) {
      written += (written.empty() ? "" : " * ") + factor.text();
    }
    std::string again;
    for (const WrittenFactor& factor : read_open_expression(written)) {
      again += (again.empty() ? "" : " * ") + factor.text();
    }
    require(again == written, "text() does not read back: " + written);
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace plumbline::fuzz
