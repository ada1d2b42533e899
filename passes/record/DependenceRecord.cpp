//===- DependenceRecord.cpp - why each statement is in a slice ------------===//
//
// Turns dependences between instructions, found by Slicing, into dependences
// between statements of the source: instructions of one place are one
// statement, and an instruction without a place belongs to the users.
//
//===----------------------------------------------------------------------===//

#include "model/IOModel.h"
#include "record/RegionRecord.h"
#include "slice/SlicePlan.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace foreslice {

namespace {

class DependenceRecorder {
public:
  DependenceRecorder(SliceRecord &Record, const SlicePlan &Plan)
      : Record(Record), Statements(Record.array()), Dependences(Record.array()),
        Plan(Plan) {}
  void putInto(SliceRecord::Map &Entry) {
    Entry["statements"] = Statements;
    Entry["dependences"] = Dependences;
  }
  void addStatement(Instruction &I);
  void addControl(Instruction &I);
  void add(Instruction &Needed, Instruction &User, StringRef How);

private:
  using Key =
      std::tuple<StringRef, unsigned, unsigned, StringRef, const DILocation *>;
  SliceRecord::Node inlinedAt(const DILocation &Loc);

  SliceRecord &Record;
  SliceRecord::Array Statements, Dependences;
  SmallVector<unsigned> Ranks; ///< Of each statement, the rank of deed().
  const SlicePlan &Plan;
  std::map<Key, unsigned> Places;
  DenseMap<const Instruction *, unsigned> Numbers;
  StringMap<unsigned> Hows;
  DenseSet<std::tuple<unsigned, unsigned, unsigned>> Known;
};

} // namespace

/// The calls that inlined the statement into the region, innermost first.
SliceRecord::Node DependenceRecorder::inlinedAt(const DILocation &Loc) {
  SliceRecord::Array Calls = Record.array();
  for (const DILocation *Call = Loc.getInlinedAt(); Call;
       Call = Call->getInlinedAt())
    Calls.push_back(Record.place(Call));
  return Calls;
}

/// The work of a statement for the slice: rank and words of the most telling
/// instruction.
static std::pair<unsigned, std::string> deed(const Instruction &I) {
  if (auto *CB = dyn_cast<CallBase>(&I); CB && !isa<IntrinsicInst>(I))
    return {4, "calls " + calleeName(*CB)};
  if (I.isTerminator())
    return {3, "branches"};
  if (isa<StoreInst, MemIntrinsic>(I))
    return {2, "stores"};
  return {1, "computes"};
}

void DependenceRecorder::addStatement(Instruction &I) {
  const DILocation *Loc = I.getDebugLoc();
  Key K{};
  // An instruction without a place is a separate statement.
  unsigned Number = Statements.size();
  if (Loc && Loc->getLine()) {
    DISubprogram *F = Loc->getScope()->getSubprogram();
    K = {Loc->getFilename(), Loc->getLine(), Loc->getColumn(),
         F ? F->getName() : "", Loc->getInlinedAt()};
    Number = Places.try_emplace(K, Number).first->second;
  }
  Numbers[&I] = Number;
  auto [Rank, Does] = deed(I);
  if (Number == Statements.size()) {
    SliceRecord::Map M = Record.map();
    M["at"] = Record.place(Loc);
    M["function"] = Record.text(std::get<3>(K));
    if (Loc && Loc->getInlinedAt())
      M["inlined_at"] = inlinedAt(*Loc);
    Statements.push_back(M);
    Ranks.push_back(0);
  }
  SliceRecord::Map &M = Statements[Number].getMap();
  if (Rank > Ranks[Number]) {
    Ranks[Number] = Rank;
    M["does"] = Record.text(Does);
  }
  auto *CB = dyn_cast<CallBase>(&I);
  if (const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      Call && (Call->isTraced() || Call->changesHandle()))
    M["io"] = Record.text(Call->isRead() ? "read" : "other");
}

void DependenceRecorder::add(Instruction &Needed, Instruction &User,
                             StringRef How) {
  if (Record.leavesOutDependences())
    return;
  auto From = Numbers.find(&Needed), To = Numbers.find(&User);
  if (From == Numbers.end() || To == Numbers.end() ||
      From->second == To->second ||
      !Known
           .insert({From->second, To->second,
                    Hows.try_emplace(How, Hows.size()).first->second})
           .second)
    return;
  Record.countDependence();
  SliceRecord::Array Edge = Record.array();
  Edge.push_back(Record.number(From->second));
  Edge.push_back(Record.number(To->second));
  Edge.push_back(Record.text(How));
  Dependences.push_back(Edge);
}

void DependenceRecorder::addControl(Instruction &I) {
  auto Decide = [&](BasicBlock *BB) {
    if (auto By = Plan.ControlDependences.find(BB);
        By != Plan.ControlDependences.end())
      for (Instruction *T : By->second)
        add(*T, I, "control");
  };
  Decide(I.getParent());
  if (auto *Phi = dyn_cast<PHINode>(&I))
    for (BasicBlock *Block : Phi->blocks())
      Decide(Block);
}

static std::string label(const Dependence &D) {
  auto *CB = dyn_cast<CallBase>(D.User);
  switch (D.Kind) {
  case Dependence::Argument:
    return std::string(D.Role) + " " + calleeName(*CB);
  case Dependence::Memory:
    return "memory";
  case Dependence::Freed:
    return "memory that it frees";
  case Dependence::Data:
    return CB && !isa<IntrinsicInst>(CB) ? "call of " + calleeName(*CB)
                                         : "data";
  }
  llvm_unreachable("no other kind");
}

void recordDependences(SliceRecord &Record, SliceRecord::Map &Entry,
                       WorkingCopy &Copy, const SlicePlan &Plan) {
  if (Record.leavesOutDependences())
    return;
  DependenceRecorder R(Record, Plan);
  auto Each = [&](auto Do) {
    for (Instruction *I : Plan.Prologue)
      Do(*I);
    for (BasicBlock *BB : Copy.region())
      for (Instruction &I : *BB)
        if (Plan.Needed.contains(&I))
          Do(I);
  };
  Each([&](Instruction &I) { R.addStatement(I); });
  for (const Dependence &D : Plan.Dependences)
    R.add(*D.Needed, *D.User, label(D));
  Each([&](Instruction &I) { R.addControl(I); });
  R.putInto(Entry);
}

} // namespace foreslice
