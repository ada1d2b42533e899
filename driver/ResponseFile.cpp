//===- ResponseFile.cpp - @file arguments ---------------------------------===//
//
// Quoting as in llvm::cl::TokenizeGNUCommandLine, used by clang for response
// files on this platform.
//
//===----------------------------------------------------------------------===//

#include "ResponseFile.h"

#include <algorithm>
#include <cctype>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace foreslice::driver {

/// The device and inode of each file under expansion, outermost first.
using FileStack = std::vector<std::pair<dev_t, ino_t>>;

/// The contents of Name, put on Open. None for a file that clang would not take
/// for a response file, for a file inside itself (an error reported by clang),
/// and for a pipe: only clang may read a pipe.
static std::optional<std::string> readFile(const std::string &Name,
                                           FileStack &Open) {
  struct stat Status;
  if (stat(Name.c_str(), &Status) != 0 || !S_ISREG(Status.st_mode))
    return std::nullopt;
  std::pair Id{Status.st_dev, Status.st_ino};
  std::ifstream File(Name, std::ios::binary);
  if (!File || std::ranges::find(Open, Id) != Open.end())
    return std::nullopt;
  Open.push_back(Id);
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

static void expand(const std::string &Text, size_t Origin, FileStack &Open,
                   std::vector<Argument> &Out) {
  if (Text.size() > 1 && Text[0] == '@')
    if (std::optional<std::string> Content = readFile(Text.substr(1), Open)) {
      for (const std::string &Token : tokenize(*Content))
        expand(Token, Origin, Open, Out);
      Open.pop_back();
      return;
    }
  Out.push_back({Text, Origin});
}

std::vector<Argument>
expandResponseFiles(const std::vector<std::string> &Argv) {
  std::vector<Argument> Out;
  FileStack Open;
  for (size_t I = 0; I < Argv.size(); ++I)
    expand(Argv[I], I, Open, Out);
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
