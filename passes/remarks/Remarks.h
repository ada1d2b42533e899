//===- Remarks.h - remarks for users --------------------------------------===//
//
// Sends every optimisation remark of the pass, in the words of Remarks.def:
// regions with a slice (-Rpass), regions without and advice (-Rpass-missed),
// and the outcome for each read (-Rpass-analysis).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REMARKS_REMARKS_H
#define FORESLICE_PASSES_REMARKS_REMARKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/InstrTypes.h"

#include <string>

namespace foreslice {

class Region;
struct OtherRead;

inline constexpr char PassName[] = "prefetch-slice";

/// The rows of Remarks.def.
enum class RemarkId {
  None,
#define REMARK(Id, Option, Text, Advice) Id,
#define CLAUSE(Id, Text, Meaning) Id,
#define REFUSAL(Id, Why, Advice) Id,
#include "remarks/Remarks.def"
};
/// "ThreadLocal"
llvm::StringRef remarkName(RemarkId Id);
/// Advice to the user.
llvm::StringRef remarkAdvice(RemarkId Id);

/// Why a region gets no slice: one sentence part in the user's words, and a
/// place.
struct Refusal {
  Refusal() = default;
  /// Args fill the table's row; Subject, "the offset of MPI_File_read_at",
  /// comes before.
  Refusal(RemarkId Id, llvm::DebugLoc Where,
          llvm::ArrayRef<std::string> Args = {},
          const std::string &Subject = "");

  RemarkId Id = RemarkId::None;
  std::string Why;
  llvm::DebugLoc Where;
  std::string Unseen; ///< The function without a body in the way, if any.
};

/// "solver.c:12:3"; empty if the source line is unknown.
std::string describeLocation(const llvm::DebugLoc &Loc);

/// The name of CB's callee as written by the author, for messages.
std::string calleeName(const llvm::CallBase &CB);

/// A read of exactly the bytes left by a write.
struct ReadBehind {
  llvm::DebugLoc Read, Write;
  std::string Name;    ///< Of the read.
  unsigned Iterations; ///< Iterations of the common loop from write to read.
};

struct SliceSummary {
  unsigned Reads = 0;
  unsigned Kept = 0;      ///< Instructions of the region in the slice.
  unsigned Region = 0;    ///< Instructions of the region, callees included.
  unsigned DataReads = 0; ///< Reads whose data the slice waits for.
  /// Functions whose results the slice waits for.
  llvm::SmallVector<std::string> Forwarded;
  /// Datasets read, in words.
  llvm::SmallVector<std::string> Objects;
  bool HasScout = false;   ///< A scout fetches reads without waits.
  bool OpensAhead = false; ///< The slice opens files before the main thread.
  unsigned Opens = 0;      ///< Opens in a slice of files only.
  /// Exits of loops, and other ways to the end of the function, assumed not to
  /// be taken.
  struct WaysNotTaken {
    llvm::SmallVector<llvm::DebugLoc, 2> OfLoops, Others;
    bool empty() const { return OfLoops.empty() && Others.empty(); }
  } Guesses;
  /// Accesses with an assumed result.
  llvm::SmallVector<llvm::DebugLoc, 2> Counts;
  llvm::SmallVector<ReadBehind, 0> Behind;
};

void remarkSliced(const Region &R, const SliceSummary &Summary,
                  unsigned LiveInBytes);
/// What keeps a launch from an earlier place.
struct LaunchHold {
  RemarkId Id = RemarkId::None; ///< A part of remark Launched.
  const llvm::Instruction *At = nullptr;
};

/// R's slice is launched at Place, and not earlier for Hold; BeforeMPI says
/// that MPI has not started there.
void remarkLaunched(const Region &R, const llvm::DebugLoc &Place,
                    const LaunchHold &Hold, bool BeforeMPI);
void remarkRefused(const Region &R, const Refusal &Reason);
/// I takes the address of the function Read.
void remarkByPointer(llvm::Instruction &I, llvm::StringRef Read);
void remarkNotInLoop(llvm::Function &F, llvm::CallBase &Read);
/// Reports a read outside the front ends' tables, or in a library.
void remarkOtherRead(llvm::CallBase &CB, const OtherRead &Read);
/// Reports that CB may read in a program without a visible read.
void remarkOutOfSight(llvm::CallBase &CB);
/// The outcome for one call of the read Name (-Rpass-analysis): prefetched by
/// the slice of Region, or not for Reason.
/// Object: what is read, in words; may be empty.
void remarkReadSliced(llvm::CallBase &Read, llvm::StringRef Name,
                      llvm::StringRef Object, llvm::DebugLoc Region);
void remarkReadRefused(llvm::CallBase &Read, llvm::StringRef Name,
                       llvm::StringRef Object, const Refusal &Reason);
/// Reports a read of R's slice on bytes of an earlier write: no fetch is
/// possible before the write.
void remarkReadBehind(const Region &R, const ReadBehind &Later);

} // namespace foreslice

#endif // FORESLICE_PASSES_REMARKS_REMARKS_H
