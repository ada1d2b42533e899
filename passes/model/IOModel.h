//===- IOModel.h - recognition of I/O calls -------------------------------===//
//
// Finds the I/O call behind a call instruction, in the tables of the front
// ends. The rest of the pass asks here:
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

/// The entry for Name, whatever the signature; null if unknown.
const IOCall *lookupIOName(llvm::StringRef Name);

/// The entry for F; null if F is unknown or has another signature. A function
/// of streams may have a body, from a header.
const IOCall *lookupIOFunction(const llvm::Function &F);

/// The entry for CB's direct callee; null if the callee is unknown or has
/// another signature, or if CB reads no file.
const IOCall *lookupIOCall(const llvm::CallBase &CB);

/// Keeps CB, of a working copy, a call of I/O even if on standard input: other
/// copies of the call may be on a file.
void keepAsFile(llvm::CallBase &CB);
bool isKeptAsFile(const llvm::CallBase &CB);
/// The kind of metadata set by keepAsFile().
unsigned fileMark(llvm::LLVMContext &Ctx);

/// Whether CB opens a file only to write: no call of I/O for slices.
bool opensToWrite(const llvm::CallBase &CB);

/// Whether F, without an entry, makes a part of a call.
bool isPartOfCall(const llvm::Function &F);

/// The entry for a call that completes a nonblocking operation, on files or
/// not; null for other calls.
const IOCall *lookupWait(const llvm::CallBase &CB);

/// The MPI library whose headers the module was compiled with, judged by the
/// type of datatypes or communicators; none if the module has no call with
/// either.
foreslice_mpi_family mpiFamily(const llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_IOMODEL_H
