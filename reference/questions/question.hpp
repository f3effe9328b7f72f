/// A query asks for one quantity of one or two subjects (mechanisms, for example). Names are those of the registry
/// (entry.hpp). Every interface (command line, case, claim, certificate, hunt, C) parses its input into a query, and
/// answer() answers it.
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
  std::string mechanism{};  ///< an expression (for some quantities with one parameter written ?),
                            ///< or the text of a channel or an attack; may be empty
  std::string other{};      ///< the second mechanism; empty if the quantity is about one mechanism
  Direction direction = Direction::worst;
  NamedTexts at{};       ///< the arguments by name, as exact numbers
  NamedTexts options{};  ///< named options: `vary`, `hyperprior`, ...
  int digits = 15;       ///< relative digits of the answer
  std::string engine = "auto";
  std::string other_engine{};  ///< engine for the second mechanism; empty: the same as for the
                               ///< first

  /// Returns a text like "delta(epsilon=1) of gaussian(sigma=1), forward".
  std::string shown() const;
  /// Returns the argument of that name; nothing if it is missing.
  std::optional<std::string> text(const std::string& name) const;
  /// Return the argument as an exact number. Throw std::invalid_argument if it is missing or malformed, or if it is
  /// irrational and a rational is required.
  Real real(const std::string& name) const;
  Rational number(const std::string& name) const;
  /// Returns an integer argument in [0, 10^9]. Throws std::invalid_argument on other values.
  long whole(const std::string& name) const;
  /// Returns an argument that is a list of numbers separated by commas. Throws std::invalid_argument on other texts.
  std::vector<Rational> numbers(const std::string& name) const;
  /// Returns all arguments as numbers.
  NamedRationals numbers() const { return rationals_of(at); }
  /// Returns the value of the option of that name; empty if it is missing.
  std::string option(const std::string& name) const;
  const std::string& second_engine() const { return other_engine.empty() ? engine : other_engine; }
};

/// Returns the text of that name; empty if there is none.
std::string text_of(const NamedTexts& texts, const std::string& name);

}  // namespace plumbline
