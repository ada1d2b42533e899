//===- ForesliceDump.cpp - foreslice-dump ---------------------------------===//
//
// Shows the decisions of the compiler: reads with a slice, reads without and
// why, and the contents of slices with reasons.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Formats.h"
#include "Inputs.h"
#include "Process.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::dump;
using driver::CommandLine;
using driver::fatal;

namespace {
struct Options {
  std::vector<std::string> Files;
  std::string Format = "text", Color = "auto", Why, WhyNot;
  bool Signature = false, Whole = false;
  InputOptions Input;
};
} // namespace

static const std::vector<std::string> Formats = {"text", "json", "dot",
                                                 "html", "ir",   "mlir"};

/// "12" or "solver.c:12".
static Line parseLine(const char *Option, const std::string &Text) {
  size_t Colon = Text.rfind(':');
  std::string Number = Text.substr(Colon == Text.npos ? 0 : Colon + 1);
  bool IsNumber = !Number.empty() && Number.size() < 10 &&
                  std::ranges::all_of(
                      Number, [](unsigned char C) { return std::isdigit(C); });
  if (!IsNumber || Colon == 0)
    fatal(Command, "invalid value '" + Text + "' of " + Option +
                       "; accepted: LINE or FILE:LINE");
  return {Colon == Text.npos ? "" : Text.substr(0, Colon), std::stoull(Number)};
}

/// Words behind -- belong to the compiler.
static std::vector<std::string>
takeCompileOptions(std::vector<std::string> &A) {
  auto Dashes = std::ranges::find(A, "--");
  if (Dashes == A.end())
    return {};
  std::vector<std::string> Result(Dashes + 1, A.end());
  A.erase(Dashes, A.end());
  return Result;
}

static Options parse(int Argc, char **Argv) {
  Options O;
  std::vector<std::string> Arguments(Argv + 1, Argv + Argc);
  O.Input.CompileOptions = takeCompileOptions(Arguments);
  CommandLine Line(
      Command, "Shows what -fprefetch-slice makes of a program: of C and C++ "
               "sources (options\nfor the compiler come after --), LLVM IR, "
               "objects, archives and executables.");
  Line.option("files", O.Files, "FILE...", "what to look at");
  Line.choice("--format", O.Format, Formats,
              "text, json, dot, html, ir or mlir");
  Line.choice("--color", O.Color, {"auto", "always", "never"},
              "auto, always or never");
  Line.flag("--whole", O.Whole, "print sources as a whole (text)");
  Line.option("--why", O.Why, "[FILE:]LINE", "why the statement is in a slice");
  Line.option("--why-not", O.WhyNot, "[FILE:]LINE",
              "why the read is not prefetched");
  Line.flag("--signature", O.Signature,
            "the access pattern of each read, as an I/O signature");
  Line.option("-p", O.Input.Database, "DIR",
              "where compile_commands.json is, for sources");
  Line.parse(std::move(Arguments));
  if (O.Files.empty())
    fatal(Command,
          "no file given; it takes sources, LLVM IR, objects, archives "
          "and executables");
  if (!O.Why.empty() + !O.WhyNot.empty() + O.Signature > 1)
    fatal(Command, "--why, --why-not and --signature cannot be combined");
  O.Input.WantIR = O.Format == "ir";
  return O;
}

static void print(const Options &O, const dump::Inputs &All) {
  Sources Texts;
  if (!O.Why.empty())
    return printWhy(std::cout, All, Texts, parseLine("--why", O.Why));
  if (!O.WhyNot.empty())
    return printWhyNot(std::cout, All, parseLine("--why-not", O.WhyNot));
  if (O.Signature)
    return printSignatures(std::cout, All);
  if (O.Format == "json")
    return printJson(std::cout, All);
  if (O.Format == "dot")
    return printDot(std::cout, All, Texts);
  if (O.Format == "html")
    return printHtml(std::cout, All, Texts);
  if (O.Format == "mlir")
    return printMlir(std::cout, All);
  if (O.Format == "ir")
    return printIR(std::cout, All);
  bool Color =
      O.Color == "always" || (O.Color == "auto" && isatty(STDOUT_FILENO));
  printText(std::cout, All, Texts, Color, O.Whole);
}

/// Files without a record are left out with a warning, if there are others.
static dump::Inputs readAll(const Options &O) {
  dump::Inputs All;
  std::vector<std::string> Empty;
  for (const std::string &File : O.Files) {
    std::string Why;
    Input Found = readInput(File, O.Input, Why);
    if (Why.empty())
      All.push_back(std::move(Found));
    else
      Empty.push_back(std::move(Why));
  }
  if (All.empty())
    fatal(Command, Empty.front());
  for (const std::string &Why : Empty)
    std::cerr << Command << ": warning: " << Why << '\n';
  return All;
}

int main(int Argc, char **Argv) {
  Options O = parse(Argc, Argv);
  dump::Inputs All = readAll(O);
  print(O, All);
  std::cout.flush();
  if (!std::cout)
    fatal(Command, "the output cannot be written");
}
