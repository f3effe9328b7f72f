#include "app/answers/answer.hpp"

#include <algorithm>

namespace plumbline {
namespace {

bool is_reached(const AnswerCell& cell) {
  const auto done = [](const auto* x) { return !x->needed || !x->value || x->value->reached; };
  if (const auto* x = std::get_if<EnclosedValue>(&cell.is)) return done(x);
  if (const auto* x = std::get_if<EnclosureEnds>(&cell.is)) return done(x);
  return true;
}

}  // namespace

CellGroup text_cells(const std::vector<std::pair<std::string, std::string>>& texts) {
  CellGroup out;
  for (const auto& [name, text] : texts) out.push_back({name, {text}});
  return out;
}

bool is_reached(const AnswerRecord& answer) {
  return answer.reached &&
         std::all_of(answer.cells.begin(), answer.cells.end(),
                     [](const NamedCell& named) { return is_reached(named.cell); });
}

}  // namespace plumbline
