//===- PolicyTable.h - the policy of each class ---------------------------===//
//
// Madhyastha, Elford and Reed (1996), section 4.2 and figure 7, for a cache
// that holds what was fetched ahead, and no writes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_POLICYTABLE_H
#define FORESLICE_ADAPTIVE_POLICY_POLICYTABLE_H

#include "adaptive/classifier/GlobalClass.h"
#include "adaptive/policy/Policy.h"

namespace foreslice {

/// Of a file that a thread accesses so, and all ranks so.
Policy policyFor(const AccessClass &Local, const GlobalClass &Global);

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_POLICYTABLE_H
