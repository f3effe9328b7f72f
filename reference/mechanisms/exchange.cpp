#include "reference/mechanisms/exchange.hpp"

#include <stdexcept>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

bool exchanges_outputs(const Mechanism& pair) {
  try {
    const std::vector<WrittenFactor> written = read_open_expression(pair->expression());
    if (written.size() != 1) return false;
    const auto symmetric = written[0].entry->symmetric;
    return symmetric != nullptr && symmetric(written[0].parameters);
  } catch (const std::invalid_argument&) {
    return false;  // a caller's own pair, whose expression is not in a registry
  }
}

}  // namespace plumbline
