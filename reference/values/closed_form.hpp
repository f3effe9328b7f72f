/// The engine name of values that are computed by closed formulas.
#pragma once

namespace plumbline {

/// Engine name reported for closed-form answers.
inline constexpr const char* kClosedForm = "closed_form";

}  // namespace plumbline
