// A program that calls the library of plugin.c: plugin_host FILE, or with
// LOADED, plugin_host FILE LIBRARY. Without arguments it does nothing.
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

#ifdef LOADED
static long (*find(const char *library))(const char *) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return (long (*)(const char *))dlsym(handle, "read_sum");
}
#else
long read_sum(const char *);
#endif

int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  MPI_Init(NULL, NULL);
#ifdef LOADED
  long (*read_sum)(const char *) = find(argv[2]);
#endif
  printf("sum %ld\n", read_sum(argv[1]));
  MPI_Finalize();
  return 0;
}
