//===- options.cpp - getopt() in slices -----------------------------------===//
//
// A program's reads depend on options. This file is compiled to bitcode and is
// part of the pass, as bodies.cpp. The functions follow POSIX (getopt, XBD
// 12.2) and the GNU C library's manual (sections 26.2.1 and 26.2.4), without
// messages: arguments without options come behind all options, unless the
// letters begin with "+".
//
//===----------------------------------------------------------------------===//

#include <cstring>
#include <getopt.h>

/// The letters left of an argument. Empty when a slice begins: the program has
/// come to the end of an argument.
static const char *LettersLeft;
/// The number of the next argument, before arguments were moved.
static int Behind;

/// Skips "+" or "-" before the letters.
static const char *skipOrder(const char *Letters) {
  return *Letters == '+' || *Letters == '-' ? Letters + 1 : Letters;
}

/// The number of the first option from First on, "--" included; Count if there
/// is none.
static int nextOption(int Count, char *const *Arguments, int First) {
  while (First < Count &&
         (Arguments[First][0] != '-' || Arguments[First][1] == '\0'))
    ++First;
  return First;
}

/// Moves the argument From before the arguments from To on.
static void moveBefore(char *const *Arguments, int From, int To) {
  char **All = const_cast<char **>(Arguments);
  char *Moved = All[From];
  for (; From > To; --From)
    All[From] = All[From - 1];
  All[To] = Moved;
}

/// The argument of the option, the next of the command. The result is Option,
/// or an error's letter.
static int takeNext(int Count, char *const *Arguments, const char *Letters,
                    int Option) {
  if (Behind >= Count) {
    optopt = Option;
    return *skipOrder(Letters) == ':' ? ':' : '?';
  }
  moveBefore(Arguments, Behind, optind);
  optarg = Arguments[optind++];
  return Option;
}

/// The option of the next letter.
static int takeLetter(int Count, char *const *Arguments, const char *Letters) {
  const int Option = static_cast<unsigned char>(*LettersLeft++);
  const char *Known = Option == ':' || Option == ';'
                          ? nullptr
                          : strchr(skipOrder(Letters), Option);
  const char *Rest = LettersLeft;
  optarg = nullptr;
  if (!Known) {
    optopt = Option;
    return '?';
  }
  if (Known[1] != ':')
    return Option;
  LettersLeft = nullptr;
  if (*Rest != '\0') {
    optarg = const_cast<char *>(Rest);
    return Option;
  }
  if (Known[2] == ':')
    return Option;
  return takeNext(Count, Arguments, Letters, Option);
}

/// The option Name, possibly shortened if unambiguous.
static const option *findLong(const option *Known, const char *Name,
                              unsigned long Length) {
  const option *Found = nullptr;
  for (; Known->name; ++Known) {
    if (strncmp(Known->name, Name, Length) != 0)
      continue;
    if (Known->name[Length] == '\0')
      return Known;
    if (Found)
      return nullptr;
    Found = Known;
  }
  return Found;
}

static int takeLong(int Count, char *const *Arguments, const char *Letters,
                    const option *Known, int *Index, const char *Name) {
  const unsigned long Length = strcspn(Name, "=");
  const option *Of = findLong(Known, Name, Length);
  optarg = nullptr;
  if (!Of || (Name[Length] == '=' && Of->has_arg == no_argument)) {
    optopt = Of ? Of->val : 0;
    return '?';
  }
  if (Index)
    *Index = static_cast<int>(Of - Known);
  if (Name[Length] == '=')
    optarg = const_cast<char *>(Name + Length + 1);
  else if (Of->has_arg == required_argument &&
           takeNext(Count, Arguments, Letters, Of->val) != Of->val)
    return *skipOrder(Letters) == ':' ? ':' : '?';
  if (!Of->flag)
    return Of->val;
  *Of->flag = Of->val;
  return 0;
}

extern "C" {

int getopt_long(int Count, char *const *Arguments, const char *Letters,
                const option *Known, int *Index) noexcept {
  if (optind == 0)
    optind = 1;
  if (LettersLeft && *LettersLeft != '\0')
    return takeLetter(Count, Arguments, Letters);
  const int At =
      *Letters == '+' ? optind : nextOption(Count, Arguments, optind);
  if (At >= Count || nextOption(At + 1, Arguments, At) != At)
    return -1;
  moveBefore(Arguments, At, optind);
  Behind = At + 1;
  const char *Argument = Arguments[optind++];
  if (Argument[1] != '-' || (Argument[2] != '\0' && !Known)) {
    LettersLeft = Argument + 1;
    return takeLetter(Count, Arguments, Letters);
  }
  if (Argument[2] == '\0')
    return -1;
  return takeLong(Count, Arguments, Letters, Known, Index, Argument + 2);
}

int getopt(int Count, char *const *Arguments, const char *Letters) noexcept {
  return getopt_long(Count, Arguments, Letters, nullptr, nullptr);
}

} // extern "C"
