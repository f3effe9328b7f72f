/// What a calibration's certificate states, judged anew: that the target is missed at one end of
/// the enclosure and met at the other and at the safe value. That every value beyond them does the
/// same is PARAMETER-ORDER (reference/quantities/parameter_order.cpp).
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/certificates/interval.hpp"

namespace plumbline {

struct JudgedEnds {
  bool decided = true;  ///< each end, one way or the other
  std::vector<Objection> objections;
  std::string engine;
  bool varied = false;
};

/// The values of the parameter that are judged: met ends first. A mechanism for each.
std::vector<std::string> ends_of(const Certificate& certificate, const Interval& interval);

JudgedEnds judge_ends(const Certificate& certificate, const Asked& asked, const Interval& interval,
                      const std::string& engine, bool vary, int digits, const Effort& effort);

}  // namespace plumbline
