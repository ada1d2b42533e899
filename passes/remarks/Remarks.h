//===- Remarks.h - what users are told ------------------------------------===//
//
// Every optimisation remark of the pass goes out from here, in the words of
// Remarks.def: what was sliced (-Rpass), what was not and what to change
// (-Rpass-missed), and what became of each read (-Rpass-analysis).
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
/// What the user can do about it.
llvm::StringRef remarkAdvice(RemarkId Id);

/// Why a region gets no slice: one sentence part in the user's words, and
/// where.
struct Refusal {
  Refusal() = default;
  /// Args are those of the table's row; Subject, "the offset of
  /// MPI_File_read_at", comes before it.
  Refusal(RemarkId Id, llvm::DebugLoc Where,
          llvm::ArrayRef<std::string> Args = {},
          const std::string &Subject = "");

  RemarkId Id = RemarkId::None;
  std::string Why;
  llvm::DebugLoc Where;
};

/// "solver.c:12:3"; empty where the source line is not known.
std::string describeLocation(const llvm::DebugLoc &Loc);

/// The name of what CB calls as its author wrote it, for messages.
std::string calleeName(const llvm::CallBase &CB);

/// A read that gets exactly what a write left.
struct ReadBehind {
  llvm::DebugLoc Read, Write;
  std::string Name;    ///< Of the read.
  unsigned Iterations; ///< Of the loop that they are in, from write to read.
};

struct SliceSummary {
  unsigned Reads = 0;
  unsigned Kept = 0;      ///< Instructions of the region in the slice.
  unsigned Region = 0;    ///< Instructions of the region, callees included.
  unsigned DataReads = 0; ///< Reads whose data the slice waits for.
  /// Functions whose results it waits for.
  llvm::SmallVector<std::string> Forwarded;
  bool HasScout = false;   ///< Another slice fetches what needs no waiting.
  bool OpensAhead = false; ///< It opens files before the main thread does.
  unsigned Opens = 0;      ///< That are all that the slice follows.
  /// Where it takes for granted that a loop goes on.
  llvm::SmallVector<llvm::DebugLoc, 2> Guesses;
  /// Where it takes for granted what an access gave.
  llvm::SmallVector<llvm::DebugLoc, 2> Counts;
  llvm::SmallVector<ReadBehind, 0> Behind;
};

void remarkSliced(const Region &R, const SliceSummary &Summary,
                  unsigned LiveInBytes);
void remarkRefused(const Region &R, const Refusal &Reason);
/// I takes the address of the function Read.
void remarkByPointer(llvm::Instruction &I, llvm::StringRef Read);
void remarkNotInLoop(llvm::Function &F, llvm::CallBase &Read);
/// A read that is not MPI-IO, or in a library.
void remarkOtherRead(llvm::CallBase &CB, const OtherRead &Read);
/// CB may read in a program without a read in sight.
void remarkOutOfSight(llvm::CallBase &CB);
/// What became of one call of the read Name (-Rpass-analysis): the slice of
/// Region prefetches it, or none does.
void remarkReadSliced(llvm::CallBase &Read, llvm::StringRef Name,
                      llvm::DebugLoc Region);
void remarkReadRefused(llvm::CallBase &Read, llvm::StringRef Name,
                       const Refusal &Reason);
/// Of a read of R's slice: what it reads cannot be fetched before the write.
void remarkReadBehind(const Region &R, const ReadBehind &Later);

} // namespace foreslice

#endif // FORESLICE_PASSES_REMARKS_REMARKS_H
