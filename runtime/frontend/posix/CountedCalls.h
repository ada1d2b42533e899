//===- CountedCalls.h - calls counted without a look ----------------------===//
//
// Most calls have nothing to tell: a stream's buffer serves the call, or the
// call reads on in the page of the last call. Such a call is counted here, by
// descriptor, until the next looked-at call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_COUNTEDCALLS_H
#define FORESLICE_FRONTEND_POSIX_COUNTEDCALLS_H

#include "storage/FileKey.h"
#include "support/RareCall.h"

#include <atomic>
#include <cstdint>

namespace foreslice {

/// Calls of a thread by a descriptor since the last looked-at call.
struct CountedCalls {
  uint64_t Launch = 0; ///< 0: none.
  FileKey Key;
  /// Size of the file in bytes, and closings(), at the last fstat().
  uint64_t Size = 0;
  uint32_t Closings = 0;
  int Fd = -1;
  unsigned Count = 0;
  bool IsCached = false; ///< A slice reads the file.
  /// A move of the stream has read the file: the next call is to be looked at,
  /// though the buffer serves it.
  bool HasMoved = false;
  /// The page at the end of the last looked-at call.
  int64_t PageBegin = 0, PageEnd = 0;
  /// Position of the descriptor; -1 if unknown.
  int64_t Position = -1;

  bool isOf(int OfFd, uint64_t OfLaunch) const {
    return Launch == OfLaunch && Fd == OfFd && OfLaunch != 0;
  }
  /// Whether Key and Size hold for a read by Fd at Offset, without fstat(). A
  /// file may have grown, and be read behind Size.
  bool knowsFile(int OfFd, uint64_t OfLaunch, int64_t Offset) const {
    return isOf(OfFd, OfLaunch) && Closings == closings() && Offset >= 0 &&
           static_cast<uint64_t>(Offset) < Size;
  }
  /// Number of descriptors closed by the program, or given to another file. Any
  /// thread.
  static uint32_t closings() { return Closed.load(std::memory_order_acquire); }
  static void countClosing() { Closed.fetch_add(1, std::memory_order_release); }
  /// The program reads Bytes at Offset, or, with AtOwn, at the descriptor's
  /// position. True if all bytes lie in the pages noted.
  bool staysInPage(int64_t Offset, uint64_t Bytes, bool AtOwn) {
    const int64_t Where = AtOwn ? Position : Offset;
    if (Where < PageBegin || Where >= PageEnd ||
        Bytes > static_cast<uint64_t>(PageEnd - Where))
      return false;
    if (AtOwn)
      Position += static_cast<int64_t>(Bytes);
    return true;
  }
  /// The program has read Bytes at Offset, or, with AtOwn, at the position.
  /// Pages have Page bytes.
  void isIn(int64_t Offset, uint64_t Bytes, bool AtOwn, int64_t Page);

  /// The thread's calls by Fd. One slot for each of the lowest descriptors;
  /// higher descriptors share slots, and the last user owns a slot.
  static CountedCalls &of(int Fd) {
    return Table ? Table[static_cast<unsigned>(Fd) % Slots] : ofNew(Fd);
  }
  /// As of(); null before the first call.
  static CountedCalls *ifAny(int Fd) {
    return Table ? &Table[static_cast<unsigned>(Fd) % Slots] : nullptr;
  }
  /// Before the first call, on one thread.
  static void prepare();

  static constexpr unsigned Slots = 1024;

private:
  static inline constinit std::atomic<uint32_t> Closed{0};
  /// The thread's table, null before the first call.
  static constinit thread_local CountedCalls *Table
      __attribute__((tls_model("initial-exec")));
  static FORESLICE_RARE_CALL CountedCalls &ofNew(int Fd);
  static CountedCalls *makeTable();
  static void unmap(void *Old);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_COUNTEDCALLS_H
