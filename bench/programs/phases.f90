! What bench/programs/phases.c does, by Fortran's own statements, or by MPI-IO with
! -DBY_MPI: the patterns SETUP, START, STEPS and FIFTY.
!
!   phases FOLDER
#define SETUP 1
#define STEPS 5
#define START 6
#define FIFTY 7
module work
#ifdef BY_MPI
  use mpi_f08
#endif
  use iso_fortran_env, only: int64
  implicit none
  integer, parameter :: words = 16384, blocks = 200
#if PATTERN == FIFTY
  integer, parameter :: files = 50
#elif PATTERN == STEPS
  integer, parameter :: files = 5
#else
  integer, parameter :: files = 1
#endif
  integer :: data(words, blocks), rank = 0, ranks = 1
  real(8) :: grid(100000) = 0
contains
  subroutine compute(seconds)
    real(8), intent(in) :: seconds
    integer(int64) :: begin, now, rate
    integer, parameter :: row = 1000
    integer :: i, first
    call system_clock(begin, rate)
    first = 0
    do
      do i = first + 2, first + row
        grid(i) = 0.5d0 * (grid(i - 1) + sin(real(i, 8)))
      end do
      first = mod(first + row, size(grid))
      call system_clock(now)
      if (now - begin >= seconds * rate) exit
    end do
  end subroutine

#ifdef BY_MPI
  ! The rank's share of the blocks.
  subroutine read_blocks(name, first, count)
    character(len=*), intent(in) :: name
    integer, intent(in) :: first, count
    type(MPI_File) :: f
    integer(MPI_OFFSET_KIND) :: at
    integer :: i, own
    own = count / ranks
    call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, f)
    do i = rank * own, (rank + 1) * own - 1
      at = int(i, MPI_OFFSET_KIND) * words * 4
      call MPI_File_read_at(f, at, data(:, first + i), words, MPI_INTEGER, MPI_STATUS_IGNORE)
    end do
    call MPI_File_close(f)
  end subroutine
#else
  subroutine read_blocks(name, first, count)
    character(len=*), intent(in) :: name
    integer, intent(in) :: first, count
    integer :: i, unit
    open (newunit=unit, file=name, access='direct', recl=4 * words, status='old', action='read')
    do i = 0, count - 1
      read (unit, rec=i + 1) data(:, first + i)
    end do
    close (unit)
  end subroutine
#endif
end module

program phases
  use work
  use iso_fortran_env, only: error_unit, int64
  use iso_c_binding, only: c_char, c_null_char
  implicit none
#ifdef BY_HAND
  interface
    subroutine readByHand(folder) bind(c, name='readByHand')
      import :: c_char
      character(kind=c_char), intent(in) :: folder(*)
    end subroutine
  end interface
#endif
  character(len=1000) :: folder, name
  integer(int64) :: begin, end, rate, s
  integer :: i, j, step
  call system_clock(begin, rate)
#ifdef BY_HAND
  call get_command_argument(1, folder)
  call readByHand(trim(folder) // c_null_char)
#endif
#ifdef BY_MPI
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
#endif
  call get_command_argument(1, folder)
#if PATTERN == SETUP || PATTERN == START
#if PATTERN == SETUP
  call compute(real(SECONDS, 8))
#endif
  call read_blocks(trim(folder) // '/data', 1, blocks)
#else
  do step = 0, files - 1
    write (name, '(A,A,I0,A,I0)') trim(folder), '/part.', files, '.', step
    call read_blocks(trim(name), 1 + step * (blocks / files), blocks / files)
    call compute(real(SECONDS, 8) / files)
  end do
#endif
#ifdef BY_MPI
  call MPI_Barrier(MPI_COMM_WORLD)
#endif
  call system_clock(end)
  s = 0
  do i = 1, blocks
    do j = 1, words, 16
      s = mod(s * 31 + iand(data(j, i), 255), 1000000007_int64)
    end do
  end do
  print '(I0)', s
  if (rank == 0) write (error_unit, '(A,F0.6)') 'seconds ', real(end - begin, 8) / real(rate, 8)
#ifdef BY_MPI
  call MPI_Finalize()
#endif
end program
