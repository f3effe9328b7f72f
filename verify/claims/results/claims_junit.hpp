/// The verdicts on claims as test cases, for the pages of continuous integration.
#pragma once

#include <string>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// One <testcase>: known violations and what was not judged are skipped ones, with the reason.
std::string claim_testcase(const JudgedLine& judged);

/// The file around them.
std::string claims_junit(const std::string& testcases);

}  // namespace plumbline
