#include <fmt/format.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "verify/base/html_page.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/site/markdown_html.hpp"
#include "verify/site/pages.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

bool is_picture(const fs::path& path) {
  static const std::set<std::string> kinds = {".svg", ".png", ".jpg"};
  return kinds.contains(path.extension().string());
}

/// Documents by their path from the root of the checkout, and where each is on the site.
std::map<std::string, std::string> documents_in(const fs::path& root) {
  std::map<std::string, std::string> out;
  const auto add = [&](const fs::path& path) {
    const std::string name = fs::relative(path, root).generic_string();
    if (path.extension() != ".md") return;
    std::string place = fs::path(name).replace_extension(".html").generic_string();
    if (place.rfind("docs/", 0) != 0) place = "docs/" + place;
    out[name] = place;
  };
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs", error)) {
    add(entry.path());
  }
  for (const char* name : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "cases/README.md",
                           "cases/accountants/README.md", "reports/README.md", "vectors/README.md",
                           "checker/README.md", "python/README.md", "workflow/README.md"}) {
    if (fs::exists(root / name)) add(root / name);
  }
  return out;
}

/// Links of documents, as they are on the site.
class Links {
 public:
  Links(const fs::path& root, std::map<std::string, std::string> documents, SiteFolder* site)
      : root_(root), documents_(std::move(documents)), site_(site) {}

  /// Pictures are taken along; what is neither document nor picture is no link.
  std::string place(const std::string& link, const std::string& document, const std::string& page) {
    if (link.empty() || link[0] == '#' || link.find("://") != std::string::npos) return link;
    const std::string path = link.substr(0, link.find('#'));
    const std::string part = link.substr(path.size());
    std::string name =
        (fs::path(document).parent_path() / path).lexically_normal().generic_string();
    while (!name.empty() && name.back() == '/') name.pop_back();
    for (const std::string& candidate : {name, name + "/README.md"}) {
      const auto found = documents_.find(candidate);
      if (found != documents_.end()) return path_from(page, found->second) + part;
    }
    if (!is_picture(name) || !fs::is_regular_file(root_ / name)) return "";
    const std::string at = name.rfind("docs/", 0) == 0 ? name : "docs/" + name;
    if (copied_.insert(at).second) site_->copy(at, root_ / name);
    return path_from(page, at);
  }

 private:
  fs::path root_;
  std::map<std::string, std::string> documents_;
  SiteFolder* site_;
  std::set<std::string> copied_;
};

std::string prose(const std::string& body) { return "<div class=\"prose\">\n" + body + "</div>\n"; }

}  // namespace

void write_documents(const SiteOptions& options, SiteFolder* site) {
  const std::map<std::string, std::string> documents = documents_in(options.root);
  Links links(options.root, documents, site);
  HtmlTable table{{"document", "file"}, {}};
  const auto page_of = [&](const std::string& name, const std::string& at) {
    return markdown_html(text_of_file(options.root / name),
                         [&](const std::string& link) { return links.place(link, name, at); });
  };
  for (const auto& [name, at] : documents) {
    const MarkdownPage page = page_of(name, at);
    const std::string title = page.title.empty() ? name : page.title;
    site->page(at, title, prose(page.body));
    table.rows.push_back({{site_link("docs/index.html", at, title), ""}, code_entry(name)});
  }
  site->page("docs/index.html", "Documents", html_table(table));
  const std::string statements = "docs/papers/statements.md";
  if (documents.contains(statements)) {
    const MarkdownPage page = page_of(statements, "statements.html");
    site->page("statements.html", page.title, prose(page.body));
  } else {
    site->page("statements.html", "Statements", html_tag("p", "There is no page of statements."));
  }
}

void write_vector_page(const SiteOptions& options, SiteFolder* site) {
  const std::string place = "vectors.html";
  std::set<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(options.root / "vectors", error)) {
    const std::string kind = entry.path().extension().string();
    if (kind == ".json" || kind == ".tsv") files.insert(entry.path());
  }
  HtmlTable table{{"file", "tests", "bytes"}, {}};
  for (const fs::path& file : files) {
    const std::string name = file.filename().string(), text = text_of_file(file);
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const bool counted = json.is_object() && json.contains("numberOfTests");
    site->file("vectors/" + name, text);
    table.rows.push_back({{site_link(place, "vectors/" + name, name), ""},
                          text_entry(counted ? json["numberOfTests"].dump() : ""),
                          text_entry(std::to_string(text.size()))});
  }
  const std::string intro = html_tag("p",
                                     "Certified values as data, each confirmed on a second path, "
                                     "for accountants in any language.");
  site->page(place, "Test vectors",
             files.empty() ? html_tag("p", "There are no vectors.") : intro + html_table(table));
}

void write_certificate_page(const SiteOptions& options, const CertificatePlaces& made,
                            SiteFolder* site) {
  const std::string place = "certificates.html";
  HtmlTable table{{"file", "says"}, {}};
  const auto add = [&](const std::string& at, const std::string& says) {
    table.rows.push_back(
        {{site_link(place, at, fs::path(at).filename().string()), "short"}, {html_code(says), ""}});
  };
  std::error_code error;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(options.root / "cases/certificates", error)) {
    if (entry.path().extension() == ".json") files.insert(entry.path());
  }
  for (const fs::path& file : files) {
    const std::string at = "certificates/" + file.filename().string();
    site->copy(at, file);
    for (const Certificate& c : read_certificates(text_of_file(file))) {
      const std::string argument = c.argument.empty() ? "" : "(" + c.argument + "=" + c.at + ")";
      add(at, fmt::format("{}{} of {} in [{}, {}]", c.quantity, argument, c.mechanism, c.lower,
                          c.upper));
    }
  }
  for (const auto& [command, at] : made) add(at, command);
  const std::string intro =
      "<p>Each file states certified values with what is needed to derive them again: "
      "<code>plumbline "
      "check FILE</code>, or the checker in Python that shares nothing with the program.</p>\n";
  site->page(
      place, "Certificates",
      table.rows.empty() ? html_tag("p", "There are no certificates.") : intro + html_table(table));
}

}  // namespace plumbline
