#include "reference/channels/channel_text.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/real.hpp"
#include "reference/channels/blanks.hpp"

namespace plumbline {
namespace {

const std::string kRows = "channel(rows=[", kRowsEnd = "])";

/// Returns the text without white space around punctuation.
std::string in_one_line(const std::string& text) { return without_blanks_around(text, "()[]=,"); }

/// Returns the text of the rows, without the outer brackets; nothing if the text is not of this form.
std::optional<std::string> rows_in(const std::string& given) {
  const std::string text = in_one_line(given);
  const size_t most = kRows.size() + kRowsEnd.size();
  if (text.size() <= most || !text.starts_with(kRows) || !text.ends_with(kRowsEnd)) return {};
  return text.substr(kRows.size(), text.size() - most);
}

std::vector<Rational> row_of(const std::string& text) {
  std::vector<Rational> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    out.push_back(Rational::parse(text.substr(at, end - at)));
    at = end + 1;
  }
  return out;
}

}  // namespace

std::vector<std::vector<Rational>> channel_rows(const std::string& text) {
  const auto fail = [] {
    throw std::invalid_argument("not a channel; it is written channel(rows=[[3/4,1/4],[1/4,3/4]])");
  };
  const std::optional<std::string> found = rows_in(text);
  if (!found) fail();
  const std::string& inside = *found;
  std::vector<std::vector<Rational>> out;
  for (size_t at = 0; at < inside.size();) {
    const size_t end = inside.find(']', at);
    if (inside[at] != '[' || end == std::string::npos) fail();
    out.push_back(row_of(inside.substr(at + 1, end - at - 1)));
    at = end + 1;
    if (at == inside.size()) break;
    if (inside[at] != ',' || at + 1 == inside.size()) fail();
    ++at;
  }
  if (out.empty()) fail();
  return out;
}

Channel channel_of_text(const std::string& text) {
  std::vector<std::vector<Real>> rows;
  for (const std::vector<Rational>& row : channel_rows(text))
    rows.emplace_back(row.begin(), row.end());
  return Channel(rows);
}

std::string canonical_channel_text(const std::string& text) {
  return channel_text(channel_of_text(text));
}

std::string list_text(const std::vector<Rational>& values) {
  std::string out;
  for (const Rational& x : values) out += (out.empty() ? "[" : ",") + x.text();
  return out + "]";
}

std::string channel_text(const Channel& channel) {
  std::string out;
  for (size_t x = 0; x < channel.inputs(); ++x) {
    std::vector<Rational> row;
    for (const Real& entry : channel.row(x)) {
      if (!entry.rational()) {
        throw std::invalid_argument(
            "a certificate needs rational entries, and this channel has others");
      }
      row.push_back(*entry.rational());
    }
    out += (out.empty() ? "" : ",") + list_text(row);
  }
  return kRows + out + kRowsEnd;
}

bool is_channel_text(const std::string& text) { return rows_in(text).has_value(); }

}  // namespace plumbline
