! Text: a list-directed header, lines by formats, list-directed lines to the end of
! the file, a part of a line at a time. Numbers of the text say which records of
! another file are read.
! RUN: %check-program --mpi none --expect 'hits>=10' --expect 'dependent_reads>=1'
program text
  implicit none
  integer, parameter :: words = 9000, records = 30
  integer :: record(words), unit, data, i, n, at, status
  real(8) :: x, s
  character(len=12) :: word
  character(len=40) :: line
  logical :: flag

  open (newunit=data, file='data', access='direct', recl=4 * words, status='new')
  do i = 1, records
    record = i
    write (data, rec=i) record
  end do
  close (data)
  open (newunit=unit, file='text', status='new')
  write (unit, '(A)') '# a header', '3*7, ''two words'' T', '/'
  do i = 1, records
    write (unit, '(I5,F10.3,1X,A3,/,I2.2,"x",I3)') mod(i * 7, records) + 1, i * 0.25, 'abc', i, -i
  end do
  do i = 1, records
    write (unit, *) records + 1 - i, i * 1d-3, 'word'
  end do
  close (unit)

  open (newunit=data, file='data', access='direct', recl=4 * words, status='old', action='read')
  open (newunit=unit, file='text', status='old', action='read')
  read (unit, '(A)') line
  read (unit, *) at, i, n, word, flag
  read (unit, *) at
  s = at + n
  if (word == 'two words' .and. flag) s = s + 0.5
  do i = 1, records
    read (unit, '(I5,F10.3,1X,A3,/,I2,1X,I3)') at, x, word, n, status
    read (data, rec=at) record
    s = s + record(7) * x + n + status
    call pause
  end do
  backspace (unit)
  backspace (unit)
  ! A line in parts, to its end.
  do
    read (unit, '(A)', advance='no', iostat=status) word
    if (status /= 0) exit
  end do
  s = s + merge(1, 0, is_iostat_eor(status))
  backspace (unit)
  read (unit, '(I5)', advance='no') at
  read (unit, '(F10.3)') x
  read (unit, *)
  s = s + at + x
  do
    read (unit, *, iostat=status) at, x
    if (status /= 0) exit
    read (data, rec=at) record(:100)
    s = s + record(100) * x
    call pause
  end do
  print *, s, is_iostat_end(status), trim(line)
  close (unit)
  close (data)
contains
  include 'pause.inc'
end program
