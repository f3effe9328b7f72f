/// Case files: what to compute, what a source printed for it, and which approximations to judge.
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
  std::string quantity{};              ///< its name in the registry
  Composition mechanism;               ///< of a case that may be judged
  std::optional<Composition> other{};  ///< of a divergence
  Direction direction = Direction::worst;
  std::string argument{};  ///< of the quantity ("epsilon"); empty when it has none
  std::vector<Real> at{};
  /// at = { alpha = "all" }: the largest error of whole trade-off curves (`at` is unused).
  bool curve = false;
  /// The question for several compositions of growing length; empty for `mechanism` alone.
  std::vector<Composition> sequence{};
  std::map<std::string, Rational>
      order{};  ///< exponent of N claimed for the error, by approximation
  int digits = 15;
  std::optional<PrintedNumber> expect{};
  std::optional<std::string> disputed{};  ///< why the certified value is expected to differ
  std::vector<std::string> judge{};
  std::map<std::string, Rational> tolerance{};  ///< absolute error allowed, by approximation
  std::map<std::string, PrintedNumber> expect_judged{};  ///< what a source prints, by approximation
  std::map<std::string, Rational> options{};             ///< settings of the judged methods
  int line = 0, mechanism_line = 0, at_line = 0;
  std::vector<Query> requests{};  ///< of any other: one per point; else empty
  Expectations expectations{};
  std::vector<std::string> statements{};  ///< ids of the statements that the case is about
  std::string content = {};  ///< the whole `[[case]]` table, without comments and layout
};

struct CaseFile {
  std::vector<Case> cases;        ///< the sound ones, in order
  std::vector<Problem> problems;  ///< one for each fault; a case with one is left out
};

/// Never throws on bad content: what is wrong is in `problems`.
CaseFile read_case_file(const std::filesystem::path& path);
/// Reads a case file from a text; `file` is the name in problems.
CaseFile read_case_text(const std::string& text, const std::string& file);

}  // namespace plumbline
