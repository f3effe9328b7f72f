/// The parser of mechanism expressions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/arithmetic/numbers/number_sum.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/expression_scan.hpp"

namespace plumbline {

/// Returns the product of several answers that one mechanism computes from the same batch of records. `parts` are the
/// answers as written, `made` are their pairs. Gaussian factors are merged into one Gaussian. Throws
/// std::invalid_argument, and RefusedPair for a group or a replaced record. The messages do not state a position in the
/// text.
InnerMechanism batch_of(const MechanismEntry& entry, const std::vector<WrittenFactor>& parts,
                        const std::vector<Factor>& made);

/// Parses a product of mechanisms. Throws std::invalid_argument with one line that states the position and the remedy.
class ExpressionReader : private ExpressionScan {
 public:
  ExpressionReader(std::string_view text, bool may_be_open)
      : ExpressionScan(text), may_be_open_(may_be_open) {}

  std::vector<WrittenFactor> product();

  /// Returns the factors of a product without unknown parameters.
  std::vector<Factor> made();

 private:
  /// Parses terms until no `*` follows.
  std::vector<WrittenFactor> terms(int depth);

  /// Parses a mechanism or a product in parentheses, with or without a power.
  std::vector<WrittenFactor> term(int depth);

  static std::string unknown(const std::string& written);
  /// Raises each factor to the power that follows: (A^a * B^b)^N is A^(a N) * B^(b N).
  void raise(std::vector<WrittenFactor>* factors);
  Rational count(const std::string& number);
  WrittenFactor mechanism();
  /// Parses the text inside the parentheses of a mechanism of that name, and the closing parenthesis.
  void read_inside(const std::string& name, WrittenFactor* factor);

  /// Returns true if the next item must be a mechanism: every item of a weighted list, otherwise only the first item.
  static bool expects_inner(const MechanismEntry& entry, const WrittenFactor& factor);
  void read_inner(const MechanismEntry& entry, WrittenFactor* factor);
  /// Parses the further answers from the same batch, which follow the first answer `inner`. Returns the product of all
  /// answers. Gaussian factors are merged into one Gaussian.
  InnerMechanism read_batch(const MechanismEntry& entry, const WrittenFactor& inner,
                            const Factor& first);
  void read_parameter(const MechanismEntry& entry, WrittenFactor* factor);
  void read_multiple(const std::string& key, Parameters* parameters);
  Rational number(const std::string& key, std::string_view stops);
  /// Parses a number and adds it to the parameters. The text of an irrational number is stored in Parameters::words.
  void read_number_of(const MechanismEntry& entry, const std::string& key, Parameters* parameters);
  void read_list_of(const std::string& key, Parameters* parameters);
  NumberSum sum(const std::string& key);
  const MechanismEntry& find(const std::string& name, size_t start);

  bool may_be_open_;
  int depth_ = 0;             ///< nesting depth of mechanisms
  std::vector<Factor> made_;  ///< the factors parsed so far, unless one has an unknown parameter
};

}  // namespace plumbline
