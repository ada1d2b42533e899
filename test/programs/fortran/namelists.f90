! NAMELIST: groups of variables of a module and of a function, of which the text says
! a part. They say which files, and which records of the files, are read.
! RUN: %check-program --expect 'found>=50' --level O2 --mpi none --expect 'files_opened_ahead>=5' --expect 'reads_posted>=8' --expect 'slices_completed==1'
! RUN: %check-program --level O0 --mpi none --unserved "the slice begins before the program has written the text"
module settings
  implicit none
  integer :: first, records(0:3), step
  character(len=12) :: name
  logical :: twice
  namelist /input/ first, records, step, name, twice
end module

program namelists
  use settings
  implicit none
  type point
    integer :: x, y
  end type
  integer, parameter :: words = 16384, files = 8
  integer :: record(words), unit, data, i, j, status
  integer :: grid(2, 2)
  real(8) :: scale, s
  complex :: z
  type(point) :: p
  namelist /one/ scale, grid, z, p

  do i = 1, files
    write (name, '(A,I1)') 'data', i
    open (newunit=data, file=name, access='direct', recl=4 * words, status='new')
    do j = 1, 6
      record = 10 * i + j
      write (data, rec=j) record
    end do
    close (data)
  end do
  open (newunit=unit, file='text', status='new')
  write (unit, '(A)') 'A line before.', ' &OTHER name=''/'' ! not / here', ' /', &
    '$one scale = 1.5d0 p%x = 3,', '  z = (1.0, 2.0) grid = 4*7 /'
  do i = 1, files
    write (unit, '(A,I1,A)') '&input', i, ' first = 9 /'
    write (unit, '(A,I1,A,/,A)') '&input name= ''data', files + 1 - i, '''', '  first=2,'
    if (mod(i, 2) == 0) write (unit, '(A)') '  records(1) = 5, 2*4 ! step = 4', '  Twice = .true.'
    if (mod(i, 3) == 0) write (unit, '(A)') '  records = , 6, step=3'
    write (unit, '(A)') '/ behind'
  end do
  close (unit)

  open (newunit=unit, file='text', status='old', action='read')
  read (unit, nml=one)
  s = scale + sum(grid) + real(z) + p%x
  step = 1
  do
    records = [1, 2, 3, 6]
    twice = .false.
    read (unit, nml=input, iostat=status)
    if (status /= 0) exit
    open (newunit=data, file=name, access='direct', recl=4 * words, status='old', action='read')
    do i = 0, 3, step
      read (data, rec=records(i)) record
      s = s + record(7) * first
      if (twice) s = s + record(8)
      call pause
    end do
    close (data)
  end do
  print *, s, is_iostat_end(status), step
  close (unit)
contains
  include 'pause.inc'
end program
