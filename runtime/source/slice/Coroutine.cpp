//===- Coroutine.cpp - a function that runs in turns with its caller ------===//
//
// See Coroutine.h.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Coroutine.h"

#include <sys/mman.h>

using namespace foreslice;

Coroutine::~Coroutine() {
  if (Stack)
    munmap(Stack - GuardSize, GuardSize + StackSize);
}

bool Coroutine::map() {
  void *P = mmap(nullptr, GuardSize + StackSize, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return false;
  if (mprotect(P, GuardSize, PROT_NONE)) {
    munmap(P, GuardSize + StackSize);
    return false;
  }
  Stack = static_cast<std::byte *>(P) + GuardSize;
  return true;
}

/// makecontext(3) hands over ints.
void Coroutine::enter(uint32_t High, uint32_t Low) {
  auto *This = reinterpret_cast<Coroutine *>(uintptr_t(High) << 32 | Low);
  This->Body();
  This->IsOver = true;
}

bool Coroutine::begin(void (*NewBody)()) {
  if ((!Stack && !map()) || getcontext(&OwnContext))
    return false;
  Body = NewBody;
  IsOver = false;
  OwnContext.uc_stack.ss_sp = Stack;
  OwnContext.uc_stack.ss_size = StackSize;
  OwnContext.uc_link = &Caller;
  auto This = reinterpret_cast<uintptr_t>(this);
  makecontext(&OwnContext, reinterpret_cast<void (*)()>(enter), 2,
              static_cast<uint32_t>(This >> 32), static_cast<uint32_t>(This));
  return true;
}

void Coroutine::resume() { swapcontext(&Caller, &OwnContext); }

void Coroutine::pause() { swapcontext(&OwnContext, &Caller); }
