#include "app/answers/answer.hpp"

#include <algorithm>

namespace plumbline {
namespace {

bool is_reached(const AnswerField& field) {
  const auto done = [](const auto* x) { return !x->needed || !x->value || x->value->reached(); };
  if (const auto* x = std::get_if<EnclosedValue>(&field.is)) return done(x);
  if (const auto* x = std::get_if<EnclosureEnds>(&field.is)) return done(x);
  return true;
}

}  // namespace

FieldGroup text_fields(const std::vector<std::pair<std::string, std::string>>& texts) {
  FieldGroup out;
  for (const auto& [name, text] : texts) out.push_back({name, {text}});
  return out;
}

bool is_reached(const AnswerRecord& answer) {
  return answer.reached &&
         std::all_of(answer.fields.begin(), answer.fields.end(),
                     [](const NamedField& named) { return is_reached(named.field); });
}

}  // namespace plumbline
