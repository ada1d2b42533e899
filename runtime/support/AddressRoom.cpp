//===- AddressRoom.cpp - whether addresses are left for the run time ------===//
//
// See AddressRoom.h.
//
//===----------------------------------------------------------------------===//

#include "support/AddressRoom.h"

#include <sys/resource.h>

namespace foreslice {

bool address_room::isLimited() {
  rlimit Limit;
  return getrlimit(RLIMIT_AS, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY;
}

} // namespace foreslice
