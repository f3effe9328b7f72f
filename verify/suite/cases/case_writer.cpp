#include "verify/suite/cases/case_writer.hpp"

#include <algorithm>

namespace plumbline {
namespace {

FinishedCase finished(const PlannedCase& planned, CaseOutcome outcome, double seconds, bool late) {
  const Case& c = planned.content;
  FinishedCase out;
  out.index = planned.index;
  out.file = c.file;
  out.id = c.id;
  out.key = planned.key;
  out.line = c.line;
  out.wrong = outcome.wrong;
  out.unreached = outcome.unreached;
  out.late = late;
  out.seconds = seconds;
  for (const Problem& problem : outcome.problems) out.problems.push_back(problem.text());
  for (const Problem& one : outcome.contradictions) out.contradictions.push_back(one.text());
  out.results = std::move(outcome.results);
  for (auto& record : out.results) {  // the members that assign a result to its case
    record["file"] = c.file;
    record["case"] = c.id;
  }
  return out;
}

}  // namespace

void CaseWriter::starting(const Case& c) {
  const std::lock_guard<std::mutex> lock(mutex_);
  progress_.show(done_, c.id);
}

void CaseWriter::deliver(const PlannedCase& planned, CaseOutcome outcome, double seconds,
                         bool late) {
  FinishedCase c = finished(planned, std::move(outcome), seconds, late);
  const std::lock_guard<std::mutex> lock(mutex_);
  ++done_;
  journal_.append(c);
  if (!c.problems.empty()) progress_.clear();
  for (const std::string& problem : c.problems) messages_ << problem << std::endl;
  finished_.push_back(std::move(c));
}

const std::vector<FinishedCase>& CaseWriter::finish() {
  std::sort(finished_.begin(), finished_.end(),
            [](const FinishedCase& a, const FinishedCase& b) { return a.index < b.index; });
  journal_.rewrite(finished_);
  return finished_;
}

}  // namespace plumbline
