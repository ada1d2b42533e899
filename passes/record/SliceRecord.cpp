//===- SliceRecord.cpp - decisions of the pass, for foreslice-dump --------===//
//
// See SliceRecord.h. RegionRecord.cpp records a slice.
//
//===----------------------------------------------------------------------===//

#include "record/SliceRecord.h"
#include "model/Frontend.h"
#include "model/LocalNames.h"
#include "record/SliceRecordFormat.h"

#include "llvm/IR/Constants.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace foreslice {

SliceRecord::SliceRecord(const Module &M)
    : Root(map()), Files(array()), Regions(array()), Reads(array()),
      ByPointer(array()) {
  // With locations for remarks only, objects get no folders.
  HasFolders = any_of(M.debug_compile_units(), [](const DICompileUnit *Unit) {
    return Unit->getEmissionKind() != DICompileUnit::NoDebug;
  });
  Doc.getRoot() = Root;
  Root["module"] = text(M.getSourceFileName());
  Root["files"] = Files;
  Root["regions"] = Regions;
  Root["reads"] = Reads;
  Root["by_pointer"] = ByPointer;
}

unsigned SliceRecord::fileNumber(const DIFile &File) {
  auto [It, New] = FileNumbers.try_emplace(
      {File.getFilename(), File.getDirectory()}, FileNumbers.size());
  if (!New)
    return It->second;
  Map Entry = map();
  Entry["name"] = text(File.getFilename());
  if (HasFolders)
    Entry["folder"] = text(File.getDirectory());
  if (auto Sum = File.getChecksum(); Sum && Sum->Kind == DIFile::CSK_MD5)
    Entry["md5"] = text(Sum->Value);
  Files.push_back(Entry);
  return It->second;
}

SliceRecord::Node SliceRecord::place(const DILocation *Loc) {
  if (!Loc || !Loc->getLine())
    return Doc.getNode();
  Array Place = array();
  Place.push_back(number(fileNumber(*Loc->getFile())));
  Place.push_back(number(Loc->getLine()));
  Place.push_back(number(Loc->getColumn()));
  return Place;
}

SliceRecord::Map SliceRecord::addRegion(const Region &R) {
  Map Entry = map();
  Entry["function"] = text(readableName(R.function().getName()));
  Entry["kind"] = text(R.isLoop() ? "loop" : R.stop() ? "part" : "rest");
  Entry["at"] = place(R.location());
  Regions.push_back(Entry);
  return Entry;
}

void SliceRecord::addRefusal(Map &To, const Refusal &Why) {
  To["id"] = text(remarkName(Why.Id));
  To["why"] = text(Why.Why);
  To["advice"] = text(remarkAdvice(Why.Id));
  To["where"] = place(Why.Where);
}

SliceRecord::Map SliceRecord::addSliced(const Region &R) {
  Map Entry = addRegion(R);
  Entry["sliced"] = flag(true);
  return Entry;
}

void SliceRecord::addRefused(const Region &R, const Refusal &Why) {
  Map Entry = addRegion(R);
  Entry["sliced"] = flag(false);
  addRefusal(Entry, Why);
}

void SliceRecord::setLaunch(Map &Entry, const DebugLoc &Loc, StringRef Scheme) {
  Entry["launch"] = place(Loc);
  if (!Scheme.empty())
    Entry["scheme"] = text(Scheme);
}

void SliceRecord::addRead(const CallBase &Read, StringRef Name,
                          const ReadObject &Object, const DebugLoc &Region,
                          const Refusal *Why) {
  Map Entry = map();
  Entry["call"] = text(Name);
  Entry["at"] = place(Read.getDebugLoc());
  Entry["function"] = text(readableName(Read.getFunction()->getName()));
  Entry["sliced"] = flag(!Why);
  if (std::string Name = Object.object(); !Name.empty())
    Entry["object"] = text(Name);
  if (!Object.Selection.empty())
    Entry["selection"] = text(Object.Selection);
  if (Why)
    addRefusal(Entry, *Why);
  else
    Entry["region"] = place(Region);
  Reads.push_back(Entry);
}

void SliceRecord::addByPointer(const Instruction &I, StringRef Read) {
  Map Entry = map();
  Entry["call"] = text(Read);
  Entry["at"] = place(I.getDebugLoc());
  Entry["function"] = text(readableName(I.getFunction()->getName()));
  Entry["advice"] = text(remarkAdvice(RemarkId::ByPointer));
  ByPointer.push_back(Entry);
}

void SliceRecord::standFor(ArrayRef<std::string> Modules) {
  Array Names = array();
  for (const std::string &Name : Modules)
    Names.push_back(text(Name));
  Root["instead"] = Names;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

bool SliceRecord::leavesOutDependences() const {
  // An array of two numbers and a text as short as "data".
  constexpr uint64_t LeastBytes = 8;
  return NumDependences > MaxRecordBytes / LeastBytes;
}

/// The document, reduced to the size limit.
std::string SliceRecord::blob() {
  std::string Blob;
  auto Fits = [&] {
    Blob.clear();
    Doc.writeToBlob(Blob);
    return Blob.size() <= MaxRecordBytes;
  };
  if (!leavesOutDependences() && Fits())
    return Blob;
  Array LeftOut = array();
  Root["left_out"] = LeftOut;
  for (const auto &Keys : {std::vector<StringRef>{"statements", "dependences"},
                           std::vector<StringRef>{"accesses"}}) {
    for (Node &Region : Regions)
      for (StringRef Key : Keys)
        Region.getMap().erase(Doc.getNode(Key));
    for (StringRef Key : Keys)
      LeftOut.push_back(text(Key));
    if (Fits())
      return Blob;
  }
  for (StringRef Key : {"regions", "reads", "by_pointer", "files"}) {
    Root[Key] = array();
    LeftOut.push_back(text(Key));
    if (Fits())
      break;
  }
  return Blob;
}

void SliceRecord::emit(Module &M) {
  std::string Blob = blob();
  ArrayRef<uint8_t> Raw(reinterpret_cast<const uint8_t *>(Blob.data()),
                        Blob.size());
  SmallVector<uint8_t, 0> Stored(RecordHeaderBytes);
  SmallVector<uint8_t, 0> Compressed;
  if (compression::zlib::isAvailable()) {
    compression::zlib::compress(Raw, Compressed,
                                compression::zlib::BestSpeedCompression);
    Stored.append(Compressed);
  } else {
    Stored.append(Raw.begin(), Raw.end());
  }
  uint8_t *Header = Stored.data();
  memcpy(Header, RecordMagic, RecordVersionAt);
  support::endian::write32le(Header + RecordVersionAt, RecordVersion);
  support::endian::write32le(Header + RecordFlagsAt,
                             Compressed.empty() ? 0 : RecordIsCompressed);
  support::endian::write64le(Header + RecordStoredAt,
                             Stored.size() - RecordHeaderBytes);
  support::endian::write64le(Header + RecordRawAt, Raw.size());
  auto *Data = ConstantDataArray::get(M.getContext(), Stored);
  auto *GV =
      new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage,
                         Data, "foreslice.record");
  GV->setSection(RecordSection);
  GV->setAlignment(Align(1));
  GlobalValue::SanitizerMetadata Left;
  Left.NoAddress = true;
  GV->setSanitizerMetadata(Left);
  // Linkers keep the record, although unreferenced.
  appendToUsed(M, {GV});
}

} // namespace foreslice
