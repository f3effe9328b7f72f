/// Mechanisms with one free parameter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/parameter_order.hpp"

namespace plumbline {

/// A mechanism expression with one free parameter. The parameter belongs to one factor, or to several factors with
/// the same value (each written `?`) or positive multiples of it (`?*1.3`).
class Family {
 public:
  /// Parses an expression. `vary` is the name of the free parameter (`sigma`, `N`), preceded by the number of the
  /// factor if several factors have the parameter (`2.sigma`). It is empty if the expression contains `?`. With the
  /// suffix `*` (`sigma*`), every written value of the parameter is multiplied by the same number, which is then the
  /// free parameter. Throws std::invalid_argument, naming the candidates, if `vary` does not determine one parameter,
  /// or if no order is proved for it.
  Family(std::string_view expression, const std::string& vary);

  /// Returns the name: `sigma`, `N`, ...; `factor of sigma` if the free value is a multiplier.
  const std::string& parameter() const { return name_; }
  const ParameterOrder& order() const { return order_; }
  /// Returns the expression with `?` for the parameter.
  std::string expression() const;
  /// Returns the value of the parameter in the expression, if the expression states one. It is only a starting point of
  /// searches.
  const std::optional<Rational>& written() const { return written_; }
  /// Returns the member at a value. Throws std::invalid_argument if the value is out of range.
  Composition at(const Rational& value) const;
  /// Returns the member at a value; nothing if the value is out of range.
  std::optional<Composition> member(const Rational& value) const;
  /// Returns the composition of the other factors; nothing if the family has no other factor. No member of the family
  /// is more private than this composition.
  std::optional<Composition> others() const;

 private:
  /// The parsed option `vary`.
  struct Wanted {
    std::string name;
    std::optional<size_t> number;  ///< index of the factor, from 0
    bool multiples;
  };
  Wanted wanted_of(const std::string& vary) const;
  std::string unclear(const Wanted& wanted) const;
  void open_multiples(const Wanted& wanted);
  bool varies(size_t i) const;
  void require_no_other_open() const;
  void take_orders();

  std::vector<WrittenFactor> factors_;
  std::vector<size_t> which_;  ///< indices of the factors with the free parameter
  std::string parameter_, name_;
  bool scaled_ = false;  ///< true if some factor has a multiple of the value
  ParameterOrder order_;
  std::optional<Rational> written_;
};

/// Returns a decimal that is parsed as exactly this double; as an exact number it is equal to the double or more
/// private.
std::string safe_text(double safe, const ParameterOrder& order);

}  // namespace plumbline
