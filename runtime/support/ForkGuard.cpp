//===- ForkGuard.cpp - whether this is a forked child ---------------------===//
//
// See ForkGuard.h.
//
//===----------------------------------------------------------------------===//

#include "support/ForkGuard.h"

#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace foreslice;

std::atomic<std::atomic<unsigned> *> fork_guard::detail::Mark{nullptr};

/// Where the kernel wipes no memory at forks (before Linux 4.14), only fork()
/// is noticed.
static std::atomic<unsigned> *makeMark() {
  static constinit std::atomic<unsigned> Elsewhere{0};
  const auto Size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void *Page = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Page == MAP_FAILED)
    return &Elsewhere;
  if (madvise(Page, Size, MADV_WIPEONFORK) == 0)
    return new (Page) std::atomic<unsigned>(0);
  munmap(Page, Size);
  return &Elsewhere;
}

void fork_guard::comeFirst() {
  static constinit std::atomic<bool> Registered{false};
  if (!Registered.exchange(true))
    pthread_atfork(nullptr, nullptr, [] {
      if (std::atomic<unsigned> *Mark = detail::Mark.load())
        Mark->store(0);
    });
}

void fork_guard::watch() {
  static constinit std::atomic<bool> Watched{false};
  if (Watched.exchange(true))
    return;
  std::atomic<unsigned> *Mark = makeMark();
  Mark->store(1);
  detail::Mark.store(Mark);
  comeFirst();
}

void fork_guard::renew() {
  if (std::atomic<unsigned> *Mark = detail::Mark.load())
    Mark->store(1);
}
