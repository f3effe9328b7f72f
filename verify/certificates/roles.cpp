#include "verify/certificates/roles.hpp"

namespace plumbline {
namespace {

std::string written_role(const Certificate& c) { return text_of(c.written_more, "role"); }

}  // namespace

bool is_role(const std::string& text) {
  return text == kAtLeast || text == kAtMost || text == kAccountant;
}

std::string role_of(const Certificate& c) {
  const std::string role = written_role(c);
  return role == kAtMost ? "" : role;
}

bool is_bound_of_run(const Certificate& c) { return written_role(c) == kAtMost; }

}  // namespace plumbline
