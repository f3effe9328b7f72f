#include "verify/figures/write.hpp"

#include <nlohmann/json.hpp>

#include "verify/base/text/text_file.hpp"

namespace plumbline {
namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

using Json = nlohmann::ordered_json;

/// Names of the strokes, indexed by CurveStyle::Stroke.
constexpr const char* kCurveKinds[] = {"line",   "dashed",          "dotted",
                                       "points", "line and points", "hidden"};

Json curve_json(const FigureCurve& curve) {
  Json out = {
      {"title", curve.title},          {"method", curve.method},
      {"points", curve.points.size()}, {"kind", kCurveKinds[static_cast<size_t>(curve.style.kind)]},
      {"colour", curve.style.colour},  {"band", curve.style.band},
      {"legend", curve.style.legend}};
  if (curve.style.region) out["region"] = true;
  return out;
}

Json look_json(const FigureLook& look) {
  Json out = {{"legend", look.legend},    {"x_range", look.x_range},
              {"y_range", look.y_range},  {"zero_line", look.zero_line},
              {"powers", look.powers},    {"equal_scales", look.equal_scales},
              {"strokes", Json::array()}, {"labels", Json::array()}};
  for (const FigureStroke& s : look.strokes) {
    out["strokes"].push_back({{"look", s.look}, {"from", {s.x, s.y}}, {"to", {s.to_x, s.to_y}}});
  }
  for (const FigureLabel& l : look.labels) {
    out["labels"].push_back(
        {{"look", l.look}, {"text", l.text}, {"at", {l.x, l.y}}, {"offset", l.offset}});
  }
  return out;
}

Json panel_json(const FigurePanel& panel) {
  Json out = {{"title", panel.title}, {"x_label", panel.x_label}, {"y_label", panel.y_label},
              {"log_x", panel.log_x}, {"log_y", panel.log_y},     {"look", look_json(panel.look)}};
  for (const FigureCurve& curve : panel.curves) out["curves"].push_back(curve_json(curve));
  return out;
}

}  // namespace

std::string figure_csv(const Figure& figure) {
  std::string out =
      "panel,curve,method,quantity,mechanism,other,direction,at,x_lower,x_upper,lower,upper,value,"
      "band_lower,band_upper\n";
  for (const FigurePanel& panel : figure.panels) {
    for (const FigureCurve& curve : panel.curves) {
      for (const FigurePoint& p : curve.points) {
        const std::string* const entries[] = {
            &panel.title, &curve.title, &curve.method, &p.quantity,   &p.mechanism,
            &p.other,     &p.direction, &p.at,         &p.x_lower,    &p.x_upper,
            &p.lower,     &p.upper,     &p.value,      &p.band_lower, &p.band_upper};
        for (const std::string* entry : entries) {
          out += (entry == entries[0] ? "" : ",") + field(*entry);
        }
        out += "\n";
      }
    }
  }
  return out;
}

std::string figure_json(const Figure& figure) {
  Json out = {{"format", "plumbline-figure"},
              {"title", figure.title},
              {"paper", figure.paper},
              {"ours", figure.ours},
              {"rows", figure.rows}};
  for (const FigurePanel& panel : figure.panels) out["panels"].push_back(panel_json(panel));
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_figure(const std::filesystem::path& folder, const std::string& name,
                  const Figure& figure) {
  const auto write = [&](const std::string& extension, const std::string& text) {
    write_text_file(folder / (name + extension), text);
  };
  write(".csv", figure_csv(figure));
  write(".json", figure_json(figure));
}

}  // namespace plumbline
