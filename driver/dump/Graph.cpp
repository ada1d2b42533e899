//===- Graph.cpp - foreslice-dump --format=json, dot, ir ------------------===//
//
// The formats for other programs.
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "Marks.h"

#include <fmt/format.h>
#include <ostream>

using nlohmann::json;

namespace foreslice::dump {

void printJson(std::ostream &OS, const Inputs &All) {
  json Result = {{"version", 1}, {"inputs", json::array()}};
  for (const Input &I : All)
    Result["inputs"].push_back({{"input", I.Name}, {"records", I.Json}});
  OS << Result.dump(1, ' ', /*ensure_ascii=*/false,
                    json::error_handler_t::replace)
     << '\n';
}

void printIR(std::ostream &OS, const Inputs &All) {
  for (const Input &I : All)
    OS << "; " << I.Name << '\n'
       << (I.IR.empty() ? "; no slices\n" : I.IR) << '\n';
}

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

static std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    if (C == '\n')
      Result += "\\n";
    else
      Result += C == '\t' ? ' ' : C;
  }
  return Result + "\"";
}

static const char *colorOf(const std::string &How) {
  if (How == "control")
    return "gray50";
  if (How == "memory")
    return "blue";
  return How == "data" ? "black" : "darkgreen";
}

static void printRegion(std::ostream &OS, const Record &R, const Region &Sliced,
                        Sources &Texts, unsigned Number) {
  OS << fmt::format("  subgraph cluster{} {{\n    label={};\n", Number,
                    quoted(titleOf(R, Sliced)));
  for (size_t I = 0; I < Sliced.Statements.size(); ++I) {
    const Statement &S = Sliced.Statements[I];
    std::string Source =
        S.Position ? Texts.of(R.Files[S.Position.File]).line(S.Position.Line)
                   : "";
    Source.erase(0, Source.find_first_not_of(" \t"));
    OS << fmt::format("    s{}_{} [label={}{}];\n", Number, I,
                      quoted(R.describe(S.Position) + "\n" +
                             (Source.empty() ? S.Does : Source)),
                      S.IO == "read" ? ", style=filled, fillcolor=lightgreen"
                                     : "");
  }
  OS << "  }\n";
  for (const Dependence &D : Sliced.Dependences)
    OS << fmt::format("  s{0}_{1} -> s{0}_{2} [label={3}, color={4}];\n",
                      Number, D.Needed, D.User, quoted(D.How), colorOf(D.How));
}

void printDot(std::ostream &OS, const Inputs &All, Sources &Texts) {
  OS << "digraph slices {\n  node [shape=box, fontname=monospace];\n";
  unsigned Number = 0;
  for (const Input &I : All)
    for (const Record &R : I.Records)
      for (const Region &Of : R.Regions)
        if (Of.Sliced)
          printRegion(OS, R, Of, Texts, Number++);
  OS << "}\n";
}

} // namespace foreslice::dump
