! Many files, of names that are made in the loop in several ways. One of them is
! not there.
! RUN: %check-program --mpi none --expect 'files_opened_ahead>=30' --expect 'hits>=20'
program names
  implicit none
  integer, parameter :: files = 25, words = 12000
  character(len=40) :: name, number
  real(8) :: x(words), s
  integer :: unit, i, status
  logical :: there

  do i = 1, files
    if (i == 13) cycle
    x = i
    write (name, '(A,I4.4,A)') 'part', i, '.dat'
    open (newunit=unit, file=name, form='unformatted', access='stream', status='new')
    write (unit) x
    close (unit)
  end do

  s = 0
  do i = 1, files
    write (name, '(A,I4.4,A)') 'part', i, '.dat'
    open (newunit=unit, file=name, form='unformatted', access='stream', status='old', &
          action='read', iostat=status)
    if (status /= 0) cycle
    read (unit) x
    close (unit)
    s = s + sum(x)
    call pause
  end do
  do i = files, 1, -1
    write (number, *) 10000 + i
    number = adjustl(number)
    name = 'part' // number(2:5) // '.dat'
    inquire (file=name, exist=there)
    if (.not. there) cycle
    open (20, file=trim(name), form='unformatted', access='stream', status='old', action='read')
    read (20, pos=8 * 6000 + 1) x(:6000)
    close (20)
    s = s + x(1)
    call pause
  end do
  print *, s
contains
  include 'pause.inc'
end program
