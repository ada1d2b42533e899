//===- TextLowering.h - text written by a slice ---------------------------===//
//
// Text written by a slice never goes beyond the destination, and library
// functions get a copy of text in renamed memory.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_TEXTLOWERING_H
#define FORESLICE_PASSES_LOWER_TEXTLOWERING_H

#include "lower/SliceCode.h"

namespace foreslice {

class TextLowering {
public:
  explicit TextLowering(SliceCode &Slice) : Slice(Slice) {}

  /// The format of a call, with bounds added where missing.
  static llvm::Value *boundFormat(llvm::CallBase &CB, unsigned Arg);
  /// Stores Text, which has room for Room bytes. Text too long for a private
  /// variable ends the slice.
  void storeText(llvm::IRBuilder<> &B, llvm::Value *To, llvm::Value *Text,
                 uint64_t Room);
  /// Gives CB a copy of the slice's version of argument Arg. If CB returns an
  /// address in the copy, the slice goes on with the address in the text.
  void copyText(llvm::CallBase &CB, unsigned Arg);
  /// Pointer is the place of an address stored by CB. If CB got a copy of the
  /// text, the address is moved from the copy to the text.
  void leadIntoText(llvm::IRBuilder<> &B, const llvm::CallBase &CB,
                    llvm::Value *Pointer) const;
  void lowerString(llvm::CallBase &CB, const StringCall &Call);

private:
  /// Text in renamed memory, and the copy for a library function.
  struct CopiedText {
    llvm::Value *Original, *Copy;
  };

  static llvm::Value *inText(llvm::IRBuilder<> &B, llvm::Value *Address,
                             CopiedText Text);
  void makeStringElsewhere(llvm::CallBase &CB, const StringCall &Call);
  llvm::Value *stringLength(llvm::IRBuilder<> &B, llvm::Value *Text,
                            llvm::Value *Most);

  SliceCode &Slice;
  /// Copies given to calls that store addresses into the text.
  llvm::DenseMap<const llvm::CallBase *, CopiedText> CopiedTexts;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_TEXTLOWERING_H
