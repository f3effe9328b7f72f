#include "reference/certificates/request.hpp"

#include <stdexcept>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

const Quantity& certified_quantity(const std::string& name) {
  const Quantity* entry = quantity_named(name);
  if (entry != nullptr && entry->certificate && entry->name == name) return *entry;
  std::string known;
  for (const Quantity& one : all_quantities()) {
    if (one.certificate) known += (known.empty() ? "" : ", ") + one.name;
  }
  throw std::invalid_argument("unknown quantity '" + name + "'; known: " + known);
}

bool finds_argument(const Quantity& entry) { return !entry.certificate->found_at.empty(); }

std::string argument_of(const Quantity& entry) {
  return finds_argument(entry) ? entry.certificate->found_at : entry.argument();
}

Query query_in(const Certificate& certificate) {
  const Certificate& c = certificate;
  Query out{.quantity = c.quantity,
            .mechanism = c.mechanism,
            .other = c.other,
            .at = c.target,
            .options = c.options};
  const Quantity& entry = certified_quantity(c.quantity);
  if (!c.argument.empty() && !finds_argument(entry)) out.at = {{c.argument, c.at}};
  return out;
}

}  // namespace plumbline
