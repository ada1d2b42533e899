// A program, or one of its libraries, needs an MPI library. The run time for that MPI
// library is loaded before the program, wherever the loader finds the libraries.
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir -p %t/lib && cd %t
// DEFINE: %{mpicc} = mpicc.openmpi -Wl,--no-as-needed
//
// No MPI: by DT_RUNPATH, DT_RPATH and LD_LIBRARY_PATH, and not to be found.
// RUN: %real-clang -shared -fPIC -DSTEP %s -o lib/libstep.so
// RUN: %real-clang %s -Llib -lstep '-Wl,-rpath,$ORIGIN/lib' -o near
// RUN: %real-clang %s -Llib -lstep '-Wl,-rpath,$ORIGIN/lib,--disable-new-dtags' -o old
// RUN: %real-clang %s -Llib -lstep -o far
// RUN: %foreslice-run ./near | FileCheck --check-prefix=NONE %s
// RUN: %foreslice-run ./old | FileCheck --check-prefix=NONE %s
// RUN: env LD_LIBRARY_PATH=%t/lib %foreslice-run ./far | FileCheck --check-prefix=NONE %s
// RUN: not %foreslice-run ./far 2>&1 | FileCheck --check-prefix=LOST %s
// A folder that has the loader's word in its name.
// RUN: mkdir -p %t/'$ORIGIN/lib' && cp near %t/'$ORIGIN' && cp lib/libstep.so %t/'$ORIGIN/lib'
// RUN: %foreslice-run %t/'$ORIGIN/near' | FileCheck --check-prefix=NONE %s
// NONE: {{.*}}/libforeslice_guest.so{{$}}
// LOST: libstep.so
//
// The same programs, where the library has come to need MPI, and a program whose
// library's library does.
// RUN: %{mpicc} -shared -fPIC -DSTEP %s -o lib/libstep.so
// RUN: %real-clang -shared -fPIC -DOUTER %s -Llib -Wl,--no-as-needed -lstep '-Wl,-rpath,$ORIGIN' -o lib/libouter.so
// RUN: %real-clang %s -Llib -louter -Wl,-rpath,%t/lib -o outer
// RUN: %foreslice-run --policy=auto ./near | FileCheck --check-prefix=SOME %s
// RUN: %foreslice-run --policy=auto ./old | FileCheck --check-prefix=SOME %s
// RUN: env LD_LIBRARY_PATH=%t/lib %foreslice-run --policy=auto ./far | FileCheck --check-prefix=SOME %s
// RUN: %foreslice-run --policy=auto ./outer | FileCheck --check-prefix=SOME %s
// SOME: libforeslice_watch.so:{{.*}}/libforeslice_openmpi.so.[[#]]{{$}}
#include <stdio.h>
#include <stdlib.h>

#if defined(STEP) || defined(OUTER)
void step(void) {}
#else
void step(void);
int main(void) {
  step();
  puts(getenv("LD_PRELOAD"));
}
#endif
