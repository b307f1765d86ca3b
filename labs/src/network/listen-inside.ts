import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { PROXY_PORT } from './client-settings.ts';

/** Entering and listening take a fraction of a second; after this something is wrong, ms. */
const LISTEN_MS = 15_000;
const LONGEST_COMPLAINT = 500;

/**
 * Goes into the network namespace of a process, and runs a command there. Whoever is not root goes into the user
 * namespace first that the network belongs to; it is not that of the process, from which the network could not be
 * entered. The numbers are those of Linux on x86-64: NS_GET_USERNS, setns, CLONE_NEWUSER, CLONE_NEWNET.
 */
const ENTER = `my ($process, @command) = @ARGV;
open(my $net, '<', "/proc/$process/ns/net") or die "its network cannot be opened: $!\\n";
if ($> != 0) {
  my $owner = ioctl($net, 0xb701, 0) or die "the owner of its network is not told: $!\\n";
  syscall(308, $owner + 0, 0x10000000) == 0 or die "its user namespace cannot be entered: $!\\n";
}
syscall(308, fileno($net), 0x40000000) == 0 or die "its network cannot be entered: $!\\n";
exec { $command[0] } @command or die "$command[0]: $!\\n";`;

/** Listens on the loopback, hands the socket to the server, and ends. A socket stays in the network where it was made. */
const LISTEN = `const server = require('node:net').createServer();
server.on('error', (error) => { console.error(error.message); process.exit(1); });
server.listen(Number(process.argv[1]), '127.0.0.1', () => {
  process.send('listening', server._handle, () => process.exit(0));
});`;

/** The first process inside of a sandbox, by the number of bubblewrap; null when it has none. */
function firstInside(bubblewrap: number): number | null {
  const children = readFileSync(`/proc/${bubblewrap}/task/${bubblewrap}/children`, 'utf8').trim();
  const [first] = children.split(' ').filter(Boolean);
  return first === undefined ? null : Number(first);
}

/**
 * Lets a server of this process listen on the loopback of a sandbox.
 *
 * @param bubblewrap number of the process that holds the sandbox
 * @throws Error with what this machine does not permit
 */
export async function listenInside(bubblewrap: number, server: Server, port = PROXY_PORT): Promise<void> {
  const inside = firstInside(bubblewrap);
  if (inside === null) throw new Error('the sandbox has no process');
  const child = spawn('perl', ['-e', ENTER, String(inside), process.execPath, '-e', LISTEN, String(port)], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (words: string) => {
    complaint = (complaint + words).slice(0, LONGEST_COMPLAINT);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LISTEN_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => reject(new Error(complaint.trim() || 'nothing listens in the sandbox')));
      child.once('message', (_message, handle) => {
        // Without it the server would listen in its own network.
        if (handle == null) return reject(new Error('no socket came out of the sandbox'));
        server.once('error', reject);
        server.listen(handle, () => resolve());
      });
    });
  } finally {
    clearTimeout(timer);
  }
}
