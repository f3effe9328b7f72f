/// Intermediate results that the questions of one case share. The first run that needs a result computes it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>

#include "reference/arithmetic/running/stopwatch.hpp"

namespace plumbline::approximations {

/// A cache of values. The key of a value is its type and a text that names all its inputs. Not thread-safe.
class SharedWork {
 public:
  /// Returns the cached value; the first call computes it by make().
  template <class Value, class Make>
  std::shared_ptr<const Value> once(const std::string& made_of, const Make& make) {
    Kept& kept = kept_[{typeid(Value), made_of}];
    if (kept.value) {
      spared_ += kept.seconds;
    } else {
      const Stopwatch watch;
      kept.value = std::make_shared<const Value>(make());
      kept.seconds = watch.seconds();
    }
    return std::static_pointer_cast<const Value>(kept.value);
  }

  /// Returns the seconds that all runs so far saved by sharing.
  double spared() const { return spared_; }

 private:
  struct Kept {
    std::shared_ptr<const void> value{};
    double seconds = 0;  ///< time of the computation
  };

  std::map<std::pair<std::type_index, std::string>, Kept> kept_;
  double spared_ = 0;
};

}  // namespace plumbline::approximations
