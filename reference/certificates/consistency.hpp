/// What can be told from a certificate without computing its value again, and how one compares with
/// another run of the same computation.
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/certificates/interval.hpp"

namespace plumbline {

/// What the certificate is about. Throws std::invalid_argument, naming what cannot be read.
Query request_of(const Certificate& certificate);

/// Fields that contradict each other: ends in the wrong order, digits that the interval does not
/// have, an error budget that does not explain the width or exceeds it, what the user wrote
/// against what it stands for. Where the digits asked were not reached, a width that the budget
/// does not explain (what is true without any work) is a note.
std::vector<Objection> inconsistencies(const Certificate& certificate, const Interval& interval,
                                       std::vector<std::string>* notes);

/// The value of that name; null if there is none.
const NamedInterval* find_value(const std::vector<NamedInterval>& values, const std::string& name);

/// What the same computation, run again, gives differently. A certificate may be wider than that,
/// never sharper.
std::vector<Objection> differences(const Certificate& stated, const Certificate& again);

/// "flint 2.9.0, here 3.1.0" for each version that is not the one in use.
std::vector<std::string> other_versions(const NamedTexts& stated);

}  // namespace plumbline
