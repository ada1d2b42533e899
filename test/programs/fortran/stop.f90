! STOP with a code in a region.
! RUN: %check-program --ranks 1 --status 3 --expect 'cache_reads>=4'
! RUN: %check-program --mpi mpich --ranks 1 --status 3 --expect 'cache_reads>=4'
program stops
  use mpi
  implicit none
  integer, parameter :: n = 4096
  integer :: fh, ierr, i
  integer(8) :: data(n), d
  call MPI_INIT(ierr)
  call make_file('data', 24 * n)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  d = 0
  do i = 1, 24
    call MPI_FILE_READ(fh, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
    call digest(d, data)
    if (i == 12 .and. d > 0) then
      print '(i0)', d
      call MPI_FINALIZE(ierr)
      stop 3
    end if
  end do
  error stop 4
contains
  include 'program.inc'
end program
