/// Documents as pages: Markdown becomes HTML by md4c.
#pragma once

#include <functional>
#include <string>

namespace plumbline {

struct MarkdownPage {
  std::string title;  ///< plain text of the first heading, which the page has as its own
  std::string body;
};

/// Headings get ids as on GitHub. `to` turns what a link or picture refers to into where that is on
/// the site; an empty text leaves the words without a link. Raw HTML is shown as text.
MarkdownPage markdown_html(
    const std::string& text,
    const std::function<std::string(const std::string&)>& to = [](const std::string& link) {
      return link.rfind("#", 0) == 0 || link.rfind("http", 0) == 0 ? link : std::string();
    });

}  // namespace plumbline
