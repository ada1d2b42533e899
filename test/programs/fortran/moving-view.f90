! The view moves in the loop of the reads. The text 'native' has no end as in C.
! RUN: %check-program --ranks 2 --expect 'cache_reads>=2'
! RUN: %check-program --mpi mpich --ranks 1 --expect 'cache_reads>=2'
program moving_view
  use mpi
  implicit none
  integer, parameter :: n = 5000, steps = 16
  integer :: fh, ierr, rank, step
  integer(kind=MPI_OFFSET_KIND) :: displacement
  integer(8) :: a(n), d

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) call make_file('data', n * (steps + 2))
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  d = 0
  do step = 0, steps - 1
    displacement = int(step, MPI_OFFSET_KIND) * n * 8 + 8 * rank
    call MPI_FILE_SET_VIEW(fh, displacement, MPI_INTEGER8, MPI_INTEGER8, 'native', MPI_INFO_NULL, ierr)
    call MPI_FILE_READ(fh, a, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
    call digest(d, a)
  end do
  call MPI_FILE_CLOSE(fh, ierr)
  print '(i0,1x,i0)', rank, d
  call MPI_FINALIZE(ierr)
contains
  include 'program.inc'
end program
