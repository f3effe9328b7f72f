#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/answers/answer_json.hpp"
#include "app/answers/renderer.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::pair<std::string, std::string>>;

/// Quotes a field as RFC 4180 specifies.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

void flatten(const std::string& name, const Json& x, Row* row) {
  if (x.is_object()) {
    const std::string before = name.empty() || name == "at" ? "" : name + "_";
    for (const auto& [key, inner] : x.items()) flatten(before + key, inner, row);
  } else if (x.is_array()) {
    for (size_t i = 0; i < x.size(); ++i) flatten(name + "_" + std::to_string(i + 1), x[i], row);
  } else {
    const std::string text = x.is_null() ? "" : x.is_string() ? x.get<std::string>() : x.dump();
    const auto taken = std::find_if(row->begin(), row->end(),
                                    [&](const auto& field) { return field.first == name; });
    row->emplace_back(taken == row->end() ? name : name + "_asked", text);
  }
}

/// A field of a row: the index of its column, in order of appearance, and its text.
using Cell = std::pair<std::uint32_t, std::string>;

/// Rows that wait until the last row is known, because each row may add a column. A few rows are in memory, the
/// others in a temporary file.
class WaitingRows {
 public:
  void add(const std::vector<Cell>& row) {
    put(static_cast<std::uint32_t>(row.size()));
    for (const auto& [column, text] : row) {
      put(column);
      put(static_cast<std::uint32_t>(text.size()));
      buffer_ += text;
    }
    ++count_;
    constexpr size_t kMostInMemory = size_t{4} << 20U;
    if (buffer_.size() < kMostInMemory) return;
    if (!file_) file_.reset(std::tmpfile());
    if (!file_) return;  // without the temporary file, all rows stay in memory
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size()) {
      throw std::runtime_error("no room for a temporary file of the rows before the last");
    }
    buffer_.clear();
  }

  /// Calls `take` once for each row, in order.
  template <class Take>
  void each(const Take& take) {
    if (file_) std::rewind(file_.get());
    size_t at = 0;
    const auto read = [&](void* to, size_t size) {
      const size_t found = file_ ? std::fread(to, 1, size, file_.get()) : 0;
      if (found == size) return;
      // Throws an exception if the file ends within a row.
      if (found != 0 || size > buffer_.size() - at) {
        throw std::runtime_error("the temporary file of the rows before the last can't be read");
      }
      std::memcpy(to, buffer_.data() + at, size);
      at += size;
    };
    const auto number = [&read] {
      std::uint32_t x = 0;
      read(&x, sizeof x);
      return x;
    };
    for (size_t i = 0; i < count_; ++i) {
      std::vector<Cell> row(number());
      for (auto& [column, text] : row) {
        column = number();
        text.resize(number());
        read(text.data(), text.size());
      }
      take(row);
    }
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void put(std::uint32_t x) { buffer_.append(reinterpret_cast<const char*>(&x), sizeof x); }

  std::string buffer_;
  std::unique_ptr<std::FILE, Close> file_;
  size_t count_ = 0;
};

class CsvRenderer final : public AnswerRenderer {
 public:
  explicit CsvRenderer(std::FILE* to) : to_(to) {}

  void take(const AnswerRecord& answer) override {
    if (answer.for_people) return;
    Row fields;
    flatten("", json_of(answer), &fields);
    std::vector<Cell> row;
    // A new column is placed after the column that precedes it in its row.
    auto next = order_.begin();
    for (auto& [name, text] : fields) {
      if (next == order_.end() || names_[*next] != name) {
        const auto known = std::find_if(order_.begin(), order_.end(), [&](std::uint32_t column) {
          return names_[column] == name;
        });
        next = known != order_.end() ? known : order_.insert(next, new_column(name));
      }
      row.emplace_back(*next, std::move(text));
      ++next;
    }
    rows_.add(row);
  }

  void finish() override {
    if (order_.empty()) return;
    write(names_);
    std::vector<std::string> texts(names_.size());
    rows_.each([&](std::vector<Cell>& row) {
      for (auto& [column, text] : row) texts[column] = std::move(text);
      write(texts);
      for (const auto& [column, text] : row) texts[column].clear();
    });
    std::fflush(to_);
  }

 private:
  std::uint32_t new_column(const std::string& name) {
    names_.push_back(name);
    return static_cast<std::uint32_t>(names_.size() - 1);
  }

  void write(const std::vector<std::string>& by_column) const {
    std::string line;
    for (const std::uint32_t column : order_) {
      line += (column == order_.front() ? "" : ",") + quoted(by_column[column]);
    }
    fmt::print(to_, "{}\n", safe_lines(line));
  }

  std::FILE* to_;
  std::vector<std::string> names_;    ///< names of the columns, in order of appearance
  std::vector<std::uint32_t> order_;  ///< order in which they are written
  WaitingRows rows_;
};

}  // namespace

std::unique_ptr<AnswerRenderer> csv_renderer(std::FILE* to) {
  return std::make_unique<CsvRenderer>(to);
}

}  // namespace plumbline
