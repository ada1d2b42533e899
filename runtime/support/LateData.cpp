//===- LateData.cpp - data that the loader does not relocate --------------===//
//
// See LateData.h. Where no linker script has put data aside, as in unit tests,
// there are none: the loader has relocated all.
//
//===----------------------------------------------------------------------===//

#include "support/LateData.h"

#include "support/ProcessObject.h"

#include <bit>
#include <cstdint>
#include <new>
#include <span>
#include <sys/mman.h>

using namespace foreslice;

extern "C" {
[[gnu::visibility("hidden"), gnu::weak]] extern char foreslice_late_begin[],
    foreslice_late_end[];
/// Where the library is.
[[gnu::visibility("hidden")]] extern const char __ehdr_start[];

/// Offset and number of the relocations that defer_relocations.py has taken
/// from the loader: written there.
[[gnu::visibility("hidden"),
  gnu::used]] constinit volatile uint64_t foreslice_late_relocations[2] = {
    UINT64_MAX, 0};
}

namespace {

constexpr uintptr_t PageBytes = 4096;

/// The base of the library is added to a link-time address, once.
void relocate(uintptr_t *Word) {
  const auto Base = reinterpret_cast<uintptr_t>(__ehdr_start);
  if (*Word < Base)
    *Word += Base;
}

/// Relative relocations as the ELF specification packs them (SHT_RELR): an
/// address, then words of bits, one for each of the next 63 words.
void relocateAll(std::span<const uint64_t> Packed) {
  constexpr unsigned Bits = 63;
  uintptr_t *Next = nullptr;
  for (uint64_t Entry : Packed) {
    if ((Entry & 1) == 0) {
      Next = reinterpret_cast<uintptr_t *>(
          reinterpret_cast<uintptr_t>(__ehdr_start) + Entry);
      relocate(Next++);
      continue;
    }
    for (uint64_t Some = Entry >> 1; Some; Some &= Some - 1)
      relocate(Next + std::countr_zero(Some));
    Next += Bits;
  }
}

/// The data are in pages of their own, which the loader has made read-only. A
/// child may have been forked when half of the data were relocated.
struct Relocated {
  Relocated() {
    static constinit bool IsDone = false;
    const uint64_t Count = foreslice_late_relocations[1];
    if (Count == 0 || IsDone)
      return;
    const auto Begin =
        reinterpret_cast<uintptr_t>(foreslice_late_begin) & ~(PageBytes - 1);
    void *const Pages = reinterpret_cast<void *>(Begin);
    const size_t Bytes =
        reinterpret_cast<uintptr_t>(foreslice_late_end) - Begin;
    if (mprotect(Pages, Bytes, PROT_READ | PROT_WRITE))
      throw std::bad_alloc();
    relocateAll({reinterpret_cast<const uint64_t *>(
                     __ehdr_start + foreslice_late_relocations[0]),
                 Count});
    mprotect(Pages, Bytes, PROT_READ);
    IsDone = true;
  }
};

} // namespace

void foreslice::relocateLateData() {
  static constinit ProcessObject<Relocated> Of;
  Of.get();
}
