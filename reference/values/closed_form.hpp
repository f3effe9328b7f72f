/// The engine name of values that are computed by formulas alone.
#pragma once

namespace plumbline {

/// The engine name reported for closed-form answers.
inline constexpr const char* kClosedForm = "closed_form";

}  // namespace plumbline
