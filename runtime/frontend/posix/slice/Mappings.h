//===- Mappings.h - the mapped files of a slice ---------------------------===//
//
// The meaning of addresses to a slice: files mapped by the slice, and files
// mapped by the program. A program reading a mapping makes no call: the page
// table shows the program's place. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_MAPPINGS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_MAPPINGS_H

#include "foreslice/abi.h"
#include "frontend/posix/PosixFiles.h"
#include "frontend/posix/slice/ProgramMaps.h"

#include <deque>
#include <map>

namespace foreslice {

struct Mapping {
  uintptr_t Begin = 0, End = 0;
  uint64_t Offset = 0; ///< Of Begin in the file, in bytes.
  /// Null without a mapped file, or if the file may not be fetched.
  std::shared_ptr<CachedFile> File;
  bool IsOwn = false; ///< The slice has mapped the file.
  /// The last expected range, in one piece.
  uintptr_t ExpectedBegin = 0, ExpectedEnd = 0;
  /// Begin of the program's mapping of the file; 0 if unknown.
  uintptr_t InProgram = 0;
};

class Mappings {
public:
  /// The mappings of execution::runner(), in the current launch.
  static Mappings &ofRunner();
  ~Mappings() { clear(); }
  /// Replaces slices' mappings of the files chosen by Which: slices find zeros
  /// there. True if there was such a file. Any thread.
  static bool letGo(FunctionRef<bool(const FileKey &)> Which);

  /// Maps the file ahead of the program; null if impossible.
  void *map(const std::shared_ptr<CachedFile> &File, int64_t Offset,
            int64_t Length);
  /// The program has mapped a file at Address: the file of the slice's mapping
  /// at OwnAddress, or, if 0, a file not mapped by the slice.
  void isInProgram(uintptr_t OwnAddress, uintptr_t Address);
  /// Posts the pages from Begin to End. The program begins at Begin, or at End
  /// if Backwards.
  SliceEnd expect(uintptr_t Begin, uintptr_t End, bool Backwards);
  /// Waits until the program has come to all posted pages, or the slice is
  /// cancelled.
  SliceEnd waitForAll();
  /// The page expected last, as addresses; the whole mapping if without a file.
  std::pair<uintptr_t, uintptr_t> last() const { return Last; }

private:
  /// A posted page, not yet reached by the program.
  struct Posted {
    std::shared_ptr<CachedFile> File;
    uint64_t Page;
    uintptr_t OwnAddress; ///< The mapping's Begin.
    uintptr_t Address;    ///< The program's first address in the page.
  };

  void clear();
  void unmapOldest();
  Mapping &find(uintptr_t Address);
  Mapping fromProgram(uintptr_t Address) const;
  SliceEnd expectPage(const Mapping &M, const PagePart &Part,
                      uintptr_t Address);
  void rest();
  bool isPosted(const CachedFile &File, uint64_t Page) const;
  bool hasCome(const Posted &P);
  void takeUsed();
  void use(size_t Count);
  SliceEnd waitForRoom(size_t Most);

  uint64_t Launch = 0;
  std::map<uintptr_t, Mapping> ByEnd;
  std::deque<uintptr_t> OwnEnds; ///< Of the slice's mappings, oldest first.
  std::deque<Posted> Waiting;
  std::pair<uintptr_t, uintptr_t> Last{0, 0};
  PageTable Table;
  unsigned InMemory = 0; ///< Pages in memory in a row.
  bool Blind = false;    ///< The system does not show the program's place.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_MAPPINGS_H
