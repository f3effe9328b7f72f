/// The engine name of values that closed formulas give.
#pragma once

namespace plumbline {

/// Engine name reported for closed-form answers.
inline constexpr const char* kClosedForm = "closed_form";

}  // namespace plumbline
