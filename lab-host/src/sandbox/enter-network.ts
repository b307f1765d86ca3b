import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * Enters the network of a process and becomes another program. A network belongs to a user namespace, which is neither
 * this machine's nor the one that the process is in; only the kernel can name it, so nsenter does not reach it. Root needs
 * no right there. Numbers of Linux on x86-64: 0xb701 is NS_GET_USERNS, 308 setns, then the flags of user and network
 * namespaces.
 */
const ENTER = `my ($process, @program) = @ARGV;
open(my $network, '<', "/proc/$process/ns/net") or die "its network: $!\\n";
if ($> != 0) {
  my $owner = ioctl($network, 0xb701, 0) or die "the owner of its network: $!\\n";
  syscall(308, $owner + 0, 0x10000000) == 0 or die "entering the owner of its network: $!\\n";
}
syscall(308, fileno($network), 0x40000000) == 0 or die "entering its network: $!\\n";
exec { $program[0] } @program or die "$program[0]: $!\\n";
`;

/**
 * Starts a program of this machine in the network of a sandbox. It has a channel for messages and handles; its complaints
 * are on `stderr`.
 *
 * @param inside number of a process in the sandbox
 */
export const spawnInNetwork = (inside: number, program: readonly string[]): ChildProcess =>
  spawn('perl', ['-e', ENTER, String(inside), ...program], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });

/** The first process in a sandbox, by the number of bubblewrap; null when it has none. */
export async function firstInside(bubblewrap: number): Promise<number | null> {
  const children = await readFile(`/proc/${bubblewrap}/task/${bubblewrap}/children`, 'utf8').catch(() => '');
  const [first = ''] = children.trim().split(' ');
  return /^\d+$/.test(first) ? Number(first) : null;
}
