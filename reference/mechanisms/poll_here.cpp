#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

thread_local const Poll* poll_in_force = nullptr;

}  // namespace

PollHere::PollHere(const Poll& poll) : before_(poll_in_force) { poll_in_force = &poll; }
PollHere::~PollHere() { poll_in_force = before_; }

void poll_here() {
  if (poll_in_force != nullptr && *poll_in_force) (*poll_in_force)();
}

}  // namespace plumbline
