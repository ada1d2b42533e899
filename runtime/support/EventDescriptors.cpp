//===- EventDescriptors.cpp - descriptors for Asio ------------------------===//
//
// Asio opens descriptors without a choice of the number. The network's room is
// compiled with these names in place of the C library's.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorRoom.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

using namespace foreslice;

extern "C" {
int foreslice_epoll_create1(int Flags) noexcept {
  return descriptor_room::moveUp(epoll_create1(Flags));
}

int foreslice_eventfd(unsigned Count, int Flags) noexcept {
  return descriptor_room::moveUp(eventfd(Count, Flags));
}

int foreslice_timerfd_create(clockid_t Clock, int Flags) noexcept {
  return descriptor_room::moveUp(timerfd_create(Clock, Flags));
}
}
