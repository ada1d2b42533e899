//===- SourceSection.cpp - a source's bitcode in its object ---------------===//
//
// See SourceSection.h.
//
//===----------------------------------------------------------------------===//

#include "program/SourceSection.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace foreslice {

static constexpr StringRef Magic("FSLICSRC", 8);
static constexpr unsigned TextAt = 8, StoredAt = 16, RawAt = 24,
                          HeaderBytes = 32;
/// Most bytes of one source's bitcode.
static constexpr uint64_t MaxRawBytes = uint64_t{1} << 31;

std::string bitcodeOf(const Module &M) {
  std::string Bitcode;
  raw_string_ostream Out(Bitcode);
  WriteBitcodeToFile(M, Out);
  return Bitcode;
}

static std::string textOf(const SourceFacts &Facts) {
  std::string Text;
  auto Line = [&](StringRef Key, StringRef Value) {
    Text += (Key + "=" + Value + "\n").str();
  };
  Line("llvm", LLVM_VERSION_STRING);
  Line("scheme", Facts.Scheme);
  Line("recorded", Facts.Recorded ? "1" : "0");
  Line("size", std::to_string(Facts.Size));
  auto Lines = [&](StringRef Key, ArrayRef<std::string> Values) {
    for (const std::string &Value : Values)
      Line(Key, Value);
  };
  Lines("flag", Facts.Flags);
  Lines("slice", Facts.Slices);
  Lines("unseen", Facts.Ties.Unseen);
  Lines("reading", Facts.Ties.Reading);
  Lines("in-loops", Facts.Ties.InLoops);
  return Text;
}

/// False if the section is of another release.
static bool parseText(StringRef Text, SourceFacts &Facts) {
  bool OwnRelease = false;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    auto [Key, Value] = Line.split('=');
    Text = Rest;
    if (Key == "llvm")
      OwnRelease = Value == LLVM_VERSION_STRING;
    else if (Key == "scheme")
      Facts.Scheme = Value.str();
    else if (Key == "recorded")
      Facts.Recorded = Value == "1";
    else if (Key == "flag")
      Facts.Flags.push_back(Value.str());
    else if (Key == "slice")
      Facts.Slices.push_back(Value.str());
  }
  return OwnRelease;
}

void embedSource(Module &M, StringRef Bitcode, const SourceFacts &Facts) {
  if (!compression::zstd::isAvailable())
    return;
  std::string Text = textOf(Facts);
  SmallVector<uint8_t, 0> Compressed;
  compression::zstd::compress(arrayRefFromStringRef(Bitcode), Compressed,
                              compression::zstd::BestSpeedCompression);
  SmallVector<uint8_t, 0> Stored(HeaderBytes);
  memcpy(Stored.data(), Magic.data(), Magic.size());
  support::endian::write64le(Stored.data() + TextAt, Text.size());
  support::endian::write64le(Stored.data() + StoredAt, Compressed.size());
  support::endian::write64le(Stored.data() + RawAt, Bitcode.size());
  append_range(Stored, arrayRefFromStringRef(Text));
  append_range(Stored, Compressed);

  auto *Data = ConstantDataArray::get(M.getContext(), Stored);
  auto *GV =
      new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage,
                         Data, "foreslice.source");
  GV->setSection(SourceSection);
  GV->setAlignment(Align(1));
  GV->setMetadata(LLVMContext::MD_exclude, MDNode::get(M.getContext(), {}));
  GlobalValue::SanitizerMetadata Left;
  Left.NoAddress = true;
  GV->setSanitizerMetadata(Left);
  appendToCompilerUsed(M, {GV});
}

static std::optional<EmbeddedSource> parseSection(StringRef Contents) {
  const auto *Bytes = Contents.bytes_begin();
  if (Contents.size() < HeaderBytes || !Contents.starts_with(Magic))
    return std::nullopt;
  uint64_t Text = support::endian::read64le(Bytes + TextAt),
           Stored = support::endian::read64le(Bytes + StoredAt),
           Raw = support::endian::read64le(Bytes + RawAt),
           Rest = Contents.size() - HeaderBytes;
  // More bytes than one source's: `ld -r` has appended another section.
  if (Text > Rest || Stored != Rest - Text || Raw > MaxRawBytes ||
      !compression::zstd::isAvailable())
    return std::nullopt;
  EmbeddedSource Result;
  if (!parseText(Contents.substr(HeaderBytes, Text), Result.Facts))
    return std::nullopt;
  StringRef Compressed = Contents.substr(HeaderBytes + Text);
  if (Error E = compression::zstd::decompress(arrayRefFromStringRef(Compressed),
                                              Result.Bitcode, Raw)) {
    consumeError(std::move(E));
    return std::nullopt;
  }
  return Result;
}

std::optional<EmbeddedSource> sourceOf(const object::ObjectFile &Object) {
  std::optional<EmbeddedSource> Result;
  unsigned Sections = 0;
  for (const object::SectionRef &Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    if (*Name != SourceSection)
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents) {
      consumeError(Contents.takeError());
      return std::nullopt;
    }
    Result = parseSection(*Contents);
    if (!Result || ++Sections > 1)
      return std::nullopt;
  }
  return Result;
}

} // namespace foreslice
