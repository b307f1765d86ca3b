import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { groups, hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { LOOK, NOTE_START, readLook } from './home-listing.ts';
import { Sandbox } from './sandbox.ts';
import { writeFiles } from './sandbox-files.ts';

const MEGABYTE = 1024 * 1024;
const SECRET = 'do-not-tell-anybody';

describe.skipIf(!hasSandboxes)('a learner in a sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    process.env.ACADEMY_TEST_SECRET = SECRET;
    sandbox = await Sandbox.start({ view, homeBytes: 64 * MEGABYTE });
  });
  afterAll(async () => {
    delete process.env.ACADEMY_TEST_SECRET;
    await sandbox?.end();
  });

  const shell = async (script: string, seconds = 10, inside = sandbox) => {
    const { status, output } = await inside.run({ script, seconds });
    return { status, output: output.toString('utf8') };
  };
  const refused = async (script: string) => expect((await shell(script)).status).not.toBe(0);

  it('is a user without rights, and cannot gain more', async () => {
    const { output } = await shell('id -u; grep -E "^(CapEff|CapBnd|NoNewPrivs|Seccomp):" /proc/self/status');
    expect(output.split(/\s+/)).toEqual(
      [
        '1000',
        'CapEff:',
        '0000000000000000',
        'CapBnd:',
        '0000000000000000',
        'NoNewPrivs:',
        '1',
        'Seccomp:',
        '2',
      ].concat(''),
    );
  });

  it('makes no namespaces and mounts nothing', async () => {
    await refused('unshare --user true');
    await refused('unshare --mount true');
    await refused('mount -t tmpfs none /tmp');
    await refused('mount --bind /usr ~');
    await refused('umount /usr/bin');
    await refused('chroot / true');
  });

  it('reads no log of the kernel and traces nobody', async () => {
    await refused('dmesg');
    expect((await shell('awk "BEGIN { print 1 }" > /dev/null; cat /proc/1/environ')).output).not.toContain(SECRET);
    const trace = `perl -e 'my $r = syscall(101, 16, $PPID // getppid(), 0, 0); print $r == -1 ? "refused $!{EPERM}" : "traced"'`;
    expect((await shell(trace)).output).toMatch(/^refused [1-9]/);
  });

  it('types into no terminal but its own, and reaches no virtual machine host', async () => {
    const typed = `perl -e 'my $c = "x"; print ioctl(STDIN, 0x5412, $c) ? "typed" : "refused $!{EPERM}"'`;
    expect((await shell(typed)).output).toMatch(/^refused [1-9]/);
    expect((await shell(`perl -e 'print socket(my $s, 40, 1, 0) ? "open" : "refused"'`)).output).toBe('refused');
  });

  it('writes to no folder of the machine', async () => {
    for (const place of ['/x', '/etc/x', '/usr/bin/x', '/dev/x', '/proc/sys/kernel/x', '/opt/lab/x', '~/../x'])
      await refused(`echo 1 > ${place}`);
  });

  it('sees neither files of the server nor its environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'academy-secret-'));
    writeFileSync(join(folder, 'secret'), SECRET);
    await refused(`cat ${folder}/secret`);
    rmSync(folder, { recursive: true });
    const { output } = await shell('env; cat /proc/*/environ; ls -a / /home /run /etc /var /root');
    expect(output).not.toContain(SECRET);
    expect(output).not.toContain('shadow');
    expect((await shell('cat /etc/passwd')).output.trim().split('\n').length).toBe(2);
  });

  it('follows links within its isolation only, and listings do, too', async () => {
    await shell(
      'mkdir -p exercises; ln -sf /etc/shadow exercises/link; ln -sf /etc exercises/folder; echo mine > exercises/own',
    );
    await refused('cat exercises/link');
    await sandbox.run({ script: NOTE_START, seconds: 5 });
    const { output } = await sandbox.run({ script: LOOK, seconds: 5 });
    expect(readLook(output)?.texts).toEqual([{ path: 'exercises/own', text: 'mine\n' }]);
  });

  it('ends neither the first process nor anything outside', async () => {
    await shell('kill -9 1; kill -9 1');
    expect((await shell('echo still here')).output).toBe('still here\n');
    expect((await shell(`kill -0 ${process.pid} && echo there`)).output).not.toContain('there');
    expect((await shell('ls /proc | grep -c "^[0-9]"')).output.trim()).toMatch(/^\d{1,2}$/);
  });

  it('reaches no network, not even servers of this machine', async () => {
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    await refused(`exec 3<>/dev/tcp/127.0.0.1/${port}`);
    await refused('exec 3<>/dev/tcp/192.0.2.1/80');
    server.close();
    expect((await shell('cat /proc/net/dev | tail -n +3 | cut -d: -f1')).output.trim()).toBe('lo');
  });

  it('has no open files besides those of the sandbox', async () => {
    const { output } = await shell('for one in /proc/[0-9]*/fd/*; do readlink $one; done | sort -u');
    const others = output
      .split('\n')
      .filter((name) => !/^(socket:|pipe:|anon_inode:|\/run\/lab\/|\/dev\/|\/proc\/|\/opt\/lab\/|$)/.test(name));
    expect(others).toEqual([]);
  });

  it('fills neither a disk nor the memory with files', async () => {
    await refused('head -c 300M /dev/zero > /tmp/large');
    await refused('head -c 300M /dev/zero > large');
    await refused('head -c 300M /dev/zero > /dev/shm/large');
    await shell('rm -f /tmp/large large /dev/shm/large');
    expect((await shell('ulimit -f; ulimit -u; ulimit -n; ulimit -c')).output).toBe('262144\n128\n1024\n0\n');
    await refused('ulimit -u 1000');
  });

  it('starts a fork bomb without effect on others', async () => {
    const [bomber, other] = await Promise.all([
      Sandbox.start({ view, homeBytes: MEGABYTE }),
      Sandbox.start({ view, homeBytes: MEGABYTE }),
    ]);
    bomber.terminal('1').write('bomb() { bomb | bomb & }; bomb\n');
    bomber.terminal('1').resume();
    await shell('for i in $(seq 100); do sleep 0 & done; wait', 20, other);
    expect((await shell('echo fine', 20, other)).output).toBe('fine\n');
    await bomber.end();
    await other.end();
  });

  it('sees nothing of another sandbox', async () => {
    const other = await Sandbox.start({ view, homeBytes: MEGABYTE });
    await other.run({ ...writeFiles([{ path: 'secret', text: SECRET }]), seconds: 5 });
    await shell('sleep 20 &', 5, other);
    const { output } = await shell('cat ~/secret; ls -R /home /tmp /run; ps ax');
    expect(output).not.toContain(SECRET);
    expect(output).not.toContain('sleep 20');
    await other.end();
  });

  it('cannot pose as the sandbox agent, only end it', async () => {
    const own = await Sandbox.start({ view, homeBytes: MEGABYTE });
    await shell('for one in /proc/[0-9]*/fd/[012]; do echo "this is no answer" > $one; done', 5, own);
    expect((await shell('echo an answer', 5, own)).output).toBe('an answer\n');
    own.terminal('1').resume();
    own.terminal('1').write('kill -9 -1\n');
    await own.ended;
    await expect(own.run({ script: 'true', seconds: 1 })).rejects.toThrow('the sandbox has ended');
  });

  test.skipIf(groups.problem !== null)('is stopped when it takes more memory than allowed', async () => {
    const group = groups.make('hog', 128 * MEGABYTE);
    const hog = await Sandbox.start({ view, homeBytes: MEGABYTE, group });
    const small = `perl -e '$x = "y" x (16 * 1024 * 1024); print length $x'`;
    expect((await shell(small, 10, hog)).output).toBe(String(16 * MEGABYTE));
    // The kernel ends its largest process; that may be the sandbox agent.
    const big = await shell(small.replace('16 *', '400 *'), 20, hog).catch(() => ({ status: 137, output: '' }));
    expect(big.status).not.toBe(0);
    await hog.end();
  });

  it('leaves nothing behind', async () => {
    const short = await Sandbox.start({ view, homeBytes: MEGABYTE });
    await shell('setsid sleep 1234.5 & disown', 5, short);
    expect((await shell('ps ax | grep -c "[s]leep 1234.5"', 5, short)).output).toBe('1\n');
    await short.end();
    await expect(short.run({ script: 'true', seconds: 1 })).rejects.toThrow();
  });
});
