#include "app/running/value_answer.hpp"

#include "reference/questions/registry.hpp"

namespace plumbline {
namespace {

/// Returns true for an epsilon that is certainly 0 or less.
bool is_no_loss(const std::string& quantity, const EnclosedValue& value) {
  const Quantity* const entry = quantity_named(quantity);
  if (entry == nullptr || entry->reading != Reading::epsilon || value.value.is_infinite()) {
    return false;
  }
  const Ball& found = value.value->value();
  return certainly_at_most(found, Ball(Rational(0), found.precision()));
}

}  // namespace

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
  out.add("at", where);
  if (is_no_loss(request.quantity, value)) {
    out.aside("no_loss",
              "0 or less: no loss beyond delta, that is (0, delta)-differential privacy");
  }
  return out.add("value", value);
}

}  // namespace plumbline
