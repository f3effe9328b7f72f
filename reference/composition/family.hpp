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

/// A mechanism expression with one free parameter: the parameter of one factor, or of several factors with the same
/// value (each written `?`) or positive multiples of it (`?*1.3`).
class Family {
 public:
  /// `vary` is a parameter (`sigma`, `N`), preceded by the number of the factor if several have it (`2.sigma`), or
  /// empty for the parameter written as `?`. With `*` as a suffix (`sigma*`), every written value of it is multiplied
  /// by one factor. Throws std::invalid_argument, naming the candidates, if this does not determine one parameter or no
  /// order is proved for it.
  Family(std::string_view expression, const std::string& vary);

  /// `sigma`, `N`, ...; `factor of sigma` if the value is a multiplier.
  const std::string& parameter() const { return name_; }
  const ParameterOrder& order() const { return order_; }
  /// Returns the expression as written, with `?` for the parameter.
  std::string expression() const;
  /// The written value, if there is one: only a starting point.
  const std::optional<Rational>& written() const { return written_; }
  /// Throws std::invalid_argument if the value is out of range.
  Composition at(const Rational& value) const;
  /// Returns the member at a value; nothing if no mechanism has that value.
  std::optional<Composition> member(const Rational& value) const;
  /// Returns the composition of the other factors; nothing if the family has no other factor. Every
  /// member of the family is less private.
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
  std::vector<size_t> which_;  ///< the factors with this value
  std::string parameter_, name_;
  bool scaled_ = false;  ///< true if some factor has a multiple of the value
  ParameterOrder order_;
  std::optional<Rational> written_;
};

/// The double as a text that denotes exactly this double and, read as a decimal, lies on its private side.
std::string safe_text(double safe, const ParameterOrder& order);

}  // namespace plumbline
