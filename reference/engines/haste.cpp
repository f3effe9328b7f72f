#include "reference/engines/haste.hpp"

#include <utility>

#include "reference/engines/kept_time.hpp"

namespace plumbline {
namespace {

thread_local bool hasty_now = false, time_kept = false;

}  // namespace

InHaste::InHaste() : before_(std::exchange(hasty_now, true)) { time_kept = false; }

InHaste::~InHaste() { hasty_now = before_; }

bool in_haste() { return hasty_now; }

bool time_is_kept() { return time_kept; }

void set_time_is_kept(bool now) { time_kept = now; }

}  // namespace plumbline
