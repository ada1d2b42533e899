//===- ReadReport.h - the outcome for each read ---------------------------===//
//
// Follows every read call of the program through the copies that slices are cut
// from, and says at the end (-Rpass-analysis) which slice prefetches the read,
// or why no slice does.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_RECORD_READREPORT_H
#define FORESLICE_PASSES_RECORD_READREPORT_H

#include "model/Frontend.h"
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
  /// Numbers the reads of M in metadata, inherited by all copies, inlined or
  /// not, and by direct calls in place of calls through a pointer. The
  /// destructor removes the numbers.
  ReadReport(llvm::Module &M, const CallTargets &Targets);
  ~ReadReport();
  ReadReport(const ReadReport &) = delete;

  /// The numbers of the reads in Blocks of a copy.
  static llvm::SmallVector<unsigned>
  readsIn(llvm::ArrayRef<llvm::BasicBlock *> Blocks);
  /// Reads are prefetched by the slice of Region.
  void sliced(llvm::ArrayRef<unsigned> Reads, const llvm::DebugLoc &Region);
  bool isSliced(const llvm::CallBase &Read) const;
  /// The datasets of Reads, in words.
  llvm::SmallVector<std::string>
  objectsOf(llvm::ArrayRef<unsigned> Reads) const;
  /// Sets the reason of Reads. Inner regions come after outer regions, so the
  /// last reason counts.
  void refused(llvm::ArrayRef<unsigned> Reads, const Refusal &Reason);
  /// One remark, and entry of Record, for each read of wanted functions, and of
  /// functions called there.
  void emit(llvm::function_ref<bool(const llvm::Function &)> IsWanted,
            SliceRecord &Record) const;

private:
  struct Site {
    llvm::CallBase *Read;
    llvm::StringRef Name; ///< Of the first read, if a pointer leads to several.
    ReadObject Object;
    bool Sliced = false;
    llvm::DebugLoc Region;
    Refusal Reason;
  };

  llvm::SmallVector<Site> Sites;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_RECORD_READREPORT_H
