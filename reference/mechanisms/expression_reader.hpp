/// The reader of mechanism expressions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/expression_scan.hpp"

namespace plumbline {

/// Reads a product of mechanisms as it is written. Throws std::invalid_argument with one line that says where and what
/// to write instead.
class ExpressionReader : private ExpressionScan {
 public:
  ExpressionReader(std::string_view text, bool may_be_open)
      : ExpressionScan(text), may_be_open_(may_be_open) {}

  std::vector<WrittenFactor> product();

  /// Those of a product without open parameters.
  std::vector<Factor> made();

 private:
  /// Up to where no `*` follows.
  std::vector<WrittenFactor> terms(int depth);

  /// A mechanism or a product in parentheses, with a power or without.
  std::vector<WrittenFactor> term(int depth);

  /// (A^a * B^b)^N is A^(a N) * B^(b N).
  void raise(std::vector<WrittenFactor>* factors);
  Rational count(const std::string& number);
  WrittenFactor mechanism();
  /// Reads the text in the parentheses of a mechanism of that name, and the closing one.
  void read_inside(const std::string& name, WrittenFactor* factor);

  /// All weighted mechanisms there are; a single one comes first.
  static bool expects_inner(const MechanismEntry& entry, const WrittenFactor& factor);
  void read_inner(const MechanismEntry& entry, WrittenFactor* factor);
  /// The rest of several Gaussian answers on one batch, of which `inner` and `single` are the first; these become
  /// the one Gaussian that all of them are.
  void read_batch(const MechanismEntry& entry, WrittenFactor* inner, Mechanism* single);
  void read_parameter(const MechanismEntry& entry, WrittenFactor* factor);
  void read_multiple(const std::string& key, Parameters* parameters);
  Rational number(const std::string& key, std::string_view stops);
  /// A number: the rational, or as a word of the parameters what is irrational.
  void read_number_of(const MechanismEntry& entry, const std::string& key, Parameters* parameters);
  std::vector<Rational> list(const std::string& key);
  const MechanismEntry& find(const std::string& name, size_t start);

  bool may_be_open_;
  int depth_ = 0;             ///< of mechanisms inside one another
  std::vector<Factor> made_;  ///< the factors read so far, unless one is open
};

}  // namespace plumbline
