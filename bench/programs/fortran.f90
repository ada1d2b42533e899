! Reads records by Fortran's own statements, and computes between the reads.
! Prints a sum of what was read, and on standard error how long it took.
!
!   fortran generate FOLDER
!   fortran PATTERN FOLDER COMPUTE_US [TIMES]
!
! Patterns: direct reads records of one file by REC=, stream by POS=, in the same
! order, sequential reads a file of unformatted records to its end, and parts
! reads one record of each of many files, whose names are made in the loop.
! The program reads all of it TIMES times.
module work
  use iso_c_binding, only: c_int
  implicit none
  integer, parameter :: words = 8192, records = 200
  interface
    integer(c_int) function usleep(us) bind(c)
      import :: c_int
      integer(c_int), value :: us
    end function
  end interface
contains
  ! Which record the program reads next.
  integer function place(i)
    integer, intent(in) :: i
    place = mod(i * 79, records) + 1
  end function

  subroutine compute(us)
    integer, intent(in) :: us
    integer(c_int) :: none
    if (us > 0) none = usleep(us)
  end subroutine

  subroutine generate(folder)
    character(len=*), intent(in) :: folder
    real(8) :: record(words)
    character(len=300) :: name
    integer :: i, direct, stream, sequential, part
    open (newunit=direct, file=folder // '/direct', access='direct', recl=8 * words, status='replace')
    open (newunit=stream, file=folder // '/stream', access='stream', form='unformatted', status='replace')
    open (newunit=sequential, file=folder // '/sequential', form='unformatted', status='replace')
    do i = 1, records
      record = i * 0.5d0
      write (direct, rec=i) record
      write (stream) record
      write (sequential) i, record
      write (name, '(A,A,I4.4)') folder, '/part', i
      open (newunit=part, file=name, form='unformatted', status='replace')
      write (part) record
      close (part)
    end do
    close (direct)
    close (stream)
    close (sequential)
  end subroutine

  real(8) function direct(folder, us)
    character(len=*), intent(in) :: folder
    integer, intent(in) :: us
    real(8) :: record(words)
    integer :: i, unit
    direct = 0
    open (newunit=unit, file=folder // '/direct', access='direct', recl=8 * words, status='old', action='read')
    do i = 1, records
      read (unit, rec=place(i)) record
      direct = direct + record(1) * i
      call compute(us)
    end do
    close (unit)
  end function

  real(8) function stream(folder, us)
    character(len=*), intent(in) :: folder
    integer, intent(in) :: us
    real(8) :: record(words)
    integer :: i, unit
    stream = 0
    open (newunit=unit, file=folder // '/stream', access='stream', form='unformatted', status='old', action='read')
    do i = 1, records
      read (unit, pos=(place(i) - 1) * 8 * words + 1) record
      stream = stream + record(1) * i
      call compute(us)
    end do
    close (unit)
  end function

  real(8) function sequential(folder, us)
    character(len=*), intent(in) :: folder
    integer, intent(in) :: us
    real(8) :: record(words)
    integer :: i, unit, status
    sequential = 0
    open (newunit=unit, file=folder // '/sequential', form='unformatted', status='old', action='read')
    do
      read (unit, iostat=status) i, record
      if (status /= 0) exit
      sequential = sequential + record(1) * i
      call compute(us)
    end do
    close (unit)
  end function

  real(8) function parts(folder, us)
    character(len=*), intent(in) :: folder
    integer, intent(in) :: us
    real(8) :: record(words)
    character(len=300) :: name
    integer :: i, unit
    parts = 0
    do i = 1, records
      write (name, '(A,A,I4.4)') folder, '/part', i
      open (newunit=unit, file=name, form='unformatted', status='old', action='read')
      read (unit) record
      close (unit)
      parts = parts + record(1) * i
      call compute(us)
    end do
  end function
end module

program fortran
  use work
  use iso_fortran_env, only: error_unit, int64
  implicit none
  character(len=200) :: pattern, folder, argument
  integer :: us, times, i
  integer(int64) :: start, finish, rate
  real(8) :: s
  call get_command_argument(1, pattern)
  call get_command_argument(2, folder)
  if (pattern == 'generate') then
    call generate(trim(folder))
    stop
  end if
  call get_command_argument(3, argument)
  read (argument, *) us
  times = 1
  call get_command_argument(4, argument)
  if (argument /= '') read (argument, *) times
  call system_clock(start, rate)
  s = 0
  do i = 1, times
    select case (pattern)
    case ('direct')
      s = s + direct(trim(folder), us)
    case ('stream')
      s = s + stream(trim(folder), us)
    case ('sequential')
      s = s + sequential(trim(folder), us)
    case ('parts')
      s = s + parts(trim(folder), us)
    end select
  end do
  call system_clock(finish)
  print '(ES22.14)', s
  write (error_unit, '(A,F0.6)') 'seconds ', real(finish - start, 8) / real(rate, 8)
end program
