#include "app/value_answer.hpp"

namespace plumbline {

AnswerBuilder value_answer(const AskedValue& asked, const EnclosedValue& value,
                           const std::string& name) {
  AnswerBuilder out("value");
  const std::string at = asked.argument.empty() ? "" : "(" + asked.argument + "=" + asked.at + ")";
  out.aside("name", name.empty() ? asked.quantity + at : name)
      .add("quantity", asked.quantity)
      .add("mechanism", asked.mechanism);
  if (!asked.other.empty()) out.add("other", asked.other);
  out.add("direction", asked.direction);
  CellGroup where;
  if (!asked.argument.empty()) where = text_cells({{asked.argument, asked.at}});
  return out.add("at", where).add("value", value);
}

}  // namespace plumbline
