//===- Slicing.h - the contents of a slice --------------------------------===//
//
// Weiser's backward slice over a marked region: every I/O call, and all
// instructions that the call's file, offset, count, datatype and execution
// depend on, by data, control and memory. Decides how the slice reaches each
// memory object. Changes no code: Lowering does.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_SLICING_H
#define FORESLICE_PASSES_SLICE_SLICING_H

#include "model/LibraryCalls.h"
#include "slice/MemoryModel.h"
#include "slice/Scouting.h"
#include "slice/SlicePlan.h"

#include <optional>

namespace foreslice {

/// Work of the slice in place of a wait for the main thread.
struct SlicerOptions {
  bool OpenAhead = false; ///< The slice opens files, and so needs file names.
  bool OwnDraws = false;  ///< The slice draws random numbers.
  /// The slice says which files the region opens, by POSIX or stdio, and makes
  /// no reads. The beginnings of these files are fetched.
  bool FilesOnly = false;
  llvm::ArrayRef<llvm::CallBase *> Files = {}; ///< The opens.
};

class Slicer {
public:
  /// Guesses: exits of loops, assumed never to be taken.
  Slicer(WorkingCopy &Copy, const ControlFlow &Flow, MemoryModel &Memory,
         SlicerOptions Options,
         llvm::ArrayRef<llvm::Instruction *> Guesses = {});
  /// The slice, or none for the reason in refusal().
  std::optional<SlicePlan> run();
  const Refusal &refusal() const { return Reason; }
  /// Exits that make the slice wait for data or values, in loops with other
  /// exits.
  llvm::ArrayRef<llvm::Instruction *> waitingExits() const {
    return WaitingExits.getArrayRef();
  }

  /// Where the loop goes on if Exit is not taken.
  llvm::BasicBlock *withinLoop(const llvm::Instruction &Exit) const {
    return Flow.Exits.within(Exit);
  }

  /// The number of the begin marker's argument equal to V; -1 if none is.
  static int liveInIndex(const WorkingCopy &Copy, const llvm::Value *V);
  /// Whether I gives the slice memory: malloc, calloc, new.
  static bool isAllocation(const llvm::Instruction &I);

private:
  /// The purpose of a needed instruction, for the remark.
  struct Purpose {
    llvm::CallBase *IO = nullptr;
    /// The subject of a refusal, before the name of IO if any. Empty where the
    /// refusal has a subject.
    const char *Role = "";
    /// The innermost exit of a loop on the way here, or the first branch that
    /// gives up.
    llvm::Instruction *Exit = nullptr;
  };

  void findCriteria();
  void findOpens();
  void checkCallee(llvm::CallBase &CB);
  llvm::CallBase *openOf(llvm::CallBase &CB, const IOCall &Call);
  void
  addOthers(llvm::ArrayRef<std::pair<llvm::CallBase *, const IOCall *>> Others);
  void computeControlDependence();
  void needValue(llvm::Value *V, Purpose P);
  void needOutside(llvm::Instruction &I, Purpose P);
  void record(llvm::Instruction &Needed, Purpose P);
  void needInstruction(llvm::Instruction &I, Purpose P);
  void keep(llvm::Instruction &I, Purpose P);
  void needExecution(llvm::BasicBlock &BB, Purpose P);
  void needMemory(llvm::Value *Pointer, llvm::LocationSize Size,
                  llvm::Instruction &Point, Purpose P);
  void visit(llvm::Instruction &I, Purpose P);
  void visitCall(llvm::CallBase &CB, Purpose P);
  static bool isRepeatable(const llvm::CallBase &CB);
  void visitPointers(llvm::CallBase &CB, Purpose P);
  void visitIOCall(llvm::CallBase &CB, const IOCall &Call, Purpose P);
  void visitStoreTo(llvm::Value *Pointer, llvm::Instruction &I, Purpose P,
                    bool ByRunTime = false);
  bool isForwarded(const llvm::CallBase &CB) const;
  bool isMadeString(const llvm::CallBase &CB) const;
  void visitString(llvm::CallBase &CB, const StringCall &Call, Purpose P);
  void needString(llvm::CallBase &CB, unsigned Arg, Purpose P);

  void visitStep(llvm::CallBase &CB, const IOCall &Call);
  void visitOpenAhead(llvm::CallBase &Open, const IOCall &Call, Purpose P);
  void visitStatus(llvm::CallBase &CB, const IOCall &Call, Purpose P);
  void visitForwarded(llvm::CallBase &CB, Purpose P);
  bool needData(llvm::CallBase &CB, const IOCall &Call,
                const llvm::Value *Pointer, llvm::LocationSize Size, Purpose P);
  void forwardMemory(llvm::CallBase &CB, const llvm::Value *Pointer,
                     llvm::LocationSize Size, Purpose P);
  void forwardPart(llvm::CallBase &CB, ForwardedPart Part, Purpose P);
  bool equaliseForwards();
  bool needDeallocations();
  bool isOwnDraw(const llvm::CallBase &CB) const;
  bool needDraws();
  bool needHiddenEffects();
  bool regionChangesFiles() const;
  uint64_t roomBehind(const llvm::Value *Pointer) const;
  uint64_t neededBehind(const llvm::Value *Pointer, const llvm::Value *Needed,
                        llvm::LocationSize Size) const;
  bool isOwnOrConstant(const llvm::Value *Root) const;
  void seed(llvm::Value *Pointer, llvm::LocationSize Size);
  void seedNodes(const llvm::Value *Pointer);
  void seedBehind(unsigned Index, int64_t Begin, uint64_t Size);
  bool mayCopy(const llvm::Value *Object, uint64_t Size);
  ObjectPlan *planObject(llvm::Value *Object, Purpose P,
                         const llvm::Instruction &Point);
  void planLoad(llvm::Value *Pointer, llvm::Instruction &I, Purpose P);
  void checkPureReads();
  void checkSizes();
  void checkComputation();
  void measure();
  void refuse(Purpose P, RemarkId Why, const llvm::Instruction &Point,
              llvm::ArrayRef<std::string> Args = {});
  bool isUnknown(llvm::CallBase &CB, Purpose P);
  using Way = std::optional<llvm::SmallPtrSet<const llvm::BasicBlock *, 16>>;
  Way findWay(const llvm::BasicBlock &From, const llvm::BasicBlock &To,
              const llvm::BasicBlock *Without) const;
  bool isOnTheWay(const llvm::CallBase &CB) const;

  WorkingCopy &Copy;
  const llvm::DataLayout &DL;
  const ControlFlow &Flow;
  MemoryModel &Memory;
  llvm::ArrayRef<llvm::Instruction *> Guesses;
  const SlicerOptions Options;
  mutable std::optional<bool> ChangesFiles; ///< Cached regionChangesFiles().
  /// A way from one block to another.
  mutable llvm::DenseMap<
      std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, Way>
      Ways;
  llvm::SmallSetVector<llvm::Instruction *, 4> WaitingExits;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> InRegion;
  llvm::SmallVector<std::pair<llvm::Instruction *, Purpose>> Worklist;
  llvm::DenseSet<llvm::BasicBlock *> Executed;
  /// The instruction under visit.
  llvm::Instruction *Visited = nullptr;
  /// How Visited needs the instruction looked at.
  Dependence::KindTy Kind = Dependence::Data;
  SliceUses Uses;
  /// Underlying objects of addresses loaded from, stored to by the slice, and
  /// stored to by the run time.
  llvm::DenseSet<const llvm::Value *> Loaded, Stored, StoredByRunTime;
  /// Pointer arguments read by functions without effects.
  llvm::SmallVector<std::tuple<llvm::CallBase *, unsigned, Purpose>> PureReads;
  SlicePlan Plan;
  Refusal Reason;
  bool Refused = false;
  /// Calls on each way of a slice of files, with results unknown to the slice.
  llvm::SmallVector<llvm::Instruction *, 4> OnTheWay;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_SLICING_H
