/// Reads the keys of a case that concern judged methods, that is, the approximations that the case names under `judge`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/suite/cases/case_reader.hpp"

namespace plumbline {

std::vector<std::string> read_judge(TableReader& table);

/// Reads expect_judged = { clt = "0.83" }: the printed digits of a method's answer in a source.
std::map<std::string, PrintedNumber> read_expect_judged(TableReader& table, bool one_point,
                                                        const std::vector<std::string>& judge,
                                                        Complaints& complaints);

/// Rejects irrational arguments, because judged methods accept only rationals.
void check_rational(TableReader& table, const std::vector<Real>& points,
                    const std::vector<std::string>& judge);

/// Checks that tolerances, options and orders of a case belong to methods that it judges.
void check_judged(TableReader& table, const Case& c);

}  // namespace plumbline
