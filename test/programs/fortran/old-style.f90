! Fortran 77's ways: mpif.h, GO TO, labelled loops, an alternate return, ENTRY,
! handles in arrays, MPI_BOTTOM. Open MPI does not read to MPI_BOTTOM from Fortran.
! RUN: %check-program --expect 'missed<=1' --mpi mpich --ranks 2 --expect 'cache_reads>=8'
program old
  implicit none
  include 'mpif.h'
  integer n
  parameter (n = 2048)
  integer files(2), ierr, rank, i, kind, type
  integer(8) data(n), d, at
  common /buffer/ data
  integer(kind=MPI_ADDRESS_KIND) address(1)
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  if (rank .eq. 0) call make_file('data', 24 * n)
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call MPI_GET_ADDRESS(data, address, ierr)
  call MPI_TYPE_CREATE_HINDEXED(1, [n], address, MPI_INTEGER8, type, ierr)
  call MPI_TYPE_COMMIT(type, ierr)
  do 10 i = 1, 2
10  call MPI_FILE_OPEN(MPI_COMM_SELF, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, files(i), ierr)
  d = 0
  i = 0
20 i = i + 1
  kind = mod(i, 3) + 1
  at = 8_8 * n * mod(i * 7, 24)
  go to (30, 40, 50), kind
30 call MPI_FILE_READ_AT(files(1), at, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
  go to 60
40 call MPI_FILE_READ_AT(files(2), at, MPI_BOTTOM, 1, type, MPI_STATUS_IGNORE, ierr)
  go to 60
50 call later(i, at, *60)
  call MPI_FILE_READ_AT(files(kind - 1), at, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
60 call digest(d, data)
  if (i .lt. 20) go to 20
  call MPI_FILE_CLOSE(files(1), ierr)
  call MPI_FILE_CLOSE(files(2), ierr)
  print '(i0,1x,i0)', rank, d
  call MPI_FINALIZE(ierr)
contains
  include 'program.inc'
end program

subroutine later(i, at, *)
  integer i
  integer(8) at
  at = at + 64
  if (mod(i, 5) .eq. 0) return 1
end subroutine
