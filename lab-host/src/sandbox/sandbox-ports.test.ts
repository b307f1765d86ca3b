import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPrograms, LAB_PROGRAM, startOf } from '../testing/lab-program.ts';
import { hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { Sandbox } from './sandbox.ts';
import { writeFiles } from './sandbox-files.ts';
import { PortClosed, PortsUnreachable } from './sandbox-ports.ts';

const MEGABYTE = 1024 * 1024;

describe.skipIf(!hasSandboxes || !hasPrograms)('a port of a sandbox', () => {
  let sandbox: Sandbox;
  const started = () => Sandbox.start({ view, homeBytes: 16 * MEGABYTE });
  async function program(inside: Sandbox, port: number): Promise<void> {
    await inside.run({ ...writeFiles([{ path: 'serve.py', text: LAB_PROGRAM }]), seconds: 5 });
    const { status, output } = await inside.run({ script: startOf('serve.py', port), seconds: 10 });
    expect(status, output.toString()).toBe(0);
  }
  async function ask(inside: Sandbox, port: number, path: string): Promise<string> {
    const socket = await inside.connect(port);
    socket.end(`GET ${path} HTTP/1.0\r\n\r\n`);
    return text(socket);
  }

  beforeAll(async () => {
    sandbox = await started();
    await program(sandbox, 8080);
  });
  afterAll(() => sandbox?.end());

  it('is reached by the server, many times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(sandbox, 8080, '/asked')));
    expect(replies.every((reply) => reply.includes('GET /asked'))).toBe(true);
    expect((await ask(sandbox, 8080, '/large')).length).toBeGreaterThan(5_000_000);
  });

  it('on which nothing listens is closed, until something does', async () => {
    await expect(sandbox.connect(8081)).rejects.toThrow(PortClosed);
    await program(sandbox, 8081);
    expect(await ask(sandbox, 8081, '/asked')).toContain('200 OK');
  });

  it('may be open for IPv6 alone', async () => {
    const program = `import socket
server = socket.create_server(("::1", 8082), family=socket.AF_INET6)
server.accept()
server.accept()[0].send(b"six")
`;
    await sandbox.run({ ...writeFiles([{ path: 'six.py', text: program }]), seconds: 5 });
    // The wait itself takes the first connection.
    const script = `setsid python3 six.py > /dev/null 2>&1 &
until (exec 3<>/dev/tcp/::1/8082) 2>/dev/null; do sleep 0.1; done`;
    await sandbox.run({ script, seconds: 10 });
    const socket = await sandbox.connect(8082);
    expect(await text(socket)).toBe('six');
  });

  // Shows security#lab-origins
  it('leads to its own sandbox, never to this machine or another lab', async () => {
    const other = await started();
    await program(other, 9000);
    await expect(sandbox.connect(9000)).rejects.toThrow(PortClosed);
    expect(await ask(other, 9000, '/asked')).toContain('200 OK');
    await other.end();
  });

  it('is closed with its sandbox, and open connections end', async () => {
    const own = await started();
    await program(own, 8080);
    const socket = await own.connect(8080);
    const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    socket.resume();
    await own.end();
    await ended;
    await expect(own.connect(8080)).rejects.toThrow(PortsUnreachable);
  });

  it('costs no program while no connection is being made', async () => {
    await ask(sandbox, 8080, '/asked');
    const connectors = () => childrenOf(process.pid).filter((words) => words.includes('port-connector'));
    expect(connectors()).not.toEqual([]);
    await expect.poll(connectors, { timeout: 15_000, interval: 500 }).toEqual([]);
  }, 20_000);
});

/** The command lines of the children of a process. */
const childrenOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter((child) => child !== '')
    .map((child) => {
      try {
        return readFileSync(`/proc/${child}/cmdline`, 'utf8');
      } catch {
        // It has ended meanwhile.
        return '';
      }
    });
