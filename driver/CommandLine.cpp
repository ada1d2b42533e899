//===- CommandLine.cpp - the options of a command -------------------------===//
//
// Templates of CLI11 take seconds to compile: no other file includes CLI11.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "Process.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>

using namespace foreslice;
using namespace foreslice::driver;

CommandLine::CommandLine(std::string Name, const std::string &About)
    : Command(std::move(Name)),
      App(std::make_unique<CLI::App>(About, Command)) {
  App->set_version_flag("--version", FORESLICE_VERSION);
}

CommandLine::~CommandLine() = default;

void CommandLine::flag(const std::string &Name, bool &Given,
                       const std::string &Help) {
  App->add_flag(Name, Given, Help);
}

void CommandLine::option(const std::string &Name, std::string &Value,
                         const std::string &Type, const std::string &Help,
                         Existing What) {
  CLI::Option *Added = App->add_option(Name, Value, Help)->type_name(Type);
  auto Check = [&](const CLI::Validator &Is, const char *Accepted) {
    Added->check([this, Is, Name, Accepted](const std::string &Given) {
      if (!Is(Given).empty())
        fatal(Command, "invalid value '" + Given + "' of " + Name +
                           "; accepted: " + Accepted);
      return std::string();
    });
  };
  switch (What) {
  case Existing::Anything:
    break;
  case Existing::File:
    Check(CLI::ExistingFile, "a file that is there");
    break;
  case Existing::Folder:
    Check(CLI::ExistingDirectory, "a folder that is there");
    break;
  case Existing::Path:
    Check(CLI::ExistingPath, "a file or a folder that is there");
    break;
  }
}

void CommandLine::option(const std::string &Name,
                         std::vector<std::string> &Values,
                         const std::string &Type, const std::string &Help) {
  App->add_option(Name, Values, Help)->type_name(Type);
}

void CommandLine::option(const std::string &Name, std::vector<int> &Values,
                         const std::string &Type, const std::string &Help) {
  App->add_option(Name, Values, Help)->type_name(Type);
}

void CommandLine::option(const std::string &Name, unsigned &Value,
                         const std::string &Type, const std::string &Help,
                         unsigned Least, unsigned Most) {
  App->add_option(Name, Value, Help)
      ->type_name(Type)
      ->check(CLI::Range(Least, Most));
}

void CommandLine::option(const std::string &Name, double &Value,
                         const std::string &Type, const std::string &Help,
                         double Least, double Most) {
  App->add_option(Name, Value, Help)
      ->type_name(Type)
      ->check(CLI::Range(Least, Most));
}

void CommandLine::choice(const std::string &Name, std::string &Value,
                         const std::vector<std::string> &Choices,
                         const std::string &Help) {
  App->add_option(Name, Value, Help)->check(CLI::IsMember(Choices));
}

void CommandLine::action(const std::string &Name,
                         const std::function<void()> &Act,
                         const std::string &Help) {
  if (CLI::Option *Before = App->get_option_no_throw(Name))
    App->remove_option(Before);
  App->add_flag_callback(Name, Act, Help);
}

void CommandLine::action(const std::string &Name, const std::string &Type,
                         const std::function<void(const std::string &)> &Act,
                         const std::string &Help) {
  App->add_option_function<std::string>(Name, Act, Help)
      ->expected(0, 1)
      ->type_name(Type);
}

void CommandLine::footer(const std::string &Text) { App->footer(Text); }

std::string CommandLine::accepted() const {
  std::string Names;
  for (const CLI::Option *Option : App->get_options())
    if (Option->nonpositional())
      Names.append(Names.empty() ? "" : ", ").append(Option->get_name());
  return Names;
}

void CommandLine::end(const CLI::ParseError &Why) const {
  if (Why.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
    std::exit(App->exit(Why));
  std::string Text = Why.what();
  if (Why.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError))
    Text = "unexpected '" + App->remaining().front() +
           "'; accepted: " + accepted();
  fatal(Command, Text);
}

void CommandLine::parse(int Argc, char **Argv) {
  parse({Argv + 1, Argv + Argc});
}

void CommandLine::parse(std::vector<std::string> Arguments) {
  std::ranges::reverse(Arguments);
  try {
    App->parse(Arguments);
  } catch (const CLI::ParseError &Why) {
    end(Why);
  }
}

std::vector<std::string> CommandLine::parseBeforeProgram(int Argc,
                                                         char **Argv) {
  App->prefix_command();
  parse(Argc, Argv);
  std::vector<std::string> Program = App->remaining();
  if (!Program.empty() && Program.front() == "--")
    Program.erase(Program.begin());
  else if (!Program.empty() && Program.front().starts_with('-'))
    fatal(Command, "unknown option '" + Program.front() + "'; " + Command +
                       " --help shows those that are accepted");
  if (Program.empty())
    fatal(Command, "no program is given: " + Command +
                       " [options] -- PROGRAM [arguments]");
  return Program;
}
