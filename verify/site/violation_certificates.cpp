#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "reference/arithmetic/number_or_none.hpp"
#include "reference/arithmetic/stopwatch.hpp"
#include "reference/certificates/certificate.hpp"
#include "reference/certificates/witness.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/site/pages.hpp"

namespace plumbline {
namespace {

/// The words of a command, as a shell reads those that replay commands have.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> out;
  std::string word;
  bool any = false, quoted = false;
  for (const char c : command + " ") {
    if (c == '\'') {
      quoted = !quoted;
      any = true;
    } else if (c != ' ' || quoted) {
      word += c;
      any = true;
    } else if (any) {
      out.push_back(word);
      word.clear();
      any = false;
    }
  }
  return out;
}

/// The request of "plumbline delta 'M' --epsilon 1 --direction worst --digits 20"; nothing where it
/// is of another form.
std::optional<Query> request_of(const std::string& command) {
  const std::vector<std::string> words = words_of(command);
  if (words.size() < 3 || words[0] != "plumbline") return std::nullopt;
  Query out;
  out.quantity = words[1];
  std::replace(out.quantity.begin(), out.quantity.end(), '-', '_');
  out.mechanism = words[2];
  for (size_t i = 3; i + 1 < words.size(); i += 2) {
    if (words[i] == "--direction") {
      out.direction = parse_direction(words[i + 1]);
    } else if (words[i] == "--digits") {
      out.digits = std::stoi(words[i + 1]);
    } else if (const auto at = rational_or_none(words[i + 1]); at && out.at.empty()) {
      out.at = {{words[i].substr(2), at->text()}};
    } else {
      return std::nullopt;
    }
  }
  return out;
}

/// The certificate as text; nothing where it takes too long or there is none of such a value.
std::optional<std::string> certificate_text(const Query& request, const SiteOptions& options) {
  Effort effort;
  effort.digits = request.digits;
  bool stopped = false;
  effort.poll = [&, watch = Stopwatch()] {
    try {
      options.poll();
    } catch (...) {
      stopped = true;
      throw;
    }
    if (watch.seconds() > options.seconds) throw Interrupted{};
  };
  try {
    Certificate certificate = certificate_of(request, answer(request, effort));
    add_witness(request, effort, &certificate);
    return to_json(certificate).dump(2) + "\n";
  } catch (const Interrupted&) {
    if (stopped) throw;
  } catch (const std::invalid_argument&) {  // a quantity that has no certificates
  }
  return std::nullopt;
}

}  // namespace

CertificatePlaces write_violation_certificates(const SiteData& data, const SiteOptions& options,
                                               SiteFolder* site) {
  CertificatePlaces out;
  std::map<std::string, std::vector<const KeptLine*>> worst;  // by accountant
  for (const MethodRow* row : data.claims.summary.rows()) {
    if (row->standing != ClaimStanding::documented) continue;
    if (!row->violated.empty()) worst[row->tool].push_back(&row->violated.worst());
  }
  for (auto& [tool, lines] : worst) {
    std::stable_sort(lines.begin(), lines.end(), [](const KeptLine* a, const KeptLine* b) {
      return std::pair(a->grade, a->size) > std::pair(b->grade, b->size);
    });
    int made = 0;
    for (const KeptLine* line : lines) {
      if (made >= options.certificates) break;
      const auto request = request_of(line->shown.replay);
      if (!request) continue;
      options.say("certificate of a violation: " + tool);
      const auto text = certificate_text(*request, options);
      if (!text) continue;
      ++made;
      const std::string at = fmt::format("certificates/{}-{}.json", file_word(tool), made);
      site->file(at, *text);
      out[line->shown.replay] = at;
    }
  }
  return out;
}

}  // namespace plumbline
