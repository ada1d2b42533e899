//===- ForesliceSignature.cpp - foreslice-signature -----------------------===//
//
// Makes signatures of programs' reads and writes, from traces of runs, shows
// signatures, and writes signature files for the run time.
//
//===----------------------------------------------------------------------===//

#include "AccessText.h"
#include "ClassText.h"
#include "CommandLine.h"
#include "Compiled.h"
#include "Darshan.h"
#include "Fit.h"
#include "Process.h"

#include "signature/SignatureJson.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

using namespace foreslice;
using namespace foreslice::signature;
using driver::CommandLine;
using driver::fatal;

namespace {

struct Options {
  std::vector<std::string> Paths;
  std::string Format = "text", Output, Darshan, Program;
  bool Accesses = false, Classes = false;
  unsigned Window = 10;
  Meanings Set;
};

Meanings parseMeanings(const std::vector<std::string> &Set) {
  Meanings All;
  for (const std::string &Text : Set) {
    const size_t Equals = Text.find('=');
    if (Equals == Text.npos || Equals == 0)
      fatal(Command,
            "invalid value '" + Text + "' of --set; accepted: NAME=VALUE");
    All[Text.substr(0, Equals)] = Text.substr(Equals + 1);
  }
  return All;
}

/// Checks that signatures come from a single kind of input.
void checkOrigin(const Options &O) {
  const int Origins =
      !O.Paths.empty() + !O.Darshan.empty() + !O.Program.empty();
  if (Origins > 1)
    fatal(Command, "traces, --darshan and --program cannot be combined");
  if (Origins == 0)
    fatal(Command, "no trace given; it takes files and folders that "
                   "'foreslice-run --trace=DIR' has written");
  if (O.Accesses && O.Paths.empty())
    fatal(Command, "--accesses needs traces");
  if (O.Classes && O.Paths.empty())
    fatal(Command, "--classes needs traces");
  if (!O.Set.empty() && O.Program.empty())
    fatal(Command, "--set needs --program");
}

Options parse(int Argc, char **Argv) {
  Options O;
  std::vector<std::string> Set;
  CommandLine Line(
      Command, "Makes signatures of what programs read and write from traces "
               "of their runs, which\n'foreslice-run --trace=DIR' writes.");
  Line.option("paths", O.Paths, "DIR|FILE...",
              "traces, or folders that hold traces");
  Line.choice("--format", O.Format, {"text", "json"}, "text or json");
  Line.option("-o", O.Output, "FILE",
              "writes the signatures to a file for FORESLICE_SIGNATURES");
  Line.option("--darshan", O.Darshan, "LOG",
              "a log of Darshan, in place of traces; with DXT, its accesses "
              "are known",
              CommandLine::Existing::File);
  Line.option("--program", O.Program, "FILE",
              "a source, an object or an executable, in place of traces: "
              "what the compiler knows of it",
              CommandLine::Existing::File);
  Line.option("--set", Set, "NAME=VALUE",
              "what a name of the source stands for: a number, rank, ranks, "
              "or the path of a file");
  Line.flag("--accesses", O.Accesses,
            "prints all accesses of traces, a line each, in place of "
            "signatures");
  Line.flag("--classes", O.Classes,
            "prints the classes of accesses in traces, window by window, in "
            "place of signatures");
  Line.option("--window", O.Window, "NUMBER",
              "accesses that are classified together, from 6 to 64; 10 if "
              "it is not given",
              6, 64);
  Line.parse(Argc, Argv);
  O.Set = parseMeanings(Set);
  checkOrigin(O);
  return O;
}

SignatureFile signaturesOf(const Options &O) {
  if (!O.Program.empty())
    return readProgram(O.Program, O.Set);
  return O.Darshan.empty() ? fit(readTraces(O.Paths))
                           : readDarshanLog(O.Darshan);
}

std::string bytes(uint64_t Bytes) { return std::to_string(Bytes) + " bytes"; }

void printStream(std::ostream &Out, const SignatureStream &S) {
  Out << "\n" << S.File;
  if (S.Rank)
    Out << ", rank " << *S.Rank;
  if (S.Ranks)
    Out << " of " << *S.Ranks;
  if (S.Thread != 0)
    Out << ", thread " << S.Thread;
  if (S.Opening != 0)
    Out << ", opening " << S.Opening;
  if (S.LastOpening > S.Opening)
    Out << (S.Opening != 0 ? "" : ", opening 0") << " to " << S.LastOpening;
  if (!S.Sets.Names.empty())
    Out << ", by datasets";
  if (!S.Trace.empty())
    Out << "\n  trace    " << S.Trace;
  Out << "\n  pattern  " << S.Pattern << "\n";
  std::string Figures;
  if (S.Accesses != 0)
    Figures = std::to_string(S.Accesses) +
              (S.Accesses == 1 ? " access of " : " accesses of ") +
              bytes(S.Bytes);
  if (S.TraceBytes != 0)
    Figures += "; in the trace " + bytes(S.TraceBytes);
  if (!S.Terms.empty())
    Figures += (Figures.empty()     ? "as signature "
                : S.TraceBytes != 0 ? ", as signature "
                                    : "; as signature ") +
               bytes(bytesOf(S.Terms));
  Out << "  " << Figures << "\n";
  if (!S.Note.empty())
    Out << "  " << S.Note << "\n";
}

void print(std::ostream &Out, const SignatureFile &F) {
  Out << "== " << F.Program;
  for (size_t I = 0; I < F.Ranks.size(); ++I)
    Out << (I == 0 ? ", ranks " : ", ") << F.Ranks[I];
  Out << "\n";
  for (const SignatureStream &S : F.Streams)
    printStream(Out, S);
}

void write(const std::string &Path, const SignatureFile &F) {
  std::ofstream Out(Path, std::ios::binary);
  Out << F.json();
  Out.close();
  if (!Out)
    fatal(Command, "'" + Path + "' cannot be written: " + strerror(errno));
}

} // namespace

int main(int Argc, char **Argv) {
  const Options O = parse(Argc, Argv);
  if (O.Accesses || O.Classes) {
    if (O.Accesses)
      printAccesses(std::cout, O.Paths);
    else
      printClasses(std::cout, O.Paths, O.Window);
    std::cout.flush();
    if (!std::cout)
      fatal(Command, "the output cannot be written");
    return 0;
  }
  const SignatureFile F = signaturesOf(O);
  if (!O.Output.empty())
    write(O.Output, F);
  if (O.Format == "json")
    std::cout << F.json();
  else if (O.Output.empty())
    print(std::cout, F);
  std::cout.flush();
  if (!std::cout)
    fatal(Command, "the output cannot be written");
}
