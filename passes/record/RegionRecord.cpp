//===- RegionRecord.cpp - the record of a slice ---------------------------===//
//
// See RegionRecord.h.
//
//===----------------------------------------------------------------------===//

#include "record/RegionRecord.h"
#include "copy/SourceNames.h"
#include "lower/Lowering.h"
#include "summary/AccessSignature.h"
#include "summary/AccessSummaries.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

namespace {

class RegionRecorder {
public:
  RegionRecorder(SliceRecord &Record, SliceRecord::Map &Entry,
                 WorkingCopy &Copy, const SlicePlan &Plan,
                 const LoweredSlice &Slice)
      : Record(Record), Entry(Entry), Copy(Copy), Plan(Plan), Slice(Slice) {}
  void recordCounts();
  void recordObjects();
  void recordCalls();
  void recordAccesses();

private:
  void recordStore(Instruction &I, Value *To, SliceRecord::Array &Into);
  SliceRecord::Map call(CallBase &CB);
  SliceRecord::Node terms(const Polynomial &P, FactorNames &Names);
  SliceRecord::Map access(CallBase &CB, AccessSummaries &Summaries,
                          FactorNames &Names);

  SliceRecord &Record;
  SliceRecord::Map &Entry;
  WorkingCopy &Copy;
  const SlicePlan &Plan;
  const LoweredSlice &Slice;
};

} // namespace

void RegionRecorder::recordCounts() {
  const SliceSummary &S = Plan.Summary;
  Entry["kept"] = Record.number(S.Kept);
  Entry["instructions"] = Record.number(S.Region);
  Entry["launch_bytes"] = Record.number(Slice.PacketSize);
  Entry["scouts"] = Record.number(Slice.Scouts.size());
  Entry["slice"] = Record.text(Slice.Slice->getName());
  SliceRecord::Array Guesses = Record.array(), A = Record.array();
  for (const DebugLoc &Loc :
       concat<const DebugLoc>(S.Guesses.OfLoops, S.Guesses.Others))
    Guesses.push_back(Record.place(Loc));
  Entry["guesses"] = Guesses;
  for (const ReadBehind &B : S.Behind) {
    SliceRecord::Map M = Record.map();
    M["call"] = Record.text(B.Name);
    M["at"] = Record.place(B.Read);
    M["write"] = Record.place(B.Write);
    M["iterations"] = Record.number(B.Iterations);
    A.push_back(M);
  }
  Entry["behind"] = A;
}

static StringRef className(ObjectClass Class) {
  switch (Class) {
  case ObjectClass::Private:
    return "private";
  case ObjectClass::Snapshot:
    return "snapshot";
  case ObjectClass::Shared:
    return "shared";
  }
  llvm_unreachable("no other class");
}

void RegionRecorder::recordStore(Instruction &I, Value *To,
                                 SliceRecord::Array &Into) {
  Value *Root = getUnderlyingObject(To, 0);
  auto It = Plan.Objects.find(Root);
  ObjectClass Class =
      It != Plan.Objects.end() ? It->second.Class : ObjectClass::Shared;
  auto *Maker = dyn_cast<Instruction>(Root);
  if (Class == ObjectClass::Private || (Maker && Slicer::isAllocation(*Maker)))
    return;
  SliceRecord::Map M = Record.map();
  M["at"] = Record.place(I.getDebugLoc());
  M["name"] = Record.text(sourceNameOfPlace(*To, 0, &Copy));
  M["to"] =
      Record.text(Class == ObjectClass::Snapshot ? "snapshot" : "overlay");
  Into.push_back(M);
}

void RegionRecorder::recordObjects() {
  SliceRecord::Array Objects = Record.array(), LiveIns = Record.array(),
                     Renamed = Record.array();
  for (auto &[Object, How] : Plan.Objects) {
    SliceRecord::Map M = Record.map();
    M["name"] = Record.text(sourceName(*Object, &Copy));
    M["class"] = Record.text(className(How.Class));
    M["bytes"] = Record.number(How.Size);
    Objects.push_back(M);
  }
  for (unsigned Index : Plan.LiveIns)
    if (!Plan.Objects.count(Copy.begin()->getArgOperand(Index)))
      LiveIns.push_back(
          Record.text(sourceName(*Copy.begin()->getArgOperand(Index), &Copy)));
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      if (!Plan.Needed.contains(&I))
        continue;
      if (auto *Store = dyn_cast<StoreInst>(&I))
        recordStore(I, Store->getPointerOperand(), Renamed);
      else if (auto *MI = dyn_cast<MemIntrinsic>(&I))
        recordStore(I, MI->getDest(), Renamed);
    }
  Entry["objects"] = Objects;
  Entry["live_ins"] = LiveIns;
  Entry["renamed"] = Renamed;
}

SliceRecord::Map RegionRecorder::call(CallBase &CB) {
  SliceRecord::Map M = Record.map();
  M["call"] = Record.text(calleeName(CB));
  M["at"] = Record.place(CB.getDebugLoc());
  return M;
}

/// Reads, and where the main thread and the slice come together.
void RegionRecorder::recordCalls() {
  SliceRecord::Array Reads = Record.array(), Points = Record.array();
  auto AddPoint = [&](CallBase &CB, StringRef Kind) {
    SliceRecord::Map M = call(CB);
    M["kind"] = Record.text(Kind);
    Points.push_back(M);
    return M;
  };
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || !Plan.Needed.contains(CB))
        continue;
      const IOCall *Call = lookupIOCall(*CB);
      if (auto It = Plan.Forwarded.find(CB); It != Plan.Forwarded.end()) {
        bool Opens = Plan.OpensAhead.contains(CB);
        SliceRecord::Map M =
            AddPoint(*CB, Opens ? "opened ahead" : "forwarded");
        SliceRecord::Array Parts = Record.array();
        for (const ForwardedPart &Part : It->second)
          Parts.push_back(Record.text(
              Part.Arg == ForwardedPart::Result
                  ? "its result"
                  : ("what argument " + Twine(Part.Arg + 1) + " points to")
                        .str()));
        M["parts"] = Parts;
      } else if (Call && Call->isRead()) {
        SliceRecord::Map M = call(*CB);
        M["waits"] = Record.flag(Plan.DataReads.contains(CB));
        Reads.push_back(M);
      } else if (Call && Call->isWrite()) {
        AddPoint(*CB,
                 Plan.Unread.contains(CB) ? "unread write" : "dirty range");
      } else if (Call && Call->Kind == IOKind::Sync) {
        AddPoint(*CB, "sync");
      }
    }
  Entry["reads"] = Reads;
  Entry["points"] = Points;
}

/// Each term is a coefficient and the names of the factors. Nil if P is
/// unknown.
SliceRecord::Node RegionRecorder::terms(const Polynomial &P,
                                        FactorNames &Names) {
  if (!P.isValid())
    return Record.nil();
  SliceRecord::Array Terms = Record.array();
  for (auto &[M, Coefficient] : P.terms()) {
    SliceRecord::Array Term = Record.array();
    Term.push_back(Record.integer(Coefficient));
    for (unsigned Factor : M)
      Term.push_back(Record.text(Names.of(Factor)));
    Terms.push_back(Term);
  }
  return Terms;
}

SliceRecord::Map RegionRecorder::access(CallBase &CB,
                                        AccessSummaries &Summaries,
                                        FactorNames &Names) {
  const AccessSummary &S = Summaries.of(CB);
  SliceRecord::Map M = call(CB);
  M["file"] = Record.text(Names.of(S.File));
  M["start"] = Record.text(Names.text(S.Start));
  M["length"] = Record.text(Names.text(S.Length));
  M["start_terms"] = terms(S.Start, Names);
  M["length_terms"] = terms(S.Length, Names);
  SliceRecord::Array Facts = Record.array(), Loops = Record.array();
  for (const Polynomial &Fact : S.Facts)
    Facts.push_back(Record.text(Names.fact(Fact)));
  M["facts"] = Facts;
  for (const Loop *L : S.Loops) {
    SliceRecord::Map Nest = Record.map();
    Nest["counter"] = Record.text(Names.of(Summaries.values().counter(*L)));
    Nest["at"] = Record.place(L->getStartLoc());
    Nest["iterations"] =
        Record.text(Names.text(timesIn(*L, S, Summaries.values())));
    Loops.push_back(Nest);
  }
  M["loops"] = Loops;
  AccessSignature Signature = signatureOf(S, Summaries.values(), Names);
  M["trace"] = Record.text(Signature.Trace);
  M["pattern"] = Record.text(Signature.Pattern);
  return M;
}

void RegionRecorder::recordAccesses() {
  constexpr unsigned Most = 256;
  AccessSummaries Summaries(Copy);
  SliceRecord::Array Accesses = Record.array();
  FactorNames Names(Copy, Summaries.values());
  if (Summaries.values().areLoopsKnown())
    for (BasicBlock *BB : Copy.region())
      for (Instruction &I : *BB) {
        auto *CB = dyn_cast<CallBase>(&I);
        const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
        if (Call && Call->isAccess() && Call->has(Role::File) &&
            Plan.Needed.contains(CB) && Accesses.size() < Most)
          Accesses.push_back(access(*CB, Summaries, Names));
      }
  Entry["accesses"] = Accesses;
}

void recordSlice(SliceRecord &Record, SliceRecord::Map &Entry,
                 WorkingCopy &Copy, const SlicePlan &Plan,
                 const LoweredSlice &Slice) {
  RegionRecorder R(Record, Entry, Copy, Plan, Slice);
  R.recordCounts();
  R.recordObjects();
  R.recordCalls();
  R.recordAccesses();
  recordDependences(Record, Entry, Copy, Plan);
}

} // namespace foreslice
