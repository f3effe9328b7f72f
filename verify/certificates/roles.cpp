#include "verify/certificates/roles.hpp"

namespace plumbline {

bool is_role(const std::string& text) { return text == kAtLeast || text == kAccountant; }

std::string role_of(const Certificate& c) { return text_of(c.written_more, "role"); }

}  // namespace plumbline
