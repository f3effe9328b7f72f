/// A query: one quantity of its subjects, in the names of the registry (entry.hpp). Every interface (command line,
/// case, claim, certificate, hunt, C) parses its input into a query, and answer() answers it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/numbers/named_texts.hpp"
#include "reference/arithmetic/numbers/number.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

struct Query {
  std::string quantity;     ///< its name in all_quantities()
  std::string mechanism{};  ///< an expression; with one parameter written ?, or a channel, if the
                            ///< quantity is about such a subject; otherwise empty
  std::string other{};      ///< the second mechanism; empty if the quantity is about one
  Direction direction = Direction::worst;
  NamedTexts at{};       ///< the arguments by name, as exact numbers
  NamedTexts options{};  ///< named options: `vary`, `hyperprior`, ...
  int digits = 15;       ///< relative digits of the answer
  std::string engine = "auto";
  std::string other_engine{};  ///< engine for the second mechanism; empty: the same as for the
                               ///< first

  /// "delta(epsilon=1) of gaussian(sigma=1), forward".
  std::string shown() const;
  /// The argument of that name; nothing if it is missing.
  std::optional<std::string> text(const std::string& name) const;
  /// Returns the option as an exact number; throws std::invalid_argument if it is missing or malformed, or if it is
  /// irrational and a rational is needed.
  Real real(const std::string& name) const;
  Rational number(const std::string& name) const;
  /// An integer in [0, 10^9]; throws std::invalid_argument otherwise.
  long whole(const std::string& name) const;
  /// A list of numbers separated by commas; throws std::invalid_argument on other texts.
  std::vector<Rational> numbers(const std::string& name) const;
  /// All arguments as numbers.
  NamedRationals numbers() const { return rationals_of(at); }
  /// The value of the option of that name; empty if it is missing.
  std::string option(const std::string& name) const;
  const std::string& second_engine() const { return other_engine.empty() ? engine : other_engine; }
};

/// The text of that name; empty if there is none.
std::string text_of(const NamedTexts& texts, const std::string& name);

}  // namespace plumbline
