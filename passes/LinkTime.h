//===- LinkTime.h - slices of whole programs ------------------------------===//
//
// With -flto a compile cuts no slices: it marks the functions that may have
// some, and the linker cuts them once it has all code in one module. Marks stay
// with their functions through merging, so that objects of other compilers'
// runs, with the flag or without, mix freely. Loops that call are kept from
// being unrolled before the link.
//
// A marked module that reads files also refers to the run time's registration
// function: a link that cuts no slices names it as missing, as it does for
// objects that are sliced already.
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

/// Leaves M to the linker; its slices are to ask for Scheme.
void markForLink(llvm::Module &M, llvm::StringRef Scheme);

/// Functions that were marked, with their schemes.
using LinkMarks = llvm::DenseMap<const llvm::Function *, std::string>;

/// Takes all marks out of M.
LinkMarks takeLinkMarks(llvm::Module &M);

/// While it lives, nothing is said of the modules in a context.
class ScopedSilence {
public:
  explicit ScopedSilence(llvm::LLVMContext &Ctx);
  ~ScopedSilence();
  ScopedSilence(const ScopedSilence &) = delete;

private:
  llvm::LLVMContext &Ctx;
  std::unique_ptr<llvm::DiagnosticHandler> Before;
};

/// While it lives, remarks of the pass go to standard error, worded and placed
/// as clang does it: a linker prints them as it likes, and flang leaves out the
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
