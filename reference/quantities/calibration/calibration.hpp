/// The value of a parameter at which a composition just meets a privacy target.
#pragma once

#include "reference/engines/effort.hpp"
#include "reference/mechanisms/parameter_order.hpp"
#include "reference/quantities/calibration/parameter_order.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// A mechanism expression with one parameter left to choose: of one factor, or of several that take
/// the same value (each written `?`).
class Family {
 public:
  /// `vary` is a parameter (`sigma`, `N`), preceded by the number of the factor where several have
  /// it (`2.sigma`), or empty when what is written as `?` is meant. Throws std::invalid_argument,
  /// naming the candidates, when that does not single one out or no order is proven for it.
  Family(std::string_view expression, const std::string& vary);

  /// `sigma`, `N`, ...
  const std::string& parameter() const { return parameter_; }
  const ParameterOrder& order() const { return order_; }
  /// As written, with `?` for the parameter.
  std::string expression() const;
  /// The value written, if there is one: no more than a place to start from.
  const std::optional<Rational>& written() const { return written_; }
  /// Throws std::invalid_argument where the value is out of range.
  Composition at(const Rational& value) const;
  /// Likewise, and nothing where no mechanism has that value.
  std::optional<Composition> member(const Rational& value) const;
  /// What the other factors do; nothing if there are none. Every member is less private.
  std::optional<Composition> others() const;

 private:
  bool varies(size_t i) const;
  void require_no_other_open() const;
  void take_orders();

  std::vector<WrittenFactor> factors_;
  std::vector<size_t> which_;  ///< the factors that take the value
  std::string parameter_;
  ParameterOrder order_;
  std::optional<Rational> written_;
};

/// What is asked of a composition. Each is monotone in the order of Blackwell.
struct PrivacyTarget {
  enum class Measure {
    delta,           ///< delta(at) <= bound
    advantage,       ///< total variation <= bound
    reconstruction,  ///< gamma(at) <= bound, forward pair
    bayes,           ///< R(at) >= bound, at the prior of H0
    type_two,        ///< f(at) >= bound: tests of level `at` miss at least this often
    gaussian,        ///< Delta(G_at || M) <= bound: f(alpha) >= G_at(alpha + bound) - bound
  };
  Measure kind = Measure::delta;
  Real at = Rational(0);  ///< an epsilon; all others are rational
  Rational bound;

  /// Throws std::invalid_argument (name, value, remedy) where no mechanism or every one meets it.
  void check() const;
};

/// The names of a target's numbers; `at` is empty where it has one only.
struct TargetWords {
  PrivacyTarget::Measure kind;
  std::string at, bound;
};
const std::vector<TargetWords>& target_words();
/// Throws std::invalid_argument when the names are not those of one target.
PrivacyTarget target_of(const NamedReals& numbers);
PrivacyTarget target_of(const NamedRationals& numbers);

/// How one composition stands to a target. Undecided is neither of the others: where the target is
/// met exactly, say, no number of digits tells.
enum class TargetStanding { met, missed, undecided };

struct Calibration {
  /// The threshold: the least private value that meets the target, or the limit of those. Of N, 0
  /// stands for none that meets it.
  Certified value;
  /// The end of the enclosure at which the target is certified to be met; everything on its private
  /// side meets it too.
  std::optional<Rational> safe;
  /// A double on its private side, exactly, at which the target was computed as well and is met; of an
  /// N the largest that is not above it. Nothing where that was not decided, or is out of range.
  std::optional<double> safe_double{};
  /// A value that was tried and could not be decided, where that is why `value` is not reached.
  std::optional<Rational> undecided{};
};

/// The double in words that say it and no other, and as a decimal lie on its private side.
std::string safe_text(double safe, const ParameterOrder& order);

/// Throws std::invalid_argument when the target is met, or missed, by all values: as far as that
/// was found; what is certified about it is in the message. When the time runs out, or a decision
/// is out of the engine's reach, the best bracket so far is returned, not `reached`.
Calibration calibrate(const Family& family, const PrivacyTarget& target, Direction direction,
                      const std::string& engine, const Effort& effort);

}  // namespace plumbline
