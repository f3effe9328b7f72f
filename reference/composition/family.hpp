/// Mechanisms with one open parameter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/parameter_order.hpp"

namespace plumbline {

/// A mechanism expression with one parameter left to choose: of one factor, or of several that take
/// the same value (each written `?`), or positive multiples of it (`?*1.3`).
class Family {
 public:
  /// `vary` is a parameter (`sigma`, `N`), preceded by the number of the factor where several have
  /// it (`2.sigma`), or empty when what is written as `?` is meant; with `*` behind it (`sigma*`), every number that
  /// is written for it is multiplied by one value. Throws std::invalid_argument,
  /// naming the candidates, when that does not single one out or no order is proven for it.
  Family(std::string_view expression, const std::string& vary);

  /// `sigma`, `N`, ...; `factor of sigma` where the value is multiplied.
  const std::string& parameter() const { return name_; }
  const ParameterOrder& order() const { return order_; }
  /// Returns the expression as written, with `?` for the parameter.
  std::string expression() const;
  /// The value written, if there is one: no more than a place to start from.
  const std::optional<Rational>& written() const { return written_; }
  /// Throws std::invalid_argument where the value is out of range.
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
    std::optional<size_t> number;  ///< of the factor, from 0 on
    bool multiples;
  };
  Wanted wanted_of(const std::string& vary) const;
  std::string unclear(const Wanted& wanted) const;
  void open_multiples(const Wanted& wanted);
  bool varies(size_t i) const;
  void require_no_other_open() const;
  void take_orders();

  std::vector<WrittenFactor> factors_;
  std::vector<size_t> which_;  ///< the factors that take the value
  std::string parameter_, name_;
  bool scaled_ = false;  ///< whether some factor takes a multiple of the value
  ParameterOrder order_;
  std::optional<Rational> written_;
};

/// The double in words that say it and no other, and as a decimal lie on its private side.
std::string safe_text(double safe, const ParameterOrder& order);

}  // namespace plumbline
