! Names that are concatenations of TRIMs with two variable parts, as those of
! snapshots are: arrays of variable length, made anew for each file. So is what
! the program sets up beside.
! RUN: %check-program --mpi none --expect 'files_opened_ahead>=15' --expect 'hits>=10' --expect 'found>=80'
program trimmed_names
  implicit none
  integer, parameter :: files = 25, words = 12000
  character(len=40) :: folder = 'part', name
  character(len=8) :: step = '00001'
  real(8) :: x(words), s
  integer :: i

  do i = 1, files
    x = i
    open (unit=1, file=trim(folder)//'_'//trim(step)//'.out'//trim(digits(i)), &
          form='unformatted', status='new')
    write (1) x
    close (1)
  end do

  s = 0
  do i = 1, files
    name = trim(folder)//'_'//trim(step)//'.out'//trim(digits(i))
    open (unit=1, file=name, form='unformatted', status='old', action='read')
    read (1) x
    close (1)
    s = s + sum(x)
    call pause
  end do
  print *, s
contains
  include 'pause.inc'
  function digits(i) result(text)
    integer, intent(in) :: i
    character(len=8) :: text
    write (text, '(I4.4)') i
  end function
end program
