#include "verify/site/markdown_html.hpp"

#include <md4c-html.h>

#include <cctype>
#include <map>
#include <regex>
#include <stdexcept>

#include "verify/base/html_page.hpp"

namespace plumbline {
namespace {

std::string converted(const std::string& text) {
  std::string out;
  const auto take = [](const MD_CHAR* part, MD_SIZE size, void* into) {
    static_cast<std::string*>(into)->append(part, size);
  };
  const unsigned flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_STRIKETHROUGH;
  if (md_html(text.data(), static_cast<MD_SIZE>(text.size()), take, &out, flags, 0) != 0) {
    throw std::invalid_argument("a document cannot be read as Markdown");
  }
  return out;
}

/// Each match of `pattern`, as `change` wants it.
std::string changed(const std::string& text, const std::regex& pattern,
                    const std::function<std::string(const std::smatch&)>& change) {
  std::string out;
  auto from = text.begin();
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    out.append(from, (*match)[0].first);
    out += change(*match);
    from = (*match)[0].second;
  }
  out.append(from, text.end());
  return out;
}

std::string without_tags(const std::string& html) {
  static const std::regex tag("<[^>]*>");
  return std::regex_replace(html, tag, "");
}

std::string unescaped(std::string text) {
  for (const auto& [from, to] : {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"},
                                 std::pair{"&quot;", "\""}, std::pair{"&amp;", "&"}}) {
    const std::string what = from;
    for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) {
      text.replace(at, what.size(), to);
    }
  }
  return text;
}

/// As GitHub makes them: letters in lower case, blanks as hyphens, of all else only hyphens and
/// underscores.
std::string heading_id(const std::string& heading) {
  std::string out;
  for (const char c : heading) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) != 0 || c == '-' || c == '_' || u >= 0x80) {
      out += static_cast<char>(std::tolower(u));
    } else if (c == ' ') {
      out += '-';
    }
  }
  return out;
}

}  // namespace

MarkdownPage markdown_html(const std::string& text,
                           const std::function<std::string(const std::string&)>& to) {
  MarkdownPage out;
  std::map<std::string, int> ids;
  // libstdc++ matches by recursion: no heading or link is long enough to matter.
  static const std::regex heading("<h([1-6])>([^\n]*)</h[1-6]>\n?");
  const std::string headed = changed(converted(text), heading, [&](const std::smatch& match) {
    const std::string words = unescaped(without_tags(match[2]));
    const bool first = match[1] == "1" && out.title.empty();
    if (first) out.title = words;
    std::string id = heading_id(words);
    if (const int before = ids[id]++; before > 0) id += "-" + std::to_string(before);
    if (first) return "<span id=\"" + html_escaped(id) + "\"></span>\n";
    return "<h" + match[1].str() + " id=\"" + html_escaped(id) + "\">" + match[2].str() + "</h" +
           match[1].str() + ">\n";
  });
  static const std::regex scopes("<th( align=\"[a-z]+\")?>");
  const std::string scoped = std::regex_replace(headed, scopes, "<th scope=\"col\"$1>");
  static const std::regex link("<a href=\"([^\"]*)\"([^>]*)>([\\s\\S]*?)</a>");
  const std::string linked = changed(scoped, link, [&](const std::smatch& match) {
    const std::string place = to(unescaped(match[1]));
    if (place.empty()) return match[3].str();
    return "<a href=\"" + html_escaped(place) + "\">" + match[3].str() + "</a>";
  });
  static const std::regex picture("<img src=\"([^\"]*)\"");
  out.body = changed(linked, picture, [&](const std::smatch& match) {
    return "<img src=\"" + html_escaped(to(unescaped(match[1]))) + "\"";
  });
  return out;
}

}  // namespace plumbline
