//===- LibraryBodies.h - bodies for functions of the libraries ------------===//
//
// Containers and strings of libstdc++ call functions compiled into the library,
// such as the function that links a node into the tree of a std::map. A slice
// with such a call would change the program's container. With a body, the
// function becomes part of the slice, and changes the slice's version. The C
// library has such functions, too.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARYBODIES_H
#define FORESLICE_PASSES_COPY_LIBRARYBODIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace foreslice {

/// Removes bodies from headers in Copy, so calls remain: headers of the C
/// library define some calls of stdio, such as getc_unlocked(), by the inside
/// of a stream.
void dropHeaderBodies(llvm::Module &Copy);

/// Adds the bodies of the sources in library/, here and in the rooms of the
/// front ends, to functions declared in Copy. For 64-bit machines only: others
/// keep declarations.
void addLibraryBodies(llvm::Module &Copy);

/// Whether M declares a function with a name that IsOne accepts: most C
/// programs need not spend time on reading bodies.
bool declares(const llvm::Module &M, bool (*IsOne)(llvm::StringRef Name));
/// The bodies in Bitcode, as made by LibraryBodies.cmake.
std::unique_ptr<llvm::Module> loadBodies(llvm::ArrayRef<unsigned char> Bitcode,
                                         const llvm::Module &M);
/// Adds to Copy the needed functions of Bodies.
void linkBodies(llvm::Module &Copy, std::unique_ptr<llvm::Module> Bodies);
inline void linkBodies(llvm::Module &Copy,
                       llvm::ArrayRef<unsigned char> Bitcode) {
  linkBodies(Copy, loadBodies(Bitcode, Copy));
}

/// Gives functions of Copy with names that IsOne accepts the bodies in Bitcode:
/// procedures of a module of Fortran. A link may have sources of the module;
/// these say less. False if Copy has no such function.
bool addBodiesOfModule(llvm::Module &Copy, bool (*IsOne)(llvm::StringRef Name),
                       llvm::ArrayRef<unsigned char> Bitcode);

/// Whether F, a body of the pass, opens a file for the caller: calls in F stand
/// for the caller's call.
bool opensForCaller(const llvm::Function &F);

/// Whether I, of a body of the pass, accesses the node of a tree or a list.
bool linksNodes(const llvm::Instruction &I);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_LIBRARYBODIES_H
