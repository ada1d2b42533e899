//===- Slicing.h - what belongs to a slice --------------------------------===//
//
// Weiser's backward slice over a marked region: every I/O call, and all that
// its file, offset, count, datatype and execution depend on, by data, control
// and memory. Decides for each memory object that the slice touches how it gets
// at it. Changes nothing; Lowering does.
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

/// Most bytes of snapshots that a launch copies.
inline constexpr uint64_t MaxSnapshotsInAll = 256 << 10;
/// Largest object that is copied at launch rather than read where it lies.
inline constexpr uint64_t MaxSnapshotBytes = 64 << 10;
/// Most bytes of variables that start empty.
inline constexpr uint64_t MaxPrivateBytes = 8 << 20;
/// What is larger than this is not kept on the slice's stack.
inline constexpr uint64_t MaxStackObject = 16 << 10;
/// Most bytes behind one pointer that are copied at launch.
inline constexpr uint64_t MaxSeedBytes = 4 << 10;

/// How the slice gets at an object that it loads or stores.
enum class ObjectClass {
  Private,  ///< Starts empty: a local variable of a callee in the region.
  Snapshot, ///< A private copy of what the object held at launch.
  Shared,   ///< Read where it lies, or, if the slice renames, in the overlay.
};

struct ObjectPlan {
  ObjectClass Class;
  uint64_t Size = 0;
  /// The run time writes it, so it lies in memory that the run time knows.
  bool RunTimeWrites = false;

  bool onStack() const { return !RunTimeWrites && Size <= MaxStackObject; }
};

/// A value that the main thread has and the slice has not: what a call returns,
/// or leaves behind a pointer argument.
struct ForwardedPart {
  static constexpr int Result = -1, First = -2;
  /// Argument number, Result, or the first argument itself, an address.
  int Arg;
  uint64_t Bytes;    ///< Of each element if CountArg is given.
  int CountArg = -1; ///< Argument number of the number of elements.
  /// Bytes are what the slice needs: less may be there.
  bool Guarded = false;

  /// Makes it do for Other, too, a part of the same argument. False if no part
  /// does for both: a variable has no more than it has.
  bool join(const ForwardedPart &Other) {
    Bytes =
        Guarded ? std::max(Bytes, Other.Bytes) : std::min(Bytes, Other.Bytes);
    return Guarded == Other.Guarded;
  }
};

/// Another slice of the region, which runs ahead of the slice, so that the
/// reads that the two have in common are under way while the slice waits. It
/// waits for less: what depends on other data or values is left out of it.
struct ScoutPlan {
  /// Those of the slice's instructions that it keeps.
  llvm::SmallPtrSet<llvm::Instruction *, 32> Needed;
  /// Reads whose data it waits for: those that another scout fetches.
  llvm::SmallPtrSet<llvm::CallBase *, 4> DataReads;
  /// Other reads that another scout fetches.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Counted;
  /// Calls of which it knows that they are made, and on which file, but not
  /// with which arguments.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Skipped;
  /// Exits of loops that it never takes, and where it goes on instead.
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> Stays;
  /// It makes no reads, and ends at these calls: see SlicePlan.
  bool FilesOnly = false;
  llvm::SmallPtrSet<llvm::CallBase *, 4> Ends;
};

/// Why the slice keeps an instruction: another one needs it. What decides
/// whether an instruction is executed is not among them.
struct Dependence {
  enum KindTy {
    Data,     ///< As an operand.
    Memory,   ///< To have written what the user reads.
    Argument, ///< As an argument of an I/O call.
    Freed,    ///< To give back what the user allocates.
  } Kind;
  llvm::Instruction *Needed, *User;
  const char *Role = ""; ///< "the offset of", for arguments.
};

struct SlicePlan {
  /// Instructions of the region that the slice keeps.
  llvm::SmallPtrSet<llvm::Instruction *, 32> Needed;
  /// Instructions before the region that the slice repeats at its start.
  llvm::SetVector<llvm::Instruction *> Prologue;
  /// Values that the launch hands over: arguments of the begin marker.
  llvm::SetVector<unsigned> LiveIns;
  /// Allocas and global variables.
  llvm::MapVector<llvm::Value *, ObjectPlan> Objects;
  llvm::SmallVector<llvm::CallBase *> Reads;
  /// Those of the reads whose data the slice needs.
  llvm::SmallPtrSet<llvm::CallBase *, 4> DataReads;
  /// Calls that only the main thread makes, and what the slice needs of them.
  llvm::MapVector<llvm::CallBase *, llvm::SmallVector<ForwardedPart, 2>>
      Forwarded;
  /// Those of them that open files of which the slice knows the name.
  llvm::SmallPtrSet<llvm::CallBase *, 4> OpensAhead;
  /// The slice loads memory that is neither its own nor constant.
  bool ReadsSharedMemory = false;
  /// The slice changes such memory: it sees its own version of all of it.
  bool Renames = false;
  /// What it must see of that memory as it was at launch: by live-in that
  /// points to it, the offsets from and to.
  llvm::MapVector<unsigned, std::pair<int64_t, int64_t>> Seeds;
  /// What the launch asks for, by front end.
  llvm::DenseMap<const Frontend *, llvm::SetVector<FileAtLaunch>> FilesAtLaunch;
  /// Those of the live-ins behind which there are pointers to what the region
  /// changes, as to the nodes of a container.
  llvm::SmallSet<unsigned, 2> NodeHeads;
  /// It makes no reads: see SlicerOptions. Calls at which it ends: it does not
  /// know what comes of them.
  bool FilesOnly = false;
  llvm::SmallPtrSet<llvm::CallBase *, 4> Ends;
  /// Exits of loops that it never takes, and where it goes on instead.
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> Stays;
  /// Writes of which no later read of the region needs anything.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Unread;
  /// Each waits for what those before it fetch.
  llvm::SmallVector<ScoutPlan, 0> Scouts;
  /// Calls that draw random numbers, or seed, in the slice's copy of the
  /// generators.
  llvm::SmallSetVector<llvm::CallBase *, 2> Draws;
  /// Arguments of library functions that lead to text or bytes in memory that
  /// the slice renames.
  llvm::MapVector<llvm::CallBase *, llvm::SmallVector<unsigned, 2>>
      RenamedTexts;
  /// In the order in which they were found.
  std::vector<Dependence> Dependences;
  /// What decides whether the code of a block is executed; of the region.
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::Instruction *, 2>>
      ControlDependences;
  SliceSummary Summary;
};

/// What a slice does itself rather than wait for the main thread.
struct SlicerOptions {
  bool OpenAhead = false; ///< It opens files, and so needs their names.
  bool OwnDraws = false;  ///< It draws random numbers.
  /// It says which files the region opens, by POSIX or stdio, and nothing of
  /// what is read there: of these files the beginnings are fetched.
  bool FilesOnly = false;
  llvm::ArrayRef<llvm::CallBase *> Files = {}; ///< The opens.
};

class Slicer {
public:
  /// Guesses: exits of loops that are taken never to be.
  Slicer(WorkingCopy &Copy, MemoryModel &Memory, SlicerOptions Options,
         llvm::ArrayRef<llvm::Instruction *> Guesses = {});
  /// The slice, or why there is none.
  std::optional<SlicePlan> run();
  const Refusal &refusal() const { return Reason; }
  /// Exits of loops that make the slice wait for data or values, in loops that
  /// have others.
  llvm::ArrayRef<llvm::Instruction *> waitingExits() const {
    return WaitingExits.getArrayRef();
  }

  /// Where an exit of a loop goes on if it is not taken.
  llvm::BasicBlock *withinLoop(const llvm::Instruction &Exit) const;

  /// The argument of the begin marker that is V; -1 if none is.
  static int liveInIndex(const WorkingCopy &Copy, const llvm::Value *V);
  /// A call that gives the slice memory of its own: malloc, calloc, new.
  static bool isAllocation(const llvm::Instruction &I);

private:
  /// What a needed instruction is needed for, for the remark.
  struct Purpose {
    llvm::CallBase *IO = nullptr;
    /// The subject of a refusal, with the name of IO if there is one. Empty
    /// where the refusal has a subject of its own.
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
  mutable std::optional<bool> ChangesFiles; ///< What the region does.
  llvm::SmallSetVector<llvm::Instruction *, 4> WaitingExits;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> InRegion;
  llvm::SmallVector<std::pair<llvm::Instruction *, Purpose>> Worklist;
  llvm::DenseSet<llvm::BasicBlock *> Executed;
  mutable llvm::DenseMap<const llvm::Loop *, unsigned>
      ExitingBlocks; ///< How many.
  /// The instruction that Worklist is being worked off for, and which ones need
  /// which for their operands and memory, or the data of which read.
  llvm::Instruction *Visited = nullptr;
  /// How Visited needs what is looked at.
  Dependence::KindTy Kind = Dependence::Data;
  llvm::DenseMap<llvm::Instruction *, llvm::SmallVector<llvm::Instruction *, 2>>
      Users;
  llvm::SmallSetVector<std::pair<llvm::Instruction *, llvm::CallBase *>, 8>
      DataUsers;
  /// Values that are or lead to objects that were loaded from, and that the
  /// slice or the run time stores to.
  llvm::DenseSet<const llvm::Value *> Loaded, Stored, StoredByRunTime;
  /// Arguments through which functions without effects read.
  llvm::SmallVector<std::tuple<llvm::CallBase *, unsigned, Purpose>> PureReads;
  SlicePlan Plan;
  Refusal Reason;
  bool Refused = false;
  /// Calls that a slice of files comes to on each way, and that it knows
  /// nothing of.
  llvm::SmallVector<llvm::Instruction *, 4> OnTheWay;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_SLICING_H
