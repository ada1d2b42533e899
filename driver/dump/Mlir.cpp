//===- Mlir.cpp - foreslice-dump --format=mlir ----------------------------===//
//
// Access summaries in the dialect of foreslice-opt (../opt/AccessDialect.td).
//
//===----------------------------------------------------------------------===//

#include "Formats.h"

#include <fmt/format.h>
#include <ostream>

namespace foreslice::dump {

/// As MLIR reads strings.
static std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (unsigned char C : Text)
    if (C < 0x20 || C >= 0x7f || C == '"' || C == '\\')
      Result += fmt::format("\\{:02X}", C);
    else
      Result += static_cast<char>(C);
  return Result + "\"";
}

static std::string place(const Record &R, const Place &Where) {
  return Where ? " at " + quoted(R.describe(Where)) : "";
}

static std::string sum(const char *Name,
                       const std::optional<std::vector<Term>> &Sum) {
  if (!Sum)
    return "";
  std::string Terms;
  for (const Term &T : *Sum) {
    Terms += fmt::format("{}<{}", Terms.empty() ? "[" : ", ", T.Coefficient);
    for (const std::string &Factor : T.Factors)
      Terms += ", " + quoted(Factor);
    Terms += ">";
  }
  return fmt::format(" {} <{}{}>", Name, Terms, Terms.empty() ? "" : "]");
}

static void print(std::ostream &OS, const Record &R, const Access &A) {
  std::string Indent = "  ";
  for (const Nest &L : A.Loops) {
    OS << Indent << "foreslice.loop " << quoted(L.Counter)
       << (L.Iterations == "?" ? "" : " times " + quoted(L.Iterations))
       << place(R, L.At) << " {\n";
    Indent += "  ";
  }
  std::string Facts;
  for (const std::string &Fact : A.Facts)
    Facts += (Facts.empty() ? " where [" : ", ") + quoted(Fact);
  OS << Indent << "foreslice.access " << quoted(A.Call) << " of "
     << quoted(A.File) << sum("start", A.StartTerms)
     << sum("length", A.LengthTerms) << Facts << (Facts.empty() ? "" : "]")
     << place(R, A.At) << '\n';
  while (Indent.size() > 2) {
    Indent.resize(Indent.size() - 2);
    OS << Indent << "}\n";
  }
}

void printMlir(std::ostream &OS, const Inputs &All) {
  for (const Input &I : All)
    for (const Record &R : I.Records)
      for (const Region &Of : R.Regions) {
        if (!Of.Sliced)
          continue;
        OS << "foreslice.slice " << quoted(Of.Function) << place(R, Of.At)
           << " {\n";
        for (const Access &A : Of.Accesses)
          print(OS, R, A);
        OS << "}\n";
      }
}

} // namespace foreslice::dump
