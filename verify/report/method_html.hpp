/// The part of a page that is about one method of an accountant.
#pragma once

#include <functional>
#include <string>

#include "verify/claims/summary.hpp"

namespace plumbline {

/// What else there is of a violation, as HTML.
using ExtraOfLine = std::function<std::string(const KeptLine&)>;
/// Its counts, violations and regimes.
std::string method_html(const MethodRow& row, const ExtraOfLine& extra);
/// The style of such parts beyond that of all pages.
const char* scoreboard_style();

}  // namespace plumbline
