#include <nlohmann/json.hpp>
#include <optional>

#include "reference/arithmetic/input_errors.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/certificates/witness.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/registry.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/certificates/hypotheses_record.hpp"
#include "verify/records/answer_record.hpp"
#include "verify/records/attack_words.hpp"
#include "verify/records/call_sessions.hpp"
#include "verify/records/call_verbs.hpp"
#include "verify/records/query_record.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kCallDigits = 15;
constexpr long kMostSessions = 1L << 52U;

/// A query as its request states it.
struct CalledQuery {
  Query written;
  bool as_attack = false;  ///< true if the request says tpr and fpr for power and alpha
};

CalledQuery query_of(CallMembers& members) {
  Query usual;
  usual.digits = kCallDigits;
  nlohmann::json query(members.member("query"));
  CalledQuery out;
  out.as_attack = read_rates(&query, usual);
  out.written = question_of(query, usual);
  const std::string argument = required_quantity(out.written.quantity).argument();
  if (!argument.empty() && out.written.at.empty()) {
    throw BadField(argument,
                   "missing; " + out.written.quantity + " needs a number, its " + argument);
  }
  return out;
}

/// Runs the body. If the request uses TPR and FPR, errors use these names in place of power and alpha.
template <class Body>
Json in_words_of(const CalledQuery& query, const Body& body) {
  if (!query.as_attack) return body();
  try {
    return body();
  } catch (const UnknownName&) {
    throw;
  } catch (const OutOfDomain& e) {
    throw OutOfDomain(as_attack(e.what()), as_attack(e.field));
  } catch (const NotCovered& e) {
    throw NotCovered(as_attack(e.what()));
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(as_attack(e.what()));
  }
}

void require_certificates(const Query& query) {
  if (required_quantity(query.quantity).certificate) return;
  throw NotCovered("no certificate states a " + query.quantity + "; ask for an answer alone");
}

/// Returns the texts that a certificate records as the request wrote them, in addition to the argument of the quantity:
/// all other numbers, and the options for which OptionEntry::written is true.
NamedTexts written_more(const Query& written, const Query& query) {
  const Quantity& entry = required_quantity(query.quantity);
  NamedTexts out;
  for (const auto& [name, text] : query.at) {
    if (name != entry.argument()) out.emplace_back(name, text_of(written.at, name));
  }
  for (const OptionEntry& one : entry.options) {
    const std::string text = text_of(written.options, one.name);
    const bool stands = !text_of(query.options, one.name).empty();
    if (one.written && !text.empty() && stands) out.emplace_back(one.name, text);
  }
  return out;
}

Certificate certificate_for(const CalledQuery& asked, const Query& query, const Answer& found,
                            const Effort& effort) {
  Certificate out = certificate_of(query, found);
  out.written_mechanism = asked.written.mechanism;
  out.written_other = asked.written.other;
  const std::string argument = required_quantity(query.quantity).argument();
  if (!out.written_at.empty()) out.written_at = text_of(asked.written.at, argument);
  out.written_more = written_more(asked.written, query);
  add_witness(query, effort, &out);
  return out;
}

/// Returns the number of the request's session; nothing for a request without a session.
std::optional<long> session_number(CallMembers& members) {
  if (members.member_or_none("session") == nullptr) return std::nullopt;
  return members.whole_or("session", 0, kMostSessions);
}

Json answer_in(CallSession& session, const CalledQuery& asked, bool certified, const Poll& poll) {
  const Query query = canonical_in(session, asked.written);
  const Stopwatch watch;
  const Effort effort{query.digits, poll};
  const Answer found = certified ? answer(query, effort) : session.questions.answer(query, effort);
  if (found.nothing_found) throw Interrupted();
  RecordContext more{.seconds = watch.seconds()};
  if (asked.as_attack) more.context = {{"asked_as", "tpr"}};
  Json out = answer_record(query, found, more);
  if (certified) out["certificate"] = to_json(certificate_for(asked, query, found, effort));
  return out;
}

}  // namespace

Json call_answer(CallMembers& members, const Poll& poll) {
  const CalledQuery asked = query_of(members);
  const std::optional<long> number = session_number(members);
  const bool certified = members.flag("certificate");
  members.refuse_others();
  if (certified) require_certificates(asked.written);
  return in_words_of(asked, [&] {
    if (!number) return answer_in(CallLease().session(), asked, certified, poll);
    CallLease lease(*number);
    return answer_in(lease.session(), asked, certified, poll);
  });
}

Json call_certify(CallMembers& members, const Poll& poll) {
  const CalledQuery asked = query_of(members);
  members.refuse_others();
  require_certificates(asked.written);
  return in_words_of(asked, [&] {
    const Query query = canonical_in(CallLease().session(), asked.written);
    const Effort effort{query.digits, poll};
    return to_json(certificate_for(asked, query, answer(query, effort), effort));
  });
}

Json call_compose(CallMembers& members, const Poll&) {
  const std::string mechanism = members.text("mechanism");
  members.refuse_others();
  const Composition composition = Composition::parse(mechanism);
  Json out = {{"schema", "mechanism/2"},
              {"mechanism", composition.expression()},
              {"hypotheses", hypotheses_json(composition.hypotheses())}};
  const std::string warning = mixed_warning(composition.hypotheses());
  if (!warning.empty()) out["warning"] = warning;
  return out;
}

Json call_open(CallMembers& members, const Poll&) {
  members.refuse_others();
  return {{"schema", "session/2"}, {"session", open_call_session()}};
}

Json call_close(CallMembers& members, const Poll&) {
  members.member("session");
  const long number = members.whole_or("session", 0, kMostSessions);
  members.refuse_others();
  close_call_session(number);
  return {{"schema", "session/2"}, {"session", number}};
}

}  // namespace plumbline
