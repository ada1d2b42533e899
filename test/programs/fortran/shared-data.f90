! What decides the reads lies in COMMON, in modules' and SAVE variables, behind
! EQUIVALENCE and in internal procedures, and changes between the reads.
! RUN: %check-program --expect 'missed<=3' --ranks 2 --expect 'cache_reads>=20'
! RUN: %check-program --expect 'missed<=3' --mpi mpich --ranks 1 --expect 'cache_reads>=20'
module state
  use mpi
  implicit none
  integer, parameter :: n = 1024
  integer :: file = 0
  integer, allocatable :: order(:)
  integer, private :: turns = 0
contains
  include 'program.inc'
  integer function turn()
    integer, save :: last = 3
    last = mod(last * 7 + turns, 16)
    turns = turns + 1
    turn = last
  end function
end module

block data start
  integer(8) :: places(16)
  integer :: step, parts(2)
  common /where/ places, step, parts
  data step /0/, parts /1, 3/
end block data

subroutine advance
  integer(8) :: places(16)
  integer :: step, pair(2)
  common /where/ places, step, pair
  step = mod(step + pair(1) + pair(2), 16)
  if (mod(step, 5) == 0) pair = [pair(2), pair(1) + 1]
end subroutine

program shared_data
  use state
  implicit none
  integer(8) :: places(16), data(n), d, together
  integer :: step, parts(2), halves(2), ierr, rank, i
  common /where/ places, step, parts
  equivalence (together, halves)
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) call make_file('data', 24 * n)
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  order = [(mod(i * 11, 16), i=1, 16)]
  places = [(8_8 * n * mod(i * 3, 16) + 8 * rank, i=1, 16)]
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierr)
  d = 0
  do i = 1, 16
    call advance
    call read_here(places(step + 1))
    call read_here(8_8 * n * turn())
    order(mod(i, 16) + 1) = order(i) + mod(i, 3)
    call read_here(8_8 * n * order(i))
    halves = [8 * i, 0]
    call read_here(together * n)
  end do
  call MPI_FILE_CLOSE(file, ierr)
  print '(i0,1x,i0)', rank, d
  call MPI_FINALIZE(ierr)
contains
  subroutine read_here(at)
    integer(MPI_OFFSET_KIND), intent(in) :: at
    call MPI_FILE_READ_AT(file, at, data, n - step, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
    call digest(d, data)
  end subroutine
end program
