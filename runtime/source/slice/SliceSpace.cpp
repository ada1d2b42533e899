//===- SliceSpace.cpp - memory as a slice sees it -------------------------===//
//
// Runs armed, as the slice's own code does: a fault here is the slice's, and
// nothing here needs a destructor.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceSpace.h"

#include <algorithm>
#include <cstring>
#include <pthread.h>

using namespace foreslice;

namespace {

/// Nothing is ever mapped below (vm.mmap_min_addr): a null pointer to a member.
constexpr uintptr_t LowestAddress = 64u << 10;
/// Bytes copied at a time where both sides are the main thread's memory.
constexpr uint64_t CopyUnit = 256;

uintptr_t addressOf(const void *P) { return reinterpret_cast<uintptr_t>(P); }

} // namespace

void SliceSpace::findStack() {
  pthread_attr_t Attributes;
  if (pthread_getattr_np(pthread_self(), &Attributes))
    return;
  void *Begin;
  size_t Size;
  size_t Guard; // within the stack or below, depending on the libc
  if (!pthread_attr_getstack(&Attributes, &Begin, &Size) &&
      !pthread_attr_getguardsize(&Attributes, &Guard)) {
    StackBegin = addressOf(Begin) + Guard;
    StackEnd = addressOf(Begin) + Size;
  }
  pthread_attr_destroy(&Attributes);
}

void SliceSpace::begin(const void *Top, const void *Packet, uint64_t Size) {
  FramesEnd = addressOf(Top);
  PacketBegin = addressOf(Packet);
  PacketSize = Size;
}

void SliceSpace::reset() {
  Stores.reset();
  Memory.reset();
}

bool SliceSpace::isOwn(uintptr_t To, uint64_t Size, uintptr_t Frame) const {
  auto Within = [=](uintptr_t Begin, uint64_t Length) {
    return To - Begin <= Length && Size <= Length - (To - Begin);
  };
  return Within(Frame, FramesEnd - Frame) || Memory.holds(To, Size) ||
         Within(PacketBegin, PacketSize);
}

SliceSpace::Place SliceSpace::placeOf(uintptr_t To, uint64_t Size,
                                      uintptr_t Frame) const {
  if (isOwn(To, Size, Frame))
    return Place::Own;
  bool InStack = To < StackEnd && To + Size > StackBegin;
  bool Wraps = To + Size < To;
  if (Wraps || InStack || To < LowestAddress || Memory.touches(To, Size))
    return Place::Bad;
  return Place::Main;
}

SliceEnd SliceSpace::load(void *To, const void *From, uint64_t Size,
                          uintptr_t Frame) {
  if (!isOwn(addressOf(To), Size, Frame))
    return SliceEnd::Fault;
  Stores.load(static_cast<std::byte *>(To), addressOf(From), Size);
  return SliceEnd::Completed;
}

/// Reads no page of memory behind the page of the text's end.
SliceEnd SliceSpace::loadText(void *To, const void *From, uint64_t Size,
                              uintptr_t Frame) {
  if (!isOwn(addressOf(To), Size, Frame))
    return SliceEnd::Fault;
  auto *Bytes = static_cast<std::byte *>(To);
  uintptr_t Address = addressOf(From);
  for (uint64_t Done = 0; Done < Size;) {
    uint64_t N = std::min(Size - Done, CopyUnit - (Address + Done) % CopyUnit);
    Stores.load(Bytes + Done, Address + Done, N);
    if (std::find(Bytes + Done, Bytes + Done + N, std::byte{}) !=
        Bytes + Done + N)
      return SliceEnd::Completed;
    Done += N;
  }
  Bytes[Size - 1] = std::byte{};
  return SliceEnd::Completed;
}

SliceEnd SliceSpace::store(void *To, const void *From, uint64_t Size,
                           uintptr_t Frame) {
  auto *Bytes = static_cast<const std::byte *>(From);
  switch (placeOf(addressOf(To), Size, Frame)) {
  case Place::Own:
    std::memmove(To, From, Size);
    return SliceEnd::Completed;
  case Place::Main:
    return Stores.store(addressOf(To), Bytes, Size) ? SliceEnd::Completed
                                                    : SliceEnd::OutOfMemory;
  case Place::Bad:
    break;
  }
  return SliceEnd::Fault;
}

SliceEnd SliceSpace::copyInMain(uintptr_t To, uintptr_t From, uint64_t Size) {
  std::byte Unit[CopyUnit];
  bool Backwards = To - From < Size; // To is inside the range at From
  for (uint64_t Done = 0; Done < Size;) {
    uint64_t N = std::min(Size - Done, CopyUnit);
    uint64_t Position = Backwards ? Size - Done - N : Done;
    Stores.load(Unit, From + Position, N);
    if (!Stores.store(To + Position, Unit, N))
      return SliceEnd::OutOfMemory;
    Done += N;
  }
  return SliceEnd::Completed;
}

SliceEnd SliceSpace::copy(void *To, const void *From, uint64_t Size,
                          uintptr_t Frame) {
  switch (placeOf(addressOf(To), Size, Frame)) {
  case Place::Own:
    // Own memory has no stores on top.
    if (isOwn(addressOf(From), Size, Frame))
      std::memmove(To, From, Size);
    else
      Stores.load(static_cast<std::byte *>(To), addressOf(From), Size);
    return SliceEnd::Completed;
  case Place::Main:
    return copyInMain(addressOf(To), addressOf(From), Size);
  case Place::Bad:
    break;
  }
  return SliceEnd::Fault;
}

SliceEnd SliceSpace::fill(void *To, int Byte, uint64_t Size, uintptr_t Frame) {
  switch (placeOf(addressOf(To), Size, Frame)) {
  case Place::Own:
    std::memset(To, Byte, Size);
    return SliceEnd::Completed;
  case Place::Main:
    return Stores.fill(addressOf(To), static_cast<std::byte>(Byte), Size)
               ? SliceEnd::Completed
               : SliceEnd::OutOfMemory;
  case Place::Bad:
    break;
  }
  return SliceEnd::Fault;
}
