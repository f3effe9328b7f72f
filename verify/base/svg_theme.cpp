#include "verify/base/svg_theme.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "verify/base/html_page.hpp"

namespace plumbline {
namespace {

constexpr unsigned kColours = 8;
/// Colours that no drawing uses by accident: (1, 1, k) is the k-th, then ink and grid.
struct Marker {
  unsigned red, green, blue;
  std::string variable;
};

std::vector<Marker> markers() {
  std::vector<Marker> out;
  for (unsigned k = 0; k < kColours; ++k) out.push_back({1, 1, k, fmt::format("var(--c{})", k)});
  out.push_back({2, 2, 2, "var(--ink)"});
  out.push_back({3, 3, 3, "var(--grid)"});
  return out;
}

void replace_all(std::string* text, const std::string& from, const std::string& to) {
  for (size_t at = text->find(from); at != std::string::npos;
       at = text->find(from, at + to.size())) {
    text->replace(at, from.size(), to);
  }
}

/// Removes each stretch from `begin` to the next `end`.
void remove_all(std::string* text, const std::string& begin, const std::string& end) {
  for (size_t at = text->find(begin); at != std::string::npos; at = text->find(begin, at)) {
    const size_t stop = text->find(end, at);
    if (stop == std::string::npos) return;
    text->erase(at, stop + end.size() - at);
  }
}

/// The picture without its first tag and what comes before it.
std::string inside(const std::string& svg) {
  const size_t begin = svg.find("<svg"), end = svg.find('>', begin);
  return begin == std::string::npos || end == std::string::npos ? "" : svg.substr(end + 1);
}

std::string view_box(const std::string& svg) {
  const size_t begin = svg.find("viewBox=\""), end = svg.find('"', begin + 9);
  return begin == std::string::npos || end == std::string::npos
             ? ""
             : svg.substr(begin, end + 1 - begin);
}

/// A page has one of each id, and gnuplot gives every picture the same.
void own_ids(std::string* text, const std::string& name) {
  for (const char* id : {"gpDot", "gpPt", "gnuplot_canvas", "gnuplot_plot_"}) {
    for (const char* before : {"id='", "id=\"", "href='#", "href=\"#"}) {
      replace_all(text, std::string(before) + id, std::string(before) + name + "-" + id);
    }
  }
}

/// What shows nothing: gnuplot leaves an empty group for each change of colour.
void tidy(std::string* text) {
  remove_all(text, "<filter", "</filter>");
  remove_all(text, "<title>", "</title>");
  remove_all(text, "<desc>", "</desc>");
  replace_all(text, "\t", "");
  replace_all(text, "stroke-linejoin=\"miter\">\n</g>\n", "stroke-linejoin=\"miter\"></g>\n");
  remove_all(text, "<g fill=\"none\" color=\"white\"", "</g>\n");
  for (const char* colour : {"black", "gray"}) {
    replace_all(text,
                fmt::format("<g fill=\"none\" color=\"{}\" stroke=\"currentColor\" "
                            "stroke-width=\"1.00\" stroke-linecap=\"butt\" "
                            "stroke-linejoin=\"miter\"></g>\n",
                            colour),
                "");
  }
  while (text->find("\n\n") != std::string::npos) replace_all(text, "\n\n", "\n");
}

}  // namespace

std::string svg_colour(size_t k) { return fmt::format("#0101{:02x}", k % kColours); }
std::string svg_ink() { return "#020202"; }
std::string svg_grid() { return "#030303"; }

std::string themed_svg(const std::string& svg, const std::string& name, const std::string& label) {
  std::string text = inside(svg);
  tidy(&text);
  for (const Marker& m : markers()) {
    // gnuplot writes both.
    replace_all(&text, fmt::format("rgb({:3}, {:3}, {:3})", m.red, m.green, m.blue), m.variable);
    replace_all(&text, fmt::format("rgb({},{},{})", m.red, m.green, m.blue), m.variable);
  }
  replace_all(&text, "\"black\"", "\"var(--ink)\"");
  replace_all(&text, "\"gray\"", "\"var(--grid)\"");
  own_ids(&text, name);
  return "<svg " + view_box(svg) +
         " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
         " role=\"img\" aria-label=\"" +
         html_escaped(label) + "\">" + text;
}

std::string standalone_svg(const std::string& themed) {
  const size_t end = themed.find('>');
  if (end == std::string::npos) return themed;
  return themed.substr(0, end + 1) + "\n<style>\n" + plot_colours_css() +
         "svg { background: var(--paper); }\n</style>" + themed.substr(end + 1);
}

}  // namespace plumbline
