#include "verify/claims/reading/event_record.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// Returns the events of one step, and their forms in records.
const std::vector<EventForm>& step_events() {
  static const std::vector<EventForm> table = {
      {"GaussianDpEvent", "gaussian", {{"noise_multiplier", "sigma"}}},
      {"LaplaceDpEvent", "laplace", {{"noise_multiplier", "scale"}}},
      {"DiscreteLaplaceDpEvent",
       "discrete_laplace",
       {{"noise_parameter", "parameter"}, {"sensitivity", "sensitivity"}}},
      {"DiscreteGaussianDpEvent",
       "discrete_gaussian",
       {{"sigma", "sigma"}, {"sensitivity", "sensitivity"}}},
      {"RandomizedResponseDpEvent",
       "randomized_response",
       {{"noise_parameter", "noise_parameter"}, {"num_buckets", "num_buckets"}}},
      {"EpsilonDeltaDpEvent", "approx_dp", {{"epsilon", "epsilon"}, {"delta", "delta"}}},
      {"ExponentialMechanismDpEvent", "exponential_mechanism", {{"epsilon", "epsilon"}}},
      {"PermuteAndFlipDpEvent", "permute_and_flip", {{"epsilon", "epsilon"}}},
      {"ZCDpEvent", "zcdp", {{"rho", "rho"}, {"xi", "xi"}}},
      {"MixtureOfGaussiansDpEvent",
       "mixture_of_gaussians",
       {{"standard_deviation", "sigma"},
        {"sensitivities", "sensitivities"},
        {"sampling_probs", "sampling_probs"}}},
      {"TruncatedSubsampledGaussianDpEvent",
       "truncated_subsampled_gaussian",
       {{"dataset_size", "dataset_size"},
        {"sampling_probability", "sampling_rate"},
        {"truncated_batch_size", "truncated_batch_size"},
        {"noise_multiplier", "sigma"}}}};
  return table;
}

/// Returns the fields of the other events of the library, in their order.
const std::map<std::string, std::vector<std::string>>& fields_of_others() {
  static const std::map<std::string, std::vector<std::string>> order = {
      {"NoOpDpEvent", {}},
      {"NonPrivateDpEvent", {}},
      {"SelfComposedDpEvent", {"event", "count"}},
      {"ComposedDpEvent", {"events"}},
      {"PoissonSampledDpEvent", {"sampling_probability", "event"}},
      {"RepeatAndSelectDpEvent", {"event", "mean", "shape"}},
      {"SampledWithoutReplacementDpEvent", {"source_dataset_size", "sample_size", "event"}},
      {"RandomAllocationDpEvent", {"event", "num_selected", "num_steps"}},
      {"SingleEpochTreeAggregationDpEvent", {"noise_multiplier", "step_counts"}}};
  return order;
}

const EventForm* step_event_named(const std::string& name) {
  for (const EventForm& form : step_events()) {
    if (form.name == name) return &form;
  }
  return nullptr;
}

/// Converts nested events to records with their numbers of steps.
class EventReader {
 public:
  explicit EventReader(std::string* unsupported) : unsupported_(unsupported) {}

  void read(const Json& written, const Rational& count, const std::string& place) {
    const Json event = with_names(written, place);
    const std::string name = class_name(event, place);
    if (name == "NoOpDpEvent") return;
    if (name == "SelfComposedDpEvent") {
      return read(child(event, "event", place), count * steps(event, place), place + ".event");
    }
    if (name == "ComposedDpEvent") {
      const Json& events = child(event, "events", place);
      if (!events.is_array()) fail(place + ".events", "must be a list of events");
      for (size_t i = 0; i < events.size(); ++i) {
        read(events[i], count, place + ".events[" + std::to_string(i) + "]");
      }
      return;
    }
    if (name == "SingleEpochTreeAggregationDpEvent") return read_tree(event, count, place);
    if (name == "PoissonSampledDpEvent" && is_never(event, place)) return;
    Json record = name == "PoissonSampledDpEvent"              ? sampled(event, place)
                  : name == "SampledWithoutReplacementDpEvent" ? fixed_batch(event, place)
                  : name == "RandomAllocationDpEvent"          ? allocated(event, place)
                                                               : step(event, name, place);
    if (!record.is_null() && !count.is_zero()) add(std::move(record), count);
  }

  /// Reads a tree aggregation, which is correlated_gaussian with strategy=tree. It releases the sums over all complete
  /// intervals [j 2^l, (j+1) 2^l) of steps. In one tree, a data record takes part in one step, and this step is in one
  /// sum for each level l. So the squared sensitivity is the number of levels.
  void read_tree(const Json& event, const Rational& count, const std::string& place) {
    const Rational levels = levels_of_tree(event, place);
    if (count.is_zero()) return;
    add({{"kind", "gaussian"}, {"sigma", child(event, "noise_multiplier", place)}}, count * levels);
  }

  static Rational levels_of_tree(const Json& event, const std::string& place) {
    const Json& written = child(event, "step_counts", place);
    Rational most(0);
    for (const Json& one : written.is_array() ? written : Json::array({written})) {
      const Rational n = read_exact_number(one).value;
      if (!n.is_integer() || n.sign() < 0) fail(place + ".step_counts", "must be whole numbers");
      most = std::max(most, n);
    }
    if (most.is_zero()) fail(place + ".step_counts", "a tree without steps");
    Rational levels(0);
    for (Rational nodes = most; nodes.sign() > 0; nodes = floor(nodes / Rational(2))) {
      levels = levels + Rational(1);
    }
    return levels;
  }

  void add(Json record, const Rational& count) {
    const auto same = std::find_if(records_.begin(), records_.end(),
                                   [&](const auto& known) { return known.first == record; });
    if (same != records_.end()) {
      same->second = same->second + count;
    } else {
      records_.emplace_back(std::move(record), count);
    }
  }

  /// For the best of several runs, returns the event of one run, and the mean and shape of the number of runs; for
  /// other events, the event itself and null.
  std::pair<Json, Json> without_selection(const Json& written) const {
    const bool is_event = written.is_object() || written.is_array();
    const Json event = is_event ? with_names(written, "event") : written;
    if (class_name(event, "event") != "RepeatAndSelectDpEvent") return {event, nullptr};
    return {child(event, "event", "event"),
            {{"mean", child(event, "mean", "event")}, {"shape", child(event, "shape", "event")}}};
  }

  /// Returns the records, each with its `steps`.
  std::vector<Json> records() const {
    std::vector<Json> out;
    for (const auto& [record, count] : records_) {
      out.push_back(record);
      out.back()["steps"] = Json::parse(count.text());
    }
    return out;
  }

 private:
  [[noreturn]] static void fail(const std::string& place, const std::string& what) {
    throw std::invalid_argument(place + ": " + what);
  }

  /// Converts an event that is written as a list to an object with named fields; other values are unchanged. An unknown
  /// event gets no fields; the caller rejects it because its name is unknown.
  static Json with_names(const Json& event, const std::string& place) {
    if (!event.is_array()) return event;
    const auto is_word = [&](size_t i) { return event.size() > i && event[i].is_string(); };
    const size_t at = is_word(1) && is_event_name(event[1].get<std::string>()) ? 1 : 0;
    if (!is_word(at) || !is_event_name(event[at].get<std::string>())) {
      fail(place, "an event written as a list begins with the name of its class");
    }
    Json out = {{"class_name", event[at]}};
    const auto name = event[at].get<std::string>();
    const auto known = event_fields(name);
    if (!known) return out;
    if (event.size() - at - 1 != known->size()) {
      fail(place, name + " has " + std::to_string(known->size()) + " values, got " +
                      std::to_string(event.size() - at - 1));
    }
    for (size_t i = 0; i < known->size(); ++i) out[(*known)[i]] = event[at + 1 + i];
    return out;
  }

  static bool is_event_name(const std::string& word) { return word.ends_with("DpEvent"); }

  static std::string class_name(const Json& event, const std::string& place) {
    if (!event.is_object() || !event.contains("class_name") || !event["class_name"].is_string()) {
      fail(place, "an event has a class_name and its fields");
    }
    return event["class_name"].get<std::string>();
  }

  static const Json& child(const Json& event, std::string_view key, const std::string& place) {
    const auto found = event.find(key);
    if (found == event.end()) fail(place, "missing field " + std::string(key));
    return *found;
  }

  static Rational steps(const Json& event, const std::string& place) {
    const Rational n = read_exact_number(child(event, "count", place)).value;
    if (!n.is_integer() || n.sign() < 0) fail(place + ".count", "must be a whole number");
    return n;
  }

  Json refuse(const std::string& why) {
    if (unsupported_->empty()) *unsupported_ = why;
    return nullptr;
  }

  /// Returns {"kind": ...} with the event's fields, renamed to the field names of records.
  static Json renamed(const Json& event, const EventForm& form, const std::string& place) {
    Json out = {{"kind", form.kind}};
    for (const auto& [theirs, ours] : form.fields) out[ours] = child(event, theirs, place);
    for (const auto& [key, value] : event.items()) {
      const auto is_it = [&name = key](const auto& field) { return field.first == name; };
      const bool known = std::any_of(form.fields.begin(), form.fields.end(), is_it) ||
                         key == "module_name" || key == "class_name";
      if (!known && !value.is_null()) fail(place + "." + key, "unknown field");
    }
    return out;
  }

  /// Returns true if a batch is always empty.
  static bool is_never(const Json& event, const std::string& place) {
    return read_exact_number(child(event, "sampling_probability", place)).value.is_zero();
  }

  /// Returns the sum of count/sigma^2 over the Gaussian answers of one batch, which may be adaptive. They are
  /// equivalent to one Gaussian answer whose 1/sigma^2 is this sum. Returns nothing if the batch contains another
  /// event.
  static std::optional<Rational> batch_precision(const Json& written, const std::string& place) {
    const Json event = with_names(written, place);
    const std::string name = class_name(event, place);
    const auto of_noise = [&](const Rational& answers) {
      const Rational sigma = read_exact_number(child(event, "noise_multiplier", place)).value;
      if (sigma.sign() <= 0) fail(place + ".noise_multiplier", "must be greater than 0");
      return answers / (sigma * sigma);
    };
    if (name == "NoOpDpEvent") return Rational(0);
    if (name == "GaussianDpEvent") return of_noise(Rational(1));
    if (name == "SingleEpochTreeAggregationDpEvent") return of_noise(levels_of_tree(event, place));
    if (name == "SelfComposedDpEvent") {
      const auto one = batch_precision(child(event, "event", place), place + ".event");
      return one ? std::optional(*one * steps(event, place)) : std::nullopt;
    }
    if (name != "ComposedDpEvent" || !child(event, "events", place).is_array()) return std::nullopt;
    Rational sum(0);
    for (const Json& inner : child(event, "events", place)) {
      const auto one = batch_precision(inner, place + ".events");
      if (!one) return std::nullopt;
      sum = sum + *one;
    }
    return sum;
  }

  /// Returns the record of several Gaussian answers on one sampled batch; null if they release nothing.
  static Json sampled_batch(const Rational& precision, const Json& event,
                            const std::string& place) {
    if (precision.is_zero()) return nullptr;
    return {{"kind", "subsampled_gaussian"},
            {"sigma2", (Rational(1) / precision).text()},
            {"sampling_rate", child(event, "sampling_probability", place)}};
  }

  Json sampled(const Json& event, const std::string& place) {
    const Json inner = with_names(child(event, "event", place), place + ".event");
    const std::string name = class_name(inner, place + ".event");
    const bool composed = name == "ComposedDpEvent" || name == "SelfComposedDpEvent" ||
                          name == "NoOpDpEvent" || name == "SingleEpochTreeAggregationDpEvent";
    if (const auto precision = composed ? batch_precision(inner, place + ".event") : std::nullopt) {
      return sampled_batch(*precision, event, place);
    }
    if (composed) {
      return refuse("event " + name +
                    " sampled has a certified pair only if all its events are Gaussian");
    }
    Json out = step(inner, name, place + ".event");
    if (out.is_null()) return out;
    if (name == "GaussianDpEvent" || name == "LaplaceDpEvent") {
      out["kind"] = "subsampled_" + out["kind"].get<std::string>();
    } else if (name != "DiscreteLaplaceDpEvent" && name != "DiscreteGaussianDpEvent" &&
               name != "ZCDpEvent") {
      return refuse("event " + name + " sampled has no certified pair here");
    }
    out["sampling_rate"] = child(event, "sampling_probability", place);
    return out;
  }

  /// Returns the record of batches of fixed size. Their noise is stated as a multiple of the change of the sum when
  /// one record replaces another (docs/accountants.md).
  Json fixed_batch(const Json& event, const std::string& place) {
    const Json inner = with_names(child(event, "event", place), place + ".event");
    const std::string name = class_name(inner, place + ".event");
    Json out = step(inner, name, place + ".event");
    if (out.is_null()) return out;
    if (name != "GaussianDpEvent") {
      return refuse("event " + name + " sampled without replacement has no certified pair here");
    }
    out["kind"] = "wor_subsampled_gaussian";
    out["dataset_size"] = child(event, "source_dataset_size", place);
    out["batch_size"] = child(event, "sample_size", place);
    return out;
  }

  /// Returns the record of random allocation: each record is in `num_selected` of `num_steps` steps, chosen uniformly.
  Json allocated(const Json& event, const std::string& place) {
    const Json inner = with_names(child(event, "event", place), place + ".event");
    const std::string name = class_name(inner, place + ".event");
    Json out = step(inner, name, place + ".event");
    if (out.is_null()) return out;
    if (name != "GaussianDpEvent") {
      return refuse("event " + name + " allocated at random has no certified pair here");
    }
    out["kind"] = "random_allocation";
    for (const char* count : {"num_steps", "num_selected"}) out[count] = child(event, count, place);
    return out;
  }

  Json step(const Json& event, const std::string& name, const std::string& place) {
    if (name == "NonPrivateDpEvent") return {{"kind", "blatantly_non_private"}};
    if (const EventForm* form = step_event_named(name)) return renamed(event, *form, place);
    if (name == "RepeatAndSelectDpEvent") {
      return refuse(
          "the best of several runs has no certified bound here when repeated or composed with "
          "other events");
    }
    return refuse("event " + name + " has no certified pair here");
  }

  std::string* unsupported_;
  std::vector<std::pair<Json, Rational>> records_;
};

}  // namespace

const EventForm* event_recorded_as(const std::string& kind) {
  for (const EventForm& form : step_events()) {
    if (form.kind == kind) return &form;
  }
  return nullptr;
}

std::optional<std::vector<std::string>> event_fields(const std::string& name) {
  if (const EventForm* form = step_event_named(name)) {
    std::vector<std::string> out;
    for (const auto& [theirs, ours] : form->fields) out.push_back(theirs);
    return out;
  }
  const auto other = fields_of_others().find(name);
  return other == fields_of_others().end() ? std::nullopt : std::optional(other->second);
}

bool is_event(const Json& document) {
  const auto is_name = [](const Json& word) {
    return word.is_string() && word.get<std::string>().ends_with("DpEvent");
  };
  if (document.is_object()) return document.contains("class_name");
  if (!document.is_array()) return false;
  return (!document.empty() && is_name(document[0])) ||
         (document.size() > 1 && is_name(document[1]));
}

Json event_record(const Json& event, std::string* unsupported) {
  unsupported->clear();
  EventReader reader(unsupported);
  const auto [inner, select] = reader.without_selection(event);
  reader.read(inner, Rational(1), select.is_null() ? "event" : "event.event");
  const std::vector<Json> records = reader.records();
  if (!unsupported->empty()) return nullptr;
  if (records.empty()) return {{"kind", "perfectly_private"}, {"steps", 1}};
  Json out = records.size() == 1 ? records.front() : Json{{"compose", records}};
  if (!select.is_null()) out["select"] = select;
  return out;
}

std::string event_adjacency(const std::string& relation) {
  const Neighbours* row = find_neighbours(relation);
  if (row == nullptr) return relation;
  return recorded_word(relation_in(*row));
}

}  // namespace plumbline
