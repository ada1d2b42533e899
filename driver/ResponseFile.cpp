//===- ResponseFile.cpp - @file arguments ---------------------------------===//
//
// The quoting is that of llvm::cl::TokenizeGNUCommandLine, which clang uses
// for its response files on this platform.
//
//===----------------------------------------------------------------------===//

#include "ResponseFile.h"

#include <cctype>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice::driver {

/// Nested files beyond this are a file that includes itself; clang refuses it.
static constexpr int MaxDepth = 64;

static std::optional<std::string> readFile(const std::string &Name) {
  struct stat Status;
  if (stat(Name.c_str(), &Status) != 0 || S_ISDIR(Status.st_mode))
    return std::nullopt;
  // A pipe can be read once only, and clang has to.
  if (!S_ISREG(Status.st_mode))
    return std::nullopt;
  std::ifstream File(Name, std::ios::binary);
  if (!File)
    return std::nullopt;
  std::ostringstream Text;
  Text << File.rdbuf();
  return std::move(Text).str();
}

static bool isSpace(char C) {
  return std::isspace(static_cast<unsigned char>(C));
}

static std::vector<std::string> tokenize(std::string_view Text) {
  std::vector<std::string> Tokens;
  for (size_t I = 0; I < Text.size();) {
    if (isSpace(Text[I])) {
      ++I;
      continue;
    }
    std::string Token;
    for (char Quote = 0; I < Text.size() && (Quote || !isSpace(Text[I])); ++I) {
      char C = Text[I];
      if (C == '\\' && I + 1 < Text.size() && Quote != '\'')
        Token += Text[++I];
      else if (C == Quote)
        Quote = 0;
      else if (!Quote && (C == '"' || C == '\''))
        Quote = C;
      else
        Token += C;
    }
    Tokens.push_back(std::move(Token));
  }
  return Tokens;
}

static void expand(const std::string &Text, size_t Origin, int Depth,
                   std::vector<Argument> &Out) {
  if (Text.size() > 1 && Text[0] == '@' && Depth < MaxDepth)
    if (std::optional<std::string> Content = readFile(Text.substr(1))) {
      for (const std::string &Token : tokenize(*Content))
        expand(Token, Origin, Depth + 1, Out);
      return;
    }
  Out.push_back({Text, Origin});
}

std::vector<Argument>
expandResponseFiles(const std::vector<std::string> &Argv) {
  std::vector<Argument> Out;
  for (size_t I = 0; I < Argv.size(); ++I)
    expand(Argv[I], I, 0, Out);
  return Out;
}

std::string makeResponseFile(const std::vector<std::string> &Arguments) {
  std::string Text;
  for (const std::string &Argument : Arguments) {
    Text += '"';
    for (char C : Argument) {
      if (C == '"' || C == '\\')
        Text += '\\';
      Text += C;
    }
    Text += "\"\n";
  }
  int Fd = memfd_create("foreslice-arguments", 0);
  if (Fd < 0)
    return "";
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t Written = write(Fd, Text.data() + Done, Text.size() - Done);
    if (Written <= 0)
      return "";
    Done += static_cast<size_t>(Written);
  }
  return "@/proc/self/fd/" + std::to_string(Fd);
}

} // namespace foreslice::driver
