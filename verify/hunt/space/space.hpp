/// The search space of a hunt: mechanisms with ranges for their numbers, relations, and questions
/// with ranges for their arguments (docs/hunting.md).
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <vector>

#include "verify/hunt/space/range.hpp"
#include "verify/hunt/space/setting.hpp"

namespace plumbline {

/// A point of the unit cube; the space assigns meanings to its coordinates.
using Genome = std::vector<double>;

class Space {
 public:
  /// Parses a space. Throws std::invalid_argument, `file: place: defect`.
  static Space parse(const std::string& text, const std::string& file);
  /// Returns the default space: common settings, and settings that are difficult for tools.
  static Space usual();

  /// Restricts the questions to the whole distribution of each mechanism.
  void ask_whole();

  size_t dimension() const;
  /// Returns the index of the coordinate that determines the argument.
  static size_t argument_place();
  /// Returns the setting at a point; nothing if its numbers do not form a mechanism.
  std::optional<Setting> at(const Genome& genome) const;

  bool asks(const std::string& quantity) const;
  bool has_kind(const std::string& kind) const;
  /// Returns the mechanisms and quantities as text, such as "gaussian, laplace; delta, epsilon".
  std::string summary() const;

 private:
  struct MechanismSpace {
    std::string name;
    double weight = 1;
    std::vector<std::pair<std::string, Range>> parameters;
    Range steps = Range::of(1);
    std::vector<Relation> relations;
  };
  struct Question {
    std::string quantity;
    Range argument = Range::of(0);
    std::vector<std::string> others{};  ///< the second mechanisms, if the quantity is about two
  };

  static MechanismSpace read_kind(const toml::table& table, const std::string& place);
  void read_questions(const toml::table& table);
  void read_root(const toml::table& root);
  void check() const;
  size_t slots() const;
  const MechanismSpace& kind_at(double u) const;
  SettingFactor factor_at(const MechanismSpace& kind, const double* genome) const;
  bool set_argument(const Question& question, double u, double rounding, Setting* setting) const;

  std::vector<MechanismSpace> kinds_;
  std::vector<Question> questions_;
  std::vector<int> products_ = {1};
  Range outer_ = Range::of(1);
  size_t most_parameters_ = 0;
};

/// Returns x rounded to `digits` significant decimal digits.
double with_digits(double x, int digits);

/// Returns the default space in the format of a file: the default numbers of each mechanism
/// (mechanisms/recorded_form.hpp), and the questions.
std::string usual_space_text();

}  // namespace plumbline
