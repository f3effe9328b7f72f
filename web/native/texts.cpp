/// Calls about certificates, training runs described by their usual parameters, and lists of all names.
#include <algorithm>

#include "app/training/dpsgd_words.hpp"
#include "app/training/training_mechanism.hpp"
#include "reference/certificates/check.hpp"
#include "verify/base/text/sha256.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/certificates/check_text.hpp"
#include "verify/statement/audit_page.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "web/native/calls.hpp"

namespace plumbline::web {
namespace {

CheckOptions check_options(const Json& call) {
  CheckOptions out;
  out.digits = call.value("digits", 0);
  out.poll = host_poll();
  return out;
}

/// The valid certificates of a file, and a problem for each invalid member.
struct Read {
  std::vector<Certificate> certificates;
  std::vector<std::string> problems;
};
Read read(const std::string& text) {
  Read out;
  for (ReadMember& member : read_members(text)) {
    if (member.certificate) {
      out.certificates.push_back(std::move(*member.certificate));
    } else {
      out.problems.push_back(member.problem);
    }
  }
  return out;
}

/// The certificates that a page can state, their results, and a problem for each certificate whose factors have
/// different neighbouring relations.
struct Statable {
  std::vector<Certificate> certificates;
  std::vector<CheckResult> results;
  std::vector<std::string> problems;
};
Statable statable_of(const std::vector<Certificate>& certificates,
                     const std::vector<CheckResult>& results) {
  Statable out;
  for (size_t i = 0; i < certificates.size(); ++i) {
    try {
      require_one_relation(certificates[i]);
      out.certificates.push_back(certificates[i]);
      out.results.push_back(results[i]);
    } catch (const std::invalid_argument& e) {
      out.problems.emplace_back(e.what());
    }
  }
  return out;
}

using NameAt = const char* (*)(size_t);

/// Returns a list of the C interface: each name, with `text` as the member `second`.
Json named(NameAt name, const char* second, NameAt text) {
  Json out = Json::array();
  for (size_t i = 0; name(i) != nullptr; ++i) {
    Json one = {{"name", name(i)}};
    if (text != nullptr) one[second] = text(i);
    out.push_back(one);
  }
  return out;
}

}  // namespace

Json call_check(const Json& call) {
  const std::string text = text_of(call, "text"), file = text_of(call, "file");
  const Read found = read_by([&] { return read(text); });
  Json checked = Json::array();
  std::vector<Certificate> stated;  // a withdrawn certificate states nothing
  std::vector<CheckResult> results;
  for (const Certificate& certificate : found.certificates) {
    const CheckedPlace place{file, checked.size() + 1, found.certificates.size(), 0};
    const CheckResult result = check(certificate, check_options(call));
    Json one = check_json(place, certificate, result);
    one["text"] = check_text(place, certificate, result);
    checked.push_back(std::move(one));
    if (result.verdict == Verdict::withdrawn) continue;
    stated.push_back(certificate);
    results.push_back(result);
  }
  const AuditSource source{file, sha256(text), text_of(call, "date")};
  const Statable statable = statable_of(stated, results);
  Json problems = found.problems;
  for (const std::string& problem : statable.problems) problems.push_back(problem);
  return {
      {"checked", checked},
      {"problems", problems},
      {"statement", audit_record(audit_page_of(source, statable.certificates, statable.results))}};
}

Json call_training(const Json& call) {
  return read_by([&] {
    DpsgdArguments a;
    a.batch = text_of(call, "batch");
    a.dataset = text_of(call, "dataset");
    a.epochs = text_of(call, "epochs");
    a.rate = text_of(call, "rate");
    a.steps = text_of(call, "steps");
    if (const std::string sampling = text_of(call, "sampling"); !sampling.empty()) {
      const std::vector<std::string> known = sampling_names();
      if (std::find(known.begin(), known.end(), sampling) == known.end()) {
        throw std::invalid_argument("no sampling " + sampling);
      }
      a.sampling = sampling;
    }
    const TrainingMechanism out = training_mechanism(a, text_of(call, "sigma"));
    return Json{{"mechanism", out.mechanism}, {"assumes", out.assumes}, {"note", out.note}};
  });
}

Json call_names(const Json&) {
  Json quantities = Json::array();
  for (size_t i = 0; plumbline_quantity(i) != nullptr; ++i) {
    quantities.push_back({{"name", plumbline_quantity(i)},
                          {"argument", plumbline_quantity_argument(i)},
                          {"summary", plumbline_quantity_summary(i)}});
  }
  return {{"version", plumbline_version()},
          {"quantities", quantities},
          {"engines", named(plumbline_engine, "", nullptr)},
          {"mechanisms", named(plumbline_mechanism_name, "summary", plumbline_mechanism_summary)},
          {"relations", named(plumbline_relation, "direction", plumbline_relation_direction)}};
}

}  // namespace plumbline::web
