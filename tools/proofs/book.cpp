#include "tools/proofs/book.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

namespace plumbline::proofs {
namespace {

/// The layers in the order of their dependencies; others follow.
const std::vector<std::pair<std::string, std::string>> kLayers{
    {"arithmetic", "Arithmetic"}, {"mechanisms", "Mechanisms"}, {"composition", "Composition"},
    {"engines", "Engines"},       {"quantities", "Quantities"}, {"regions", "Regions"},
    {"channels", "Channels"},     {"statistics", "Statistics"}, {"certificates", "Certificates"}};

/// reference/LAYER/...
std::string layer_of(const Bound& bound) {
  const size_t start = bound.file.find('/') + 1;
  return bound.file.substr(start, bound.file.find('/', start) - start);
}

using Order = std::map<std::string, std::vector<const Bound*>>;

/// Returns the files of a layer, each after the files whose bounds it cites, if there is no cycle. The bounds of a
/// file keep their order.
std::vector<std::string> reading_order(const Order& files) {
  std::map<std::string, std::string> file_of;
  for (const auto& [file, bounds] : files) {
    for (const Bound* bound : bounds) file_of[bound->id] = file;
  }
  std::vector<std::string> out;
  std::set<std::string> done;
  while (out.size() < files.size()) {
    std::string next, first_left;
    for (const auto& [file, bounds] : files) {
      if (done.count(file) != 0) continue;
      if (first_left.empty()) first_left = file;
      bool ready = true;
      for (const Bound* bound : bounds) {
        for (const std::string& cited : bound->cites) {
          const auto found = file_of.find(cited);
          ready = ready && (found == file_of.end() || found->second == file ||
                            done.count(found->second) != 0);
        }
      }
      if (ready) {
        next = file;
        break;
      }
    }
    if (next.empty()) next = first_left;
    out.push_back(next);
    done.insert(next);
  }
  return out;
}

std::string anchor(const std::string& id) {
  std::string out;
  for (const char c : id) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// Escapes text, so that Markdown shows it unchanged.
std::string escaped(const std::string& text) {
  static const std::string special = "\\`*_{}[]<>#|~$";
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

/// Returns true if a line begins the part (a), (b), ... of a statement: after the end of a sentence.
bool begins_part(const std::string& before, const std::string& line) {
  const bool named = line.size() > 4 && line[0] == '(' && line[1] >= 'a' && line[1] <= 'i' &&
                     line[2] == ')' && line[3] == ' ';
  return named && std::string(".:;").find(before.back()) != std::string::npos;
}

class Page {
 public:
  Page(const std::map<std::string, std::string>& page_of, std::string layer)
      : page_of_(page_of), layer_(std::move(layer)) {}

  /// Escapes text, and converts the ids of other bounds to links.
  std::string linked(const std::string& text, const std::string& own) const {
    static const std::regex word(R"([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)");
    std::string out;
    size_t last = 0;
    for (std::sregex_iterator m(text.begin(), text.end(), word), end; m != end; ++m) {
      const auto found = page_of_.find(m->str());
      const auto at = static_cast<size_t>(m->position());
      if (found == page_of_.end() || m->str() == own) continue;
      out += escaped(text.substr(last, at - last)) + link(m->str());
      last = at + m->str().size();
    }
    return out + escaped(text.substr(last));
  }

  std::string link(const std::string& id) const {
    const std::string& layer = page_of_.at(id);
    return "[" + id + "](" + (layer == layer_ ? "" : layer + ".md") + "#" + anchor(id) + ")";
  }

  std::string field(const Bound& bound, const std::string& name) const {
    // Comments have the short field name "Needs."; the book uses the standard word.
    const std::string title = name == "Needs" ? "Assumptions" : name;
    return titled("**" + title + ".**", bound.fields.at(name), bound.id);
  }

  std::string part(const ProofPart& part) const {
    return titled("*" + escaped(part.about) + "* ([" + part.file + "](../../" + part.file + ")).",
                  part.pieces, part.id);
  }

  std::string titled(const std::string& title, const std::vector<Piece>& pieces,
                     const std::string& own) const {
    std::string out = title;
    bool displayed = false;
    for (const Piece& piece : pieces) {
      if (piece.lines.empty()) continue;
      if (piece.displayed) {
        out += displayed ? "\n```text\n" : "\n\n```text\n";
        for (const std::string& line : piece.lines) out += line + "\n";
        out += "```\n";
      } else {
        if (displayed) out += "\n";
        std::string joined;
        for (const std::string& line : piece.lines) {
          joined += joined.empty() ? "" : begins_part(joined, line) ? "\n\n" : " ";
          joined += line;
        }
        out += (displayed ? "" : " ") + linked(joined, own);
      }
      displayed = piece.displayed;
    }
    return out + "\n\n";
  }

  std::string section(const Bound& bound) const {
    std::string out = "### " + bound.id + "\n\n";
    for (const std::string& name : bound.field_names) {
      out += field(bound, name);
      if (name != "Proof") continue;
      for (const ProofPart& one : bound.parts) out += part(one);
    }
    out += "Evaluated in [" + bound.file + "](../../" + bound.file + "). Tried by:\n\n";
    for (const std::string& test : bound.tests) {
      const std::string file = test.substr(0, test.find(": "));
      out += "- " + escaped(test.substr(test.find(": ") + 2)) + " ([" + file + "](../../" + file +
             "))\n";
    }
    return out + "\n";
  }

 private:
  const std::map<std::string, std::string>& page_of_;
  std::string layer_;
};

/// Returns the first sentence, or its beginning.
std::string gist(const Bound& bound) {
  std::string text;
  const auto found = bound.fields.find("Statement");
  if (found == bound.fields.end()) return text;
  for (const Piece& piece : found->second) {
    for (const std::string& line : piece.lines) text += (text.empty() ? "" : " ") + line;
  }
  const size_t end = text.find(". ");
  if (end != std::string::npos) text = text.substr(0, end + 1);
  constexpr size_t kMost = 160;
  if (text.size() > kMost) text = text.substr(0, text.rfind(' ', kMost)) + " ...";
  return text;
}

const char kIntroduction[] =
    "# The proofs\n\n"
    "**Reference** for mathematicians who check the bounds.\n\n"
    "Every error that enters a certified value is bounded by one of the statements below. A "
    "comment\n"
    "next to the code proves each statement, and `./dev proofs` writes this book from these "
    "comments;\n"
    "a test fails if the book is stale. Read the layers in this order; within a layer, a bound\n"
    "follows most of the bounds that it uses. The page of [notation](../notation.md) defines "
    "letters\n"
    "and words that all proofs share.\n\n"
    "Each entry has a *statement*; its *assumptions*, with the code that checks each of them; a\n"
    "*proof*; a *source*; and its *slack*, if the bound is known to exceed the bounded quantity "
    "by\n"
    "a factor of more than ten. Each value passes through one named place (`bound<\"ID\">`,\n"
    "[bound.hpp](../../reference/arithmetic/bound.hpp)): `./dev faults` sets every bound to zero "
    "and to\n"
    "a tenth of itself, and the tests listed with it must then fail.\n\n";

}  // namespace

std::map<std::string, std::string> book(const std::vector<Bound>& bounds) {
  std::map<std::string, Order> layers;
  std::map<std::string, std::string> page_of;
  for (const Bound& bound : bounds) {
    layers[layer_of(bound)][bound.file].push_back(&bound);
    page_of[bound.id] = layer_of(bound);
  }
  auto order = kLayers;
  for (const auto& [layer, files] : layers) {
    const bool known = std::any_of(order.begin(), order.end(),
                                   [&](const auto& entry) { return entry.first == layer; });
    if (!known) order.emplace_back(layer, layer);
  }
  std::map<std::string, std::string> out;
  std::string index = kIntroduction;
  for (const auto& [layer, title] : order) {
    if (layers.count(layer) == 0) continue;
    const Page page(page_of, layer);
    const Page from_index(page_of, "");
    std::string text = "# " + title + "\n\n[All layers](README.md)\n\n";
    index += "## [" + title + "](" + layer + ".md)\n\n| bound | states |\n|---|---|\n";
    for (const std::string& file : reading_order(layers.at(layer))) {
      text += "## " + file + "\n\n";
      for (const Bound* bound : layers.at(layer).at(file)) {
        text += page.section(*bound);
        index += "| " + from_index.link(bound->id) + " | " + escaped(gist(*bound)) + " |\n";
      }
    }
    index += "\n";
    out[layer + ".md"] = text;
  }
  index += std::to_string(bounds.size()) + " bounds.\n";
  out["README.md"] = index;
  return out;
}

}  // namespace plumbline::proofs
