//===- ReadObjects.cpp - what calls of libraries of data read -------------===//
//
// See ReadObjects.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/ReadObjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

namespace {

/// Goes back from a value. Messages are worth a few steps only.
class OriginFinder {
public:
  /// False if an origin is unknown.
  bool add(const Value *V);
  bool addMemory(const Value &Variable);
  SmallVector<const Value *> Found;

private:
  bool addArgument(const Argument &A);

  static constexpr size_t MostSteps = 64;
  SmallPtrSet<const Value *, 8> Seen;
};

} // namespace

bool OriginFinder::add(const Value *V) {
  if (!Seen.insert(V).second)
    return true;
  if (Seen.size() > MostSteps)
    return false;
  if (isa<CallBase>(V) || isa<Constant>(V)) {
    Found.push_back(V);
    return true;
  }
  if (auto *Cast = dyn_cast<CastInst>(V))
    return add(Cast->getOperand(0));
  if (auto *Phi = dyn_cast<PHINode>(V))
    return all_of(Phi->incoming_values(),
                  [&](const Use &U) { return add(U.get()); });
  if (auto *Select = dyn_cast<SelectInst>(V))
    return add(Select->getTrueValue()) && add(Select->getFalseValue());
  if (auto *A = dyn_cast<Argument>(V))
    return addArgument(*A);
  if (auto *Load = dyn_cast<LoadInst>(V))
    return addMemory(*Load->getPointerOperand());
  return isa<AllocaInst>(V) && addMemory(*V);
}

/// All stores to a variable, and the calls that are given the variable's
/// address.
bool OriginFinder::addMemory(const Value &Variable) {
  const auto *Global = dyn_cast<GlobalVariable>(&Variable);
  if (!isa<AllocaInst>(Variable) && !(Global && Global->hasLocalLinkage()))
    return false;
  for (const User *U : Variable.users()) {
    if (isa<LoadInst>(U) || isa<LifetimeIntrinsic>(U) ||
        isa<DbgInfoIntrinsic>(U))
      continue;
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      if (Store->getValueOperand() == &Variable ||
          !add(Store->getValueOperand()))
        return false;
    } else if (isa<CallBase>(U)) {
      Found.push_back(cast<Value>(U));
    } else {
      return false;
    }
  }
  return true;
}

/// What the callers of a function give, if all callers are in sight.
bool OriginFinder::addArgument(const Argument &A) {
  const Function &F = *A.getParent();
  return F.hasLocalLinkage() && all_of(F.users(), [&](const User *U) {
           auto *CB = dyn_cast<CallBase>(U);
           return CB && CB->getCalledFunction() == &F &&
                  add(CB->getArgOperand(A.getArgNo()));
         });
}

SmallVector<const Value *> originsOf(const Value *V) {
  OriginFinder Finder;
  return Finder.add(V) ? std::move(Finder.Found) : SmallVector<const Value *>();
}

/// The format by which CB prints a text to its first argument.
static const Value *formatOf(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  const unsigned Number = StringSwitch<unsigned>(F ? F->getName() : "")
                              .Case("sprintf", 1)
                              .Case("snprintf", 2)
                              .Case("__sprintf_chk", 3)
                              .Case("__snprintf_chk", 4)
                              .Default(0);
  return Number != 0 && Number < CB.arg_size() ? CB.getArgOperand(Number)
                                               : nullptr;
}

std::optional<std::string> constantText(const Value *Name) {
  if (StringRef Text; getConstantStringInfo(Name, Text))
    return Text.str();
  const Value *Buffer = getUnderlyingObject(Name);
  if (isa<Constant>(Buffer))
    return std::nullopt;
  std::optional<std::string> Found;
  SmallVector<const User *> Users(Buffer->users());
  for (size_t I = 0; I < Users.size(); ++I) {
    if (auto *Part = dyn_cast<GetElementPtrInst>(Users[I]))
      append_range(Users, Part->users());
    auto *CB = dyn_cast<CallBase>(Users[I]);
    const Value *Format = CB ? formatOf(*CB) : nullptr;
    StringRef Text;
    if (!Format || CB->getArgOperand(0)->stripPointerCasts() != Buffer)
      continue;
    if (Found || !getConstantStringInfo(Format, Text))
      return std::nullopt;
    Found = Text.str();
  }
  return Found;
}

std::string nameOfObject(const Value *Handle,
                         function_ref<const Value *(const CallBase &)> NameOf) {
  constexpr size_t MostNames = 4;
  SmallVector<std::string> Names;
  for (const Value *From : originsOf(Handle)) {
    auto *CB = dyn_cast<CallBase>(From);
    const Value *Name = CB ? NameOf(*CB) : nullptr;
    // An error, or a value in place of a handle that is not open.
    if (!CB)
      continue;
    if (!Name)
      return "";
    SmallVector<const Value *> Texts = {Name};
    if (isa<Argument>(Name->stripPointerCasts()))
      Texts = originsOf(Name->stripPointerCasts());
    for (const Value *One : Texts) {
      std::optional<std::string> Text = constantText(One);
      if (!Text)
        return "";
      if (!is_contained(Names, *Text))
        Names.push_back("'" + *Text + "'");
    }
    if (Texts.empty() || Names.size() > MostNames)
      return "";
  }
  sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return join(Names, " or ");
}

unsigned elementsAt(const Value *Begin) {
  const Value *Object = Begin->stripPointerCasts();
  Type *Kind = nullptr;
  if (auto *Variable = dyn_cast<AllocaInst>(Object))
    Kind = Variable->getAllocatedType();
  else if (auto *Global = dyn_cast<GlobalVariable>(Object))
    Kind = Global->getValueType();
  auto *Array = dyn_cast_or_null<ArrayType>(Kind);
  return Array ? static_cast<unsigned>(Array->getNumElements()) : 0;
}

std::string selectionOf(StringRef What, unsigned Dimensions) {
  if (Dimensions == 0)
    return What.str();
  return (What + " of " + Twine(Dimensions) + " dimension" +
          (Dimensions == 1 ? "" : "s"))
      .str();
}

} // namespace foreslice
