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

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace foreslice {

/// Headers of the C library define some calls of stdio, such as
/// getc_unlocked(), by the inside of a stream. In Copy, the calls count.
void dropHeaderBodies(llvm::Module &Copy);

/// Gives the functions that Copy declares the bodies of the sources in
/// library/. They are for 64-bit machines: others keep declarations.
void addLibraryBodies(llvm::Module &Copy);

/// Whether F, a body of the pass's own, opens a file for its caller: what it
/// calls stands for the caller's call.
bool opensForCaller(const llvm::Function &F);

/// Whether I, which such a body brought, accesses the node of a tree or a list.
bool linksNodes(const llvm::Instruction &I);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_LIBRARYBODIES_H
