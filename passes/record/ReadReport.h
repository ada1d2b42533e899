//===- ReadReport.h - what became of each read ----------------------------===//
//
// Follows every read call of the program through the copies that slices are cut
// from, and says at the end (-Rpass-analysis) which slice prefetches it, or why
// none does.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_RECORD_READREPORT_H
#define FORESLICE_PASSES_RECORD_READREPORT_H

#include "record/SliceRecord.h"
#include "regions/CallTargets.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace foreslice {

class ReadReport {
public:
  /// Numbers the reads of M in metadata, which every copy of them inherits,
  /// inlined or not, and calls of known targets that replace one through a
  /// pointer. It goes with the report.
  ReadReport(llvm::Module &M, const CallTargets &Targets);
  ~ReadReport();
  ReadReport(const ReadReport &) = delete;

  /// The numbers of the reads in Blocks of a copy.
  static llvm::SmallVector<unsigned>
  readsIn(llvm::ArrayRef<llvm::BasicBlock *> Blocks);
  /// Reads are prefetched by the slice of Region.
  void sliced(llvm::ArrayRef<unsigned> Reads, const llvm::DebugLoc &Region);
  bool isSliced(const llvm::CallBase &Read) const;
  /// Inner regions are tried after outer ones, so that the last reason is the
  /// one that stands in the way.
  void refused(llvm::ArrayRef<unsigned> Reads, const Refusal &Reason);
  /// One remark, and entry of Record, for each read of the functions that are
  /// wanted, and of others that they call.
  void emit(llvm::function_ref<bool(const llvm::Function &)> IsWanted,
            SliceRecord &Record) const;

private:
  struct Site {
    llvm::CallBase *Read;
    llvm::StringRef Name; ///< Of the first read, if a pointer leads to several.
    bool Sliced = false;
    llvm::DebugLoc Region;
    Refusal Reason;
  };

  llvm::SmallVector<Site> Sites;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_RECORD_READREPORT_H
