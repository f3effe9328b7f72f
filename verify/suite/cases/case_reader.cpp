#include "verify/suite/cases/case_reader.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#include "reference/questions/registry.hpp"
#include "verify/base/points.hpp"
#include "verify/suite/cases/direction_reader.hpp"
#include "verify/suite/cases/expectation_reader.hpp"
#include "verify/suite/cases/judged_reader.hpp"

namespace plumbline {
namespace {

constexpr int kMostDigits = 10000;

/// The fields of a case, as far as they could be parsed.
struct Draft {
  std::vector<Composition> mechanisms;
  std::optional<Composition> other;
  bool curve = false, whole = false;
  const Quantity* quantity = nullptr;  ///< null if unknown
  std::string argument;
};

std::optional<Composition> read_mechanism(TableReader& table, const std::string& key,
                                          const std::string& remedy) {
  const auto text = table.required(key, remedy);
  if (!text) return std::nullopt;
  try {
    return Composition::parse(*text);
  } catch (const std::invalid_argument& e) {
    table.complain(key, e.what());
    return std::nullopt;
  }
}

/// Reads one mechanism or several. With `steps`, one mechanism is repeated with each of these multiplicities.
std::vector<Composition> read_mechanisms(TableReader& table) {
  std::vector<Composition> out;
  const toml::node* node = table.find("mechanism");
  if (node != nullptr && node->is_array()) {
    for (const std::string& text : table.texts("mechanism")) {
      try {
        out.push_back(Composition::parse(text));
      } catch (const std::invalid_argument& e) {
        table.complain("mechanism", e.what());
      }
    }
  } else if (auto one = read_mechanism(table, "mechanism", "for example \"gaussian(sigma=1)\"")) {
    out.push_back(*one);
  }
  const std::vector<std::string> steps = table.texts("steps");
  if (steps.empty() || out.empty()) return out;
  if (out.size() > 1) {
    table.complain("steps", "belongs to a single mechanism; remove it or the list");
    return out;
  }
  std::vector<Composition> sequence;
  for (const std::string& text : steps) {
    std::vector<Rational> points;
    try {
      points = parse_points(text);
    } catch (const std::invalid_argument& e) {
      table.complain("steps", e.what());
    }
    for (const Rational& N : points) {
      if (!N.is_integer() || N.sign() <= 0) {
        table.complain("steps", "must be positive integers, got " + N.text());
        return out;
      }
      std::vector<Factor> factors = out.front().factors();
      for (Factor& factor : factors) factor.count = factor.count * N;
      sequence.emplace_back(factors);
    }
  }
  return sequence;
}

/// Checks that the number of steps increases along a sequence; otherwise no exponent of the error can be fitted.
void check_growth(TableReader& table, const std::vector<Composition>& sequence) {
  for (size_t k = 0; k + 1 < sequence.size(); ++k) {
    if (sequence[k + 1].steps() <= sequence[k].steps()) {
      table.complain(table.find("steps") != nullptr ? "steps" : "mechanism",
                     "a sequence must grow in steps; write them in order");
      return;
    }
  }
}

void read_quantity(TableReader& table, Draft* draft) {
  const auto name = table.required("quantity", "name what to compute, for example \"delta\"");
  if (!name) return;
  try {
    draft->quantity = &required_quantity(*name);
    draft->argument = draft->quantity->argument();
  } catch (const std::invalid_argument& e) {
    table.complain("quantity", e.what());
  }
}

void read_other(TableReader& table, Draft* draft) {
  if (draft->quantity != nullptr && draft->quantity->has_other()) {
    draft->other = read_mechanism(table, "other", "a divergence compares two mechanisms");
  } else if (table.find("other") != nullptr && draft->quantity != nullptr) {
    table.complain("other", "belongs to quantity \"divergence\" only; remove it");
  }
}

/// Returns the points under `at`, whose only key is the quantity's argument.
std::vector<Real> read_arguments(TableReader& table, Draft& draft, Complaints& complaints) {
  const toml::node* node = table.find("at");
  if (draft.quantity == nullptr) return {};
  const std::string& name = draft.quantity->name;
  if (draft.argument.empty()) {
    if (node != nullptr) table.complain("at", name + " has no argument; remove it");
    return {Real(Rational(0))};
  }
  const std::string example = "at = { " + draft.argument + " = \"...\" }";
  if (node == nullptr || !node->is_table()) {
    table.complain(
        "at", node == nullptr ? "is missing; write " + example : "must be a table: " + example);
    return {};
  }
  TableReader at(*node->as_table(), complaints, "at.");
  if (at.find(draft.argument) == nullptr) {
    table.complain("at",
                   "the argument of " + name + " is " + draft.argument + "; write " + example);
    return {};
  }
  std::vector<Real> points;
  const std::vector<std::string> texts = at.texts(draft.argument);
  const Reading reading = draft.quantity->reading;
  if (texts == std::vector<std::string>{"all"} &&
      (reading == Reading::type_two || reading == Reading::delta)) {
    draft.curve = reading == Reading::type_two;
    draft.whole = reading == Reading::delta;
    at.refuse_unknown_keys();
    return {Real(Rational(0))};
  }
  for (const std::string& text : texts) {
    try {
      for (const Real& x : read_points(text)) {
        if (!draft.quantity->arguments.front().any_real) x.as_rational();
        points.push_back(x);
      }
    } catch (const std::invalid_argument& e) {
      at.complain(draft.argument, e.what());
    }
  }
  at.refuse_unknown_keys();
  return points;
}

std::optional<PrintedNumber> read_expect(TableReader& table, bool one_point) {
  const auto text = table.text("expect");
  if (!text) return std::nullopt;
  if (!one_point) {
    table.complain("expect", "belongs to a single point; write one case for each printed value");
    return std::nullopt;
  }
  try {
    return PrintedNumber::parse(*text);
  } catch (const std::invalid_argument& e) {
    table.complain("expect", e.what());
    return std::nullopt;
  }
}

void check_disputed(TableReader& table, const std::optional<std::string>& disputed,
                    const Expectations& expectations) {
  if (disputed && table.find("expect") == nullptr && expectations.list.empty()) {
    table.complain("disputed",
                   "disputes an expectation; add what the source states, as expect, "
                   "equals, expect_below or expect_above");
  }
}

/// Reads a case about a quantity that no approximation computes: it is not judged, and its arguments are texts.
std::optional<Case> read_request_case(TableReader& table, const toml::table& node,
                                      Complaints& complaints, size_t before) {
  const auto id = table.required("id", "give the case a name, unique in this file");
  std::vector<Query> requests = read_requests(table, true);
  const auto digits = table.integer("digits", 1, kMostDigits);
  const auto expect = read_expect(table, requests.size() <= 1);
  const auto disputed = table.text("disputed");
  std::vector<std::string> arguments;
  if (!requests.empty()) {
    for (const auto& [name, value] : requests.front().at) arguments.push_back(name);
  }
  Expectations expectations = read_expectations(table, arguments, complaints);
  check_disputed(table, disputed, expectations);
  std::vector<std::string> statements = read_statements(table);
  table.refuse_unknown_keys();
  if (complaints.problems.size() > before || requests.empty()) return std::nullopt;
  // A placeholder: the requests contain the mechanism, if the quantity has one.
  static const Composition kUnused = Composition::of("perfectly_private", {});
  const std::string quantity = requests.front().quantity;
  const Direction direction = requests.front().direction;
  return Case{.id = *id,
              .quantity = quantity,
              .mechanism = kUnused,
              .direction = direction,
              .digits = digits.value_or(15),
              .expect = expect,
              .disputed = disputed,
              .line = line_of(node),
              .mechanism_line = table.line("mechanism"),
              .at_line = table.line("at"),
              .requests = std::move(requests),
              .expectations = std::move(expectations),
              .statements = std::move(statements)};
}

/// Returns true if the quantity is computed neither from one profile nor from two profiles.
bool is_asked_alone(const std::string& name) {
  const Quantity* entry = quantity_named(name);
  return entry != nullptr && !entry->of_profile && entry->compute_two == nullptr;
}

/// Reads a case about a quantity that is computed from one profile, or from two profiles.
std::optional<Case> read_value_case(TableReader& table, const toml::table& node,
                                    Complaints& complaints, size_t before) {
  const auto id = table.required("id", "give the case a name, unique in this file");
  Draft draft;
  read_quantity(table, &draft);
  draft.mechanisms = read_mechanisms(table);
  check_growth(table, draft.mechanisms);
  read_other(table, &draft);
  const Direction direction = read_direction(table, draft.quantity);
  const auto points = read_arguments(table, draft, complaints);
  const auto digits = table.integer("digits", 1, kMostDigits);
  const bool one_point =
      points.size() <= 1 && !draft.curve && !draft.whole && draft.mechanisms.size() <= 1;
  const auto expect = read_expect(table, one_point);
  const auto disputed = table.text("disputed");
  Expectations expectations = read_expectations(
      table, draft.argument.empty() ? std::vector<std::string>{} : std::vector{draft.argument},
      complaints);
  check_disputed(table, disputed, expectations);
  const auto judge = read_judge(table);
  check_rational(table, points, judge);
  const auto expect_judged = read_expect_judged(table, one_point, judge, complaints);
  const auto tolerance = table.numbers("tolerance");
  const auto options = table.numbers("options");
  std::vector<std::string> statements = read_statements(table);
  const auto order = table.numbers("order");
  table.refuse_unknown_keys();
  if (complaints.problems.size() > before || draft.mechanisms.empty()) return std::nullopt;

  Case c{.id = *id,
         .quantity = draft.quantity->name,
         .mechanism = draft.mechanisms.front(),
         .other = draft.other,
         .direction = direction,
         .argument = draft.argument,
         .at = points,
         .curve = draft.curve,
         .whole = draft.whole,
         .sequence = draft.mechanisms.size() > 1 ? draft.mechanisms : std::vector<Composition>{},
         .order = order,
         .digits = digits.value_or(draft.curve || draft.whole ? 2 : 15),
         .expect = expect,
         .disputed = disputed,
         .judge = judge,
         .tolerance = tolerance,
         .expect_judged = expect_judged,
         .options = options,
         .line = line_of(node),
         .mechanism_line = table.line("mechanism"),
         .at_line = table.line("at"),
         .expectations = std::move(expectations),
         .statements = std::move(statements)};
  check_judged(table, c);
  if (complaints.problems.size() > before) return std::nullopt;
  return c;
}

}  // namespace

std::optional<Case> read_case(const toml::table& node, const std::string& label,
                              Complaints& complaints) {
  complaints.case_id = label;
  const size_t before = complaints.problems.size();
  TableReader table(node, complaints);
  if (const auto* name = node.get_as<std::string>("quantity");
      name != nullptr && is_asked_alone(name->get())) {
    return read_request_case(table, node, complaints, before);
  }
  return read_value_case(table, node, complaints, before);
}

}  // namespace plumbline
