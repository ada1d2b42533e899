//===- CallLowering.h - what a slice has for a front end's calls ----------===//
//
// Each front end has a class that lowers its calls to calls of the run time.
// The builder makes one object of each class for a slice, and asks in the order
// of the functions below.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_CALLLOWERING_H
#define FORESLICE_PASSES_LOWER_CALLLOWERING_H

#include "lower/SliceCode.h"
#include "model/Frontend.h"

namespace foreslice {

/// What a slice makes of a call: foreslice_role.
enum class CallRole {
  Made = FORESLICE_MADE,
  NeedsData = FORESLICE_NEEDS_DATA,
  Unread = FORESLICE_UNREAD,
  Counted = FORESLICE_COUNTED,
  Skipped = FORESLICE_SKIPPED,
};

/// What the run time is told of a call.
struct Description {
  const IOCall &Call;
  CallRole As = CallRole::Made;
  /// If not the kind of Call.
  std::optional<foreslice_kind> Kind = {};
  /// Of an open: the handle that it gives, and where the main thread forwards
  /// its own.
  uint8_t HandleBytes = 0;
  uint32_t Site = 0;
};

/// The operands of the run time's functions (abi.def): integers of 8 bytes, and
/// pointers. What is null is 0.
struct AccessOperands {
  llvm::Value *File = nullptr, *Place = nullptr, *Count = nullptr,
              *Type = nullptr, *Buffer = nullptr;
};
struct OpenOperands {
  llvm::Value *Of = nullptr, *Name = nullptr, *Mode = nullptr,
              *Length = nullptr, *To = nullptr;
};
struct QueryOperands {
  llvm::Value *Of = nullptr, *What = nullptr, *Name = nullptr, *To = nullptr;
};
struct MoveOperands {
  llvm::Value *File = nullptr, *To = nullptr, *By = nullptr, *Of = nullptr;
};

class CallLowering {
public:
  CallLowering(SliceCode &Slice, const Frontend &Family)
      : Slice(Slice), Family(Family) {}
  virtual ~CallLowering() = default;

  /// The slice goes on with a file that is open at launch.
  virtual void bindFile(const FileAtLaunch &File) {}
  /// The slice makes what comes of CB, which stands for Original and changes
  /// the handle of a file, in place of the main thread if it Opens the file
  /// itself. False if the slice has to wait for Parts of what the main thread's
  /// call gives.
  virtual bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                         llvm::ArrayRef<ForwardedPart> Parts, bool Opens) = 0;
  /// Before the first lowerCall().
  virtual void
  prepareCalls(llvm::function_ref<bool(const llvm::CallBase &)> NeedsData) {}
  /// CB goes.
  virtual void lowerCall(llvm::CallBase &CB, const IOCall &Call,
                         CallRole As) = 0;
  /// B is where the slice ends.
  virtual void end(llvm::IRBuilder<> &B) {}

protected:
  /// Of what a launch asks the run time for: bytes in the packet, and those of
  /// the handle at the beginning.
  struct AskedObject {
    uint64_t Bytes, Align, HandleBytes;
  };
  /// The launch asks (Frontend::askAtLaunch) what File is that is open then,
  /// and the slice has the answer from its beginning on.
  void bindAsked(const FileAtLaunch &File, const AskedObject &Of);

  // Put in calls of the run time.
  llvm::CallInst *access(llvm::IRBuilder<> &B, const Description &What,
                         const AccessOperands &Of) const;
  llvm::CallInst *open(llvm::IRBuilder<> &B, const Description &What,
                       const OpenOperands &Of) const;
  llvm::CallInst *query(llvm::IRBuilder<> &B, const Description &What,
                        const QueryOperands &Of) const;
  llvm::CallInst *move(llvm::IRBuilder<> &B, const Description &What,
                       const MoveOperands &Of) const;

  SliceCode &Slice;
  const Frontend &Family;

private:
  /// A constant of the module, of which the name says what it is.
  llvm::Constant *describe(const Description &What) const;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_CALLLOWERING_H
