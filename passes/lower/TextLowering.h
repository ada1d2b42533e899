//===- TextLowering.h - the text that a slice makes -----------------------===//
//
// Text that a slice makes never goes beyond the memory that it is written to,
// and text in memory that the slice renames is shown to library functions as a
// copy.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_TEXTLOWERING_H
#define FORESLICE_PASSES_LOWER_TEXTLOWERING_H

#include "lower/SliceCode.h"

namespace foreslice {

class TextLowering {
public:
  explicit TextLowering(SliceCode &Slice) : Slice(Slice) {}

  /// The format of a call, with bounds for what has none.
  static llvm::Value *boundFormat(llvm::CallBase &CB, unsigned Arg);
  /// Stores Text, which has room for so many bytes. Text that is longer than a
  /// variable of the slice's own ends the slice.
  void storeText(llvm::IRBuilder<> &B, llvm::Value *To, llvm::Value *Text,
                 uint64_t Room);
  /// CB sees a copy of what the slice sees as that argument. Where CB returns
  /// an address in the copy, the slice goes on with the address in the text.
  void copyText(llvm::CallBase &CB, unsigned Arg);
  /// At is where CB has put an address. Where CB was shown a copy, the address
  /// becomes one in the text.
  void leadIntoText(llvm::IRBuilder<> &B, const llvm::CallBase &CB,
                    llvm::Value *Pointer) const;
  void lowerString(llvm::CallBase &CB, const StringCall &Call);

private:
  /// Text in memory that the slice renames, and what a library function is
  /// shown instead.
  struct CopiedText {
    llvm::Value *Original, *Copy;
  };

  static llvm::Value *inText(llvm::IRBuilder<> &B, llvm::Value *Address,
                             CopiedText Text);
  void makeStringElsewhere(llvm::CallBase &CB, const StringCall &Call);
  llvm::Value *stringLength(llvm::IRBuilder<> &B, llvm::Value *Text,
                            llvm::Value *Most);

  SliceCode &Slice;
  /// Of calls that write addresses in them.
  llvm::DenseMap<const llvm::CallBase *, CopiedText> CopiedTexts;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_TEXTLOWERING_H
