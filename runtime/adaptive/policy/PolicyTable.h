//===- PolicyTable.h - the policy of each class ---------------------------===//
//
// Madhyastha, Elford and Reed (1996), section 4.2 and figure 7, for a cache of
// prefetched pages, without writes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_POLICYTABLE_H
#define FORESLICE_ADAPTIVE_POLICY_POLICYTABLE_H

#include "adaptive/classifier/GlobalClass.h"
#include "adaptive/policy/Policy.h"

namespace foreslice {

/// The policy of a file with the class Local for a thread and Global for all
/// ranks.
Policy policyFor(const AccessClass &Local, const GlobalClass &Global);

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_POLICYTABLE_H
