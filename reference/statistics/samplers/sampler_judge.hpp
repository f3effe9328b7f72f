/// Counting draws of a sampler in cells, and what they prove against its promised law.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/samplers/sampler_evidence.hpp"
#include "reference/statistics/samplers/sampler_law.hpp"

namespace plumbline {

/// One partition after the draws.
struct SamplerTest {
  std::string name;
  Ball e_value;
  std::string cell;       ///< the one that deviates the most
  long seen = 0, of = 0;  ///< observations in it, and all
  double expected = 0;    ///< the most that are expected in it, for reading
};

struct SamplerVerdict {
  UpperBound p_value;              ///< of the law (SAMPLER-EVIDENCE)
  bool refuted = false;            ///< at most 10^-6
  std::vector<SamplerTest> tests;  ///< by falling e-value
};

class SamplerJudge {
 public:
  explicit SamplerJudge(const SamplerLaw& law);

  /// Two draws that follow each other: blocks are of two, as SAMPLER-EVIDENCE demands.
  void add(const SamplerDraw& first, const SamplerDraw& next);
  /// One draw of two starts; both are independent of all other pairs of this kind.
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
