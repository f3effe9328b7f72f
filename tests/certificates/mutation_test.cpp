/// Every member of a certificate of every kind is changed, one at a time and several at once, and the digest is
/// recomputed. Every certificate that is still confirmed must be true, as this test verifies independently, and no
/// page of an audit may contain a false number.
#include <functional>
#include <map>
#include <random>
#include <set>

#include "reference/certificates/comparison_check.hpp"
#include "reference/certificates/consistency.hpp"
#include "reference/certificates/request.hpp"
#include "reference/questions/answer.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/share.hpp"
#include "verify/certificates/hypotheses_record.hpp"
#include "verify/statement/audit_page.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr int kTruthDigits = 45;

/// Returns the answer to the certificate's question with many digits, independent of the certificate.
const Certificate& truth_of(const Certificate& c) {
  static std::map<std::string, Certificate> known;
  Query request = request_of(c);
  request.engine = "auto";
  request.digits = c.quantity == "comparison" || c.quantity == "theorem3" ? 30 : kTruthDigits;
  std::string key = c.quantity + c.mechanism + c.other + c.direction;
  for (const auto& texts : {request.at, c.options}) {
    for (const auto& [name, text] : texts) key += name + text;
  }
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known.emplace(key, certificate_of(request, answer(request, Effort{}))).first->second;
}

/// Returns true if the number enclosed in `truth` can lie in [lower, upper].
bool may_hold(const std::string& lower, const std::string& upper, const Interval& truth,
              bool infinite = false) {
  const Interval stated = Interval::read(lower, upper);
  if (infinite) return !stated.upper;
  // A point states an exact number, which an enclosure of positive width does not prove.
  if (stated.is_point() && !truth.is_point()) return false;
  return !disjoint(stated, truth);
}

bool range_holds(const std::string& text, const Certificate& truth) {
  const auto stated = StatedRange::read(text);
  if (!stated) return false;
  for (const auto& [name, other] : truth.findings) {
    if (name.rfind("range_", 0) != 0) continue;
    const auto real = StatedRange::read(other);
    const bool same = real->kind == stated->kind || stated->kind == ComparedRange::Order::undecided;
    if (same || !(real->from < stated->to && stated->from < real->to)) continue;
    return false;  // a different sign on a part of the range
  }
  return true;
}

bool finding_holds(const Certificate& c, const std::string& name, const std::string& text,
                   const Certificate& truth) {
  const std::string real = text_of(truth.findings, name);
  if (name == "safe" || name == "safe_double") {
    const Interval threshold = Interval::read(truth.lower, truth.upper);
    const bool above = text_of(truth.findings, "private_side") == "above";
    if (name == "safe_double") {
      const Rational x = Rational::from_binary64(std::strtod(text.c_str(), nullptr));
      if (above ? x < *threshold.lower : x > *threshold.upper) return false;
    }
    return above ? number(text) >= *threshold.lower : number(text) <= *threshold.upper;
  }
  if (name.rfind("range_", 0) == 0) return range_holds(text, truth);
  if (name == "margin" || name == "beyond") {
    // The largest difference where no sign is stated; the sign may continue beyond.
    return text == "inf" || number(text).sign() >= 0;
  }
  if (name.rfind("examined_", 0) == 0) {
    const auto last = text_of(c.findings, "examined_to"),
               first = text_of(c.findings, "examined_from");
    return number(first) < number(last);
  }
  return text == real || text == "open" || text == "undecided";
}

/// Returns the stated hypotheses in the file format.
Json statements_of(const Certificate& c) {
  Json out = Json::array();
  for (const auto& hypotheses : {c.hypotheses, c.other_hypotheses}) {
    if (hypotheses) out.push_back(hypotheses_json(*hypotheses));
  }
  return out;
}

/// Returns the false statement of a certificate; empty if there is none.
std::string falsehood(const Certificate& c) {
  const Certificate& truth = truth_of(c);
  if (c.version == truth.version && statements_of(c) != statements_of(truth)) {
    return "hypotheses: truth " + statements_of(truth).dump();
  }
  const bool infinite = !text_of(truth.findings, "infinite").empty();
  if (!may_hold(c.lower, c.upper, Interval::read(truth.lower, truth.upper), infinite)) {
    return "lower, upper: truth in [" + truth.lower + ", " + truth.upper + "]";
  }
  for (const NamedInterval& value : c.values) {
    const NamedInterval* real = find_value(truth.values, value.name);
    if (real == nullptr) return value.name + ": there is no such number";
    if (!may_hold(value.lower, value.upper, Interval::read(real->lower, real->upper))) {
      return value.name + ": truth in [" + real->lower + ", " + real->upper + "]";
    }
  }
  for (const auto& [name, text] : c.findings) {
    if (!finding_holds(c, name, text, truth)) return name + ": " + text;
  }
  if (c.quantity == "divergence") {
    Certificate exact = truth;
    const Rational off = number(c.at) - number(truth.at);
    const Rational gap = off.sign() < 0 ? -off : off;
    const bool wide = Interval::read(c.lower, c.upper).digits() < 6;
    if (!wide && gap > number("1e-3")) return "prior " + c.at + ", should be " + truth.at;
  }
  return "";
}

/// Generates changed copies of an original.
class Mutator {
 public:
  explicit Mutator(const Certificate& original, unsigned seed)
      : original_(to_json(original)), random_(seed) {
    const Json flat = original_.flatten();
    for (const auto& [path, value] : flat.items()) {
      if (path != "/digest") leaves_.push_back(path);
    }
  }

  const std::vector<std::string>& leaves() const { return leaves_; }
  const Json& original() const { return original_; }

  size_t choose(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

  /// Returns another text for a member; `turn` selects the kind of change.
  Json other(const std::string& path, const Json& now, size_t turn) {
    if (now.is_boolean()) return !now.get<bool>();
    if (now.is_number()) return now.get<int>() + 1;
    if (now.is_object()) return Json{{"x", "1"}};
    const auto text = now.get<std::string>();
    if (path == "/direction") return turn % 2 == 0 ? "reverse" : "forward";
    if (path == "/findings/verdict") {
      const char* words[] = {"first_more_private", "second_more_private", "cross", "equal", "open"};
      return words[turn % 5];
    }
    if (path == "/findings/private_side") return text == "above" ? "below" : "above";
    if (path == "/engine/name" || path == "/asked/engine") {
      const char* names[] = {"fourier", "closed_form", "finite", "knots"};
      return names[turn % 4];
    }
    if (path == "/digits" && turn % 3 == 0) return "exact";
    const size_t first = text.find_first_of("123456789"), last = text.find_last_of("0123456789");
    if (first == std::string::npos || turn % 7 == 6) return turn % 2 == 0 ? text + "0" : "1/3";
    std::string out = text;
    const auto bump = [&](size_t at) {
      if (out[at] < '0' || out[at] > '9') return;
      out[at] = static_cast<char>('0' + (out[at] - '0' + 1 + static_cast<int>(choose(9))) % 10);
    };
    switch (turn % 7) {
      case 0:
        bump(first);
        break;
      case 1:
        bump((first + last) / 2);
        break;
      case 2:
        bump(last);
        break;
      case 3:
        bump(first + choose(last - first + 1));
        break;
      case 4:
        out = out.substr(0, first + 1 + choose(last - first + 1));
        break;
      default:
        out = text.front() == '-' ? text.substr(1) : "-" + text;
    }
    return out;
  }

  /// Sets an invented interval and all members that depend on it.
  void make_up(Json* json) {
    const char* ends[] = {"lower", "upper"};
    const auto from = original_[ends[choose(2)]].get<std::string>();
    const size_t e = std::min(from.find('e'), from.size());
    const std::string power = from.substr(e);
    std::string digits = from.substr(0, std::min(e, 4 + choose(20)));
    if (digits.back() == '.') digits += "0";
    if (choose(2) == 0) digits.back() = static_cast<char>('0' + choose(10));
    std::string second = digits;
    const size_t way = choose(4);
    if (way > 0 && digits.find('.') != std::string::npos) second += std::string(way, '0') + "1";
    const bool swap = !digits.empty() && digits.front() == '-';
    (*json)["lower"] = (swap ? second : digits) + power;
    (*json)["upper"] = (swap ? digits : second) + power;
    tidy(json);
  }

  /// Removes, as a forger would, what the check could compare with a rerun.
  static void tidy(Json* json) {
    try {
      const Interval stated =
          Interval::read((*json)["lower"].get<std::string>(), (*json)["upper"].get<std::string>());
      if (stated.ordered()) (*json)["digits"] = digits_text(stated.digits());
    } catch (const std::invalid_argument&) {
    }
    (*json)["reached"] = false;
    (*json)["asked"]["digits"] = "1";
    for (auto& term : (*json)["error_budget"]) term = "0";
    (*json)["versions"]["plumbline"] = "7.1";
  }

 private:
  Json original_;
  std::vector<std::string> leaves_;
  std::mt19937 random_;
};

struct Tally {
  int confirmed = 0, undecided = 0, refuted = 0, refused = 0;
  int noticed = 0;  ///< confirmed, with a record reported as not reproducible
};

/// Returns the texts of the certificate that are long enough to be identified and not in the original.
std::vector<std::string> new_texts(const Json& json, const Json& original) {
  std::set<std::string> old;
  const Json was = original.flatten(), now = json.flatten();
  for (const auto& [path, value] : was.items()) old.insert(value.dump());
  std::vector<std::string> out;
  for (const auto& [path, value] : now.items()) {
    const bool number = path.rfind("/lower", 0) == 0 || path.rfind("/upper", 0) == 0 ||
                        path.rfind("/values", 0) == 0 || path.rfind("/findings", 0) == 0;
    if (!number || !value.is_string() || old.count(value.dump()) != 0) continue;
    if (value.get<std::string>().size() >= 8) out.push_back(value.get<std::string>());
  }
  return out;
}

/// Returns true if the page contains the number as a whole, not as the first digits of another.
bool stands_on(const std::string& page, const std::string& number) {
  for (size_t at = page.find(number); at != std::string::npos; at = page.find(number, at + 1)) {
    const std::string more = "0123456789.e-\xe2";  // the last begins "…"
    const char before = at == 0 ? ' ' : page[at - 1];
    const size_t end = at + number.size();
    const char after = end < page.size() ? page[end] : ' ';
    if (more.find(before) == std::string::npos && more.find(after) == std::string::npos)
      return true;
  }
  return false;
}

/// Checks one changed certificate; if it is confirmed, it must be true.
void try_one(const Json& changed, const Json& original, Tally* tally) {
  const std::string text = signed_again(changed).dump();
  std::vector<Certificate> certificates;
  try {
    certificates = read_certificates(text);
  } catch (const NotACertificate&) {
    ++tally->refused;
    return;
  }
  const Certificate& c = certificates.front();
  const CheckResult result = check(c, {});
  if (result.verdict == Verdict::refuted) ++tally->refuted;
  if (result.verdict == Verdict::unconfirmed) ++tally->undecided;
  REQUIRE(result.verdict != Verdict::contradiction);
  if (result.verdict == Verdict::confirmed) {
    ++tally->confirmed;
    if (!result.record.empty()) ++tally->noticed;
    const std::string wrong = falsehood(c);
    if (!wrong.empty()) FAIL_CHECK("confirmed: " + wrong + "\n" + changed.dump(2));
    return;
  }
  const AuditPage s = audit_page_of({"all.json", "00", "2026-01-31"}, {c}, {result});
  const std::string page = said(s);
  for (const std::string& number : new_texts(changed, original)) {
    if (!stands_on(page, number)) continue;
    // Another number of the same certificate may be proved and true.
    const std::string wrong = falsehood(c);
    const bool proved =
        std::any_of(result.numbers.begin(), result.numbers.end(),
                    [&](const CheckedNumber& one) {
                      return one.proved() && (one.lower == number || one.upper == number);
                    }) ||
        std::any_of(result.findings.begin(), result.findings.end(), [&](const CheckedFinding& one) {
          return one.standing == Standing::proved && one.text == number &&
                 finding_holds(c, one.name.substr(9), one.text, truth_of(c));
        });
    if (!proved) FAIL_CHECK("on the page: " + number + " (" + wrong + ")\n" + changed.dump(2));
  }
}

void mutate(const Certificate& original, unsigned seed, int made_up = of_sweep(6, 12)) {
  Mutator mutator(original, seed);
  CAPTURE(original.quantity, original.mechanism, original.other);
  {
    CheckResult result;
    INFO(to_json(original).dump(2));
    REQUIRE(judged(to_json(original).dump(), &result) == "confirmed");
    REQUIRE(falsehood(original).empty());
  }
  Tally tally;
  // Changes each member in turn, with all others unchanged, as this version and as another version.
  for (size_t leaf = 0; leaf < mutator.leaves().size(); ++leaf) {
    const std::string& path = mutator.leaves()[leaf];
    for (int i = 0; i < of_sweep(1, 2); ++i) {
      Json changed = mutator.original();
      const Json::json_pointer place(path);
      changed[place] = mutator.other(path, changed[place], mutator.choose(70));
      if ((leaf + static_cast<size_t>(i)) % 2 == 1) Mutator::tidy(&changed);
      try_one(changed, mutator.original(), &tally);
    }
    Json less = mutator.original();
    const Json::json_pointer place(path);
    if (less[place.parent_pointer()].is_object()) less[place.parent_pointer()].erase(place.back());
    try_one(less, mutator.original(), &tally);
    Json more = mutator.original();
    more[place.parent_pointer()]["superfluous"] = more[place];
    CHECK(judged(signed_again(more).dump()) == "not a certificate");
  }
  // Changes several at once, and invents intervals.
  for (int i = 0; i < made_up; ++i) {
    Json changed = mutator.original();
    if (i % 3 != 0) mutator.make_up(&changed);
    for (size_t n = mutator.choose(3) + (i % 3 == 0 ? 1 : 0); n > 0; --n) {
      const std::string path = mutator.leaves()[mutator.choose(mutator.leaves().size())];
      const Json::json_pointer place(path);
      changed[place] = mutator.other(path, changed[place], mutator.choose(70));
    }
    Mutator::tidy(&changed);
    try_one(changed, mutator.original(), &tally);
  }
  INFO("confirmed " << tally.confirmed << ", undecided " << tally.undecided << ", refuted "
                    << tally.refuted << ", refused " << tally.refused << ", noticed "
                    << tally.noticed);
  CHECK(tally.refuted > 0);
  CHECK(tally.refuted + tally.noticed > of_sweep(5, 10));
  CHECK(tally.refused > 10);
  CHECK(tally.confirmed > 0);  // for example wider intervals and other versions
}

Certificate not_reached() {
  Effort no_time;
  no_time.poll = [] { throw Interrupted{}; };
  const Query what =
      request("delta", "laplace(b=2)^3*gaussian(sigma=3)", "1.5", Direction::forward, 6);
  Certificate out = certificate_of(what, answer(what, no_time));
  out.written_mechanism = what.mechanism;
  out.written_at = "1.5";
  return out;
}

}  // namespace

TEST_CASE("mutations: delta", "[certificates][mutation][sweep]") {
  mutate(certify(request("delta", "gaussian(sigma=2)^3", "1.5")), 1);
  mutate(certify(request("delta", "subsampled_gaussian(sigma=1,p=0.01)^10000", "1.5",
                         Direction::reverse)),
         2);
}

TEST_CASE("mutations: epsilon", "[certificates][mutation][sweep]") {
  const std::string mechanism = of_sweep(1, 2) == 1 ? "laplace(b=3)" : "laplace(b=3)^2";
  mutate(certify(request("epsilon", mechanism, "1e-3", Direction::forward)), 3);
}

TEST_CASE("mutations: a number of other quantities", "[certificates][mutation][sweep]") {
  mutate(certify(request("tradeoff", "laplace(b=2)", "0.2", Direction::forward)), 4);
  mutate(certify(request("rero", "gaussian(sigma=2)", "0.1", Direction::forward)), 5);
  mutate(certify(request("bayes", "laplace(b=3)", "0.4")), 6);
}

TEST_CASE("mutations: total variation", "[certificates][mutation][sweep]") {
  mutate(certify(request("tv", "finite(P=[0.25,0.75],Q=[0.5,0.5])^3", "", Direction::forward)), 7);
}

TEST_CASE("mutations: a value that was not reached", "[certificates][mutation][sweep]") {
  mutate(not_reached(), 8);
}

TEST_CASE("mutations: divergences", "[certificates][mutation][sweep]") {
  Query what = about_two("divergence", "gaussian(sigma=1)", "laplace(b=1)");
  mutate(certify(what), 11);
  what.options = {{"hyperprior", "beta(2,3)"}};
  mutate(certify(what), 12);
}

TEST_CASE("mutations: calibrations", "[certificates][mutation][sweep]") {
  mutate(
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1/7"}})),
      21);
  mutate(certify(calibration("gaussian(sigma=20)^?", "N", {{"kappa", "1/10"}, {"gamma", "1/2"}},
                             Direction::forward)),
         22);
  mutate(certify(calibration("laplace(b=?)", "b", {{"advantage", "1/5"}})), 23);
}

TEST_CASE("mutations: comparisons", "[certificates][mutation][sweep]") {
  mutate(certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)", Direction::worst, 6)),
         31);
  mutate(certify(about_two("comparison", "gaussian(sigma=2)", "gaussian(sigma=1)",
                           Direction::forward, 6)),
         32);
}

TEST_CASE("mutations: what is read from moments", "[certificates][mutation][sweep]") {
  mutate(certify(request("renyi", "laplace(b=3)^5", "5/2")), 41);
  mutate(certify(request("renyi", "finite(P=[1/2,1/2],Q=[0,1])", "2", Direction::reverse)), 42);
  mutate(certify(request("moments", "laplace(b=3)", "", Direction::reverse)), 43);
  Query theorem = about_two("theorem3", "gaussian(sigma=20)^400", "gaussian(sigma=30)^400",
                            Direction::forward, 8);
  theorem.at = {{"target", "0.1"}};
  mutate(certify(theorem), 44);
}

TEST_CASE("mutations: bundles", "[certificates][mutation]") {
  const Certificate a = certify(request("delta", "gaussian(sigma=2)", "1.5")),
                    b = certify(request("tv", "laplace(b=1)"));
  const Json bundle = bundle_json({a, b});
  const auto says = [](const Json& json) { return judged(signed_again(json).dump()); };
  REQUIRE(says(bundle) == "confirmed");
  for (const char* field : {"format", "version", "certificates", "digest"}) {
    Json less = bundle;
    less.erase(field);
    CHECK((field == std::string("digest") ? judged(less.dump()) : says(less)) ==
          "not a certificate");
    Json other = bundle;
    other[field] = "1";
    CHECK((field == std::string("digest") ? judged(other.dump()) : says(other)) ==
          "not a certificate");
  }
  Json more = bundle;
  more["comment"] = "all proved";
  CHECK(says(more) == "not a certificate");
  // A forged certificate among honest ones: first only the bundle's digest is recomputed, then also its own.
  Json inside = bundle;
  inside["certificates"][1]["upper"] = inside["certificates"][1]["lower"] = "0.3";
  CHECK(says(inside) == "not a certificate");
  inside["certificates"][1]["digits"] = "exact";
  inside["certificates"][1] = signed_again(inside["certificates"][1]);
  const std::vector<Certificate> both = read_certificates(signed_again(inside).dump());
  CHECK(check(both[0], {}).verdict == Verdict::confirmed);
  CHECK(check(both[1], {}).verdict == Verdict::refuted);
}
