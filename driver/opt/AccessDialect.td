//===- AccessDialect.td - access summaries in MLIR ------------------------===//
//
// The output of foreslice-dump --format=mlir: the accesses of each slice,
// inside the loops around, with start and length as sums of products of loop
// counters and named values.
//
//===----------------------------------------------------------------------===//

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/OpBase.td"

def Foreslice_Dialect : Dialect {
  let name = "foreslice";
  let summary = "access summaries of prefetch slices";
  let cppNamespace = "::foreslice::access";
  let useDefaultAttributePrinterParser = 1;
}

class Foreslice_Attr<string name, string mnemonicName>
    : AttrDef<Foreslice_Dialect, name> {
  let mnemonic = mnemonicName;
}

def Foreslice_Term : Foreslice_Attr<"Term", "term"> {
  let summary = "a coefficient, which is not 0, and the factors it multiplies";
  let parameters = (ins "int64_t":$coefficient,
                        OptionalArrayRefParameter<"::mlir::StringAttr">:$factors);
  let assemblyFormat = "`<` $coefficient (`,` $factors^)? `>`";
  let genVerifyDecl = 1;
}

def Foreslice_Sum : Foreslice_Attr<"Sum", "sum"> {
  let summary = "a polynomial; 0 has no terms";
  let parameters = (ins OptionalArrayRefParameter<"::foreslice::access::TermAttr">:$terms);
  let assemblyFormat = "`<` (`[` $terms^ `]`)? `>`";
}

class Foreslice_Op<string mnemonic, list<Trait> traits = []>
    : Op<Foreslice_Dialect, mnemonic, traits>;

def Foreslice_SliceOp : Foreslice_Op<"slice", [NoTerminator, SingleBlock]> {
  let summary = "a slice, by the function that its region is in";
  let arguments = (ins StrAttr:$function, OptionalAttr<StrAttr>:$place);
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$function (`at` $place^)? $body attr-dict";
}

def Foreslice_LoopOp
    : Foreslice_Op<"loop", [NoTerminator, SingleBlock,
                            ParentOneOf<["SliceOp", "LoopOp"]>]> {
  let summary = "a loop, by its counter, and how often it comes to the access";
  let arguments = (ins StrAttr:$counter, OptionalAttr<StrAttr>:$times,
                       OptionalAttr<StrAttr>:$place);
  let regions = (region AnyRegion:$body);
  let assemblyFormat =
      "$counter (`times` $times^)? (`at` $place^)? $body attr-dict";
}

def Foreslice_AccessOp
    : Foreslice_Op<"access", [ParentOneOf<["SliceOp", "LoopOp"]>]> {
  let summary = "a read or write; what is not known of it is left out";
  let arguments = (ins StrAttr:$call, StrAttr:$file,
                       OptionalAttr<Foreslice_Sum>:$start,
                       OptionalAttr<Foreslice_Sum>:$length,
                       OptionalAttr<StrArrayAttr>:$facts,
                       OptionalAttr<StrAttr>:$place);
  let assemblyFormat = [{
    $call `of` $file (`start` $start^)? (`length` $length^)?
    (`where` $facts^)? (`at` $place^)? attr-dict
  }];
}
