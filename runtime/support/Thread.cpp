//===- Thread.cpp - the run time's helper threads -------------------------===//
//
// The signal mask is inherited, so it is set around the creation: no signal
// can hit the thread before it has blocked them.
//
//===----------------------------------------------------------------------===//

#include "support/Thread.h"

#include "support/AddressRoom.h"
#include "support/DescriptorTable.h"
#include "support/HelperTime.h"

#include <csignal>

using namespace foreslice;

static constexpr size_t StackSize = 256u << 10;

static int createBeside(pthread_t &Thread, const pthread_attr_t *Attributes,
                        void *(*Body)(void *), void *Argument) {
  return pthread_create(&Thread, Attributes, Body, Argument);
}

bool foreslice::startHelperThread(pthread_t &Thread, void *(*Body)(void *),
                                  void *Argument, DescriptorsOf Whose,
                                  const char *Name) {
  if (Whose == DescriptorsOf::RunTime && !address_room::isLeft())
    return false;
  auto *Create = Whose == DescriptorsOf::RunTime
                     ? descriptor_table::createThread
                     : createBeside;
  sigset_t All, Before;
  sigfillset(&All);
  if (pthread_sigmask(SIG_SETMASK, &All, &Before) != 0)
    return false;
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, StackSize);
  int Error = Create(Thread, &Attributes, Body, Argument);
  // Static TLS is taken from the stack: a program with much of it needs more.
  if (Error != 0)
    Error = Create(Thread, nullptr, Body, Argument);
  pthread_attr_destroy(&Attributes);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (Error == 0) {
    pthread_setname_np(Thread, Name);
    helper_time::add(Thread);
  }
  return Error == 0;
}

void foreslice::joinHelperThread(pthread_t Thread) {
  pthread_join(Thread, nullptr);
}
