! The view moves in the loop of the reads. The text 'native' has no end as in C.
! RUN: %check-program --ranks 1,2 --expect 'cache_reads>=2'
! RUN: %check-program --mpi mpich --ranks 1 --expect 'cache_reads>=2'
program moving_view
  use mpi
  implicit none
  integer, parameter :: n = 5000, steps = 16
  integer :: fh, ierr, rank, step, j
  integer(kind=MPI_OFFSET_KIND) :: displacement
  real(8) :: a(n), s
  interface
    subroutine usleep(us) bind(C)
      integer, value :: us
    end subroutine
  end interface

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_FILE_OPEN(MPI_COMM_SELF, 'data', MPI_MODE_CREATE + MPI_MODE_WRONLY, MPI_INFO_NULL, fh, ierr)
    do step = 1, steps + 2
      a = [(step * 0.5d0 + j, j=1, n)]
      call MPI_FILE_WRITE(fh, a, n, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE, ierr)
    end do
    call MPI_FILE_CLOSE(fh, ierr)
  end if
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  s = 0
  do step = 0, steps - 1
    displacement = int(step, MPI_OFFSET_KIND) * n * 8 + 8 * rank
    call MPI_FILE_SET_VIEW(fh, displacement, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, 'native', &
                           MPI_INFO_NULL, ierr)
    call MPI_FILE_READ(fh, a, n, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE, ierr)
    s = s + (step + 1) * sum(a)
    call usleep(1000)
  end do
  call MPI_FILE_CLOSE(fh, ierr)
  print '(i0,1x,f24.6)', rank, s
  call MPI_FINALIZE(ierr)
end program
