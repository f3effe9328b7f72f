/// Capabilities of a pair in addition to its distribution. A capability is a type: a struct of facts and functions,
/// or an interface. Callers query the pair by that type:
///     if (const auto noise = pair.offer<LaplaceNoise>()) ... noise->mu ...
/// A new capability therefore changes only the pairs that offer it and the callers that use it.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <typeinfo>

namespace plumbline {

/// The form in which a capability is returned: an interface by shared pointer, other types by value, unless the
/// capability defines a member type Offer. The value is empty if the pair does not offer the capability.
template <class Capability, class = void>
struct OfferOf {
  using type = std::conditional_t<std::is_abstract_v<Capability>, std::shared_ptr<const Capability>,
                                  std::optional<Capability>>;
};
template <class Capability>
struct OfferOf<Capability, std::void_t<typename Capability::Offer>> {
  using type = typename Capability::Offer;
};
template <class Capability>
using Offer = typename OfferOf<Capability>::type;

/// A request for one capability. It visits all capabilities of the pair and creates only the requested one.
class Offers {
 public:
  template <class Capability>
  static Offers asking(Offer<Capability>* place) {
    return {typeid(Capability), place};
  }
  /// `make` returns the Offer of the capability, which may be empty.
  template <class Capability, class Make>
  void give(const Make& make) {
    if (*asked_ == typeid(Capability)) *static_cast<Offer<Capability>*>(place_) = make();
  }

 private:
  Offers(const std::type_info& asked, void* place) : asked_(&asked), place_(place) {}

  const std::type_info* asked_;
  void* place_;
};

}  // namespace plumbline
