#include "app/running/value_answer.hpp"

namespace plumbline {

AnswerBuilder value_answer(const ValueRequest& request, const EnclosedValue& value,
                           const std::string& name) {
  AnswerBuilder out("value");
  const std::string at =
      request.argument.empty() ? "" : "(" + request.argument + "=" + request.at + ")";
  out.aside("name", name.empty() ? request.quantity + at : name)
      .add("quantity", request.quantity)
      .add("mechanism", request.mechanism);
  if (!request.other.empty()) out.add("other", request.other);
  out.add("direction", request.direction);
  FieldGroup where;
  if (!request.argument.empty()) where = text_fields({{request.argument, request.at}});
  return out.add("at", where).add("value", value);
}

}  // namespace plumbline
