//===- Allocation.cpp - memory of the run time's own ----------------------===//
//
// The run time does not call the program's malloc. A handler may interrupt
// malloc while malloc holds a lock. A program of one thread may have a malloc
// without locks. A library in front of malloc may use descriptors. A limit of
// the program may leave malloc no memory. So the operators of this file, which
// are hidden, take memory from the kernel. The C and C++ libraries that are
// linked into the run time call the functions at the end of the file (--wrap).
// LeakSanitizer does not look at this memory, to which no thread of a forked
// child points.
//
// Threads of the program mostly come here within OwnWork, where no handler
// interrupts.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

// A sanitizer has functions of its own for instrumented code.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

namespace {

/// Header of a block that the run time gets.
struct Header {
  size_t Mapped;   ///< Bytes of the block's own mapping, or 0.
  uint32_t Class;  ///< Class of a block without a mapping.
  uint32_t Before; ///< Bytes of the block before the header.
};
constexpr size_t Grain = sizeof(Header);
static_assert(Grain == __STDCPP_DEFAULT_NEW_ALIGNMENT__);

/// Blocks have as many bytes as their class: four classes between a power of
/// two and the next. Larger blocks have a mapping of their own.
constexpr unsigned StepBits = 2, Steps = 1U << StepBits;
constexpr size_t Least = Steps * Grain, Most = size_t(256) << 10;
constexpr size_t classOf(size_t Bytes) {
  if (Bytes <= Least)
    return 0;
  const auto Shift = static_cast<size_t>(std::bit_width(Bytes - 1)) - 1;
  return (Shift - std::bit_width(Least) + 1) * Steps +
         ((Bytes - 1) >> (Shift - StepBits)) - Steps + 1;
}
constexpr size_t bytesOf(size_t Class) {
  if (Class == 0)
    return Least;
  const size_t Shift = (Class - 1) / Steps, Step = (Class - 1) % Steps + 1;
  return (Steps + Step) * (Least / Steps) << Shift;
}
constexpr size_t Classes = classOf(Most) + 1;
static_assert([] {
  for (size_t C = 1; C < Classes; C++)
    if (classOf(bytesOf(C)) != C || classOf(bytesOf(C - 1) + 1) != C ||
        bytesOf(C) % Grain)
      return false;
  return bytesOf(Classes - 1) == Most;
}());

/// Blocks are cut from pieces. The next piece is mapped when half of the last
/// piece is used: where the program has taken all memory, the run time has some
/// left until the lack is noticed. The first piece is a variable: a short
/// program needs no mapping.
constexpr size_t PieceBytes = 4 * Most, FirstBytes = size_t(256) << 10;
struct alignas(Grain) Piece {
  Piece *Before;
  size_t bytes() const { return Before ? PieceBytes : FirstBytes; }
};
struct FirstPiece : Piece {
  std::array<std::byte, FirstBytes - sizeof(Piece)> Blocks;
};
static_assert(sizeof(FirstPiece) == FirstBytes);

struct Block {
  Block *Next;
};

pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER; // no destructor, no maker
std::array<Block *, Classes> Free;
constinit FirstPiece First{};
/// The piece in use; leads to earlier pieces.
constinit std::atomic<Piece *> Last{&First};
Piece *Next;
size_t Used = sizeof(Piece); ///< Used bytes of the piece in use.

void *map(size_t Bytes) {
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return Memory == MAP_FAILED ? nullptr : Memory;
}

/// A block of a class; null where there is no memory. The lock is held.
void *cut(size_t Bytes) {
  Piece *P = Last.load(std::memory_order_relaxed);
  const bool IsFull = P->bytes() - Used < Bytes;
  if (!Next && (IsFull || Used > P->bytes() / 2))
    Next = static_cast<Piece *>(map(PieceBytes));
  if (IsFull) {
    if (!Next)
      return nullptr;
    Next->Before = P;
    P = Next;
    Last.store(P, std::memory_order_release);
    Used = sizeof(Piece);
    Next = nullptr;
  }
  void *Memory = reinterpret_cast<char *>(P) + Used;
  Used += Bytes;
  return Memory;
}

/// Takes the lock. False where the lock is held for long: by a thread that a
/// handler has interrupted, which may never go on. From then on nobody waits
/// until the lock is free.
bool lockSoon() {
  static std::atomic<bool> IsStuck{false};
  constexpr long MostNs = 20'000'000;
  bool Locked = pthread_mutex_trylock(&Lock) == 0;
  if (!Locked && !IsStuck.load(std::memory_order_relaxed)) {
    timespec Until;
    clock_gettime(CLOCK_MONOTONIC, &Until);
    Until.tv_nsec += MostNs;
    if (Until.tv_nsec >= 1'000'000'000) {
      Until.tv_nsec -= 1'000'000'000;
      ++Until.tv_sec;
    }
    Locked = pthread_mutex_clocklock(&Lock, CLOCK_MONOTONIC, &Until) == 0;
  }
  IsStuck.store(!Locked, std::memory_order_relaxed);
  return Locked;
}

/// A block of a class. The lock is held, and released.
void *take(size_t Class) {
  void *Memory = Free[Class];
  if (Memory)
    Free[Class] = Free[Class]->Next;
  else
    Memory = cut(bytesOf(Class));
  pthread_mutex_unlock(&Lock);
  return Memory;
}

/// Null where there is no memory, and without MayMap where the size needs a
/// mapping.
void *allocate(size_t Size, size_t Alignment, bool MayMap = true) {
  const size_t Room = Alignment > Grain ? Alignment : 0;
  if (Size > PTRDIFF_MAX - Room - Grain)
    return nullptr;
  const size_t Whole = Size + Room + Grain;
  const bool IsOwn = Whole > Most || !lockSoon();
  if (IsOwn && !MayMap)
    return nullptr;
  const size_t Class = IsOwn ? 0 : classOf(Whole);
  char *Memory = static_cast<char *>(IsOwn ? map(Whole) : take(Class));
  if (!Memory)
    return nullptr;
  size_t Before = 0;
  if (Room)
    Before = -(reinterpret_cast<uintptr_t>(Memory) + Grain) & (Alignment - 1);
  auto *H = reinterpret_cast<Header *>(Memory + Before);
  *H = {.Mapped = IsOwn ? Whole : 0,
        .Class = static_cast<uint32_t>(Class),
        .Before = static_cast<uint32_t>(Before)};
  return H + 1;
}

void release(void *Memory) {
  if (!Memory)
    return;
  const Header H = *(static_cast<Header *>(Memory) - 1);
  char *Begin = static_cast<char *>(Memory) - Grain - H.Before;
  if (H.Mapped) {
    munmap(Begin, H.Mapped);
    return;
  }
  auto *B = reinterpret_cast<Block *>(Begin);
  if (!lockSoon())
    return; // The block stays taken.
  B->Next = Free[H.Class];
  Free[H.Class] = B;
  pthread_mutex_unlock(&Lock);
}

void *allocateOrThrow(size_t Size, size_t Alignment) {
  void *Memory = allocate(Size, Alignment);
  if (!Memory)
    throw std::bad_alloc();
  return Memory;
}

/// Whether the memory is from a piece. libc returns memory of the program.
bool isFromPiece(const void *Memory) {
  const auto Address = reinterpret_cast<uintptr_t>(Memory);
  const Piece *P = Last.load(std::memory_order_acquire);
  while (P && Address - reinterpret_cast<uintptr_t>(P) >= P->bytes())
    P = P->Before;
  return P;
}

bool HeldForFork = false;

/// A child has none of the threads that may hold the lock. Registered before
/// all other fork handlers: runs last before the fork, and first behind.
[[gnu::constructor(101)]] void holdWhileForking() {
  auto Release = [] {
    if (HeldForFork)
      pthread_mutex_unlock(&Lock);
  };
  pthread_atfork([] { HeldForFork = lockSoon(); }, Release, Release);
}

} // namespace

void *operator new(size_t Size) { return allocateOrThrow(Size, Grain); }
void *operator new(size_t Size, std::align_val_t Alignment) {
  return allocateOrThrow(Size, static_cast<size_t>(Alignment));
}

void operator delete(void *Memory) noexcept { release(Memory); }
void operator delete(void *Memory, size_t) noexcept { release(Memory); }
void operator delete(void *Memory, std::align_val_t) noexcept {
  release(Memory);
}
void operator delete(void *Memory, size_t, std::align_val_t) noexcept {
  release(Memory);
}

// The linker's targets for malloc and its kin in the run time.
extern "C" {
void *__real_malloc(size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

void *__wrap_malloc(size_t Size) {
  void *Memory =
      Size > Most - Grain ? nullptr : allocate(Size, Grain, /*MayMap=*/false);
  return Memory ? Memory : __real_malloc(Size);
}

void *__wrap_calloc(size_t Count, size_t Each) {
  size_t Size;
  void *Memory = __builtin_mul_overflow(Count, Each, &Size)
                     ? nullptr
                     : __wrap_malloc(Size);
  return Memory ? std::memset(Memory, 0, Size) : nullptr;
}

void __wrap_free(void *Memory) {
  if (isFromPiece(Memory))
    release(Memory);
  else
    __real_free(Memory);
}

void *__wrap_realloc(void *Memory, size_t Size) {
  if (!isFromPiece(Memory))
    return Memory ? __real_realloc(Memory, Size) : __wrap_malloc(Size);
  void *New = __wrap_malloc(Size);
  if (!New)
    return nullptr;
  const Header &H = *(static_cast<Header *>(Memory) - 1);
  std::memcpy(New, Memory, std::min(Size, bytesOf(H.Class) - Grain));
  release(Memory);
  return New;
}
}

#endif
