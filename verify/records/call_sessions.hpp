/// Sessions of calls: values that one question computes are cached for later questions.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "reference/questions/session.hpp"

namespace plumbline {

/// The profiles of one caller, with their cached node values, and its mechanisms in canonical form. Enclosures are
/// not cached. At most one call at a time uses the session.
struct CallSession {
  Session questions{};
  std::map<std::string, std::string> canonical{};  ///< canonical form of each written expression
  std::atomic_flag busy{};
};

/// Opens a session, which lives until it is closed, and returns its number.
long open_call_session();
/// Closes a session. Throws BadField if there is no such session.
void close_call_session(long number);

/// Exclusive use of a session by one call. Without a number, the session is new and ends with the call.
class CallLease {
 public:
  CallLease();
  /// Throws BadField if there is no such session, or if another call uses it.
  explicit CallLease(long number);
  ~CallLease();
  CallLease(const CallLease&) = delete;
  CallLease& operator=(const CallLease&) = delete;

  CallSession& session() { return *session_; }

 private:
  std::shared_ptr<CallSession> session_;
};

/// Returns the query with its mechanisms in canonical form. Throws std::invalid_argument.
Query canonical_in(CallSession& session, const Query& written);

}  // namespace plumbline
