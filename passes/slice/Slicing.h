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

#include "copy/WorkingCopy.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "remarks/Remarks.h"
#include "slice/MemoryModel.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

#include <optional>
#include <vector>

namespace foreslice {

/// Most bytes of snapshots in a launch, in total.
inline constexpr uint64_t MaxSnapshotsInAll = 256 << 10;
/// Largest object copied at launch, in bytes. Larger objects are read in place.
inline constexpr uint64_t MaxSnapshotBytes = 64 << 10;
/// Most bytes of variables that start empty.
inline constexpr uint64_t MaxPrivateBytes = 8 << 20;
/// Largest object on the slice's stack, in bytes.
inline constexpr uint64_t MaxStackObject = 16 << 10;
/// Most bytes copied at launch behind one pointer.
inline constexpr uint64_t MaxSeedBytes = 4 << 10;

/// How the slice reaches an object that the slice loads or stores.
enum class ObjectClass {
  Private,  ///< Starts empty: a local variable of a callee in the region.
  Snapshot, ///< A private copy of the object as of launch.
  Shared,   ///< Read in place, or, if the slice renames, in the overlay.
};

struct ObjectPlan {
  ObjectClass Class;
  uint64_t Size = 0;
  /// The run time writes the object, so the object lies in memory known to the
  /// run time.
  bool RunTimeWrites = false;

  bool onStack() const { return !RunTimeWrites && Size <= MaxStackObject; }
};

/// A value known to the main thread only: the result of a call, or bytes that a
/// call leaves behind a pointer argument.
struct ForwardedPart {
  static constexpr int Result = -1, First = -2;
  /// Argument number, Result, or First: the value of argument 0, an address.
  int Arg;
  uint64_t Bytes;    ///< Of each element if CountArg is given.
  int CountArg = -1; ///< Argument number of the number of elements.
  /// Bytes is what the slice needs: the memory may be shorter.
  bool Guarded = false;

  /// Merges Other, a part with an equal Arg, into this part: the larger size if
  /// guarded, else the smaller size. False if Guarded differs.
  bool join(const ForwardedPart &Other) {
    Bytes =
        Guarded ? std::max(Bytes, Other.Bytes) : std::min(Bytes, Other.Bytes);
    return Guarded == Other.Guarded;
  }
};

/// Another slice of the region, ahead of the slice: reads common to both are
/// under way while the slice waits. The scout waits for less: code that depends
/// on other data or values is left out.
struct ScoutPlan {
  /// Instructions of the slice kept by the scout.
  llvm::SmallPtrSet<llvm::Instruction *, 32> Needed;
  /// Reads fetched by another scout: the scout waits for their data.
  llvm::SmallPtrSet<llvm::CallBase *, 4> DataReads;
  /// Other reads fetched by another scout.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Counted;
  /// Calls known to be made on a known file, with unknown arguments.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Skipped;
  /// Exits of loops never taken by the scout, with the block where the scout
  /// goes on instead.
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> Stays;
  /// The scout makes no reads, and ends at the calls of Ends: see SlicePlan.
  bool FilesOnly = false;
  llvm::SmallPtrSet<llvm::CallBase *, 4> Ends;
};

/// Why the slice keeps an instruction: the user needs the instruction.
/// Decisions about execution are in SlicePlan::ControlDependences.
struct Dependence {
  enum KindTy {
    Data,     ///< As an operand.
    Memory,   ///< As the writer of memory that the user reads.
    Argument, ///< As an argument of an I/O call.
    Freed,    ///< As the release of memory that the user allocates.
  } Kind;
  llvm::Instruction *Needed, *User;
  const char *Role = ""; ///< "the offset of", for arguments.
};

struct SlicePlan {
  /// Instructions of the region kept by the slice.
  llvm::SmallPtrSet<llvm::Instruction *, 32> Needed;
  /// Instructions before the region, repeated at the slice's start.
  llvm::SetVector<llvm::Instruction *> Prologue;
  /// Values handed over by the launch: arguments of the begin marker.
  llvm::SetVector<unsigned> LiveIns;
  /// Allocas and global variables.
  llvm::MapVector<llvm::Value *, ObjectPlan> Objects;
  llvm::SmallVector<llvm::CallBase *> Reads;
  /// Reads whose data the slice needs.
  llvm::SmallPtrSet<llvm::CallBase *, 4> DataReads;
  /// Calls made by the main thread only, with the parts needed by the slice.
  llvm::MapVector<llvm::CallBase *, llvm::SmallVector<ForwardedPart, 2>>
      Forwarded;
  /// Calls of Forwarded that open a file with a name known to the slice.
  llvm::SmallPtrSet<llvm::CallBase *, 4> OpensAhead;
  /// The slice loads memory neither private to the slice nor constant.
  bool ReadsSharedMemory = false;
  /// The slice changes shared memory, in a version private to the slice.
  bool Renames = false;
  /// Shared memory that the slice sees as of launch: by the live-in that points
  /// there, the offsets from and to in bytes.
  llvm::MapVector<unsigned, std::pair<int64_t, int64_t>> Seeds;
  /// Files asked for at launch, by front end.
  llvm::DenseMap<const Frontend *, llvm::SetVector<FileAtLaunch>> FilesAtLaunch;
  /// Live-ins with pointers behind them to memory changed by the region, as to
  /// the nodes of a container.
  llvm::SmallSet<unsigned, 2> NodeHeads;
  /// The slice makes no reads: see SlicerOptions. The slice ends at the calls
  /// of Ends, whose results are unknown.
  bool FilesOnly = false;
  llvm::SmallPtrSet<llvm::CallBase *, 4> Ends;
  /// Exits of loops never taken by the slice, with the block where the slice
  /// goes on instead.
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> Stays;
  /// Writes with no bytes needed by later reads of the region.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Unread;
  /// Each scout waits for reads of the scouts before.
  llvm::SmallVector<ScoutPlan, 0> Scouts;
  /// Calls that draw or seed random numbers, in the slice's copy of the
  /// generators.
  llvm::SmallSetVector<llvm::CallBase *, 2> Draws;
  /// Arguments of library functions that lead to text or bytes in memory
  /// renamed by the slice.
  llvm::MapVector<llvm::CallBase *, llvm::SmallVector<unsigned, 2>>
      RenamedTexts;
  /// In order of discovery.
  std::vector<Dependence> Dependences;
  /// Terminators that decide the execution of a block of the region.
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::Instruction *, 2>>
      ControlDependences;
  SliceSummary Summary;
};

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
  Slicer(WorkingCopy &Copy, MemoryModel &Memory, SlicerOptions Options,
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
  llvm::BasicBlock *withinLoop(const llvm::Instruction &Exit) const;

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
    /// The innermost exit of a loop on the way here.
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
  bool isOneOfSeveralExits(const llvm::Instruction &Terminator) const;
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
  bool waitsFor(const llvm::CallBase &CB) const;
  void planScouts();
  std::optional<ScoutPlan> planScout(const ScoutPlan *Before) const;
  llvm::SmallPtrSet<llvm::Instruction *, 32>
  findDependent(llvm::ArrayRef<llvm::Instruction *> On,
                llvm::SmallSetVector<llvm::Instruction *, 4> &Exits) const;
  llvm::SmallPtrSet<llvm::Instruction *, 32>
  findTainted(ScoutPlan &Scout) const;
  bool isFetchedAhead(const ScoutPlan &Scout) const;
  bool leaveOutBehind(llvm::CallBase &Lost, ScoutPlan &Scout) const;
  void refuse(Purpose P, RemarkId Why, const llvm::Instruction &Point,
              llvm::ArrayRef<std::string> Args = {});
  bool isUnknown(llvm::CallBase &CB, Purpose P);
  bool isOnTheWay(const llvm::CallBase &CB) const;

  WorkingCopy &Copy;
  const llvm::DataLayout &DL;
  MemoryModel &Memory;
  llvm::PostDominatorTree PDT;
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::ArrayRef<llvm::Instruction *> Guesses;
  const SlicerOptions Options;
  mutable std::optional<bool> ChangesFiles; ///< Cached regionChangesFiles().
  llvm::SmallSetVector<llvm::Instruction *, 4> WaitingExits;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> InRegion;
  llvm::SmallVector<std::pair<llvm::Instruction *, Purpose>> Worklist;
  llvm::DenseSet<llvm::BasicBlock *> Executed;
  mutable llvm::DenseMap<const llvm::Loop *, unsigned>
      ExitingBlocks; ///< How many.
  /// The instruction under visit. Below, the users of each instruction's value
  /// or memory, and the users of each read's data.
  llvm::Instruction *Visited = nullptr;
  /// How Visited needs the instruction looked at.
  Dependence::KindTy Kind = Dependence::Data;
  llvm::DenseMap<llvm::Instruction *, llvm::SmallVector<llvm::Instruction *, 2>>
      Users;
  llvm::SmallSetVector<std::pair<llvm::Instruction *, llvm::CallBase *>, 8>
      DataUsers;
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
