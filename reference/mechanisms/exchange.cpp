#include "reference/mechanisms/exchange.hpp"

#include <stdexcept>

#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

bool exchanges_outputs(const Mechanism& pair) {
  // The reflection about mu/2 exchanges N(0, 1) and N(mu, 1); hence the registry entry is not needed.
  if (gaussian_mu_squared(*pair)) return true;
  try {
    const std::vector<WrittenFactor> written = read_open_expression(pair->expression());
    if (written.size() != 1) return false;
    const auto symmetric = written[0].entry->symmetric;
    return symmetric != nullptr && symmetric(written[0].parameters);
  } catch (const std::invalid_argument&) {
    return false;  // the caller's own pair, whose expression is not in a registry
  }
}

}  // namespace plumbline
