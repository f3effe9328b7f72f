#include "verify/hunt/space/space.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "reference/mechanisms/recorded_kinds.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/questions/registry.hpp"
#include "verify/base/text/toml_text.hpp"
#include "verify/hunt/space/kinks.hpp"

namespace plumbline {
namespace {

// Indices of the coordinates of a genome. The coordinates of the factors begin at kFactors: for each factor its kind,
// its number of steps, its rounding, and its parameters.
enum Place : size_t { kCount, kRelation, kQuestion, kArgument, kRounding, kOuter, kFactors };
constexpr size_t kFactorHead = 3;

[[noreturn]] void refuse_space(const std::string& place, const std::string& what) {
  throw std::invalid_argument(place + ": " + what);
}

template <class T>
const T& chosen(const std::vector<T>& list, double u) {
  const auto i = static_cast<size_t>(u * static_cast<double>(list.size()));
  return list[std::min(i, list.size() - 1)];
}

double nearest_power_of_two(double x) { return std::exp2(std::round(std::log2(x))); }

/// Returns an integer near x that is typical of programs: often a power of two, its neighbour, or a round number.
double tidy_integer(double x, double u) {
  if (x < 1) return x;
  if (u < 0.25) return nearest_power_of_two(x);
  if (u < 0.5) return with_digits(x, 1);
  if (u < 0.65) return nearest_power_of_two(x) + (u < 0.575 ? 1 : -1);
  return x;
}

double tidy(const Drawn& drawn, double u) {
  if (!drawn.ranged) return drawn.value;
  double x = drawn.value;
  if (drawn.integer) {
    x = tidy_integer(x, u);
  } else if (u < 0.8) {
    x = with_digits(x, u < 0.4 ? 1 : u < 0.65 ? 2 : 3);
  }
  return std::clamp(x, drawn.from, drawn.to);
}

bool replaces_record(const std::string& kind) {
  if (const auto known = mechanism_recorded_as(kind)) return known->entry.replaces_record;
  const MechanismEntry* entry = mechanism_named(kind);
  return entry != nullptr && entry->replaces_record;
}

/// Returns true for relations that hunts use.
bool is_hunted(const Neighbours& row) {
  return row.of_pair.empty() || relation_in(row) == Relation::replace_one;
}

std::string hunted_words() {
  std::string out;
  for (const Neighbours& row : neighbours_table()) {
    if (is_hunted(row)) out += (out.empty() ? "" : ", ") + row.relation;
  }
  return out;
}

std::vector<Relation> read_relations(const toml::node& node, const std::string& place) {
  std::vector<Relation> out;
  const toml::array* list = node.as_array();
  if (list == nullptr || list->empty()) refuse_space(place, "must be a list of words");
  for (const toml::node& one : *list) {
    const auto word = one.value<std::string>();
    if (!word) refuse_space(place, "must be a list of words");
    const Neighbours* row = find_neighbours(*word);
    if (row == nullptr || !is_hunted(*row)) {
      refuse_space(place, "unknown relation '" + *word + "'; write " + hunted_words());
    }
    out.push_back(relation_in(*row));
  }
  return out;
}

/// Returns an epsilon at which delta is neither negligible nor close to 1; `place` in [0, 1] selects it.
double typical_epsilon(const Setting& setting, double place) {
  const Composition composition = Composition::parse(setting_expression(setting));
  const auto location = composition.approximate_location(1);
  const double x = location.mean + (10 * place - 2) * location.deviation;
  return std::isfinite(x) ? std::fabs(x) : 1;
}

}  // namespace

double with_digits(double x, int digits) {
  return parse_double(fmt::format("{:.{}e}", x, digits - 1));
}

Space::MechanismSpace Space::read_kind(const toml::table& table, const std::string& place) {
  MechanismSpace out;
  out.name = table["kind"].value_or(std::string());
  if (out.name.empty()) refuse_space(place, "needs kind, such as gaussian");
  out.relations = {replaces_record(out.name) ? Relation::replace_one : Relation::add_remove};
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (name == "kind") continue;
    if (name == "weight") {
      out.weight = node.value_or(0.0);
      if (!(out.weight > 0)) refuse_space(place + ".weight", "must be greater than 0");
    } else if (name == "relations") {
      out.relations = read_relations(node, place + ".relations");
    } else if (name == "steps") {
      out.steps = Range::read(node, place + ".steps");
    } else {
      out.parameters.emplace_back(name, Range::read(node, place + "." + name));
    }
  }
  return out;
}

namespace {

bool lies_in(Domain domain, double x) {
  if (domain == Domain::level) return x >= 0 && x <= 1;
  if (domain == Domain::inner) return x > 0 && x < 1;
  return domain == Domain::any || x > 0;
}

std::string domain_text(Domain domain) {
  return domain == Domain::level   ? "in [0, 1]"
         : domain == Domain::inner ? "in (0, 1)"
                                   : "greater than 0";
}

/// Returns true if claims about the quantity are about two mechanisms.
bool is_about_two(const std::string& name) {
  const Quantity* const quantity = quantity_named(name);
  return quantity != nullptr && quantity->subject == Subject::two_mechanisms && quantity->claims;
}

/// Returns the quantity that is about a whole distribution.
const Quantity& whole_quantity() {
  const auto& all = all_quantities();
  return *std::find_if(all.begin(), all.end(), [](const Quantity& one) {
    return one.takes_option("distribution") && one.claims;
  });
}

const Quantity& asked_quantity(const std::string& name) {
  if (name == whole_quantity().name) return whole_quantity();
  try {
    return required_profile_quantity(name);
  } catch (const std::invalid_argument& e) {
    refuse_space("questions", e.what());
  }
}

/// Parses the second mechanisms of a quantity about two mechanisms; each is an expression.
std::vector<std::string> read_others(const toml::node& node, const std::string& place) {
  const toml::array* list = node.as_array();
  std::vector<std::string> out;
  for (size_t i = 0; list != nullptr && i < list->size(); ++i) {
    out.push_back((*list)[i].value_or(std::string()));
    try {
      (void)Composition::parse(out.back());
    } catch (const std::invalid_argument& e) {
      refuse_space(place, e.what());
    }
  }
  if (out.empty()) {
    refuse_space(place, "must be a list of the second mechanisms, such as [\"laplace(b=1)\"]");
  }
  return out;
}

/// Throws std::invalid_argument if some number of the range is not a valid argument of the quantity.
void check_range(const std::string& quantity, const std::string& argument, const Range& range,
                 const std::string& place) {
  const ArgumentEntry* const entry = required_quantity(quantity).find_argument(argument);
  const Domain domain = entry == nullptr ? Domain::any : entry->domain;
  const std::string meaning =
      fmt::format("these are the {}s at which {} is asked", argument, quantity);
  if (range.has_word() && domain != Domain::any) {
    refuse_space(
        place,
        fmt::format("typical and kink are epsilons, and {}: write {{from = 1e-10, to = 0.01, "
                    "scale = \"log\"}}",
                    meaning));
  }
  if (!range.all_numbers([domain](double x) { return lies_in(domain, x); })) {
    refuse_space(place, fmt::format("must be {}: {}", domain_text(domain), meaning));
  }
}

}  // namespace

void Space::read_questions(const toml::table& table) {
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    const std::string place = fmt::format("line {}: questions.{}", node.source().begin.line, name);
    if (is_about_two(name)) {
      questions_.push_back({name, Range::of(0), read_others(node, place)});
      continue;
    }
    const Quantity& entry = asked_quantity(name);
    if (entry.argument().empty()) {
      questions_.push_back({name});
      continue;
    }
    questions_.push_back({name, Range::read(node, place)});
    check_range(name, entry.argument(), questions_.back().argument, place);
  }
}

void Space::read_root(const toml::table& root) {
  for (const auto& [key, node] : root) {
    const std::string name(key.str());
    if (name == "mechanism") {
      const toml::array* list = node.as_array();
      if (list == nullptr) refuse_space(name, "write [[mechanism]]");
      for (const toml::node& one : *list) {
        if (!one.is_table()) refuse_space(name, "write [[mechanism]]");
        kinds_.push_back(
            read_kind(*one.as_table(), fmt::format("mechanism {}", kinds_.size() + 1)));
      }
    } else if (name == "questions") {
      if (!node.is_table()) refuse_space(name, "write [questions]");
      read_questions(*node.as_table());
    } else if (name == "outer") {
      outer_ = Range::read(node, name);
    } else if (name == "factors") {
      products_.clear();
      if (node.is_array()) {
        for (const toml::node& one : *node.as_array()) products_.push_back(one.value_or(0));
      }
      const auto fine = [](int n) { return n >= 1 && n <= 8; };
      if (products_.empty() || !std::all_of(products_.begin(), products_.end(), fine)) {
        refuse_space(name, "must be a list of numbers of factors, each from 1 to 8");
      }
    } else {
      refuse_space(name, "unknown; a space has factors, outer, [[mechanism]] and [questions]");
    }
  }
}

void Space::check() const {
  if (kinds_.empty()) refuse_space("mechanism", "there is none; write [[mechanism]]");
  if (questions_.empty()) refuse_space("questions", "there is none; write [questions]");
  for (const MechanismSpace& kind : kinds_) {
    Setting one{{factor_at(kind, Genome(slots(), 0.37).data())},
                1,
                kind.relations.front(),
                questions_.front().quantity,
                0};
    try {
      (void)Composition::parse(setting_expression(one));
    } catch (const std::invalid_argument& e) {
      refuse_space("mechanism " + kind.name, e.what());
    }
  }
}

Space Space::parse(const std::string& text, const std::string& file) {
  try {
    if (const auto line = stray_character_line(text)) {
      refuse_space("line " + std::to_string(*line), "a character beyond ASCII outside of strings");
    }
    const toml::table root = toml::parse(text, file);
    Space out;
    out.read_root(root);
    for (const MechanismSpace& kind : out.kinds_) {
      out.most_parameters_ = std::max(out.most_parameters_, kind.parameters.size());
    }
    out.check();
    return out;
  } catch (const toml::parse_error& e) {
    throw std::invalid_argument(
        fmt::format("{}:{}: {}", file, e.source().begin.line, e.description()));
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(file + ": " + e.what());
  }
}

Space Space::usual() { return parse(usual_space_text(), "the usual space"); }

size_t Space::slots() const { return kFactorHead + most_parameters_; }

size_t Space::dimension() const {
  const int most = *std::max_element(products_.begin(), products_.end());
  return kFactors + static_cast<size_t>(most) * slots();
}

const Space::MechanismSpace& Space::kind_at(double u) const {
  double all = 0;
  for (const MechanismSpace& kind : kinds_) all += kind.weight;
  double left = u * all;
  for (const MechanismSpace& kind : kinds_) {
    if (left < kind.weight) return kind;
    left -= kind.weight;
  }
  return kinds_.back();
}

SettingFactor Space::factor_at(const MechanismSpace& kind, const double* genome) const {
  SettingFactor out{kind.name, {}, 1};
  const double rounding = genome[2];
  out.steps = std::max(1.0, tidy(kind.steps.at(genome[1]), rounding));
  for (size_t i = 0; i < kind.parameters.size(); ++i) {
    // Each number of a factor is rounded differently.
    const double own = std::fmod(rounding * 7 + 0.31 * static_cast<double>(i), 1.0);
    const auto& [name, range] = kind.parameters[i];
    out.parameters.emplace_back(name, tidy(range.at(genome[kFactorHead + i]), own));
  }
  return out;
}

bool Space::set_argument(const Question& question, double u, double rounding,
                         Setting* setting) const {
  setting->quantity = question.quantity;
  if (!question.others.empty()) setting->other = chosen(question.others, u);
  if (argument_name(*setting).empty()) return true;
  const Drawn drawn = question.argument.at(u);
  if (drawn.kind == DrawnKind::kink) {
    setting->argument = kink_near(*setting, drawn.value);
  } else if (drawn.kind == DrawnKind::typical) {
    Drawn found = drawn;
    found.ranged = true;
    found.value = typical_epsilon(*setting, drawn.value);
    found.to = HUGE_VAL;
    setting->argument = tidy(found, rounding);
  } else {
    setting->argument = tidy(drawn, rounding);
  }
  return std::isfinite(setting->argument);
}

size_t Space::argument_place() { return kArgument; }

std::optional<Setting> Space::at(const Genome& genome) const {
  Setting out;
  const int count = chosen(products_, genome[kCount]);
  std::vector<Relation> relations;
  for (int i = 0; i < count; ++i) {
    const double* own = genome.data() + kFactors + static_cast<size_t>(i) * slots();
    const MechanismSpace& kind = kind_at(own[0]);
    // A factor with another neighbouring relation is left out.
    if (i > 0 && kind.relations != relations) continue;
    relations = kind.relations;
    out.factors.push_back(factor_at(kind, own));
  }
  out.relation = chosen(relations, genome[kRelation]);
  out.outer = std::max(1.0, tidy(outer_.at(genome[kOuter]), genome[kRounding]));
  try {
    (void)Composition::parse(setting_expression(out));  // throws if the numbers form no mechanism
    const Question& question = chosen(questions_, genome[kQuestion]);
    if (!set_argument(question, genome[kArgument], genome[kRounding], &out)) return std::nullopt;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return out;
}

void Space::ask_whole() { questions_ = {{whole_quantity().name}}; }

bool Space::asks(const std::string& quantity) const {
  return std::any_of(questions_.begin(), questions_.end(),
                     [&](const Question& q) { return q.quantity == quantity; });
}

bool Space::has_kind(const std::string& kind) const {
  return std::any_of(kinds_.begin(), kinds_.end(),
                     [&](const MechanismSpace& k) { return k.name == kind; });
}

std::string Space::summary() const {
  std::string kinds, quantities;
  for (const MechanismSpace& kind : kinds_) kinds += (kinds.empty() ? "" : ", ") + kind.name;
  for (const Question& q : questions_) quantities += (quantities.empty() ? "" : ", ") + q.quantity;
  return kinds + "; " + quantities;
}

}  // namespace plumbline
