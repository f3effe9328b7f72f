#include <new>
#include <stdexcept>

#include "capi/handles.hpp"
#include "reference/arithmetic/contradiction_error.hpp"
#include "reference/arithmetic/running/floating_point.hpp"
#include "reference/arithmetic/running/thread.hpp"
#include "reference/arithmetic/running/versions.hpp"

namespace {

std::string& last_error() {
  thread_local std::string error;
  return error;
}

/// Stores the error message of this thread, or an empty one if memory is exhausted, and returns the status.
plumbline_status failed(plumbline_status status, const char* what) {
  try {
    last_error() = what;
  } catch (...) {
    last_error().clear();
  }
  return status;
}

}  // namespace

namespace plumbline::capi {

plumbline_status guarded(const std::function<void()>& body) {
  try {
    last_error().clear();
    const FloatingPointScope standard;
    body();
    return PLUMBLINE_OK;
  } catch (const Interrupted&) {
    return failed(PLUMBLINE_STOPPED, "stopped before anything was known");
  } catch (const Contradiction& e) {
    return failed(PLUMBLINE_CONTRADICTION, e.what());
  } catch (const std::bad_alloc&) {
    return failed(PLUMBLINE_NO_MEMORY, "out of memory");
  } catch (const std::invalid_argument& e) {
    return failed(PLUMBLINE_BAD_INPUT, e.what());
  } catch (const std::exception& e) {
    return failed(PLUMBLINE_INTERNAL, e.what());
  } catch (...) {
    return failed(PLUMBLINE_INTERNAL, "unknown error");
  }
}

}  // namespace plumbline::capi

const char* plumbline_version(void) { return plumbline::program_version(); }
int plumbline_abi(void) { return PLUMBLINE_ABI; }
const char* plumbline_error(void) { return last_error().c_str(); }

void plumbline_thread_end(void) {
  last_error().clear();
  last_error().shrink_to_fit();
  plumbline::release_thread_caches();
}
