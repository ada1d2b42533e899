//===- CallLowering.cpp - lowering of a front end's calls -----------------===//
//
// See CallLowering.h.
//
//===----------------------------------------------------------------------===//

#include "lower/CallLowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace foreslice {

namespace {

/// A kind of call: the run time's number, and the name in the IR.
struct AbiKind {
  foreslice_kind Number;
  StringRef Name;
  /// The calls of the kind, unless the lowering says another kind.
  std::optional<IOKind> Of = {};
};

} // namespace

static constexpr AbiKind Kinds[] = {
    {FORESLICE_READ, "read", IOKind::Read},
    {FORESLICE_WRITE, "write", IOKind::Write},
    {FORESLICE_SYNC, "sync", IOKind::Sync},
    {FORESLICE_LINE, "line", IOKind::ReadLine},
    {FORESLICE_DELIMITED, "delimited", IOKind::ReadDelimited},
    {FORESLICE_CHARACTER, "character", IOKind::ReadCharacter},
    {FORESLICE_FIELDS, "fields", IOKind::ReadFields},
    {FORESLICE_REST, "rest"},
    {FORESLICE_BEGINNING, "beginning"},
    {FORESLICE_AWAIT_BEGINNINGS, "await_beginnings"},
    {FORESLICE_AWAIT_MAPPED, "await_mapped"},
    {FORESLICE_STATEMENT, "statement"},
    {FORESLICE_NAMED, "named"},
    {FORESLICE_END, "end"},
    {FORESLICE_OPEN, "open", IOKind::Open},
    {FORESLICE_AT_LAUNCH, "at_launch"},
    {FORESLICE_MAP, "map", IOKind::Map},
    {FORESLICE_DUPLICATE, "duplicate", IOKind::Duplicate},
    {FORESLICE_FOLDER, "folder", IOKind::OpenFolder},
    {FORESLICE_LISTING, "listing"},
    {FORESLICE_NAME, "name"},
    {FORESLICE_POSITION, "position", IOKind::GetPosition},
    {FORESLICE_SIZE, "size", IOKind::GetSize},
    {FORESLICE_COUNT, "count", IOKind::GetCount},
    {FORESLICE_RANK, "rank", IOKind::CommRank},
    {FORESLICE_RANKS, "ranks", IOKind::CommSize},
    {FORESLICE_TYPE_SIZE, "type_size", IOKind::TypeSize},
    {FORESLICE_TYPE_PART, "type_part", IOKind::TypePart},
    {FORESLICE_TYPE, "type", IOKind::MakeType},
    {FORESLICE_MET_END, "met_end", IOKind::AtEnd},
    {FORESLICE_STATUS, "status", IOKind::Stat},
    {FORESLICE_WIDE_STATUS, "wide_status"},
    {FORESLICE_ENTRY, "entry", IOKind::NextEntry},
    {FORESLICE_DESCRIPTOR, "descriptor", IOKind::FolderDescriptor},
    {FORESLICE_LISTED, "listed", IOKind::Listing},
    {FORESLICE_STATE, "state", IOKind::StreamState},
    {FORESLICE_STATE_OF_NAME, "state_of_name"},
    {FORESLICE_SEEK, "seek", IOKind::Seek},
    {FORESLICE_VIEW, "view", IOKind::SetView},
    {FORESLICE_PUSH_BACK, "push_back", IOKind::PushBack},
    {FORESLICE_REWIND, "rewind", IOKind::RewindFolder},
    {FORESLICE_CHANGE, "change", IOKind::StreamChange},
    {FORESLICE_TAKE, "take", IOKind::StreamMove},
};

static const AbiKind &kindOf(const Description &What) {
  const AbiKind *Found = find_if(Kinds, [&](const AbiKind &K) {
    return What.Kind ? K.Number == *What.Kind : K.Of == What.Call.Kind;
  });
  assert(Found != std::end(Kinds) && "slices have no such call");
  return *Found;
}

// By number.
static constexpr StringRef PointerNames[] = {"", ".at", "", ".shared"};
static constexpr StringRef MakerNames[] = {"", ".all"};
static constexpr StringRef CompletionNames[] = {"", ".wait", ".end"};
static constexpr StringRef RoleNames[] = {"", ".data", ".unread", ".counted",
                                          ".skipped"};

Constant *CallLowering::describe(const Description &What) const {
  const IOCall &Call = What.Call;
  const AbiKind &Kind = kindOf(What);
  const auto Pointer = static_cast<uint8_t>(Call.Pointer),
             Makers = static_cast<uint8_t>(Call.Makers),
             Completion = static_cast<uint8_t>(Call.Complete),
             Role = static_cast<uint8_t>(What.As);
  std::string Name;
  raw_string_ostream OS(Name);
  OS << "foreslice." << Family.name() << '.' << Kind.Name
     << PointerNames[Pointer] << MakerNames[Makers]
     << CompletionNames[Completion] << RoleNames[Role];
  if (What.HandleBytes)
    OS << '.' << unsigned(What.HandleBytes) << '.' << What.Site;
  if (GlobalVariable *Known = Slice.M.getGlobalVariable(Name, true))
    return Known;
  // A foreslice_io_call.
  IRBuilder<> B(Slice.Ctx);
  auto *Value = ConstantStruct::getAnon(
      {B.getInt8(Family.number()), B.getInt8(Kind.Number), B.getInt8(Pointer),
       B.getInt8(Makers), B.getInt8(Completion), B.getInt8(Role),
       B.getInt8(What.HandleBytes), B.getInt8(0), B.getInt32(What.Site)});
  auto *New = new GlobalVariable(Slice.M, Value->getType(), /*isConstant=*/true,
                                 GlobalValue::PrivateLinkage, Value, Name);
  New->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return New;
}

void CallLowering::bindAsked(const FileAtLaunch &File,
                             const AskedObject &Object) {
  auto [Handle, Distance] = File;
  IRBuilder<> B(Slice.Entry);
  LiveInSource Source = {LiveInSource::Value, Handle};
  if (auto *GV = dyn_cast<GlobalVariable>(Handle))
    Source.Original = Slice.Copy.analysisModule().originalOf(GV);
  else if (int Index = Slicer::liveInIndex(Slice.Copy, Handle); Index >= 0)
    Source = Slice.Copy.sources()[Index];
  PacketField &Field =
      Slice.addField(Source.Kind, Source.Original, Object.Bytes, Object.Align,
                     Distance ? Object.HandleBytes : 0);
  Field.SourceOffset = Distance.value_or(0);
  Field.Guarded = Distance.has_value();
  Field.Asked = &Family;
  const IOCall Launch("", IOKind::Open, {}, Family);
  open(B, {.Call = Launch, .Kind = FORESLICE_AT_LAUNCH},
       {.To = Slice.addressOf(B, Field)});
}

static Value *or0(IRBuilder<> &B, Value *V) { return V ? V : B.getInt64(0); }

static Value *orNull(IRBuilder<> &B, Value *V) {
  return V ? V : ConstantPointerNull::get(B.getPtrTy());
}

CallInst *CallLowering::access(IRBuilder<> &B, const Description &What,
                               const AccessOperands &Operands) const {
  return callAbi(B, Abi::foreslice_slice_access,
                 {describe(What), or0(B, Operands.File), or0(B, Operands.Place),
                  or0(B, Operands.Count), or0(B, Operands.Type),
                  orNull(B, Operands.Buffer)});
}

CallInst *CallLowering::open(IRBuilder<> &B, const Description &What,
                             const OpenOperands &Operands) const {
  return callAbi(B, Abi::foreslice_slice_open,
                 {describe(What), or0(B, Operands.Of), orNull(B, Operands.Name),
                  or0(B, Operands.Mode), or0(B, Operands.Length),
                  orNull(B, Operands.To)});
}

CallInst *CallLowering::query(IRBuilder<> &B, const Description &What,
                              const QueryOperands &Operands) const {
  return callAbi(B, Abi::foreslice_slice_query,
                 {describe(What), or0(B, Operands.Of), or0(B, Operands.What),
                  orNull(B, Operands.Name), orNull(B, Operands.To)});
}

CallInst *CallLowering::move(IRBuilder<> &B, const Description &What,
                             const MoveOperands &Operands) const {
  return callAbi(B, Abi::foreslice_slice_move,
                 {describe(What), or0(B, Operands.File), or0(B, Operands.To),
                  or0(B, Operands.Amount), or0(B, Operands.Of)});
}

void CallLowering::replaceCall(IRBuilder<> &B, CallBase &CB, Value *Result) {
  Type *Ty = CB.getType();
  if (!CB.use_empty()) {
    if (!Result)
      Result = Constant::getNullValue(Ty);
    else if (Result->getType() != Ty)
      Result = Ty->isPointerTy() ? B.CreateIntToPtr(Result, Ty)
                                 : B.CreateSExtOrTrunc(Result, Ty);
    CB.replaceAllUsesWith(Result);
  }
  CB.eraseFromParent();
}

} // namespace foreslice
