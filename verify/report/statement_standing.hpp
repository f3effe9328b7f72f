/// How statements stand after a run: verdicts from its results.
#pragma once

#include <string>
#include <vector>

#include "verify/report/results.hpp"
#include "verify/suite/cases/statement_index.hpp"

namespace plumbline {

/// How a statement stands after a run. Everything but the last three rests on certified values of
/// that run.
enum class StatementState {
  agrees,       ///< a certified value meets what is stated
  rounds,       ///< the same, as far as digits are printed
  wrong,        ///< a certified value contradicts what is stated, as its case says
  open,         ///< the run contradicts its case, or did not decide it
  not_run,      ///< cases there are, but none in this run
  elsewhere,    ///< settled by a test or a proof, not by the run
  undecidable,  ///< the text does not say enough, or it is a definition
};

struct StatementStanding {
  StatementState standing;
  std::vector<const Json*> evidence;  ///< the values that carry its id, into the results
};

/// Of a statement's or dispute's id, from the results alone.
StatementStanding standing_of(const std::string& id, const RunResults& results);
/// The same, with what the index says of tests, proofs and undecidable texts.
StatementStanding standing_of(const PaperStatement& statement, const RunResults& results);

}  // namespace plumbline
