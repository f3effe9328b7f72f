#include "verify/report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace plumbline {

std::string file_stem(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    out += plain ? c : '-';
  }
  return out;
}

std::string file_label(const std::string& file) {
  const std::filesystem::path path(file);
  const std::string directory = path.parent_path().filename().string();
  return (directory.empty() ? "" : directory + "-") + path.stem().string();
}

const Json* measured(const Json& value, const std::string& approximation) {
  const auto list = value.find("judged");
  if (list == value.end()) return nullptr;
  for (const Json& judged : *list) {
    if (text_of(judged, "approximation") == approximation &&
        text_of(judged, "verdict") == "measured") {
      return &judged;
    }
  }
  return nullptr;
}

std::vector<std::string> measured_approximations(const std::vector<const Json*>& values) {
  std::vector<std::string> names;
  for (const Json* value : values) {
    const auto list = value->find("judged");
    if (list == value->end()) continue;
    for (const Json& judged : *list) {
      const std::string name = text_of(judged, "approximation");
      const bool known = std::find(names.begin(), names.end(), name) != names.end();
      if (!known && text_of(judged, "verdict") == "measured") names.push_back(name);
    }
  }
  return names;
}

std::string coordinate(double x, bool logarithmic) {
  if (!std::isfinite(x) || (logarithmic && x <= 0)) return "NaN";
  return fmt::format("{:.12g}", x);
}

std::string palette_colour(int k) {
  // Okabe and Ito's.
  static const char* const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                        "#E69F00", "#56B4E9", "#000000", "#999999"};
  return colours[static_cast<size_t>(k) % 8];
}

std::string point_style(size_t k) {
  static const int points[] = {7, 5, 9, 11, 13, 4, 6, 8};
  return fmt::format("lc rgb '{}' pt {} ps 1.0", palette_colour(static_cast<int>(k)),
                     points[k % 8]);
}

}  // namespace plumbline
