//===- MappedReads.h - reads of a process by its mappings -----------------===//
//
// No call tells of these reads. The page table of the process shows the touched
// pages. Touched pages one behind the other are a front of reads that moves on:
// the bytes behind a moving front are asked for. A process may have several
// fronts in a mapping, as for the matrices of a model.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_COMPANION_MAPPEDREADS_H
#define FORESLICE_FRONTEND_COMPANION_MAPPEDREADS_H

#include "frontend/posix/slice/ProgramMaps.h"
#include "storage/FileKey.h"
#include "support/FunctionRef.h"

#include <list>
#include <vector>

namespace foreslice {

class MappedReads {
public:
  /// Process: the folder in /proc.
  explicit MappedReads(std::string Process);
  ~MappedReads();
  MappedReads(const MappedReads &) = delete;
  MappedReads &operator=(const MappedReads &) = delete;

  /// The process has mapped a file at the address.
  void add(uintptr_t Address, uint64_t NowNs);
  bool areAny() const { return !All.empty(); }
  /// Looks how far the process has come, and asks for what is next. Waits: the
  /// process waits for something. True if the process has come further.
  bool look(bool Waits, uint64_t NowNs);
  /// Forgets the mappings of the files chosen by Which.
  void letGo(FunctionRef<bool(const FileKey &)> Which);

private:
  /// A place that reads go on from. In blocks of the mapping.
  struct Front {
    uint64_t Next;
    uint64_t Asked = 0; ///< Asked for up to here.
    unsigned Moves = 0;
  };
  struct Mapped {
    MappedRange Where;
    FileKey Key;
    uint64_t Size; ///< Of the file, in bytes.
    uint64_t CheckedNs;
    uint64_t Blocks;
    std::vector<bool> Seen;
    std::list<Front> Fronts{}; ///< The last moved one first.
    unsigned Still = 0;        ///< Looks without a move.
  };

  std::vector<bool> touched(const Mapped &M, uint64_t First,
                            uint64_t Count) const;
  bool moveFronts(Mapped &M);
  bool findFronts(Mapped &M);
  void ask(const Mapped &M, Front &F);
  static void pass(const Mapped &M, uint64_t First, uint64_t End);
  bool isStillThere(const Mapped &M) const;

  const std::string Process;
  int Table; ///< The page table of the process; -1 if unknown.
  std::list<Mapped> All;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_COMPANION_MAPPEDREADS_H
