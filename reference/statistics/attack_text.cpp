#include "reference/statistics/attack_text.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/channels/blanks.hpp"
#include "reference/statistics/attack_kinds.hpp"

namespace plumbline {
namespace {

using attack_kinds::entry_named;
using attack_kinds::entry_of;
using attack_kinds::Form;
using attack_kinds::KindEntry;
using attack_kinds::WordEntry;

[[noreturn]] void fail(const std::string& what) {
  throw std::invalid_argument("not the text of an attack: " + what);
}

long read_count(const std::string& name, const std::string& text) {
  long out = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, out);
  const bool plain = error == std::errc() && rest == end && std::to_string(out) == text;
  if (!plain || out < 0 || out > 1'000'000'000'000'000'000) {
    fail(name + " must be a whole number up to 10^18, got '" + text + "'");
  }
  return out;
}

/// Parses a whole text as a double; nothing if it is invalid, or beyond the range of doubles.
std::optional<double> double_of(const std::string& text) {
#ifdef __cpp_lib_to_chars
  double out = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, out);
  if (error != std::errc() || rest != end) return std::nullopt;
  return out;
#else
  const bool plain = !text.empty() && text.front() != '+' &&
                     text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  size_t rest = 0;
  errno = 0;
  const double out = plain ? parse_double(text, &rest) : 0;
  if (!plain || errno != 0 || rest != text.size()) return std::nullopt;
  return out;
#endif
}

double read_score(const std::string& name, const std::string& text) {
  const std::optional<double> out = double_of(text);
  if (!out || !std::isfinite(*out)) {
    fail(name + " must be a finite number, got '" + text + "'");
  }
  return *out + 0.0;  // converts -0 to 0
}

/// Splits a text at commas outside of brackets.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> out(1);
  int open = 0;
  for (const char c : text) {
    open += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && open == 0) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

std::string inside(const std::string& name, const std::string& text) {
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') {
    fail(name + " must be a list like [1,2], got '" + text + "'");
  }
  return text.substr(1, text.size() - 2);
}

/// Parses a list, sorts it and removes duplicates, so that equal sets have equal texts.
template <class Value, class Read>
std::vector<Value> rising(const std::string& name, const std::string& text, const Read& read) {
  std::vector<Value> out;
  for (const std::string& part : parts_of(inside(name, text))) out.push_back(read(name, part));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::string counts_text(const std::vector<long>& counts) {
  std::string out;
  for (const long x : counts) out += (out.empty() ? "[" : ",") + std::to_string(x);
  return out + "]";
}

std::string unit_text(const std::string& name, const std::string& text) {
  const Rational x = Rational::parse(text);
  if (x.sign() > 0 && x < Rational(1)) return x.text();
  fail(name + " must be in (0, 1), got '" + text + "'");
}

std::string form_text(const WordEntry& entry, const std::string& text) {
  switch (entry.form) {
    case Form::count:
      return std::to_string(read_count(entry.name, text));
    case Form::unit:
      return unit_text(entry.name, text);
    case Form::score:
      return exact_text(read_score(entry.name, text));
    case Form::scores:
      return "[" + score_text(rising<double>(entry.name, text, read_score)) + "]";
    case Form::counts:
      return counts_text(rising<long>(entry.name, text, read_count));
    case Form::word:
      break;
  }
  if (std::find(entry.among.begin(), entry.among.end(), text) != entry.among.end()) return text;
  fail(entry.name + " is '" + text + "'");
}

const std::string& found(const NamedTexts& words, const std::string& name) {
  static const std::string none;
  for (const auto& [known, text] : words) {
    if (known == name) return text;
  }
  return none;
}

/// Checks that each name belongs to the kind, and occurs once.
void check_names(const KindEntry& kind, const NamedTexts& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& name = words[i].first;
    const bool known = std::any_of(kind.words.begin(), kind.words.end(),
                                   [&](const WordEntry& one) { return one.name == name; });
    if (!known) fail(kind.name + " has no word '" + name + "'");
    for (size_t j = 0; j < i; ++j) {
      if (words[j].first == name) fail("'" + name + "' occurs twice");
    }
  }
}

}  // namespace

AttackText AttackText::of(AttackKind kind, const NamedTexts& words) {
  const KindEntry& entry = entry_of(kind);
  check_names(entry, words);
  NamedTexts out;
  for (const WordEntry& one : entry.words) {
    const std::string& text = found(words, one.name);
    const bool wanted = one.with.empty() || (found(words, one.with) == one.having) != one.other;
    if (wanted == text.empty()) {
      fail(one.name + (wanted ? " is missing" : " does not go with these words"));
    }
    if (wanted) out.emplace_back(one.name, form_text(one, text));
  }
  return {kind, std::move(out)};
}

AttackText AttackText::parse(const std::string& written) {
  const std::string text = without_blanks_around(written, "()[]=,");
  const size_t open = text.find('(');
  const KindEntry* entry = open == std::string::npos ? nullptr : entry_named(text.substr(0, open));
  if (entry == nullptr || text.back() != ')') {
    fail("it is written trials(...), reconstruction(...), one_run(...) or scores(...)");
  }
  NamedTexts words;
  for (const std::string& part : parts_of(text.substr(open + 1, text.size() - open - 2))) {
    const size_t equals = part.find('=');
    if (equals == std::string::npos || equals + 1 == part.size()) fail("'" + part + "'");
    words.emplace_back(part.substr(0, equals), part.substr(equals + 1));
  }
  return of(entry->kind, words);
}

std::string AttackText::text() const {
  std::string out;
  for (const auto& [name, text] : words_) {
    out += out.empty() ? "" : ",";
    out += name;
    out += "=" + text;
  }
  return entry_of(kind_).name + "(" + out + ")";
}

bool AttackText::has(const std::string& name) const { return !found(words_, name).empty(); }

const std::string& AttackText::word(const std::string& name) const {
  const std::string& out = found(words_, name);
  if (out.empty()) fail(name + " is missing");
  return out;
}

long AttackText::count(const std::string& name) const { return read_count(name, word(name)); }

Rational AttackText::number(const std::string& name) const { return Rational::parse(word(name)); }

double AttackText::score(const std::string& name) const { return read_score(name, word(name)); }

std::vector<double> AttackText::scores(const std::string& name) const {
  return rising<double>(name, word(name), read_score);
}

std::vector<long> AttackText::counts(const std::string& name) const {
  return rising<long>(name, word(name), read_count);
}

bool is_attack_text(const std::string& text) {
  const size_t open = text.find('(');
  return open != std::string::npos && entry_named(text.substr(0, open)) != nullptr;
}

std::vector<double> score_list(const std::string& text) {
  std::vector<double> out;
  for (size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
    to = text.find(',', from);
    const std::string part = text.substr(from, to == std::string::npos ? to : to - from);
    out.push_back(read_score("score " + std::to_string(out.size() + 1), part));
  }
  return out;
}

std::string score_text(const std::vector<double>& scores) {
  std::string out;
  for (const double x : scores) {
    if (!out.empty()) out += ',';
    out += exact_text(x + 0.0);
  }
  return out;
}

}  // namespace plumbline
