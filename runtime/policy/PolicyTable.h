//===- PolicyTable.h - the policy of each class ---------------------------===//
//
// Madhyastha, Elford and Reed (1996), section 4.2 and figure 7, for a cache
// that holds what was fetched ahead, and no writes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_POLICY_POLICYTABLE_H
#define FORESLICE_POLICY_POLICYTABLE_H

#include "classifier/GlobalClass.h"
#include "policy/Policy.h"

namespace foreslice {

/// Of a file that a thread accesses so, and all ranks so.
Policy policyFor(const AccessClass &Local, const GlobalClass &Global);

} // namespace foreslice

#endif // FORESLICE_POLICY_POLICYTABLE_H
