/// The statements of a case about judged methods.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/suite/cases/case_reader.hpp"

namespace plumbline {

std::vector<std::string> read_judge(TableReader& table);

/// expect_judged = { clt = "0.83" }: digits that a source prints as a method's answer.
std::map<std::string, PrintedNumber> read_expect_judged(TableReader& table, bool one_point,
                                                        const std::vector<std::string>& judge,
                                                        Complaints& complaints);

/// Rejects an irrational argument: judged methods accept rationals alone.
void check_rational(TableReader& table, const std::vector<Real>& points,
                    const std::vector<std::string>& judge);

/// Tolerances, options and orders of a case are of methods that it judges.
void check_judged(TableReader& table, const Case& c);

}  // namespace plumbline
