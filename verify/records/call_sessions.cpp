#include "verify/records/call_sessions.hpp"

#include <mutex>

#include "reference/arithmetic/input_errors.hpp"
#include "reference/questions/canonical.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline {
namespace {

/// All open sessions, by number. The lock is held during accesses to the table, never during an answer.
struct CallSessions {
  std::mutex lock{};
  std::map<long, std::shared_ptr<CallSession>> open{};
  long last = 0;
};

CallSessions& call_sessions() {
  static CallSessions all;
  return all;
}

std::shared_ptr<CallSession> session_of(long number) {
  CallSessions& all = call_sessions();
  const std::lock_guard<std::mutex> held(all.lock);
  const auto found = all.open.find(number);
  if (found == all.open.end()) {
    throw BadField("session", "no open session has the number " + std::to_string(number));
  }
  return found->second;
}

/// Returns true if the canonical form of the question depends only on the text of its mechanism.
bool is_about_one_mechanism(const Query& query) {
  const Quantity& entry = required_quantity(query.quantity);
  return entry.subject == Subject::mechanism && entry.subject_text == nullptr &&
         entry.canonical == nullptr && query.options.empty() && query.other.empty();
}

}  // namespace

long open_call_session() {
  CallSessions& all = call_sessions();
  const std::lock_guard<std::mutex> held(all.lock);
  all.open.emplace(++all.last, std::make_shared<CallSession>());
  return all.last;
}

void close_call_session(long number) {
  const std::shared_ptr<CallSession> last =
      session_of(number);  // destroyed after the lock is released
  CallSessions& all = call_sessions();
  const std::lock_guard<std::mutex> held(all.lock);
  all.open.erase(number);
}

CallLease::CallLease() : session_(std::make_shared<CallSession>()) {
  session_->busy.test_and_set();
}

CallLease::CallLease(long number) : session_(session_of(number)) {
  if (session_->busy.test_and_set()) {
    throw BadField("session", "another call uses the session " + std::to_string(number));
  }
}

CallLease::~CallLease() { session_->busy.clear(); }

Query canonical_in(CallSession& session, const Query& written) {
  if (!is_about_one_mechanism(written)) {
    Query out = canonical(written);
    if (!out.other.empty()) out.other = Composition::parse(out.other).expression();
    return out;
  }
  const auto known = session.canonical.find(written.mechanism);
  Query out = written;
  if (known == session.canonical.end()) {
    out = canonical(written);
    session.canonical.emplace(written.mechanism, out.mechanism);
  } else {
    out.mechanism = known->second;
    if (required_quantity(out.quantity).forward_only()) out.direction = Direction::forward;
  }
  return out;
}

}  // namespace plumbline
