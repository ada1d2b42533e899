//===- LinkTime.h - slices of whole programs ------------------------------===//
//
// With -flto a compile cuts no slices: the compile marks the functions, and the
// linker cuts slices once one module has all code. Marks stay with functions
// through merging, so objects compiled by other compilers, with the flag or
// without, mix freely. Loops with calls are kept from unrolling before the
// link.
//
// A marked module that reads files also refers to the run time's registration
// function: a link without slices names the function as missing, as for sliced
// objects.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LINKTIME_H
#define FORESLICE_PASSES_LINKTIME_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>

namespace llvm {
class DiagnosticHandler;
} // namespace llvm

namespace foreslice {

/// Leaves M to the linker, with the prefetch scheme Scheme for the slices.
void markForLink(llvm::Module &M, llvm::StringRef Scheme);

/// Marked functions, with schemes.
using LinkMarks = llvm::DenseMap<const llvm::Function *, std::string>;

/// Removes all marks from M.
LinkMarks takeLinkMarks(llvm::Module &M);

/// Silences diagnostics about the modules of a context, for the object's
/// lifetime.
class ScopedSilence {
public:
  explicit ScopedSilence(llvm::LLVMContext &Ctx);
  ~ScopedSilence();
  ScopedSilence(const ScopedSilence &) = delete;

private:
  llvm::LLVMContext &Ctx;
  std::unique_ptr<llvm::DiagnosticHandler> Before;
};

/// Prints remarks of the pass to standard error, worded and placed as by clang,
/// for the object's lifetime: a linker has another format, and flang omits the
/// first slash of a path.
class ScopedRemarkPrinter {
public:
  explicit ScopedRemarkPrinter(llvm::LLVMContext &Ctx, bool WholePaths = false);
  ~ScopedRemarkPrinter();
  ScopedRemarkPrinter(const ScopedRemarkPrinter &) = delete;

private:
  llvm::LLVMContext &Ctx;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LINKTIME_H
