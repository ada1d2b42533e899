//===- CompilerCommand.cpp - the tasks in a compiler command line ---------===//
//
// A single walk over the arguments with response files expanded. The walk knows
// enough of clang's options to tell options, values and inputs apart;
// everything else is left to clang.
//
//===----------------------------------------------------------------------===//

#include "CompilerCommand.h"
#include "Process.h"
#include "ResponseFile.h"

#include <algorithm>
#include <cctype>
#include <regex.h>
#include <string_view>

namespace foreslice::driver {

static constexpr const char *SchemeNames[] = {
#define FORESLICE_SCHEME(Id, Name, Help) Name,
#include "foreslice/schemes.def"
};

static constexpr std::string_view OwnPrefix = "-fprefetch-slice";
static constexpr std::string_view SchemeOption = "-fprefetch-slice-scheme=";
static constexpr std::string_view BudgetOption = "-fprefetch-slice-budget=";
static constexpr std::string_view MpiOption = "-fprefetch-slice-mpi=";

static constexpr struct {
  std::string_view Name, Value, Help;
} OwnOptions[] = {
#define FORESLICE_OPTION(Name, Value, Help) {Name, Value, Help},
#include "OwnOptions.def"
};

namespace {
enum class Stage { Code, NoCode, NoLink };

struct StageOption {
  std::string_view Name;
  Stage Last;
};
} // namespace

/// Options that stop clang before the link: with code, or without.
static constexpr StageOption StageOptions[] = {
    {"-c", Stage::Code},
    {"--compile", Stage::Code},
    {"-S", Stage::Code},
    {"--assemble", Stage::Code},
    {"-r", Stage::NoLink},
    {"--emit-static-lib", Stage::NoLink},
    {"-E", Stage::NoCode},
    {"--preprocess", Stage::NoCode},
    {"-M", Stage::NoCode},
    {"--dependencies", Stage::NoCode},
    {"-MM", Stage::NoCode},
    {"--user-dependencies", Stage::NoCode},
    {"-fsyntax-only", Stage::NoCode},
    {"--analyze", Stage::NoCode},
    {"--precompile", Stage::NoCode},
    {"-emit-ast", Stage::NoCode},
    {"-emit-interface-stubs", Stage::NoCode},
    {"-extract-api", Stage::NoCode},
    {"-module-file-info", Stage::NoCode},
    {"-verify-pch", Stage::NoCode},
    {"-rewrite-objc", Stage::NoCode},
    {"-rewrite-legacy-objc", Stage::NoCode},
    {"--migrate", Stage::NoCode},
};

/// Endings of inputs compiled to code by clang. Headers are precompiled, and
/// assembler is not for the pass.
static constexpr std::string_view CodeEndings[] = {
    "c",   "i",    "cc",  "cp",   "cxx",  "cpp", "c++", "C",   "CC",
    "CPP", "CXX",  "ii",  "m",    "mm",   "M",   "mi",  "mii", "ll",
    "bc",  "cppm", "ccm", "cxxm", "c++m", "pcm", "cu",  "hip"};

/// Endings of Fortran sources, without regard to case.
static constexpr std::string_view FortranEndings[] = {
    "f", "for", "ftn", "fpp", "f77", "f90", "f95", "f03", "f08", "f18"};

static bool isFortran(std::string_view Ending, std::string_view Language) {
  if (!Language.empty())
    return Language.starts_with("f95") || Language.starts_with("f77") ||
           Language == "fortran";
  std::string Lower(Ending);
  std::ranges::transform(Lower, Lower.begin(),
                         [](unsigned char C) { return std::tolower(C); });
  return std::ranges::find(FortranEndings, Lower) != std::end(FortranEndings);
}

static bool isHeader(std::string_view Ending, std::string_view Language) {
  constexpr std::string_view Endings[] = {"h", "H", "hh", "hp", "hpp", "hxx"};
  return Language.empty()
             ? std::ranges::find(Endings, Ending) != std::end(Endings)
             : Language.find("header") != std::string_view::npos;
}

static bool isCodeLanguage(std::string_view Language) {
  return Language.find("header") == std::string_view::npos &&
         Language.find("assembler") == std::string_view::npos;
}

static size_t valuesAfter(std::string_view Option) {
#define FORESLICE_CLANG_OPTION(Name, Arguments)                                \
  if (Option == Name)                                                          \
    return Arguments;
#define FORESLICE_CLANG_PREFIX(Prefix)                                         \
  if (Option.starts_with(Prefix))                                              \
    return 1;
#include "ClangOptions.def"
  return 0;
}

const MpiFamily &parseMpiFamily(const char *Command, const std::string &Text) {
  const MpiFamily *Family = findMpiFamily(Text);
  if (!Family)
    fatal(Command, "invalid value '" + Text + "' in '" +
                       std::string(MpiOption) + Text +
                       "'; accepted: " + mpiFamilyNames());
  return *Family;
}

static std::string parseScheme(const char *Command, const std::string &Text) {
  std::string Accepted;
  for (const char *Name : SchemeNames) {
    if (Text == Name)
      return Text;
    Accepted.append(Accepted.empty() ? "" : ", ").append(Name);
  }
  fatal(Command, "invalid value '" + Text + "' in '" +
                     std::string(SchemeOption) + Text +
                     "'; accepted: " + Accepted);
}

/// Percent of the usual work, at least one.
static std::string parseBudget(const char *Command, const std::string &Text) {
  constexpr size_t MostDigits = 5;
  if (Text.empty() || Text.size() > MostDigits || Text.front() == '0' ||
      !std::ranges::all_of(Text, [](char C) { return C >= '0' && C <= '9'; }))
    fatal(Command, "invalid value '" + Text + "' in '" +
                       std::string(BudgetOption) + Text +
                       "'; accepted: a number of percent, 1 to 99999");
  return Text;
}

static std::string acceptedOptions() {
  std::string Accepted;
  for (const auto &Option : OwnOptions)
    Accepted.append(Accepted.empty() ? "" : ", ").append(Option.Name);
  return Accepted;
}

std::string ownHelp() {
  // As in clang: a long option has the help on the next line.
  constexpr size_t Column = 26;
  std::string Text = "\nOPTIONS of Foreslice:\n";
  for (const auto &[Name, Value, Help] : OwnOptions) {
    std::string Line = "  " + std::string(Name);
    if (!Value.empty())
      Line.append("<").append(Value).append(">");
    if (Line.size() >= Column) {
      Text += Line + "\n";
      Line.clear();
    }
    Line.resize(Column, ' ');
    Text += Line.append(Help) + "\n";
  }
  return Text;
}

namespace {
class Parser {
public:
  Parser(const char *Command, CompilerCommand &Out, driver::Language L)
      : Command(Command), Lang(L), Out(Out) {}

  /// Walks over Arguments; returns the arguments other than Foreslice's
  /// options.
  std::vector<Argument> run(const std::vector<Argument> &Arguments);

private:
  bool ownOption(const std::string &Text);
  void clangOption(std::string_view Text, std::string_view Value);
  void libraryOption(std::string_view Text, std::string_view Value);
  void linkTimeOption(std::string_view Text);
  void input(std::string_view Text);

  const char *Command;
  const driver::Language Lang; ///< Of the compiler.
  CompilerCommand &Out;
  std::string Language; ///< Of -x; "" if by file name.
  bool Code = true, Link = true, FullLto = false, FatObjects = false;
};
} // namespace

/// True if Text is an option of Foreslice: the option is then taken.
bool Parser::ownOption(const std::string &Text) {
  if (Text == "-fprefetch-slice" || Text == "-fno-prefetch-slice") {
    Out.Slice = Text == "-fprefetch-slice";
    return true;
  }
  if (Text == "-fprefetch-slice-whole-program" ||
      Text == "-fno-prefetch-slice-whole-program") {
    Out.Program = Out.ProgramAlways = Text == "-fprefetch-slice-whole-program";
    return true;
  }
  if (Text.starts_with(SchemeOption)) {
    Out.Scheme = parseScheme(Command, Text.substr(SchemeOption.size()));
    return true;
  }
  if (Text.starts_with(BudgetOption)) {
    Out.Budget = parseBudget(Command, Text.substr(BudgetOption.size()));
    return true;
  }
  if (Text.starts_with(MpiOption)) {
    Out.Family = &parseMpiFamily(Command, Text.substr(MpiOption.size()));
    return true;
  }
  if (Text.starts_with(OwnPrefix) || Text.starts_with("-fno-prefetch-slice"))
    fatal(Command,
          "unknown option '" + Text + "'; accepted: " + acceptedOptions());
  return false;
}

static constexpr struct {
  std::string_view Clangs;
  const char *Llvms;
} RemarkOptions[] = {
    {"-Rpass=", "-pass-remarks=prefetch-slice"},
    {"-Rpass-missed=", "-pass-remarks-missed=prefetch-slice"},
    {"-Rpass-analysis=", "-pass-remarks-analysis=prefetch-slice"},
};

/// True if Pattern, of clang's -Rpass=, matches the pass.
static bool matchesPass(std::string_view Pattern) {
  regex_t Regex;
  if (regcomp(&Regex, std::string(Pattern).c_str(), REG_EXTENDED | REG_NOSUB) !=
      0)
    return false;
  bool Matches = regexec(&Regex, "prefetch-slice", 0, nullptr, 0) == 0;
  regfree(&Regex);
  return Matches;
}

/// Notes options that decide how an -flto link is done.
void Parser::linkTimeOption(std::string_view Text) {
  if (Text == "-flto" || Text.starts_with("-flto=")) {
    Out.Lto = true;
    FullLto = Text != "-flto=thin";
  } else if (Text == "-fno-lto") {
    Out.Lto = FullLto = false;
  } else if (Text == "-ffat-lto-objects" || Text == "-fno-fat-lto-objects")
    FatObjects = Text == "-ffat-lto-objects";
  else if (Text.starts_with("-fuse-ld=") || Text.starts_with("--ld-path="))
    Out.Linker = Text.substr(Text.find('=') + 1);
  else
    for (const auto &[Clangs, Llvms] : RemarkOptions)
      if (Text.starts_with(Clangs) && matchesPass(Text.substr(Clangs.size())))
        Out.RemarkOptions.push_back(Llvms);
}

/// Options, by beginning, that name files after the run's output, or that hold
/// for later inputs.
static constexpr std::string_view TogetherOptions[] = {"-x",
                                                       "--language",
                                                       "-M",
                                                       "--dependencies",
                                                       "--user-dependencies",
                                                       "--write",
                                                       "-###",
                                                       "-v",
                                                       "--verbose",
                                                       "-dumpdir",
                                                       "-serialize",
                                                       "--serialize",
                                                       "-ftime-trace",
                                                       "-fsave-optimization",
                                                       "-foptimization-record",
                                                       "-fstack-usage",
                                                       "-fproc-stat",
                                                       "-include-pch",
                                                       "-fmodule",
                                                       "-fcrash",
                                                       "-gen-",
                                                       "--config",
                                                       "-ccc",
                                                       "-Xarch",
                                                       "--driver"};

void Parser::clangOption(std::string_view Text, std::string_view Value) {
  linkTimeOption(Text);
  if (Out.Together.empty() &&
      std::ranges::any_of(TogetherOptions, [&](std::string_view Start) {
        return Text.starts_with(Start);
      }))
    Out.Together = Text;
  for (const StageOption &Option : StageOptions)
    if (Text == Option.Name) {
      Link = false;
      Code &= Option.Last != Stage::NoCode;
    }
  if (Text == "-x" || Text == "--language")
    Language = Value == "none" ? "" : Value;
  else if (Text.starts_with("-x"))
    Language = Text == "-xnone" ? "" : Text.substr(2);
  else if (Text == "-static" || Text == "--static" || Text == "-static-pie")
    Out.Static = true;
  else if (Text == "-shared" || Text == "--shared")
    Out.Shared = true;
  else if (Text == "--version")
    Out.Asks = Question::Version;
  else if (Text == "--help" || Text == "-help" || Text == "--help-hidden")
    Out.Asks = Question::Help;
  else if (Text.starts_with("-fpass-plugin="))
    Out.HasPlugin |= baseName(Text) == "ForeslicePass.so";
  else
    libraryOption(Text, Value);
}

/// Options for the linker, passed on or translated by clang.
void Parser::libraryOption(std::string_view Text, std::string_view Value) {
  constexpr std::string_view ForLinker = "--for-linker=",
                             Folder = "--library-directory";
  if (Text == "-Xlinker" || Text == "--for-linker")
    Out.Line.add(Value);
  else if (Text.starts_with(ForLinker))
    Out.Line.add(Text.substr(ForLinker.size()));
  else if (Text == "-l" || Text == "-L" || Text == Folder)
    Out.Line.add((Text == "-l" ? "-l" : "-L") + std::string(Value));
  else if (Text.starts_with(Folder))
    Out.Line.add("-L" + std::string(Text.substr(Folder.size() + 1)));
  else if (Text == "--sysroot")
    Out.Line.Sysroot = Value;
  else if (Text.starts_with("-l") || Text.starts_with("-L") ||
           Text.starts_with("--sysroot="))
    Out.Line.add(Text);
  else if (Text.starts_with("-Wl,"))
    for (Text.remove_prefix(4); !Text.empty();) {
      size_t Comma = std::min(Text.find(','), Text.size());
      Out.Line.add(Text.substr(0, Comma));
      Text.remove_prefix(std::min(Comma + 1, Text.size()));
    }
}

void Parser::input(std::string_view Text) {
  std::string_view Name = baseName(Text);
  size_t Dot = Name.rfind('.');
  std::string_view Ending =
      Dot == std::string_view::npos ? "" : Name.substr(Dot + 1);
  if (isHeader(Ending, Language))
    Link = false; // A header is precompiled.
  bool Fortran = isFortran(Ending, Language);
  if (Fortran && Lang != driver::Language::Fortran) {
    if (Out.Fortran.empty())
      Out.Fortran = Text;
  } else if (Fortran ||
             (Language.empty() ? std::ranges::find(CodeEndings, Ending) !=
                                     std::end(CodeEndings)
                               : isCodeLanguage(Language))) {
    Out.Compiles = true;
    Out.Sources.emplace_back(Text);
  } else
    Out.Line.addInput(Text);
}

std::vector<Argument> Parser::run(const std::vector<Argument> &Arguments) {
  std::vector<Argument> Kept;
  bool OnlyInputs = false;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Text = Arguments[I].Text;
    if (!OnlyInputs && ownOption(Text))
      continue;
    Kept.push_back(Arguments[I]);
    if (OnlyInputs || !Text.starts_with("-") || Text == "-") {
      if (Out.Together.empty() &&
          (OnlyInputs || Text == "-" || Text.starts_with("@")))
        Out.Together = Text;
      input(Text);
      continue;
    }
    OnlyInputs = Text == "--";
    size_t Values = std::min(valuesAfter(Text), Arguments.size() - I - 1);
    clangOption(Text, Values ? Arguments[I + 1].Text : std::string());
    Out.Flags.add(Text, Values ? &Arguments[I + 1].Text : nullptr);
    for (; Values; --Values)
      Kept.push_back(Arguments[++I]);
  }
  Out.Compiles &= Code;
  Out.Links = Link && !Out.Line.Relocatable;
  Out.WholeProgram = FullLto && !FatObjects;
  for (const LinkedLibrary &Library : Out.Line.Libraries)
    Out.HasRuntime |= Library.IsPath
                          ? baseName(Library.Name).starts_with("libforeslice")
                          : Library.Name.starts_with("foreslice");
  return Kept;
}

CompilerCommand parseCompilerCommand(const char *Command,
                                     const std::vector<std::string> &Argv,
                                     Language L) {
  CompilerCommand Result;
  Result.Flags = SourceFlags(L == Language::Fortran);
  std::vector<Argument> All = expandResponseFiles(Argv);
  std::vector<Argument> Kept = Parser(Command, Result, L).run(All);

  // Each argument goes on as written; a response file with an option of
  // Foreslice goes on as a copy without the option.
  auto ofOrigin = [](std::vector<Argument> &From, size_t Origin) {
    return std::ranges::equal_range(From, Origin, {}, &Argument::Origin);
  };
  for (size_t Origin = 0; Origin < Argv.size(); ++Origin) {
    auto Before = ofOrigin(All, Origin), After = ofOrigin(Kept, Origin);
    if (Before.size() == After.size()) {
      Result.Rest.push_back(Argv[Origin]);
    } else if (!After.empty()) {
      std::vector<std::string> Texts;
      for (const Argument &A : After)
        Texts.push_back(A.Text);
      std::string File = makeResponseFile(Texts);
      if (File.empty())
        fatal(Command, "cannot copy response file '" + Argv[Origin] + "'");
      Result.Rest.push_back(File);
    }
  }
  return Result;
}

} // namespace foreslice::driver
