#include "verify/hunt/space/promise_space.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "verify/hunt/space/space.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

constexpr int kDigits = 3;  // digits of a value drawn from a range

[[noreturn]] void refuse_place(const std::string& place, const std::string& what) {
  throw std::invalid_argument(place + ": " + what);
}

/// Returns a number, a word, true or false, or a list of these.
Json value_of(const toml::node& node, const std::string& place) {
  if (const auto whole = node.value_exact<int64_t>()) return *whole;
  if (const auto number = node.value_exact<double>()) return *number;
  if (const auto flag = node.value_exact<bool>()) return *flag;
  if (const auto word = node.value_exact<std::string>()) return *word;
  if (!node.is_array()) refuse_place(place, "must be a number, a word, true, false or a list");
  Json out = Json::array();
  for (const toml::node& one : *node.as_array()) out.push_back(value_of(one, place));
  return out;
}

}  // namespace

ArgumentSpace ArgumentSpace::read(const toml::node& node, const std::string& place) {
  ArgumentSpace out;
  if (node.is_table()) {
    out.range_ = Range::read(node, place);
  } else if (node.is_array()) {
    for (const toml::node& one : *node.as_array()) out.choices_.push_back(value_of(one, place));
    if (out.choices_.empty()) refuse_place(place, "the list is empty");
  } else {
    out.choices_.push_back(value_of(node, place));
  }
  return out;
}

Json ArgumentSpace::draw(std::mt19937_64& random) const {
  const double u = std::uniform_real_distribution<double>(0, 1)(random);
  if (!range_) {
    const auto i = static_cast<size_t>(u * static_cast<double>(choices_.size()));
    return choices_[std::min(i, choices_.size() - 1)];
  }
  const Drawn drawn = range_->at(u);
  if (drawn.integer) return static_cast<int64_t>(drawn.value);
  return with_digits(drawn.value, kDigits);
}

PromiseSpace::Constructor PromiseSpace::read(const toml::table& table, const std::string& place) {
  Constructor out;
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (name == "name") {
      out.name = node.value_or(std::string());
    } else if (name == "d_in") {
      out.d_in = ArgumentSpace::read(node, place + ".d_in");
    } else if (name == "arguments" && node.is_table()) {
      for (const auto& [argument, range] : *node.as_table()) {
        const std::string word(argument.str());
        out.arguments.emplace_back(word, ArgumentSpace::read(range, place + "." + word));
      }
    } else {
      refuse_place(place + "." + name, "unknown; a constructor has name, arguments and d_in");
    }
  }
  if (out.name.empty()) refuse_place(place, "has no name");
  return out;
}

PromiseSpace PromiseSpace::parse(const std::string& text, const std::string& file) {
  toml::table root;
  try {
    root = toml::parse(text, file);
  } catch (const toml::parse_error& e) {
    refuse_place(file + ":" + std::to_string(e.source().begin.line), std::string(e.description()));
  }
  PromiseSpace out;
  const toml::array* all = root["constructor"].as_array();
  if (all == nullptr || root.size() != 1) {
    refuse_place(file, "has [[constructor]] tables and nothing else");
  }
  for (const toml::node& one : *all) {
    const std::string place =
        file + ": constructor " + std::to_string(out.constructors_.size() + 1);
    if (!one.is_table()) refuse_place(place, "must be a table");
    out.constructors_.push_back(read(*one.as_table(), place));
  }
  return out;
}

ConstructorCall PromiseSpace::draw(size_t turn, std::mt19937_64& random) const {
  const Constructor& one = constructors_.at(turn % constructors_.size());
  ConstructorCall out = {{"constructor", one.name}, {"arguments", Json::object()}};
  for (const auto& [name, space] : one.arguments) out["arguments"][name] = space.draw(random);
  if (one.d_in) out["d_in"] = one.d_in->draw(random);
  return out;
}

}  // namespace plumbline
