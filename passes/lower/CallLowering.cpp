//===- CallLowering.cpp - what a slice has for a front end's calls --------===//
//
// See CallLowering.h.
//
//===----------------------------------------------------------------------===//

#include "lower/CallLowering.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace foreslice {

namespace {

struct AbiKind {
  IOKind Kind;
  foreslice_kind Number;
  StringRef Name;
};

} // namespace

static constexpr AbiKind Kinds[] = {
    {IOKind::Read, FORESLICE_READ, "read"},
    {IOKind::Write, FORESLICE_WRITE, "write"},
    {IOKind::Sync, FORESLICE_SYNC, "sync"},
    {IOKind::Open, FORESLICE_OPEN, "open"},
    {IOKind::GetPosition, FORESLICE_POSITION, "position"},
    {IOKind::GetSize, FORESLICE_SIZE, "size"},
    {IOKind::GetCount, FORESLICE_COUNT, "count"},
    {IOKind::CommRank, FORESLICE_RANK, "rank"},
    {IOKind::CommSize, FORESLICE_RANKS, "ranks"},
    {IOKind::TypeSize, FORESLICE_TYPE_SIZE, "type_size"},
    {IOKind::Seek, FORESLICE_SEEK, "seek"},
    {IOKind::SetView, FORESLICE_VIEW, "view"},
};

// By their numbers.
static constexpr StringRef PointerNames[] = {"", ".at", "", ".shared"};
static constexpr StringRef MakerNames[] = {"", ".all"};
static constexpr StringRef CompletionNames[] = {"", ".wait", ".end"};
static constexpr StringRef RoleNames[] = {"", ".data", ".unread", ".counted",
                                          ".skipped"};

Constant *CallLowering::describe(const IOCall &Call, CallRole As,
                                 OpenedHandle Opened) const {
  const AbiKind *Of =
      find_if(Kinds, [&](const AbiKind &K) { return K.Kind == Call.Kind; });
  foreslice_io_call What = {};
  What.family = Family.number();
  What.kind = Of->Number;
  What.pointer = static_cast<uint8_t>(Call.Pointer);
  What.makers = static_cast<uint8_t>(Call.Makers);
  What.completion = static_cast<uint8_t>(Call.Complete);
  What.role = static_cast<uint8_t>(As);
  What.handle_bytes = Opened.Bytes;
  What.site = Opened.Site;
  std::string Name = (Twine("foreslice.") + Family.name() + "." + Of->Name +
                      PointerNames[What.pointer] + MakerNames[What.makers] +
                      CompletionNames[What.completion] + RoleNames[What.role])
                         .str();
  if (Opened.Bytes)
    Name +=
        (Twine(".") + Twine(unsigned(Opened.Bytes)) + "." + Twine(Opened.Site))
            .str();
  if (GlobalVariable *Known = Slice.M.getGlobalVariable(Name, true))
    return Known;
  IRBuilder<> B(Slice.Ctx);
  auto *Value = ConstantStruct::getAnon(
      {B.getInt8(What.family), B.getInt8(What.kind), B.getInt8(What.pointer),
       B.getInt8(What.makers), B.getInt8(What.completion), B.getInt8(What.role),
       B.getInt8(What.handle_bytes), B.getInt8(What.reserved),
       B.getInt32(What.site)});
  auto *New = new GlobalVariable(Slice.M, Value->getType(), /*isConstant=*/true,
                                 GlobalValue::PrivateLinkage, Value, Name);
  New->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return New;
}

static Value *or0(IRBuilder<> &B, Value *V) { return V ? V : B.getInt64(0); }

static Value *orNull(IRBuilder<> &B, Value *V) {
  return V ? V : ConstantPointerNull::get(B.getPtrTy());
}

CallInst *CallLowering::access(IRBuilder<> &B, const IOCall &Call, CallRole As,
                               const AccessOperands &Of) const {
  return callAbi(B, Abi::foreslice_slice_access,
                 {describe(Call, As), or0(B, Of.File), or0(B, Of.Place),
                  or0(B, Of.Count), or0(B, Of.Type), orNull(B, Of.Buffer)});
}

CallInst *CallLowering::open(IRBuilder<> &B, const IOCall &Call,
                             OpenedHandle Opened,
                             const OpenOperands &Of) const {
  return callAbi(B, Abi::foreslice_slice_open,
                 {describe(Call, CallRole::Made, Opened), or0(B, Of.Of),
                  orNull(B, Of.Name), or0(B, Of.Mode), or0(B, Of.Length),
                  orNull(B, Of.To)});
}

CallInst *CallLowering::query(IRBuilder<> &B, const IOCall &Call, Value *Of,
                              Value *What) const {
  return callAbi(B, Abi::foreslice_slice_query,
                 {describe(Call), or0(B, Of), or0(B, What)});
}

CallInst *CallLowering::move(IRBuilder<> &B, const IOCall &Call, CallRole As,
                             const MoveOperands &Of) const {
  return callAbi(B, Abi::foreslice_slice_move,
                 {describe(Call, As), or0(B, Of.File), or0(B, Of.To),
                  or0(B, Of.By), or0(B, Of.Of)});
}

} // namespace foreslice
