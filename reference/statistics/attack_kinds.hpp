/// Which words the text of each kind of attack has.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/attack_text.hpp"

namespace plumbline::attack_kinds {

/// How the text of a word is read.
enum class Form { count, unit, word, score, scores, counts };

struct WordEntry {
  std::string name;
  Form form;
  std::vector<std::string> among{};  ///< of a word
  /// It stands there if and only if that word has that text (has another one: `other`); always where empty.
  std::string with{}, having{};
  bool other = false;
};

struct KindEntry {
  AttackKind kind;
  std::string name;
  std::vector<WordEntry> words;
};

const KindEntry& entry_of(AttackKind kind);
/// Null where no kind is called so.
const KindEntry* entry_named(const std::string& name);

}  // namespace plumbline::attack_kinds
