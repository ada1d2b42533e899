//===- IOCall.cpp - an I/O call known to the pass -------------------------===//
//
// See IOCall.h.
//
//===----------------------------------------------------------------------===//

#include "model/IOCall.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace foreslice {

int IOCall::position(Role R) const {
  auto It = find(Roles, R);
  return It == Roles.end() ? -1 : int(It - Roles.begin());
}

bool IOCall::isScattered(const CallBase &CB) const {
  auto *Piece = has(Role::Piece)
                    ? dyn_cast<ConstantInt>(argument(CB, Role::Piece))
                    : nullptr;
  return has(Role::Piece) && !(Piece && Piece->isZero());
}

Value *IOCall::argument(const CallBase &CB, Role R) const {
  return CB.getArgOperand(position(R));
}

Value *IOCall::answer(const CallBase &CB) const {
  return argument(CB, has(Role::LongAnswer) ? Role::LongAnswer : Role::Answer);
}

IntegerType *IOCall::answerType(LLVMContext &Ctx) const {
  return has(Role::LongAnswer) ? Type::getInt64Ty(Ctx) : Type::getInt32Ty(Ctx);
}

/// Whether T is the type of an argument with role R in an MPI library.
static bool isTypeOf(Role R, const Type *T) {
  switch (R) {
  case Role::File:
  case Role::Datatype:
  case Role::Object:
  case Role::Communicator:
  case Role::Info:
  case Role::Etype:
  case Role::Filetype:
  case Role::Target:
    return T->isPointerTy() || T->isIntegerTy(32);
  case Role::Offset:
  case Role::Count:
  case Role::Whence:
  case Role::Mode:
  case Role::Displacement:
  case Role::Size:
  case Role::ItemSize:
  case Role::Check:
  case Role::Piece:
  case Role::Lower:
  case Role::Delimiter:
  case Role::Character:
  case Role::Directory:
  case Role::Command:
  case Role::Flags:
  case Role::Mask:
  case Role::Version:
  case Role::Protection:
  case Role::MemoryType:
  case Role::MemorySpace:
    return T->isIntegerTy();
  case Role::Buffer:
  case Role::Status:
  case Role::Request:
  case Role::Answer:
  case Role::LongAnswer:
  case Role::Name:
  case Role::Handle:
  case Role::Representation:
  case Role::StreamMode:
  case Role::Line:
  case Role::LineSize:
  case Role::Format:
  case Role::Vector:
  case Role::Place:
  case Role::FileStatus:
  case Role::WideStatus:
  case Role::Hint:
  case Role::Address:
  case Role::Source:
    return T->isPointerTy();
  }
  llvm_unreachable("a role of no type");
}

bool IOCall::fitsArguments(const Function &F, bool MayHaveMore) const {
  return (MayHaveMore || !F.isVarArg()) && F.arg_size() == Roles.size() &&
         all_of(zip(Roles, F.args()), [](const auto &Pair) {
           return isTypeOf(std::get<0>(Pair), std::get<1>(Pair).getType());
         });
}

} // namespace foreslice
