/// How a pair hands out what it can do beside its law. A capability is a type: a record of facts and
/// functions, or an interface. Who needs one asks the pair by that type,
///     if (const auto noise = pair.offer<LaplaceNoise>()) ... noise->mu ...,
/// and a new one touches those who offer it and those who ask.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <typeinfo>

namespace plumbline {

/// How a capability is handed out: an interface shared, anything else by value, unless its member
/// type Offer says otherwise. Empty where it is not offered.
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

/// A request for one capability, as it goes through all that a pair has: only the requested one is
/// made.
class Offers {
 public:
  template <class Capability>
  static Offers asking(Offer<Capability>* place) {
    return {typeid(Capability), place};
  }
  /// `make` gives the Offer of the capability, which may be empty.
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
