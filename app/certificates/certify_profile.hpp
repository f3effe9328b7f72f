/// The command `certify profile`: compares a discretised distribution with a mechanism's privacy profile.
#pragma once

#include "app/certificates/certify_items.hpp"

namespace plumbline {

void add_certify_profile(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
