! Names of files: constants, padded texts in arrays and in COMMON, TRIM,
! concatenations, substrings.
! RUN: %check-program --expect 'found>=80' --ranks 2 --expect 'files_opened_ahead>=2' --expect 'cache_reads>=1'
! RUN: %check-program --expect 'found>=80' --mpi mpich --ranks 2 --expect 'files_opened_ahead>=2' --expect 'cache_reads>=1'
module names
  use mpi
  implicit none
  character(len=12) :: stems(3) = [character(len=12) :: 'first', 'second', 'third']
  character(len=200) :: folder
  common /place/ folder
contains
  include 'program.inc'
  function joined(stem, i) result(name)
    character(len=*), intent(in) :: stem
    integer, intent(in) :: i
    character(len=:), allocatable :: name
    name = trim(stem)//'.'//achar(iachar('0') + i)
  end function
end module

program opened_ahead
  use names
  implicit none
  integer, parameter :: n = 4096
  integer :: ierr, rank, i, j
  integer(8) :: d
  character(len=40) :: name
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  folder = '.'
  do j = 1, 3
    if (rank == 0) call make_file(stems(j), n + j)
    do i = 1, 4
      if (rank == 0) call make_file(joined(stems(j), i), n + 10 * i + j)
    end do
  end do
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  d = 0
  do j = 1, 3
    call read_file(stems(j), d)
    do i = 1, 4
      name = trim(folder)//'/'//stems(j)(1:len_trim(stems(j)))//'.'//achar(48 + i)
      call read_file(name, d)
    end do
  end do
  do i = 4, 1, -1
    call read_file(trim(stems(1))//'.'//achar(48 + i), d)
  end do
  call read_file('third   ', d)
  print '(i0,1x,i0)', rank, d
  call MPI_FINALIZE(ierr)
contains
  subroutine read_file(name, d)
    character(len=*), intent(in) :: name
    integer(8), intent(inout) :: d
    integer(8) :: data(n)
    integer :: fh
    call MPI_FILE_OPEN(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
    call MPI_FILE_READ(fh, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
    call MPI_FILE_CLOSE(fh, ierr)
    call digest(d, data)
  end subroutine
end program
