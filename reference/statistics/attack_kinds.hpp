/// The fields that the text of an attack has, for each kind of attack.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/attack_text.hpp"

namespace plumbline::attack_kinds {

/// The form of a field's text.
enum class Form { count, unit, word, score, scores, counts };

struct WordEntry {
  std::string name;
  Form form;
  std::vector<std::string> among{};  ///< the permitted texts of a field of the form `word`
  /// If `with` is empty, the field is always present. Otherwise the field is present if and only if the field `with`
  /// has the text `having`. If `other` is true, the condition is reversed: the text must differ from `having`.
  std::string with{}, having{};
  bool other = false;
};

struct KindEntry {
  AttackKind kind;
  std::string name;
  std::vector<WordEntry> words;
};

const KindEntry& entry_of(AttackKind kind);
/// Returns null if no kind has that name.
const KindEntry* entry_named(const std::string& name);

}  // namespace plumbline::attack_kinds
