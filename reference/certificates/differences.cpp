/// Compares a certificate with another run of its computation.
#include "reference/certificates/consistency.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/stated_parts.hpp"

namespace plumbline {
namespace {

const std::string kRun = "run again, this program ";

/// Compares the further values and the findings of both certificates. Both must have the same names. A stated value
/// must contain the value of the other run, and the texts of findings must be equal.
void compare_named(const Certificate& stated, const Certificate& again,
                   std::vector<Objection>* out) {
  for (const NamedInterval& value : stated.values) {
    const std::string field = "values." + value.name;
    const std::string text = "[" + value.lower + ", " + value.upper + "]";
    const NamedInterval* here = find_value(again.values, value.name);
    if (here == nullptr) {
      out->push_back({field, text, kRun + "has no such value"});
    } else if (!inside(Interval::read(here->lower, here->upper),
                       Interval::read(value.lower, value.upper))) {
      out->push_back({field, text, kRun + "gives [" + here->lower + ", " + here->upper + "]"});
    }
  }
  for (const NamedInterval& value : again.values) {
    if (find_value(stated.values, value.name) != nullptr) continue;
    out->push_back({"values." + value.name, "nothing",
                    kRun + "gives [" + value.lower + ", " + value.upper + "]"});
  }
  for (const auto& [name, text] : stated.findings) {
    const std::string here = text_of(again.findings, name);
    if (here == text) continue;
    out->push_back({"findings." + name, text,
                    here.empty() ? kRun + "has no such finding" : kRun + "finds " + here});
  }
  for (const auto& [name, text] : again.findings) {
    // Older certificates have no safe double; such a certificate states less.
    if (!text_of(stated.findings, name).empty() || name == "safe_double") continue;
    out->push_back({"findings." + name, "nothing", kRun + "finds " + text});
  }
}

void compare_parameters(const Certificate& stated, const Certificate& again,
                        std::vector<Objection>* out) {
  for (const auto& [name, value] : stated.parameters) {
    const std::string here = text_of(again.parameters, name);
    if (here == value) continue;
    out->push_back({"engine.parameters." + name, value,
                    here.empty() ? kRun + "has no such parameter" : kRun + "takes " + here});
  }
  for (const auto& [name, value] : again.parameters) {
    if (text_of(stated.parameters, name).empty()) {
      out->push_back({"engine.parameters." + name, "nothing", kRun + "takes " + value});
    }
  }
}

/// Compares error budgets. If the interval is wider, the stated budget may be larger, but not smaller.
void compare_budgets(const Certificate& stated, const Certificate& again, bool wider,
                     std::vector<Objection>* out) {
  for (const auto& [name, value] : stated.budget) {
    const std::string here = text_of(again.budget, name);
    if (here == value) continue;
    const auto more = budget_term(value), less = budget_term(here);
    if (wider && less && (!more || *less < *more)) continue;
    out->push_back({"error_budget." + name, value, kRun + "gives " + here});
  }
}

}  // namespace

const NamedInterval* find_value(const std::vector<NamedInterval>& values, const std::string& name) {
  for (const NamedInterval& value : values) {
    if (value.name == name) return &value;
  }
  return nullptr;
}

std::vector<Objection> differences(const Certificate& stated, const Certificate& again) {
  std::vector<Objection> out;
  const Interval a = Interval::read(stated.lower, stated.upper);
  const Interval b = Interval::read(again.lower, again.upper);
  const bool same = stated.lower == again.lower && stated.upper == again.upper;
  // A wider interval is accepted, except for quantities computed by the transform of the loss: their ends must be
  // equal.
  const bool wider = !same && inside(b, a) && form_of(stated).computed != Computed::by_transform;
  if (!same && !wider) {
    out.push_back({"lower, upper", in_brackets(stated), kRun + "gives " + in_brackets(again)});
  }
  compare_named(stated, again, &out);
  // Witness thresholds may differ if the ends differ, or if time ran out before they were found.
  if (same && !stated.witness.empty() && !again.witness.empty() &&
      stated.witness != again.witness) {
    out.push_back({"witness", "thresholds", kRun + "uses others"});
  }
  if (stated.engine != again.engine) {
    out.push_back({"engine.name", stated.engine, kRun + "uses " + again.engine});
    return out;
  }
  compare_parameters(stated, again, &out);
  compare_budgets(stated, again, wider, &out);
  if (finds_argument(certified_quantity(stated.quantity)) && stated.at != again.at) {
    out.push_back({"at." + stated.argument, stated.at, kRun + "gives " + again.at});
  }
  if (!wider && stated.reached != again.reached) {
    out.push_back({"reached", stated.reached ? "true" : "false",
                   kRun + (again.reached ? "reaches" : "does not reach") + " the digits"});
  }
  return out;
}

}  // namespace plumbline
