#include "verify/suite/ordered_writer.hpp"

namespace plumbline {

void OrderedWriter::starting(const Case& c) {
  const std::lock_guard<std::mutex> lock(mutex_);
  progress_.show(done_, c.id);
}

void OrderedWriter::deliver(size_t index, CaseOutcome outcome) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++done_;
  waiting_[index] = std::move(outcome);
  for (; next_ < waiting_.size() && waiting_[next_]; ++next_) {
    write(*waiting_[next_]);
    waiting_[next_] = CaseOutcome{};  // free the text
  }
}

void OrderedWriter::finish() {
  for (; next_ < waiting_.size(); ++next_) {
    if (waiting_[next_]) write(*waiting_[next_]);
  }
}

void OrderedWriter::write(const CaseOutcome& outcome) {
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  for (const auto& record : outcome.results) {
    results_ << record.dump(-1, ' ', false, replace) << '\n';
  }
  results_.flush();
  if (!outcome.problems.empty()) progress_.clear();
  for (const Problem& problem : outcome.problems) {
    messages_ << problem.text() << std::endl;
    tally_.problems.push_back(problem);
  }
  ++tally_.cases;
  tally_.values += outcome.results.size();
  tally_.wrong = tally_.wrong || outcome.wrong;
  if (outcome.wrong) ++tally_.wrong_cases;
  tally_.unreached = tally_.unreached || outcome.unreached;
}

}  // namespace plumbline
