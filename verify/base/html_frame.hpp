/// A page of several: html_page with what all of them have before their own content.
#pragma once

#include <string>

namespace plumbline {

/// As html_page(); `before` is HTML. The page's own content has the id "content".
std::string html_framed_page(const std::string& title, const std::string& body,
                             const std::string& style, const std::string& before);

}  // namespace plumbline
