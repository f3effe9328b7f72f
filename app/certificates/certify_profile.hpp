/// The command `certify profile`: a discretised distribution against a mechanism's profile.
#pragma once

#include "app/certificates/certify_items.hpp"

namespace plumbline {

void add_certify_profile(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
