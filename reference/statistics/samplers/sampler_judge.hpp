/// Counts the draws of a sampler in cells, and tests the counts against the distribution that the sampler is supposed
/// to have.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/samplers/sampler_evidence.hpp"
#include "reference/statistics/samplers/sampler_law.hpp"

namespace plumbline {

/// The result of one partition for all draws so far.
struct SamplerTest {
  std::string name;
  Ball e_value;
  std::string cell;       ///< the cell with the largest deviation
  long seen = 0, of = 0;  ///< number of observations in this cell, and in all cells
  double expected = 0;    ///< upper bound of the expected number in this cell, for display
};

struct SamplerVerdict {
  /// P-value of the hypothesis that the draws have the distribution (SAMPLER-EVIDENCE).
  UpperBound p_value;
  bool refuted = false;            ///< the p-value is at most 10^-6
  std::vector<SamplerTest> tests;  ///< in order of decreasing e-value
};

class SamplerJudge {
 public:
  explicit SamplerJudge(const SamplerLaw& law);

  /// Adds two consecutive draws, because SAMPLER-EVIDENCE requires blocks of two.
  void add(const SamplerDraw& first, const SamplerDraw& next);
  /// Adds the first draws of the sampler after two separate starts. Each such pair must be independent of all others.
  void add_starts(const SamplerDraw& one, const SamplerDraw& other);
  SamplerVerdict verdict() const;

 private:
  struct Counted {
    CellPartition partition;
    CellEvidence evidence;
    std::vector<long> counts;
    void count(const SamplerDraw& a, const SamplerDraw& b) { ++counts[partition.cell(a, b)]; }
  };
  static Counted counted(const CellPartition& partition);
  static SamplerTest test_of(const Counted& counted);

  std::vector<Counted> single_, neighbours_;
  Counted restart_;
};

}  // namespace plumbline
