//===- AddressRoom.cpp - whether addresses are left for the run time ------===//
//
// See AddressRoom.h.
//
//===----------------------------------------------------------------------===//

#include "support/AddressRoom.h"

#include "support/Statistics.h"

#include <sys/resource.h>

namespace foreslice {

bool address_room::isLimited() {
  rlimit Limit;
  return getrlimit(RLIMIT_AS, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY;
}

bool address_room::isLeft() {
  const bool Is = !isLimited();
  if (!Is)
    Statistics::get().note("the program's addresses are limited (RLIMIT_AS, "
                           "ulimit -v), and the program may need them all: no "
                           "more threads are started");
  return Is;
}

} // namespace foreslice
