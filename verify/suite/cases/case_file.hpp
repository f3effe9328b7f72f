/// Case files: the questions to compute, the numbers that a source printed for them, and the approximations to judge.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/real.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "verify/base/problem.hpp"
#include "verify/suite/cases/expectation.hpp"
#include "verify/suite/cases/printed.hpp"

namespace plumbline {

/// One `[[case]]`: a quantity of a mechanism at one or more points.
struct Case {
  std::string file{}, title{}, source{}, id{};
  std::string quantity{};              ///< name of the quantity in the registry
  Composition mechanism;               ///< the mechanism; a placeholder if `requests` is not empty
  std::optional<Composition> other{};  ///< second mechanism of a divergence
  Direction direction = Direction::worst;
  std::string argument{};  ///< argument of the quantity ("epsilon"); empty if it has none
  std::vector<Real> at{};
  /// at = { alpha = "all" }: judges the largest error of whole trade-off curves (`at` is unused).
  bool curve = false;
  /// at = { epsilon = "all" }: judges whole distributions at every epsilon (`at` is unused).
  bool whole = false;
  /// Compositions with increasing numbers of steps, each of which the case examines; empty if it examines only
  /// `mechanism`.
  std::vector<Composition> sequence{};
  std::map<std::string, Rational>
      order{};  ///< claimed exponent of the number of steps in the error, by approximation
  int digits = 15;
  std::optional<PrintedNumber> expect{};
  std::optional<std::string> disputed{};  ///< why the value is expected to differ from `expect`
  std::vector<std::string> judge{};
  std::map<std::string, Rational> tolerance{};  ///< allowed absolute error, by approximation
  std::map<std::string, PrintedNumber> expect_judged{};  ///< number printed by a source, by
                                                         ///< approximation
  std::map<std::string, Rational> options{};             ///< settings of the judged methods
  int line = 0, mechanism_line = 0, at_line = 0;
  /// One query for each point, for a quantity that no approximation computes; otherwise empty.
  std::vector<Query> requests{};
  Expectations expectations{};
  std::vector<std::string> statements{};  ///< ids of the statements that the case is about
  std::string content = {};  ///< the whole `[[case]]` table, without comments and layout
};

struct CaseFile {
  std::vector<Case> cases;        ///< the valid cases, in order
  std::vector<Problem> problems;  ///< one for each fault; a case with a fault is omitted
};

/// Reads a case file. Never throws on bad content: `problems` lists the defects.
CaseFile read_case_file(const std::filesystem::path& path);
/// Reads a case file from a text; `file` is its name in problems.
CaseFile read_case_text(const std::string& text, const std::string& file);

}  // namespace plumbline
