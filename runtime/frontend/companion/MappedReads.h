//===- MappedReads.h - reads of a process by its mappings -----------------===//
//
// No call tells of these reads. The page table of the process shows the touched
// pages. Touched pages in a row are a front of reads that moves on:
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
#include <utility>
#include <vector>

namespace foreslice {

class MappedReads {
public:
  /// Process: the folder in /proc.
  explicit MappedReads(std::string Process);
  ~MappedReads();
  MappedReads(const MappedReads &) = delete;
  MappedReads &operator=(const MappedReads &) = delete;

  struct NewMapping {
    uintptr_t Address;
    uint64_t Bytes;
    FileKey Key;
    uint64_t Size; ///< Of the file.
  };
  /// The process has mapped a file.
  void add(const NewMapping &New, uint64_t NowNs);
  bool areAny() const { return !All.empty(); }
  /// Whether the process has the file mapped.
  bool has(FileKey Key) const;
  /// A file that the process reads as a whole, since when, and how long.
  struct Whole {
    FileKey Key;
    uint64_t Size, BeginNs, Ns;
  };
  /// Those found since the last call.
  std::vector<Whole> takeWhole() { return std::exchange(Found, {}); }
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
    uint64_t BeginNs = 0;
    unsigned Looks = 0;
    bool IsWhole = false; ///< Told by takeWhole().
  };

  std::vector<bool> touched(const Mapped &M, uint64_t First,
                            uint64_t Count) const;
  bool moveFronts(Mapped &M);
  bool findFronts(Mapped &M);
  void ask(const Mapped &M, Front &F);
  static void pass(const Mapped &M, uint64_t First, uint64_t End);
  bool isStillThere(const Mapped &M) const;
  static bool isOfWholeFile(const Mapped &M);
  static bool isHalfSeen(const Mapped &M);
  void noteWhole(Mapped &M, uint64_t Ns);
  void ends(const Mapped &M);

  const std::string Process;
  int Table; ///< The page table of the process; -1 if unknown.
  std::list<Mapped> All;
  std::vector<Whole> Found;
  bool ReadsWhole = false; ///< The last file was read as a whole.
  uint64_t WholeNs = 0;    ///< How long that took.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_COMPANION_MAPPEDREADS_H
