//===- CallLowering.h - lowering of a front end's calls -------------------===//
//
// Each front end has a class that lowers the front end's calls to calls of the
// run time. The builder makes one object of each class for a slice, and calls
// the functions below in order.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_CALLLOWERING_H
#define FORESLICE_PASSES_LOWER_CALLLOWERING_H

#include "lower/SliceCode.h"
#include "model/Frontend.h"

namespace foreslice {

/// The use of a call in a slice: foreslice_role.
enum class CallRole {
  Made = FORESLICE_MADE,
  NeedsData = FORESLICE_NEEDS_DATA,
  Unread = FORESLICE_UNREAD,
  Counted = FORESLICE_COUNTED,
  Skipped = FORESLICE_SKIPPED,
};

/// The description of a call for the run time.
struct Description {
  const IOCall &Call;
  CallRole As = CallRole::Made;
  /// Set if not the kind of Call.
  std::optional<foreslice_kind> Kind = {};
  /// For an open: bytes of the returned handle, and the site at which the main
  /// thread forwards a handle.
  uint8_t HandleBytes = 0;
  uint32_t Site = 0;
};

/// The operands of the run time's functions (abi.def): integers of 8 bytes, and
/// pointers. Null means 0.
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
  llvm::Value *File = nullptr, *To = nullptr, *Amount = nullptr, *Of = nullptr;
};

class CallLowering {
public:
  CallLowering(SliceCode &Slice, const Frontend &Family)
      : Slice(Slice), Family(Family) {}
  virtual ~CallLowering() = default;

  /// Binds a file open at launch, for use in the slice.
  virtual void bindFile(const FileAtLaunch &File) {}
  /// Makes the result of CB, which stands for Original and changes the handle
  /// of a file. With Opens, the slice opens the file in place of the main
  /// thread. False if the slice has to wait for Parts of the main thread's
  /// result.
  virtual bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                         llvm::ArrayRef<ForwardedPart> Parts, bool Opens) = 0;
  /// Called before the first lowerCall().
  virtual void
  prepareCalls(llvm::function_ref<bool(const llvm::CallBase &)> NeedsData) {}
  /// Lowers and deletes CB.
  virtual void lowerCall(llvm::CallBase &CB, const IOCall &Call,
                         CallRole As) = 0;
  /// Called with B at the slice's end.
  virtual void end(llvm::IRBuilder<> &B) {}

protected:
  /// Of what a launch asks the run time for: bytes in the packet, and those of
  /// the handle at the beginning.
  struct AskedObject {
    uint64_t Bytes, Align, HandleBytes;
  };
  /// The launch asks (Frontend::askAtLaunch) what File is that is open then,
  /// and the slice has the answer from its beginning on.
  void bindAsked(const FileAtLaunch &File, const AskedObject &Object);

  // Insert calls of the run time.
  llvm::CallInst *access(llvm::IRBuilder<> &B, const Description &What,
                         const AccessOperands &Operands) const;
  llvm::CallInst *open(llvm::IRBuilder<> &B, const Description &What,
                       const OpenOperands &Operands) const;
  llvm::CallInst *query(llvm::IRBuilder<> &B, const Description &What,
                        const QueryOperands &Operands) const;
  llvm::CallInst *move(llvm::IRBuilder<> &B, const Description &What,
                       const MoveOperands &Operands) const;

  /// Uses of CB get Result, converted to the type of CB, or null without a
  /// Result. CB is deleted.
  static void replaceCall(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                          llvm::Value *Result);

  SliceCode &Slice;
  const Frontend &Family;

private:
  /// A constant of the module, named after the content.
  llvm::Constant *describe(const Description &What) const;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_CALLLOWERING_H
