#!/usr/bin/env python3
"""Writes the modules mpi and mpi_f08 of an MPI library in Fortran, and the C
functions that mpi_f08 needs beside the library's.

The constants are those of the library's public mpif.h. The calls are the rows of
passes/model/FortranCalls.def, which says what they mean."""

import argparse
import pathlib
import re

# Types of mpi_f08 (MPI 4.0, section 18.3.5), and the constants of each that the
# library may have (appendix A.1).
HANDLES = {
    "Comm": r"COMM_(WORLD|SELF|NULL)",
    "Datatype": r"(DATATYPE_NULL|PACKED|BYTE|CHARACTER|INTEGER\d*|REAL\d*|LOGICAL\d*|(DOUBLE_)?COMPLEX\d*"
                r"|DOUBLE_PRECISION|2(INTEGER|REAL|DOUBLE_PRECISION|COMPLEX|DOUBLE_COMPLEX|INT)"
                r"|AINT|OFFSET|COUNT|U?INT(\d+_T)?|(UN)?SIGNED(_CHAR|_SHORT|_LONG|_LONG_LONG|_INT)?"
                r"|CHAR|WCHAR|U?SHORT|U?LONG|LONG_LONG(_INT)?|FLOAT|DOUBLE|LONG_DOUBLE"
                r"|(FLOAT|DOUBLE|LONG|SHORT|LONG_DOUBLE)_INT|C_(BOOL|((FLOAT|DOUBLE|LONG_DOUBLE)_)?COMPLEX)"
                r"|CXX_(BOOL|((FLOAT|DOUBLE|LONG_DOUBLE)_)?COMPLEX)|UB|LB)",
    "Errhandler": r"(ERRHANDLER_NULL|ERRORS_(ARE_FATAL|RETURN|ABORT))",
    "File": r"FILE_NULL",
    "Group": r"GROUP_(NULL|EMPTY)",
    "Info": r"INFO_(NULL|ENV)",
    "Message": r"MESSAGE_(NULL|NO_PROC)",
    "Op": r"(OP_NULL|MAX|MIN|SUM|PROD|MAXLOC|MINLOC|BAND|BOR|BXOR|LAND|LOR|LXOR|REPLACE|NO_OP)",
    "Request": r"REQUEST_NULL",
    "Win": r"WIN_NULL",
}
KINDS = {
    "int": "integer",
    "logical": "logical",
    "offset": "integer(MPI_OFFSET_KIND)",
    "address": "integer(MPI_ADDRESS_KIND)",
    "count": "integer(MPI_COUNT_KIND)",
    "text": "character(len=*)",
}
STATUS = ["MPI_SOURCE", "MPI_TAG", "MPI_ERROR"]
IGNORED = {"MPI_STATUS_IGNORE": "", "MPI_STATUSES_IGNORE": "(1)"}
# What programs pass as "procedure" (section 19.1.4).
CALLBACKS = """
  abstract interface
    subroutine MPI_User_function(invec, inoutvec, len, datatype)
      import
      type(c_ptr), value :: invec, inoutvec
      integer :: len
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_Comm_errhandler_function(comm, error_code)
      import
      type(MPI_Comm) :: comm
      integer :: error_code
    end subroutine
    subroutine MPI_File_errhandler_function(file, error_code)
      import
      type(MPI_File) :: file
      integer :: error_code
    end subroutine
    subroutine MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer(MPI_ADDRESS_KIND) :: extent, extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, position, extra_state, ierror)
      import
      type(c_ptr), value :: userbuf, filebuf
      type(MPI_Datatype) :: datatype
      integer :: count, ierror
      integer(MPI_OFFSET_KIND) :: position
      integer(MPI_ADDRESS_KIND) :: extra_state
    end subroutine
  end interface
"""
INTENTS = {":": "in", ">": "out", "=": "inout"}


class Argument:
    def __init__(self, text):
        self.name, way, self.kind, self.shape = re.fullmatch(
            r"(\w+)([:>=])(\w+)(\(.*\))?", text).groups()
        self.shape = self.shape or ""
        self.intent = INTENTS[way]

    def declared(self, f08):
        """The declaration in the interface of a call."""
        if self.kind == "procedure":
            return f"external :: {self.name}"
        if self.kind == "choice" or self.kind == "pointer" and not f08:
            # The compiler passes the address of whatever it is, and of a copy of
            # sections that have gaps.
            intent = ", intent(in)" if self.intent == "in" else ""
            return f"!dir$ ignore_tkr(tkr) {self.name}\n      real{intent} :: {self.name}(*)"
        intent, shape = f", intent({self.intent})", self.shape
        if self.kind == "pointer":
            of = "type(c_ptr)"
        elif self.kind == "Status":
            # The constant MPI_STATUS_IGNORE is a variable that no call changes.
            intent = ", intent(in)" if self.intent == "in" else ""
            of = "type(MPI_Status)" if f08 else "integer"
            shape = shape if f08 else "(MPI_STATUS_SIZE, *)" if shape else "(MPI_STATUS_SIZE)"
        elif self.kind in KINDS:
            of = KINDS[self.kind]
        else:
            of = f"type(MPI_{self.kind})" if f08 else "integer"
        return f"{of}{intent} :: {self.name}{shape}"


class Call:
    def __init__(self, name, arguments):
        self.name = name
        self.arguments = [Argument(text) for text in arguments.split()]
        self.texts = sum(argument.kind == "text" for argument in self.arguments)

    def interface(self, f08):
        name = f"{self.name}_f08" if f08 else self.name
        dummies = ", &\n      ".join([argument.name for argument in self.arguments] + ["ierror"])
        lines = [f"interface {self.name}" if f08 else "interface",
                 f"    subroutine {name}( &\n      {dummies})", "      import"]
        lines += ["      " + argument.declared(f08) for argument in self.arguments]
        lines += [f"      integer{', optional' if f08 else ''}, intent(out) :: ierror",
                  "    end subroutine", "  end interface"]
        return "\n".join(lines)

    def function(self):
        """The call of mpi_f08 by that of mpif.h, which writes the error code in
        any case."""
        count = len(self.arguments)
        words = [f"a{i}" for i in range(count)]
        lengths = [f"l{i}" for i in range(self.texts)]
        given = ", ".join([f"void *{word}" for word in words + ["error"]] +
                          [f"size_t {length}" for length in lengths])
        handed = ", ".join(words + ["error ? error : &unused"] + lengths)
        name = self.name.lower()
        return (f"void {name}_({given});\n"
                f"void {name}_f08_({given}) {{\n  int unused;\n  {name}_({handed});\n}}\n")


def constants(mpif):
    """The constants of the header, and their values."""
    lists = "\n".join(re.findall(r"\bparameter\s*\((.*)\)", mpif, re.I))
    found = re.findall(r"\b(MPI_\w+)\s*=\s*([^,\s]+)", lists, re.I)
    return {name.upper(): value for name, value in found}


def status(known):
    """The components of TYPE(MPI_Status), which is an array of MPI_STATUS_SIZE
    integers for mpif.h."""
    names = {int(known[name]): name for name in STATUS}
    return [f"    integer :: {names[place]}" if place in names
            else f"    integer, private :: internal_{place}"
            for place in range(1, int(known["MPI_STATUS_SIZE"]) + 1)]


def ignored_statuses(mpif):
    """MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE, where the library expects them."""
    lines = []
    for block, variables in re.findall(r"^\s*common\s*/(\w+)/(.*)$", mpif, re.M | re.I):
        names = [name.strip() for name in variables.split(",")]
        if not any(name in IGNORED for name in names):
            continue
        for i, name in enumerate(names):
            if name in IGNORED:
                lines.append(f"  type(MPI_Status) :: {name}{IGNORED[name]}")
            else:
                names[i] = f"of_{block}_{i}"
                lines.append(f"  integer, private :: {names[i]}")
        lines.append(f"  common /{block}/ {', '.join(names)}")
    return lines


def operators(symbol, function):
    """== or /= of the handles of each type."""
    lines = [f"  interface operator({symbol})"]
    for of in HANDLES:
        lines += [f"    pure logical function {function}_{of}(a, b) bind(C, name='foreslice_handles_{function}')",
                  "      import", f"      type(MPI_{of}), intent(in) :: a, b", "    end function"]
    return "\n".join(lines + ["  end interface"])


def mpi_f08(calls, mpif):
    known = constants(mpif)
    typed = {name: of for name in known for of, pattern in HANDLES.items()
             if re.fullmatch("MPI_" + pattern, name)}
    renamed = [*typed, *STATUS, *IGNORED]
    lines = ["module mpi_f08", "  use, intrinsic :: iso_c_binding, only: c_ptr",
             "  use foreslice_mpif, &",
             ", &\n".join(f"    raw_{name} => {name}" for name in renamed),
             "  implicit none"]
    lines += [f"  private :: raw_{name}" for name in renamed]
    for of in HANDLES:
        lines += [f"  type, bind(C) :: MPI_{of}", "    integer :: MPI_VAL", "  end type"]
    lines += ["  type, bind(C) :: MPI_Status", *status(known), "  end type"]
    lines += [f"  type(MPI_{of}), parameter :: {name} = MPI_{of}(raw_{name})"
              for name, of in typed.items()]
    lines += ignored_statuses(mpif)
    lines.append(CALLBACKS.strip("\n"))
    lines += [operators("==", "equal"), operators("/=", "differ")]
    lines += ["  " + call.interface(f08=True) for call in calls]
    return "\n".join(lines + ["end module mpi_f08", ""])


def mpi(calls):
    lines = ["module foreslice_mpif", "  include 'mpif.h'", "end module foreslice_mpif",
             "module mpi", "  use foreslice_mpif", "  implicit none"]
    lines += ["  " + call.interface(f08=False) for call in calls]
    return "\n".join(lines + ["end module mpi", ""])


def functions(calls, with_calls):
    text = ("#include <stddef.h>\n"
            "int foreslice_handles_equal(const int *a, const int *b) { return *a == *b; }\n"
            "int foreslice_handles_differ(const int *a, const int *b) { return *a != *b; }\n")
    return text + ("".join(call.function() for call in calls) if with_calls else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--family", choices=["openmpi", "mpich"], required=True)
    parser.add_argument("--table", type=pathlib.Path, required=True)
    parser.add_argument("--mpif", type=pathlib.Path, nargs="+", required=True,
                        help="mpif.h and what that includes")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()

    calls = [Call(*row) for row in
             re.findall(r'^FORTRAN_CALL\((\w+), "(.*)"\)$', options.table.read_text(), re.M)]
    mpif = "\n".join(path.read_text() for path in options.mpif)
    (options.output / "mpi.f90").write_text(mpi(calls))
    (options.output / "mpi_f08.f90").write_text(mpi_f08(calls, mpif))
    (options.output / "mpi_f08.c").write_text(functions(calls, options.family == "mpich"))


main()
