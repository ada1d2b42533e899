//===- CommandLine.h - the options of a command ---------------------------===//
//
// The part of CLI11 needed by the commands. One file compiles CLI11 for all
// commands. An unknown option ends the command with one error: the error names
// the option and the accepted options.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_COMMANDLINE_H
#define FORESLICE_DRIVER_COMMANDLINE_H

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace foreslice::driver {

class CommandLine {
public:
  /// The kind of file that an option's value must name.
  enum class Existing { Anything, File, Folder, Path };

  /// --help prints About, and --version the version.
  CommandLine(std::string Command, const std::string &About);
  ~CommandLine();

  /// Options and, by a name without dashes, positional arguments. The variable
  /// is unchanged if the option is missing. Type is how --help shows the value.
  void flag(const std::string &Name, bool &Given, const std::string &Help);
  void option(const std::string &Name, std::string &Value,
              const std::string &Type, const std::string &Help,
              Existing What = Existing::Anything);
  void option(const std::string &Name, std::vector<std::string> &Values,
              const std::string &Type, const std::string &Help);
  void option(const std::string &Name, std::vector<int> &Values,
              const std::string &Type, const std::string &Help);
  void option(const std::string &Name, unsigned &Value, const std::string &Type,
              const std::string &Help, unsigned Least, unsigned Most);
  void option(const std::string &Name, double &Value, const std::string &Type,
              const std::string &Help, double Least, double Most);
  void choice(const std::string &Name, std::string &Value,
              const std::vector<std::string> &Choices, const std::string &Help);
  /// Calls Act as soon as the option is met, also in place of --version. The
  /// value of the second form is optional, and empty if missing.
  void action(const std::string &Name, const std::function<void()> &Act,
              const std::string &Help);
  void action(const std::string &Name, const std::string &Type,
              const std::function<void(const std::string &)> &Act,
              const std::string &Help);
  /// Adds Text at the end of --help.
  void footer(const std::string &Text);

  void parse(int Argc, char **Argv);
  void parse(std::vector<std::string> Arguments);
  /// For options before a program and the program's arguments; returns program
  /// and arguments.
  std::vector<std::string> parseBeforeProgram(int Argc, char **Argv);
  /// The names of all options, as a list in a sentence.
  std::string accepted() const;

private:
  [[noreturn]] void end(const CLI::ParseError &Why) const;

  std::string Command;
  std::unique_ptr<CLI::App> App;
};

} // namespace foreslice::driver

#endif
