//===- LibcxxNames.cpp - names of functions of libc++ ---------------------===//
//
// See LibcxxNames.h.
//
//===----------------------------------------------------------------------===//

#include "model/LibcxxNames.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace foreslice {

/// The length of the tag at the begin of Rest; 0 if there is no tag. A tag is
/// B, the length of the rest, letters, and six digits.
static size_t tagLength(StringRef Rest) {
  constexpr size_t Digits = 6;
  StringRef Tag = Rest;
  unsigned Length = 0;
  if (!Tag.consume_front("B") || Tag.consumeInteger(10, Length) ||
      Length <= Digits || Length > Tag.size())
    return 0;
  Tag = Tag.take_front(Length);
  bool Is = all_of(Tag.drop_back(Digits), isLower) &&
            all_of(Tag.take_back(Digits), isDigit);
  return Is ? static_cast<size_t>(Tag.end() - Rest.begin()) : 0;
}

bool isOfLibcxx(StringRef Name) {
  return Name.starts_with("_ZNSt3__1") || Name.starts_with("_ZNKSt3__1");
}

std::string untaggedName(StringRef Name) {
  if (!isOfLibcxx(Name))
    return Name.str();
  std::string Result;
  while (!Name.empty()) {
    Name = Name.drop_front(tagLength(Name));
    size_t End = Name.find('B', 1);
    Result += Name.take_front(End);
    Name = Name.substr(End);
  }
  return Result;
}

} // namespace foreslice
