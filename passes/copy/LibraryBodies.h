//===- LibraryBodies.h - what functions of the libraries do ---------------===//
//
// Containers and strings of libstdc++ call functions that are compiled into the
// library, such as the one that links a node into the tree of a std::map. A
// slice that called such a function would change the program's container. With
// a body, the function is taken into the slice, which changes its own version.
// So are some functions of the C library that work on memory.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARYBODIES_H
#define FORESLICE_PASSES_COPY_LIBRARYBODIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace foreslice {

/// Headers of the C library define some calls of stdio, such as
/// getc_unlocked(), by the inside of a stream. In Copy, the calls count.
void dropHeaderBodies(llvm::Module &Copy);

/// Gives the functions that Copy declares the bodies of the sources in
/// library/, here and in the rooms of the front ends. They are for 64-bit
/// machines: others keep declarations.
void addLibraryBodies(llvm::Module &Copy);

/// Whether M declares a function of such a name. Reading bodies takes time that
/// most C programs need not spend.
bool declares(const llvm::Module &M, bool (*IsOne)(llvm::StringRef Name));
/// The bodies that Bitcode has, as LibraryBodies.cmake makes it.
std::unique_ptr<llvm::Module> loadBodies(llvm::ArrayRef<unsigned char> Bitcode,
                                         const llvm::Module &M);
/// Gives Copy those of Bodies that it needs.
void linkBodies(llvm::Module &Copy, std::unique_ptr<llvm::Module> Bodies);
inline void linkBodies(llvm::Module &Copy,
                       llvm::ArrayRef<unsigned char> Bitcode) {
  linkBodies(Copy, loadBodies(Bitcode, Copy));
}

/// Whether F, a body of the pass's own, opens a file for its caller: what it
/// calls stands for the caller's call.
bool opensForCaller(const llvm::Function &F);

/// Whether I, which such a body brought, accesses the node of a tree or a list.
bool linksNodes(const llvm::Instruction &I);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_LIBRARYBODIES_H
