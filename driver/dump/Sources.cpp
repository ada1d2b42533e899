//===- Sources.cpp - the text of source files -----------------------------===//
//
// See Sources.h.
//
//===----------------------------------------------------------------------===//

#include "Sources.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace foreslice::dump {

static std::string md5(StringRef Text) {
  MD5 Sum;
  Sum.update(Text);
  return std::string(Sum.final().digest());
}

const SourceText &Sources::of(const SourceFile &File) {
  auto [It, New] = Known.try_emplace({File.Folder, File.Name});
  SourceText &Text = It->second;
  if (!New)
    return Text;
  SmallString<128> Path(File.Folder);
  sys::path::append(Path, File.Name);
  if (sys::path::is_absolute(File.Name))
    Path = File.Name;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  // An object may have come from another machine.
  if (!Buffer)
    Buffer = MemoryBuffer::getFile(File.Name, /*IsText=*/true);
  if (!Buffer) {
    Text.Problem = "is missing";
    return Text;
  }
  if (!File.MD5.empty() && md5((*Buffer)->getBuffer()) != File.MD5) {
    Text.Problem = "has changed since it was compiled";
    return Text;
  }
  for (line_iterator Line(**Buffer, /*SkipBlanks=*/false); !Line.is_at_end();
       ++Line) {
    std::string Printable = Line->rtrim("\r").str();
    for (char &C : Printable)
      if (!isPrint(C) && C != '\t' && static_cast<unsigned char>(C) < 0x80)
        C = '?';
    Text.Lines.push_back(Printable);
  }
  return Text;
}

bool isNameOf(const std::string &Given, const SourceFile &File) {
  SmallString<128> Path(File.Folder), Absolute(Given);
  sys::path::append(Path, File.Name);
  if (sys::fs::make_absolute(Absolute))
    return false;
  sys::path::remove_dots(Absolute, true);
  sys::path::remove_dots(Path, true);
  StringRef Name = File.Name;
  return Name == Given || Path == Absolute ||
         (Name.ends_with(Given) && Name.drop_back(Given.size()).ends_with("/"));
}

} // namespace foreslice::dump
