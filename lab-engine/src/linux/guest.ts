/** Folder of the machine in which the page lays what it sends; names in it are never used twice. */
export const INBOX = '/.lab';
/** Console that carries requests and replies; the three before it are terminals. */
export const AGENT_CONSOLE = 3;
/** User and group of the learner in the machine. */
export const LEARNER_ID = 1000;
/** Most bytes that one run may write to either output. */
const MAX_OUTPUT = 1_000_000;
/** Most bytes of a reply of a service. */
const MAX_BODY = 8_000_000;

const FOLDER = '/usr/lib/lab';
/** What the kernel starts first. */
export const INIT_PATH = `${FOLDER}/init`;
const AGENT_PATH = `${FOLDER}/agent`;
const SHELL_PATH = `${FOLDER}/shell`;
/** At which the prepared shell waits for its folder. */
const GATE = '/run/lab/gate';

/** Mounts what a Linux needs and becomes the agent. */
const INIT = `#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
[ -e /proc/self ] || mount -t proc proc /proc
[ -e /sys/class ] || mount -t sysfs sys /sys
[ -e /dev/null ] || mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts -o gid=5,mode=620 devpts /dev/pts
mount -t tmpfs -o mode=1777 tmp /tmp
mount -t tmpfs -o mode=755 run /run
mount -t tmpfs -o mode=1777 shm /dev/shm
[ -e /dev/fd ] || ln -sf /proc/self/fd /dev/fd
[ -e /dev/fd ] || ln -sf /proc/self/fd/0 /dev/stdin
[ -e /dev/fd ] || ln -sf /proc/self/fd/1 /dev/stdout
[ -e /dev/fd ] || ln -sf /proc/self/fd/2 /dev/stderr
mkdir -p /run/lab /run/lock
hostname lab
ip link set lo up 2>/dev/null
# What programs write reaches the page soon, also when the machine hangs later.
echo 100 > /proc/sys/vm/dirty_writeback_centisecs
echo 100 > /proc/sys/vm/dirty_expire_centisecs
exec perl ${AGENT_PATH}
`;

/**
 * As in sandboxes: the prompt reports to the page when a command has ended, and its status. A prepared shell began before the
 * machine was saved: what tells one shell from another it gets when it goes on.
 */
const SHELL = String.raw`if [ -n "$LAB_GATE" ]; then
  { read -r RANDOM; IFS= read -r LAB_FOLDER; } < "$LAB_GATE"
  SECONDS=0
  cd "$LAB_FOLDER" 2> /dev/null
  unset LAB_GATE LAB_FOLDER OLDPWD
fi
PS1='\[\e[1;34m\]\w\[\e[0m\] $ '
PROMPT_COMMAND='printf "\e]133;D;%s\a" "$?"'
HISTFILE=
if [ -f ~/.bashrc ]; then . ~/.bashrc; fi
`;

/**
 * The first process of the machine. A line on its console is a request: an id, a verb and words, percent-encoded. It replies
 * with a line, `<id> <status> <bytes> <bytes>`, and the bytes of an output and of an error output.
 *
 * - `ping`
 * - `clock <seconds> <hex>`: sets the clock and stirs random bytes into the kernel's
 * - `open <terminal> <columns> <rows> <folder>`: begins shells in a terminal, one after the other
 * - `prepare <terminal>`: begins a shell that waits until its terminal is opened
 * - `run <token> <seconds>`: runs `<inbox>/<token>/words` (program and arguments) with `input`, `folder`, `variables`
 * - `take <token>`: moves the files of `<inbox>/<token>/files` into the home folder
 * - `remove <token>`: removes the paths that `<inbox>/<token>/paths` lists
 * - `sync`: writes what the kernel still holds to the file system
 * - `http <token> <port>`: sends `<inbox>/<token>/request` to a service of the machine and replies what it sends until it closes
 * - `quiet`: gives memory back that only caches use, and fills what is free with zeros
 */
const AGENT = String.raw`use strict;
use warnings;
no warnings 'exec';
use Socket;
use POSIX ();
use Errno ();
my ($learner, $home) = (getpwnam 'learner')[2, 7];
my $inbox = '${INBOX}';
my %environment = (
  HOME => $home, USER => 'learner', LOGNAME => 'learner', SHELL => '/bin/bash', LANG => 'C.UTF-8',
  PATH => '/usr/local/bin:/usr/bin:/bin', TERM => 'xterm-256color',
);
open my $console, '+<', '/dev/hvc${AGENT_CONSOLE}' or die;
binmode $console;
# A console forgets its settings when nothing has it open.
system 'stty', '-F', '/dev/hvc${AGENT_CONSOLE}', 'raw', '-echo';
# Kept open, so that a terminal keeps its settings between two shells.
my @terminals = map { open my $one, '+<', "/dev/hvc$_"; $one } 0 .. ${AGENT_CONSOLE - 1};
pipe my $ended, my $end or die;
$SIG{CHLD} = sub { syswrite $end, '.' };
$SIG{PIPE} = 'IGNORE';
my (%shells, %opened, %runs, $lines, $prepared);
$lines = '';

sub content {
  my ($path) = @_;
  open my $file, '<:raw', $path or return undef;
  local $/;
  return scalar <$file> // '';
}

sub reply {
  my ($id, $status, $out, $err) = @_;
  open my $lock, '>', '/run/lab/lock' or return;
  flock $lock, 2;
  my $all = join(' ', $id, $status, length $out, length $err) . "\n" . $out . $err;
  for (my $at = 0; $at < length $all;) {
    my $sent = syswrite $console, $all, 4096, $at;
    if (!defined $sent) { next if $!{EINTR}; return }
    $at += $sent;
  }
}

sub become_learner {
  $( = $learner;
  $) = "$learner $learner";
  POSIX::setgid($learner);
  POSIX::setuid($learner);
  umask 0022;
}

sub shell {
  my ($name, %more) = @_;
  my ($columns, $rows, $folder) = @{$opened{$name}};
  my $pid = fork;
  return if !defined $pid;
  if ($pid) { $shells{$pid} = $name; return }
  POSIX::setsid();
  POSIX::close($_) for 0 .. 2;
  POSIX::open("/dev/hvc$name", 2);
  POSIX::dup2(0, 1);
  POSIX::dup2(0, 2);
  ioctl STDIN, 0x540E, 0;
  chown $learner, 5, "/dev/hvc$name";
  system 'stty', 'sane', 'iutf8', 'cols', $columns, 'rows', $rows;
  become_learner();
  %ENV = (%environment, %more);
  chdir $folder or chdir $home;
  $ENV{PWD} = POSIX::getcwd();
  $SIG{$_} = 'DEFAULT' for qw(CHLD PIPE);
  exec '/bin/bash', '--rcfile', '${SHELL_PATH}';
  POSIX::_exit(127);
}

sub prepare {
  my ($name) = @_;
  POSIX::mkfifo('${GATE}', 0644);
  $opened{$name} = [80, 24, $home];
  $prepared = $name;
  shell($name, LAB_GATE => '${GATE}');
}

# Lets the prepared shell go on. Returns whether it was there.
sub go_on {
  my ($name) = @_;
  my ($columns, $rows, $folder) = @{$opened{$name}};
  $prepared = undef;
  ioctl $terminals[$name], 0x5414, my $size = pack 'S4', $rows, $columns, 0, 0;
  my $is_there = eval {
    local $SIG{ALRM} = sub { die "gone
" };
    alarm 10;
    open my $gate, '>', '${GATE}' or die;
    print $gate int(rand 32768), "
$folder
";
    close $gate;
    1;
  };
  alarm 0;
  unlink '${GATE}';
  return $is_there;
}

sub run {
  my ($id, $token, $seconds) = @_;
  my $from = "$inbox/$token";
  my @words = split /\0/, content("$from/words"), -1;
  my %variables = map { /^([^=]+)=(.*)$/s } split /\0/, content("$from/variables") // '';
  my $folder = content("$from/folder") // $home;
  my ($out, $err) = map { "/run/lab/$id.$_" } qw(out err);
  open my $input, '<', -e "$from/input" ? "$from/input" : '/dev/null';
  open my $output, '>', $out;
  open my $errors, '>', $err;
  my $pid = fork // return reply($id, 1, '', "no process: $!\n");
  if ($pid) {
    $runs{$pid} = { id => $id, token => $token, files => [$out, $err], until => time + $seconds };
    return;
  }
  POSIX::setsid();
  POSIX::dup2(fileno $input, 0);
  POSIX::dup2(fileno $output, 1);
  POSIX::dup2(fileno $errors, 2);
  become_learner();
  %ENV = (%environment, %variables);
  $SIG{$_} = 'DEFAULT' for qw(CHLD PIPE);
  if (!chdir $folder) { syswrite STDERR, "$folder: no such folder\n"; POSIX::_exit(126) }
  $ENV{PWD} = $folder;
  exec { $words[0] } @words;
  syswrite STDERR, "$words[0]: $!\n";
  POSIX::_exit(127);
}

sub ran {
  my ($pid, $status) = @_;
  my $run = delete $runs{$pid};
  my @said = map { substr content($_) // '', 0, ${MAX_OUTPUT} } @{$run->{files}};
  unlink @{$run->{files}};
  # Not before: the learner's programs cannot ask about an input whose name is gone.
  discard("$inbox/$run->{token}");
  reply($run->{id}, $run->{late} ? 'late' : $status & 127 ? 128 + ($status & 127) : $status >> 8, @said);
}

# Ends what has had its time. Returns the seconds until the next one.
sub end_late {
  my $next;
  for my $pid (keys %runs) {
    my $left = $runs{$pid}{until} - time;
    if ($left <= 0) {
      $runs{$pid}{late} = 1;
      kill 'KILL', -$pid;
      $left = 1;
    }
    $next = $left if !defined $next or $left < $next;
  }
  return $next;
}

sub discard {
  my ($path) = @_;
  if (-d $path && !-l $path) {
    opendir my $folder, $path or return;
    discard("$path/$_") for grep { !/^\.\.?$/ } readdir $folder;
    rmdir $path;
  }
  else { unlink $path }
}

sub take {
  my ($from, $to) = @_;
  if (!-d $to || -l $to) {
    unlink $to;
    mkdir $to or die "$to: $!\n";
    chown $learner, $learner, $to;
  }
  opendir my $folder, $from or die "$from: $!\n";
  for my $name (grep { !/^\.\.?$/ } readdir $folder) {
    if (-d "$from/$name" && !-l "$from/$name") { take("$from/$name", "$to/$name") }
    else {
      discard("$to/$name") if -d "$to/$name" && !-l "$to/$name";
      rename "$from/$name", "$to/$name" or die "$to/$name: $!\n";
    }
  }
}

sub http {
  my ($id, $token, $port) = @_;
  my $text = '';
  local $SIG{ALRM} = sub { die "late\n" };
  alarm 30;
  my $is_there = eval {
    socket my $service, PF_INET, SOCK_STREAM, 0 or die;
    connect $service, sockaddr_in($port, INADDR_LOOPBACK) or die "nothing listens\n";
    my $request = content("$inbox/$token/request");
    for (my $at = 0; $at < length $request;) { $at += syswrite $service, $request, 65536, $at or die }
    1 while sysread $service, $text, 65536, length $text and length $text < ${MAX_BODY};
    1;
  };
  alarm 0;
  reply($id, $is_there ? 0 : 1, $text, $is_there ? '' : $@);
}

sub quiet {
  syscall 36;
  open my $drop, '>', '/proc/sys/vm/drop_caches';
  print $drop "3\n";
  close $drop;
  my ($free) = content('/proc/meminfo') =~ /MemFree:\s+(\d+)/;
  mkdir '/run/lab/zeros';
  system "mount -t tmpfs -o size=100% zeros /run/lab/zeros; head -c " . int(($free - 8192) * 1024) . " /dev/zero > /run/lab/zeros/all; umount /run/lab/zeros";
  rmdir '/run/lab/zeros';
}

sub clock {
  my ($seconds, $random) = @_;
  syscall 404, 0, my $now = pack 'qq', int $seconds, ($seconds - int $seconds) * 1e9;
  open my $pool, '>', '/dev/urandom' or return;
  my $bytes = pack 'H*', $random;
  ioctl $pool, 0x40085203, my $entropy = pack 'll a*', 8 * length $bytes, length $bytes, $bytes;
  ioctl $pool, 0x5207, 0;
}

my %work = (
  ping => sub { reply($_[0], 0, '', '') },
  clock => sub {
    my ($id, @words) = @_;
    clock(@words);
    reply($id, 0, '', '');
  },
  open => sub {
    my ($id, $name, @how) = @_;
    my $is_new = !$opened{$name};
    $opened{$name} = \@how;
    my $is_prepared = defined $prepared && $prepared eq $name;
    shell($name) if $is_prepared ? !go_on($name) : $is_new;
    reply($id, 0, '', '');
  },
  prepare => sub { prepare($_[1]); reply($_[0], 0, '', '') },
  run => \&run,
  take => sub {
    my ($id, $token) = @_;
    eval { take("$inbox/$token/files", $home) };
    reply($id, $@ eq '' ? 0 : 1, '', $@);
  },
  remove => sub {
    my ($id, $token) = @_;
    discard("$home/$_") for split /\0/, content("$inbox/$token/paths");
    reply($id, 0, '', '');
  },
  sync => sub { syscall 36; reply($_[0], 0, '', '') },
  quiet => sub { quiet(); reply($_[0], 0, '', '') },
  # A service may take long to reply.
  http => sub {
    my $pid = fork // return reply($_[0], 1, '', "no process: $!\n");
    return if $pid;
    http(@_);
    discard("$inbox/$_[1]");
    POSIX::_exit(0);
  },
);

sub answer {
  my ($id, $verb, @words) = map { s/%([0-9A-F]{2})/chr hex $1/ger } split / /, $_[0];
  my $work = $work{$verb} or return reply($id, 1, '', "unknown: $verb\n");
  $work->($id, @words);
  discard("$inbox/$words[0]") if @words && $verb =~ /^(?:take|remove)$/;
}

reply(0, 0, '', '');
while (1) {
  my $ready = '';
  vec($ready, fileno $_, 1) = 1 for $console, $ended;
  next if select($ready, undef, undef, end_late()) < 0;
  if (vec $ready, fileno $ended, 1) {
    sysread $ended, my $signs, 512;
    while ((my $pid = waitpid -1, POSIX::WNOHANG()) > 0) {
      my ($name, $status) = (delete $shells{$pid}, $?);
      shell($name) if defined $name;
      ran($pid, $status) if $runs{$pid};
    }
  }
  next if !vec $ready, fileno $console, 1;
  my $got = sysread $console, $lines, 4096, length $lines;
  if (!$got) { select undef, undef, undef, 0.1; next }
  answer($1) while $lines =~ s/^([^\n]*)\n//;
}
`;

/** Files of an image that are this product's own, by path, with their mode. */
export const GUEST_FILES: Readonly<Record<string, { text: string; mode: number }>> = {
  [INIT_PATH]: { text: INIT, mode: 0o755 },
  [AGENT_PATH]: { text: AGENT, mode: 0o644 },
  [SHELL_PATH]: { text: SHELL, mode: 0o644 },
};
