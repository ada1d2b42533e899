//===- StreamsFrontend.cpp - C++ streams as a front end -------------------===//
//
// See model/Frontend.h. Functions of streams come down to steps in a working
// copy. A function may have a body, from a header.
//
//===----------------------------------------------------------------------===//

#include "frontend/streams/StreamsFrontend.h"
#include "copy/LibraryBodies.h"
#include "frontend/streams/StreamCalls.h"
#include "frontend/streams/StreamsLowering.h"
#include "frontend/streams/StringStreams.h"
#include "model/Frontend.h"
#include "model/IOModel.h"
#include "model/LibcxxNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

static constexpr unsigned char StreamBodies[] = {
#include "frontend/streams/library/streams.inc"
};
static constexpr unsigned char LibcxxStreamBodies[] = {
#include "frontend/streams/library/libcxx-streams.inc"
};
static constexpr unsigned char TextBodies[] = {
#include "frontend/streams/library/texts.inc"
};

namespace {

class StreamsFrontend : public Frontend {
public:
  foreslice_family number() const override { return FORESLICE_FAMILY_STREAMS; }
  StringRef name() const override { return "streams"; }
  void addCalls(CallTable &Table) const override;
  bool hasSignature(const IOCall &Call, const Function &F) const override;
  bool isOfFile(const CallBase &CB, const IOCall &Call) const override;
  void addBodies(Module &Copy) const override;
  bool isOpeningBody(const Function &F) const override {
    return isStreamBody(F);
  }
  void prepareCopy(Function &W, ArrayRef<CallBase *> InRegion) const override {
    hideOlderStringStreams(W, InRegion);
  }
  const Value *nameOfFile(const Value *File) const override;
  bool readsNamesItself() const override { return false; }
  std::optional<FileAtLaunch>
  fileAtLaunch(const CallBase &Step, const IOCall &Call,
               const WorkingCopy &Copy) const override;
  std::unique_ptr<CallLowering> makeLowering(SliceCode &Slice) const override {
    return std::make_unique<StreamsLowering>(Slice, *this);
  }
};

} // namespace

void StreamsFrontend::addCalls(CallTable &Table) const {
  using enum Role;
  auto Add = [&](StringRef Symbol, StringRef Text, IOKind Kind,
                 ArrayRef<Role> Roles, FilePointer Pointer, Form Is) {
    Table.try_emplace(Symbol, Text, Kind, Roles, *this, Pointer, Is);
  };
#define STREAM_STEP(Symbol, Text, Kind, Pointer, ...)                          \
  Add(#Symbol, Text, IOKind::Kind, {__VA_ARGS__}, FilePointer::Pointer,        \
      Form::Step);
#include "frontend/streams/Calls.def"
#define STREAM_FUNCTION(Symbol, Text, Kind)                                    \
  Add(#Symbol, Text, IOKind::Kind, {File}, FilePointer::None, Form::Composite);
#define STREAM_TO_END(Symbol, Text)                                            \
  Add(#Symbol, Text, IOKind::Read, {Buffer, File}, FilePointer::None,          \
      Form::Composite);
#include "frontend/streams/Functions.def"
}

bool StreamsFrontend::hasSignature(const IOCall &Call,
                                   const Function &F) const {
  size_t Arguments = Call.roles().size();
  return Call.isStep() ||
         (F.arg_size() >= Arguments &&
          all_of(make_range(F.arg_begin(), F.arg_begin() + Arguments),
                 [](const Argument &A) { return A.getType()->isPointerTy(); }));
}

/// Whether Object is a stream without a file: of text in memory, or standard
/// input.
static bool isOtherStream(const Value *Object) {
  const Type *T = nullptr;
  if (auto *A = dyn_cast<AllocaInst>(Object))
    T = A->getAllocatedType();
  else if (auto *GV = dyn_cast<GlobalVariable>(Object))
    T = GV->getValueType();
  if (Object->getName() == "_ZSt3cin" || Object->getName() == "_ZNSt3__13cinE")
    return true;
  auto *S = dyn_cast_or_null<StructType>(T);
  return S && S->hasName() && S->getName().contains("stringstream");
}

/// Functions return the stream: the stream of CB may be the result of another
/// call.
bool StreamsFrontend::isOfFile(const CallBase &CB, const IOCall &Call) const {
  if (Call.isStep())
    return true;
  const Value *Object = getUnderlyingObject(Call.argument(CB, Role::File));
  auto *Before = dyn_cast<CallBase>(Object);
  for (unsigned Most = 100; Before && Most > 0; --Most) {
    const Function *F = Before->getCalledFunction();
    const IOCall *Kind = F ? lookupIOFunction(*F) : nullptr;
    if (!Kind || &Kind->Family != this || Kind->isStep())
      return true;
    Object = getUnderlyingObject(Kind->argument(*Before, Role::File));
    Before = dyn_cast<CallBase>(Object);
  }
  return !isOtherStream(Object);
}

/// The object of a stream, or of a pointer to the stream.
const Value *StreamsFrontend::nameOfFile(const Value *File) const {
  return getUnderlyingObject(Frontend::nameOfFile(getUnderlyingObject(File, 0)),
                             0);
}

/// Place of the stream at launch, unless in a variable of the copy.
std::optional<FileAtLaunch>
StreamsFrontend::fileAtLaunch(const CallBase &Step, const IOCall &Call,
                              const WorkingCopy &Copy) const {
  Value *Stream = Call.argument(Step, Role::File);
  const DataLayout &DL = Step.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Stream->getType()), 0);
  Value *Base = Stream->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (Slicer::liveInIndex(Copy, Base) < 0 || isa<AllocaInst>(Base))
    return std::nullopt;
  return FileAtLaunch(Base, Offset.getSExtValue());
}

/// String streams make names of files, and take lines apart.
static void addTexts(Module &Copy) {
  if (!makesStringStreams(Copy))
    return;
  std::unique_ptr<Module> Bodies = loadBodies(TextBodies, Copy);
  StringSet<> Names;
  for (const Function &F : *Bodies)
    Names.insert(F.getName());
  if (renameStringStreams(Copy, Names))
    linkBodies(Copy, std::move(Bodies));
}

void StreamsFrontend::addBodies(Module &Copy) const {
  addTexts(Copy);
  bool HasLibcxx = declares(Copy, isOfLibcxx);
  if (renameStreamCalls(Copy, *this))
    linkBodies(Copy, HasLibcxx ? loadBodies(LibcxxStreamBodies, Copy)
                               : loadBodies(StreamBodies, Copy));
}

const Frontend &streamsFrontend() {
  static const StreamsFrontend Streams;
  return Streams;
}

} // namespace foreslice
