//===- SliceRecord.h - decisions of the pass, for foreslice-dump ----------===//
//
// Of each module: the regions, with the slice and the reasons, or the reason
// for no slice, and the outcome for each read. Goes into a section of the
// object, see SliceRecordFormat.h. Places are [file, line, column], with file
// the number of a file of the record.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_RECORD_SLICERECORD_H
#define FORESLICE_PASSES_RECORD_SLICERECORD_H

#include "regions/Regions.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace foreslice {

struct ReadObject;

class SliceRecord {
public:
  explicit SliceRecord(const llvm::Module &M);
  SliceRecord(const SliceRecord &) = delete;

  bool isEmpty() {
    return Regions.empty() && Reads.empty() && ByPointer.empty();
  }
  using Node = llvm::msgpack::DocNode;
  using Array = llvm::msgpack::ArrayDocNode;
  using Map = llvm::msgpack::MapDocNode;

  /// The entry of a region with a slice.
  Map addSliced(const Region &R);
  void addRefused(const Region &R, const Refusal &Why);
  /// Entry is a result of addSliced().
  void setLaunch(Map &Entry, const llvm::DebugLoc &Loc, llvm::StringRef Scheme);
  /// Why is null if the slice of Region prefetches Read.
  void addRead(const llvm::CallBase &Read, llvm::StringRef Name,
               const ReadObject &Object, const llvm::DebugLoc &Region,
               const Refusal *Why);
  /// I takes the address of the function Read.
  void addByPointer(const llvm::Instruction &I, llvm::StringRef Read);
  /// The record stands for the records of Modules, too, where a program has
  /// both.
  void standFor(llvm::ArrayRef<std::string> Modules);
  /// Puts the record into M.
  void emit(llvm::Module &M);

  Map map() { return Doc.getMapNode(); }
  Array array() { return Doc.getArrayNode(); }
  Node text(llvm::StringRef S) { return Doc.getNode(S, /*Copy=*/true); }
  Node number(uint64_t N) { return Doc.getNode(N); }
  Node integer(int64_t N) { return Doc.getNode(N); }
  Node nil() { return Doc.getNode(); }
  Node flag(bool B) { return Doc.getNode(B); }
  /// Nil if Loc is unknown.
  Node place(const llvm::DILocation *Loc);
  Node place(const llvm::DebugLoc &Loc) { return place(Loc.get()); }

  /// Counts a dependence for the record.
  void countDependence() { ++NumDependences; }
  /// True if the dependences cannot fit.
  bool leavesOutDependences() const;

private:
  Map addRegion(const Region &R);
  void addRefusal(Map &To, const Refusal &Why);
  unsigned fileNumber(const llvm::DIFile &File);
  std::string blob();

  llvm::msgpack::Document Doc;
  Map Root;
  Array Files, Regions, Reads, ByPointer;
  bool HasFolders;
  uint64_t NumDependences = 0;
  llvm::MapVector<std::pair<llvm::StringRef, llvm::StringRef>, unsigned>
      FileNumbers;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_RECORD_SLICERECORD_H
