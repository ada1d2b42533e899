// Sessions: a file is opened before MPI_Init, between MPI_Init and
// MPI_Finalize, and after that, and outlives MPI_Finalize; with all of it off,
// too.
// REQUIRES: mpich
// RUN: %check-program --unserved "the region begins outside of MPI_Init" --mpi mpich --ranks 1,2 --expect "launches>=0"
// RUN: %check-program --mpi mpich --ranks 1,2 --env FORESLICE_DISABLE=1 --expect "launches==0"
#include "program.h"

static void say(const char *what, int error) {
  int class = MPI_SUCCESS;
  if (error)
    MPI_Error_class(error, &class);
  printf("%s: %s\n", what, class == MPI_SUCCESS ? "done" : "refused");
}

static uint64_t pass(MPI_File fh) {
  char b[4096];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 200; i++) {
    MPI_File_read_at(fh, i * 4096, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  return d;
}

static MPI_File sessionFile(const char *when, MPI_Comm comm, const char *name) {
  MPI_File fh = MPI_FILE_NULL;
  say(when, MPI_File_open(comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh));
  return fh;
}

int main(int argc, char **argv) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Datatype pair;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "test", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                             &comm);
  MPI_Group_free(&group);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  char early[32];
  snprintf(early, sizeof early, "early.%d", (int)getpid());
  fclose(fopen(early, "w"));
  sessionFile("before", comm, early);
  remove(early);

  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 72);
  MPI_File fh = sessionFile("between", comm, "data");
  result(pass(fh));
  MPI_File_close(&fh);
  fh = sessionFile("to stay", comm, "data");
  MPI_Finalize();

  printf("%016llx\n", (unsigned long long)pass(fh));
  say("close", MPI_File_close(&fh));
  sessionFile("after", comm, "data");
  say("free", MPI_Type_free(&pair) || MPI_Comm_free(&comm));
  say("end", MPI_Session_finalize(&session));
}
