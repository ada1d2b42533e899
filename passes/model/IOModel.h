//===- IOModel.h - what the pass knows about I/O calls --------------------===//
//
// Answers, from the tables of the front ends, which I/O call a call is.
// Everything else in the pass asks here:
//
//   if (const IOCall *Call = lookupIOCall(CB); Call && Call->isRead())
//     use(Call->argument(CB, Role::Offset));
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_IOMODEL_H
#define FORESLICE_PASSES_MODEL_IOMODEL_H

#include "model/Frontend.h"
#include "model/IOCall.h"

namespace foreslice {

/// The entry of that name, whatever the signature; null if it is not known.
const IOCall *lookupIOName(llvm::StringRef Name);

/// The entry for F; null if it is not a known call or its signature is not
/// MPI's. A function of streams may have a body, from a header.
const IOCall *lookupIOFunction(const llvm::Function &F);

/// The entry for the function that CB calls directly; null if it is not a
/// known call or its signature is not MPI's.
const IOCall *lookupIOCall(const llvm::CallBase &CB);

/// CB, of a working copy, stays a call of I/O where it turns out to be of
/// standard input: so are other copies of the same call.
void keepAsFile(llvm::CallBase &CB);
bool isKeptAsFile(const llvm::CallBase &CB);
/// The kind of metadata that says so.
unsigned fileMark(llvm::LLVMContext &Ctx);

/// Whether CB opens a file that is only written, which is no call of I/O for
/// slices.
bool opensToWrite(const llvm::CallBase &CB);

/// Whether F, which has no entry, makes a part of a call.
bool isPartOfCall(const llvm::Function &F);

/// The same for calls behind which a nonblocking operation is complete: of a
/// file, or any other.
const IOCall *lookupWait(const llvm::CallBase &CB);

/// Which MPI library's headers the module was compiled with, told by the type
/// of datatypes or communicators; none if the module has no such call.
foreslice_mpi_family mpiFamily(const llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_IOMODEL_H
