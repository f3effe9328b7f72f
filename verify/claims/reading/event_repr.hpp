/// Events of dp-accounting in the format in which Python prints them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plumbline {

/// Returns true if the text begins like the repr of an event: a name that ends in DpEvent, and a parenthesis.
bool is_event_repr(const std::string& text);

/// Returns the event as a JSON object (event_record.hpp). For example,
/// PoissonSampledDpEvent(sampling_probability=0.1, event=GaussianDpEvent(noise_multiplier=1.0)) has class_name and
/// its fields by name. Numbers are the doubles that Python prints. Values without a name get the names of the
/// library's fields in their order. Throws std::invalid_argument, naming the column.
nlohmann::json event_of_repr(const std::string& text);

/// Converts any value, as Python prints it, to JSON: lists and tuples are arrays, dictionaries are objects,
/// float64(1.5) is its number. Throws std::invalid_argument, naming the column.
nlohmann::json value_of_repr(const std::string& text);

}  // namespace plumbline
