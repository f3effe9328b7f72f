#include "reference/statistics/samplers/sampler_judge.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

constexpr Bits kJudgeBits{64};

UpperBound refuting_level() { return UpperBound::of(Ball(Rational::parse("1e-6"), kJudgeBits)); }

/// Returns the Poisson deviance of a count from its expectation, in nats. The cell with the largest deviance is
/// reported.
double deviance(double seen, double expected) {
  if (seen == 0) return expected;
  return seen * std::log(seen / std::max(expected, 1e-300)) - seen + expected;
}

}  // namespace

SamplerJudge::SamplerJudge(const SamplerLaw& law) : restart_(counted(law.restart)) {
  for (const CellPartition& p : law.single) single_.push_back(counted(p));
  for (const CellPartition& p : law.neighbours) neighbours_.push_back(counted(p));
}

SamplerJudge::Counted SamplerJudge::counted(const CellPartition& partition) {
  return {partition, CellEvidence(partition.masses), std::vector<long>(partition.cells.size(), 0)};
}

void SamplerJudge::add(const SamplerDraw& first, const SamplerDraw& next) {
  for (Counted& c : single_) {
    c.count(first, first);
    c.count(next, next);
  }
  for (Counted& c : neighbours_) c.count(first, next);
}

void SamplerJudge::add_starts(const SamplerDraw& one, const SamplerDraw& other) {
  restart_.count(one, other);
}

SamplerTest SamplerJudge::test_of(const Counted& counted) {
  SamplerTest out{counted.partition.name, counted.evidence.e_value(counted.counts), {}};
  for (const long n : counted.counts) out.of += n;
  double most = -1;
  for (size_t j = 0; j < counted.counts.size(); ++j) {
    const double expected =
        static_cast<double>(out.of) * counted.partition.masses[j].ball(kJudgeBits).approximate();
    const double far = deviance(static_cast<double>(counted.counts[j]), expected);
    if (far <= most) continue;
    most = far;
    out.cell = counted.partition.cells[j];
    out.seen = counted.counts[j];
    out.expected = expected;
  }
  return out;
}

SamplerVerdict SamplerJudge::verdict() const {
  SamplerVerdict out;
  for (const std::vector<Counted>* all : {&single_, &neighbours_}) {
    for (const Counted& c : *all) out.tests.push_back(test_of(c));
  }
  out.tests.push_back(test_of(restart_));
  std::vector<Ball> e_values;
  for (const SamplerTest& test : out.tests) e_values.push_back(test.e_value);
  out.p_value = sampler_p_value(e_values);
  out.refuted = out.p_value <= refuting_level();
  std::stable_sort(out.tests.begin(), out.tests.end(),
                   [](const SamplerTest& a, const SamplerTest& b) {
                     return a.e_value.log_approximate() > b.e_value.log_approximate();
                   });
  return out;
}

}  // namespace plumbline
