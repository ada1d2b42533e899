//===- NextSymbol.cpp - functions of libraries behind this one ------------===//
//
// See NextSymbol.h. The loader's list only grows behind the libraries of the
// process's start, and libc is among these libraries.
//
//===----------------------------------------------------------------------===//

#include "support/NextSymbol.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <elf.h>
#include <link.h>

using namespace foreslice;

namespace {

bool isSame(const char *A, const char *B) {
  for (; *A && *A == *B; ++A, ++B)
    ;
  return *A == *B;
}

bool beginsWith(const char *Text, const char *Begin) {
  for (; *Begin && *Text == *Begin; ++Text, ++Begin)
    ;
  return !*Begin;
}

/// A name, and the number by which tables look it up.
struct SymbolName {
  SymbolName(const char *Text) : Text(Text) {
    for (const char *C = Text; *C; ++C)
      Hash = Hash * 33 + static_cast<unsigned char>(*C);
  }
  const char *Text;
  uint32_t Hash = 5381;
};

/// The tables of a library by which the loader looks names up.
class Symbols {
public:
  constexpr Symbols() = default;
  explicit Symbols(const link_map &Map) : Base(Map.l_addr) {
    for (const ElfW(Dyn) *D = Map.l_ld; D->d_tag != DT_NULL; ++D)
      switch (D->d_tag) {
      case DT_SYMTAB:
        Table = at<ElfW(Sym)>(D->d_un.d_ptr);
        break;
      case DT_STRTAB:
        Names = at<char>(D->d_un.d_ptr);
        break;
      case DT_GNU_HASH:
        GnuHash = at<uint32_t>(D->d_un.d_ptr);
        break;
      case DT_HASH:
        Hash = at<uint32_t>(D->d_un.d_ptr);
        break;
      case DT_VERSYM:
        Versions = at<uint16_t>(D->d_un.d_ptr);
        break;
      default:
        break;
      }
  }

  void *find(const SymbolName &Name) const {
    if (!Table || !Names)
      return nullptr;
    return GnuHash ? findByGnuHash(Name)
           : Hash  ? findInAll(Name.Text)
                   : nullptr;
  }

  /// Whether the name of an undefined symbol begins with Begin. Undefined
  /// symbols come first, and are in no hash table.
  bool uses(const char *Begin) const {
    const uint32_t Count = GnuHash ? GnuHash[1] : Hash ? Hash[1] : 0;
    for (uint32_t I = 0; Table && Names && I < Count; ++I)
      if (Table[I].st_shndx == SHN_UNDEF &&
          beginsWith(Names + Table[I].st_name, Begin))
        return true;
    return false;
  }

private:
  /// The loader adds the base where the table is writable.
  template <typename T> const T *at(ElfW(Addr) Place) const {
    return reinterpret_cast<const T *>(Place < Base ? Base + Place : Place);
  }

  /// The function of the symbol, if the symbol is the default version of Name;
  /// else null.
  void *function(uint32_t Number, const char *Name) const {
    constexpr uint16_t IsHidden = 0x8000;
    const ElfW(Sym) &S = Table[Number];
    const unsigned Type = S.st_info & 0xf;
    if (S.st_shndx == SHN_UNDEF || S.st_value == 0 ||
        (Versions && (Versions[Number] & IsHidden)) ||
        !isSame(Names + S.st_name, Name))
      return nullptr;
    void *Address = reinterpret_cast<void *>(Base + S.st_value);
    if (Type == STT_GNU_IFUNC)
      return reinterpret_cast<void *(*)()>(Address)();
    return Type == STT_FUNC || Type == STT_NOTYPE ? Address : nullptr;
  }

  void *findByGnuHash(const SymbolName &Name) const {
    const uint32_t Wanted = Name.Hash;
    const uint32_t Buckets = GnuHash[0], First = GnuHash[1],
                   FilterWords = GnuHash[2], Shift = GnuHash[3];
    constexpr uint32_t Bits = 8 * sizeof(ElfW(Addr));
    const auto *Filter = reinterpret_cast<const ElfW(Addr) *>(GnuHash + 4);
    const ElfW(Addr) Word = Filter[Wanted / Bits % FilterWords];
    if (!(Word >> Wanted % Bits & Word >> (Wanted >> Shift) % Bits & 1))
      return nullptr;
    const auto *Bucket =
        reinterpret_cast<const uint32_t *>(Filter + FilterWords);
    const uint32_t *Chain = Bucket + Buckets;
    for (uint32_t I = Bucket[Wanted % Buckets]; I >= First; ++I) {
      const uint32_t Is = Chain[I - First];
      if ((Is | 1) == (Wanted | 1))
        if (void *Found = function(I, Name.Text))
          return Found;
      if (Is & 1)
        break;
    }
    return nullptr;
  }

  void *findInAll(const char *Name) const {
    const uint32_t Count = Hash[1];
    for (uint32_t I = 0; I < Count; ++I)
      if (void *Found = function(I, Name))
        return Found;
    return nullptr;
  }

  ElfW(Addr) Base = 0;
  const ElfW(Sym) *Table = nullptr;
  const char *Names = nullptr;
  const uint32_t *GnuHash = nullptr, *Hash = nullptr;
  const uint16_t *Versions = nullptr;
};

/// The tables of the first libraries in which a function is looked for, libc
/// among them in a short list: each start looks for a dozen functions.
class KnownSymbols {
public:
  void *find(const link_map &M, const SymbolName &Name) {
    for (Slot &S : Slots) {
      const link_map *Is = S.Map.load(std::memory_order_acquire);
      if (!Is && S.Map.compare_exchange_strong(Is, &Filled)) {
        S.Tables = Symbols(M);
        S.Map.store(&M, std::memory_order_release);
        Is = &M;
      }
      if (Is == &M)
        return S.Tables.find(Name);
    }
    return Symbols(M).find(Name);
  }

private:
  struct Slot {
    std::atomic<const link_map *> Map{nullptr}; ///< Filled while Tables is not.
    Symbols Tables;
  };
  static constexpr link_map Filled{};
  std::array<Slot, 2> Slots;
};
constinit KnownSymbols Known;

} // namespace

void *foreslice::findNextSymbol(const char *Name) {
  const SymbolName Wanted(Name);
  bool IsBehind = false;
  for (const link_map *M = _r_debug.r_map; M; M = M->l_next) {
    if (IsBehind)
      if (void *Found = Symbols(*M).find(Wanted))
        return Found;
    IsBehind |= M->l_ld == _DYNAMIC;
  }
  return nullptr;
}

/// The kernel's library (vDSO) has functions with names of libc, and other
/// parameters.
static bool isOfKernel(const link_map &M) {
  const char *C = M.l_name;
  while (*C && *C != '/')
    ++C;
  return *M.l_name && !*C;
}

void *foreslice::findBehindProgram(const char *Name) {
  static constinit std::atomic<const link_map *> First{nullptr};
  const link_map *M = First.load(std::memory_order_relaxed);
  if (!M) {
    const link_map *const Program = _r_debug.r_map;
    M = Symbols(*Program).find("__sanitizer_print_stack_trace")
            ? Program
            : Program->l_next;
    First.store(M, std::memory_order_relaxed);
  }
  const SymbolName Wanted(Name);
  void *Found = nullptr;
  for (; M && !Found; M = M->l_next)
    if (!isOfKernel(*M))
      Found = Known.find(*M, Wanted);
  return Found;
}

bool foreslice::processHasLibrary(const char *Part) {
  for (const link_map *M = _r_debug.r_map; M; M = M->l_next)
    for (const char *C = M->l_name; *C; ++C)
      if (beginsWith(C, Part))
        return true;
  return false;
}

static bool isFrom(const link_map &M, const char *File) {
  const char *Base = M.l_name;
  for (const char *C = M.l_name; *C; ++C)
    if (*C == '/')
      Base = C + 1;
  return isSame(Base, File);
}

void *foreslice::findInLibrary(const char *File, const char *Name) {
  for (const link_map *M = _r_debug.r_map; M; M = M->l_next)
    if (isFrom(*M, File))
      return Symbols(*M).find(Name);
  return nullptr;
}

bool foreslice::processHas(const char *Name) {
  const SymbolName Wanted(Name);
  for (const link_map *M = _r_debug.r_map; M; M = M->l_next)
    if (!isOfKernel(*M) && Symbols(*M).find(Wanted))
      return true;
  return false;
}

bool foreslice::executableHas(const char *Name) {
  return Symbols(*_r_debug.r_map).find(Name);
}

bool foreslice::executableUses(const char *Begin) {
  return Symbols(*_r_debug.r_map).uses(Begin);
}
