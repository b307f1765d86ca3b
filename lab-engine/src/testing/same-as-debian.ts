import type { Machine } from '../linux/machine.ts';
import type { Case, Seen } from './debian-cases.ts';
import { FILES } from './debian-files.ts';

/** A case may take so long, and all that are run together, seconds. */
const SECONDS = 60;
const ALL_SECONDS = 1_200;
/** Cases that are run together: what all of them write is one output, which has a limit. */
const TOGETHER = 60;
/** What the results of Debian were recorded with, where a machine has something else. */
const VARIABLES = { PATH: '/usr/bin:/bin' };

/**
 * Runs cases within the machine, each in a home folder with the files of the suite: reads the number of files, their paths and
 * texts, and the scripts, with a zero byte between them. For each script it prints a line: its status, its output, and path and
 * text of each file that is new or changed (`+`) or gone (`-`); all but the status in hexadecimal digits, with colons between them.
 */
const RUNNER = String.raw`use strict;
use warnings;
use POSIX ();
use Time::HiRes ();
my $input = do { local $/; <STDIN> };
my ($count, @rest) = split /\0/, $input, -1;
my @files = splice @rest, 0, 2 * $count;
my %before = @files;
my $home = $ENV{HOME};
delete $ENV{TERM};
sub content { open my $file, '<:raw', $_[0] or return undef; local $/; return scalar <$file> // '' }
sub paths {
  my ($folder, $before) = @_;
  opendir my $names, $folder or return ();
  return map {
    -d "$folder/$_" && !-l "$folder/$_" ? (paths("$folder/$_", "$before$_/"), "$before$_") : ("$before$_")
  } grep { !/^\.\.?$/ } readdir $names;
}
# What tells whether a file is the one that was written.
sub sign { return join ':', (Time::HiRes::lstat("$home/$_[0]"))[1, 2, 7, 9] }
my %signs;
# Puts the files of the suite back: those that have changed, or all.
sub restore {
  my ($is_anew) = @_;
  chdir '/';
  chmod 0755, "$home/$_" for grep { -d "$home/$_" && !-l "$home/$_" && !-x "$home/$_" } paths($home, '');
  for my $path (paths($home, '')) {
    next if !$is_anew && $signs{$path} && $signs{$path} eq sign($path);
    -d "$home/$path" && !-l "$home/$path" ? rmdir "$home/$path" : unlink "$home/$path";
  }
  for (my $at = 0; $at < @files; $at += 2) {
    my $path = $files[$at];
    next if -e "$home/$path";
    my $folder = '';
    mkdir "$home/" . ($folder .= "$_/") for split m{/}, $path =~ s{[^/]*$}{}r;
    open my $file, '>:raw', "$home/$path" or die "$path: $!";
    print $file $files[$at + 1];
    close $file;
    delete $signs{$path};
    next if $is_anew;
    # The file system counts seconds: what a command writes has another time than this.
    utime 1e9, 1e9, "$home/$path";
    $signs{$path} = sign($path);
  }
}
my $is_first = 1;
for my $script (@rest) {
  # Times of files count where a command looks at them.
  restore($is_first || $script =~ /mmin|mtime|newer|touch|stat|ls -|date|make/);
  $is_first = 0;
  chdir $home;
  my $pid = fork // die "no process: $!";
  if (!$pid) {
    POSIX::setsid();
    open STDIN, '<', '/dev/null';
    open STDOUT, '>', '/tmp/output';
    open STDERR, '>', '/dev/null';
    exec { '/bin/bash' } 'bash', '-O', 'expand_aliases', '-c', $script;
    POSIX::_exit(127);
  }
  local $SIG{ALRM} = sub { kill 'KILL', -$pid };
  alarm ${SECONDS};
  1 until waitpid($pid, 0) == $pid;
  my $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
  alarm 0;
  kill 'KILL', -$pid;
  my %is_there = map { $_ => 1 } grep { -f "$home/$_" } paths($home, '');
  my @changes = map {
    if (!$is_there{$_}) { (unpack('H*', $_), '-') }
    elsif ($signs{$_} && $signs{$_} eq sign($_)) { () }
    else {
      my $text = content("$home/$_") // '';
      defined $before{$_} && $before{$_} eq $text ? () : (unpack('H*', $_), '+' . unpack 'H*', $text);
    }
  } sort keys %{{ %before, %is_there }};
  print join(':', $status, unpack('H*', content('/tmp/output')), @changes), "\n";
}
`;

/** Runs the commands of cases in a machine, each as one script. */
export async function seenInMachine(machine: Machine, cases: readonly Case[]): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let at = 0; at < cases.length; at += TOGETHER) {
    const scripts = cases.slice(at, at + TOGETHER).map(({ commands }) => commands.join('\n'));
    const input = [Object.keys(FILES).length, ...Object.entries(FILES).flat(), ...scripts].join('\0');
    const words = ['/usr/bin/perl', '-e', RUNNER];
    const ended = await machine.runProgram(words, { input, variables: VARIABLES, seconds: ALL_SECONDS });
    if (ended.status !== 0) throw new Error(`The cases ended with ${ended.status}: ${ended.stderr}`);
    seen.push(...ended.stdout.trimEnd().split('\n').map(resultOf));
  }
  return seen;
}

/** Reads a line that the runner prints. */
function resultOf(line: string): Seen {
  const [, status = '', output = '', rest = ''] = /^(\d+):([\da-f]*)(.*)$/.exec(line) ?? [];
  const changes = new Map<string, string | null>();
  for (const [, path = '', text] of rest.matchAll(/:([\da-f]+):(?:-|\+([\da-f]*))/g))
    changes.set(textOf(path), text === undefined ? null : textOf(text));
  return { stdout: textOf(output), status: Number(status), changes };
}

const textOf = (hex: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16)),
  );
