/// The engine that values of formulas alone name.
#pragma once

namespace plumbline {

/// Engine name reported for closed-form answers.
inline constexpr const char* kClosedForm = "closed_form";

}  // namespace plumbline
