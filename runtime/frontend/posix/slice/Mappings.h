//===- Mappings.h - the mapped files of a slice ---------------------------===//
//
// What addresses mean to a slice: files that the slice has mapped itself, and
// files that the program has mapped. A program that reads a mapping makes no
// call: the page table shows how far the program is. Prefetch thread only.
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
  /// Null if no file is mapped there, or not one that may be fetched.
  std::shared_ptr<CachedFile> File;
  bool IsOwn = false; ///< The slice has mapped it.
  /// What was expected last, in one piece.
  uintptr_t ExpectedBegin = 0, ExpectedEnd = 0;
  /// Where the program has the same; 0 if that is not known.
  uintptr_t InProgram = 0;
};

class Mappings {
public:
  /// Those of execution::runner(), in the launch that runs.
  static Mappings &ofRunner();
  ~Mappings() { clear(); }
  /// Nothing is there any more where slices have mapped the files that Which is
  /// true of: they find zeros. Whether there was such a file. Any thread.
  static bool letGo(FunctionRef<bool(const FileKey &)> Which);

  /// Maps the file ahead of the program; null if that is not possible.
  void *map(const std::shared_ptr<CachedFile> &File, int64_t Offset,
            int64_t Length);
  /// The program has mapped at Address what the slice has at OwnAddress, or
  /// what the slice has not.
  void isInProgram(uintptr_t OwnAddress, uintptr_t Address);
  /// Posts the pages from Begin to End, at one end of which the program begins.
  SliceEnd expect(uintptr_t Begin, uintptr_t End, bool Backwards);
  /// Waits until the program has come to all of them, or the slice is
  /// cancelled.
  SliceEnd waitForAll();
  /// Where what was expected last lies, as far as whole pages go.
  std::pair<uintptr_t, uintptr_t> last() const { return Last; }

private:
  /// A page that is posted, and that the program has not come to.
  struct Posted {
    std::shared_ptr<CachedFile> File;
    uint64_t Page;
    uintptr_t OwnAddress; ///< The mapping's Begin.
    uintptr_t Address;    ///< Where the program begins to read the page.
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
  std::deque<uintptr_t> OwnEnds; ///< Of the slice's own, oldest first.
  std::deque<Posted> Waiting;
  std::pair<uintptr_t, uintptr_t> Last{0, 0};
  PageTable Table;
  unsigned InMemory = 0; ///< Pages that were there, in a row.
  bool Blind = false;    ///< The system does not say how far the program is.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_MAPPINGS_H
