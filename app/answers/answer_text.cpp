#include <fmt/core.h>

#include <stdexcept>

#include "app/answers/number_text.hpp"
#include "app/answers/renderer.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

/// A placeholder of a layout. The text between its braces is path:format|words, where `words` is printed for an
/// infinite value.
struct Place {
  std::vector<std::string> path;
  std::string format, words = "infinite";
  bool silent = false;
};

Place place_of(std::string text) {
  Place out;
  const auto cut = [&text](char before) {
    const size_t at = text.find(before);
    if (at == std::string::npos) return std::string();
    const std::string rest = text.substr(at + 1);
    text.resize(at);
    return rest;
  };
  if (const std::string words = cut('|'); !words.empty()) out.words = words;
  out.format = cut(':');
  out.silent = !text.empty() && text.front() == '?';
  if (out.silent) text.erase(0, 1);
  while (!text.empty()) {
    const std::string rest = cut('.');
    out.path.push_back(text);
    text = rest;
  }
  return out;
}

/// Formats a field as text; the text is empty if the field has no content.
class TextOfField {
 public:
  TextOfField(const Place& place, const std::string& part) : place_(place), part_(part) {}

  std::string operator()(std::nullptr_t) const { return ""; }
  std::string operator()(bool x) const {
    if (part_ == "mark") return x ? "" : mark();
    return x ? "true" : "";
  }
  std::string operator()(long x) const { return std::to_string(x); }
  std::string operator()(double x) const {
    return place_.format.empty() ? seconds_text(x) : approximate_text(x, place_.format);
  }
  std::string operator()(const std::string& x) const {
    return place_.format.empty() ? x : fmt::format(fmt::runtime("{:" + place_.format + "}"), x);
  }
  std::string operator()(const EnclosedValue& x) const {
    if (part_ == "seconds") return seconds_text(x.seconds);
    if (!x.value) return part_.empty() ? place_.words : "";
    if (part_ == "sharpness") return sharpness_text(x);
    if (part_ == "engine") return x.value->engine();
    if (part_ == "asked") {
      return x.value->reached() ? "" : mark() + fmt::format(" ({} asked)", x.digits);
    }
    return (*this)(EnclosureEnds{x.value, x.digits});
  }
  std::string operator()(const EnclosureEnds& x) const {
    if (!x.value) return part_.empty() ? place_.words : "";
    if (part_ == "mark") return x.value->reached() ? "" : mark();
    return of_ends(printed_ends(x));
  }
  std::string operator()(const BallEnds& x) const { return of_ends(printed_ends(x)); }
  std::string operator()(const StretchEnds& x) const {
    const auto [low, high] =
        printed_ends(x, place_.format.empty() ? std::optional<int>() : std::stoi(place_.format));
    return part_ == "lower" ? low : part_ == "upper" ? high : "[" + low + ", " + high + "]";
  }
  std::string operator()(const DecimalBelow& x) const {
    const int digits = place_.format.empty() ? x.digits : std::stoi(place_.format);
    return x.value.decimal_bounds(digits).first;
  }
  std::string operator()(const Approximately& x) const {
    return approximate_text(x.value, place_.format.empty() ? x.format : place_.format);
  }
  std::string operator()(const FieldGroup& x) const {
    std::string out;
    for (const NamedField& named : x) {
      out += (out.empty() ? "" : ", ") + named.name + "=" + std::visit(*this, named.field.is);
    }
    return out;
  }
  std::string operator()(const FieldList& x) const {
    std::string out;
    for (const AnswerField& field : x) {
      out += (out.empty() ? "" : ", ") + std::visit(*this, field.is);
    }
    return out;
  }

 private:
  static std::string mark() { return "   NOT REACHED"; }
  std::string of_ends(const PrintedEnds& ends) const {
    if (part_ == "lower") return ends.first;
    if (part_ == "upper") return ends.second;
    return between(ends);
  }

  const Place& place_;
  const std::string& part_;
};

bool can_be_empty(const std::string& part) { return part == "mark" || part == "asked"; }

/// Fills in a layout with the fields of an answer.
class Sentence {
 public:
  Sentence(const std::string& layout, const AnswerRecord& answer)
      : layout_(layout), answer_(answer) {}

  std::string text() {
    bool whole = true;
    return part(&whole);
  }

 private:
  /// Formats the layout up to its end or a closing bracket; sets `whole` to false if a field is missing.
  std::string part(bool* whole) {
    std::string out;
    while (at_ < layout_.size() && layout_[at_] != ']') {
      const char c = layout_[at_++];
      if (c == '[') {
        bool inner = true;
        const std::string optional = part(&inner);
        ++at_;
        if (inner) out += optional;
      } else if (c == '{') {
        const size_t end = layout_.find('}', at_);
        out += field(place_of(layout_.substr(at_, end - at_)), whole);
        at_ = end + 1;
      } else {
        out += c;
      }
    }
    return out;
  }

  std::string field(const Place& place, bool* whole) const {
    const FieldGroup* group = &answer_.fields;
    const AnswerField* found = nullptr;
    size_t depth = 0;
    for (; depth < place.path.size() && group != nullptr; ++depth) {
      found = named(*group, place.path[depth]);
      group = found != nullptr ? std::get_if<FieldGroup>(&found->is) : nullptr;
    }
    const std::string part = depth < place.path.size() ? place.path[depth] : "";
    const std::string out = found != nullptr ? std::visit(TextOfField(place, part), found->is) : "";
    if (out.empty() && (found == nullptr || !can_be_empty(part))) *whole = false;
    return place.silent ? "" : out;
  }

  static const AnswerField* named(const FieldGroup& group, const std::string& name) {
    for (const NamedField& field : group) {
      if (field.name == name) return &field.field;
    }
    return nullptr;
  }

  const std::string& layout_;
  const AnswerRecord& answer_;
  size_t at_ = 0;
};

class TextRenderer final : public AnswerRenderer {
 public:
  TextRenderer(TextLayout layout, std::FILE* to) : layout_(std::move(layout)), to_(to) {}

  void take(const AnswerRecord& answer) override {
    const auto line = layout_.find(answer.kind);
    if (line == layout_.end()) return;
    fmt::print(to_, "{}", safe_lines(Sentence(line->second, answer).text()));
    std::fflush(to_);
  }

 private:
  TextLayout layout_;
  std::FILE* to_;
};

}  // namespace

std::unique_ptr<AnswerRenderer> text_renderer(TextLayout layout, std::FILE* to) {
  return std::make_unique<TextRenderer>(std::move(layout), to);
}

}  // namespace plumbline
