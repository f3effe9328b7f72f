/// An attack on a mechanism as one text, which states its counts and the rules for judging it. Examples:
///     trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)
///     reconstruction(successes=40,attempts=100,kappa=0.1,confidence=0.95)
///     one_run(guesses=100,right=90,guesses_fixed=no,bound=exchange,confidence=0.95)
///     one_run(canaries=1000,guesses=100,right=90,guesses_fixed=yes,bound=exchange,confidence=0.95)
///     scores(members=200,others=200,member_scores=high,rule=split,seed=1,threshold=0.5,
///            confidence=0.95,split=0.5)
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/numbers/named_texts.hpp"

namespace plumbline {

enum class AttackKind { trials, reconstruction, one_run, scores };

/// The text of an attack, split into options. The options have the order that the kind of attack prescribes, and each
/// has its canonical form.
class AttackText {
 public:
  /// Throws std::invalid_argument, naming the option that is missing, superfluous or has an invalid value.
  static AttackText parse(const std::string& text);
  /// Parses an attack from options in any order; options without a text count as missing.
  static AttackText of(AttackKind kind, const NamedTexts& words);

  AttackKind kind() const { return kind_; }
  std::string text() const;
  const NamedTexts& words() const { return words_; }

  bool has(const std::string& word) const;
  const std::string& word(const std::string& name) const;
  long count(const std::string& name) const;
  Rational number(const std::string& name) const;
  double score(const std::string& name) const;
  std::vector<double> scores(const std::string& name) const;
  std::vector<long> counts(const std::string& name) const;

 private:
  AttackText(AttackKind kind, NamedTexts words) : kind_(kind), words_(std::move(words)) {}
  AttackKind kind_;
  NamedTexts words_;
};

/// Returns true if a text begins with the name of a kind of attack and a parenthesis.
bool is_attack_text(const std::string& text);

/// Parses finite doubles separated by commas. Throws std::invalid_argument, naming the position.
std::vector<double> score_list(const std::string& text);
std::string score_text(const std::vector<double>& scores);

}  // namespace plumbline
