/// `certify compose-tv` and `certify tv-limit`: certificates about steps of bounded total variation.
#pragma once

#include "app/certificates/certify_items.hpp"

namespace plumbline {

void add_certify_compose_tv(Command& certify, const FinishCertify& finish);
void add_certify_tv_limit(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
