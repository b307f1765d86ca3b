import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { groups, hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { LOOK, LOOK_BYTES, NOTE_START, readLook } from './home-listing.ts';
import { Sandbox, type SandboxOptions } from './sandbox.ts';
import { writeFiles } from './sandbox-files.ts';

const MEGABYTE = 1024 * 1024;

/** Calls that reach past a sandbox on other ways than programs take, by their numbers on x86-64. */
const CALLS: Readonly<Record<string, number>> = {
  ...{ pivot_root: 155, chroot: 161, mount: 165, umount: 166, open_tree: 428, move_mount: 429, fsopen: 430 },
  ...{ fsconfig: 431, fsmount: 432, fspick: 433, mount_setattr: 442, unshare: 272, setns: 308 },
  ...{ ptrace: 101, process_vm_readv: 310, process_vm_writev: 311, pidfd_getfd: 438 },
  ...{ perf_event_open: 298, bpf: 321, userfaultfd: 323, io_uring_setup: 425 },
  ...{ add_key: 248, request_key: 249, keyctl: 250, open_by_handle_at: 304, name_to_handle_at: 303 },
  ...{ syslog: 103, init_module: 175, delete_module: 176, kexec_load: 246, kexec_file_load: 320, reboot: 169 },
  ...{ swapon: 167, sethostname: 170, iopl: 172, ioperm: 173, settimeofday: 164, clock_settime: 227 },
};
/** The same calls by the numbers of the other convention of these processors. */
const OTHER_CONVENTION = 0x4000_0000;
const EPERM = 1;

describe.skipIf(!hasSandboxes)('a hostile learner', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await Sandbox.start({ view, homeBytes: 64 * MEGABYTE });
  });
  afterAll(() => sandbox?.end());

  const shell = async (script: string, seconds = 20, inside = sandbox) => {
    const { status, output } = await inside.run({ script, seconds });
    return { status, output: output.toString('utf8') };
  };
  /** Runs something in a sandbox of its own, which ends with it. */
  async function alone<T>(options: Partial<SandboxOptions>, work: (own: Sandbox) => Promise<T>): Promise<T> {
    const own = await Sandbox.start({ view, homeBytes: 16 * MEGABYTE, ...options });
    try {
      return await work(own);
    } finally {
      await own.end();
    }
  }
  /** Numbers of the errors with which calls are answered, without any sensible argument; 0: one was carried out. */
  async function errorsOf(numbers: readonly number[]): Promise<number[]> {
    const loop = `foreach my $number (${numbers.join(', ')}) { my $r = syscall($number, 0, 0, 0, 0, 0); print(($r == -1 ? $! + 0 : 0), "\\n") }`;
    return (await shell(`perl -e '${loop}'`)).output.trim().split('\n').map(Number);
  }

  // Shows security#sandbox-walls
  it('makes none of the calls that lead out of a sandbox', async () => {
    const names = Object.keys(CALLS);
    const errors = await errorsOf(Object.values(CALLS));
    expect(Object.fromEntries(names.map((name, at) => [name, errors[at]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, EPERM])),
    );
  });

  it('finds no second door in the other numbers of the same calls', async () => {
    const errors = await errorsOf(
      [CALLS.mount, CALLS.unshare, CALLS.setns].map((number = 0) => number + OTHER_CONVENTION),
    );
    expect(errors).toEqual([EPERM, EPERM, EPERM]);
  });

  // Shows security#sandbox-walls
  it('learns nothing of the machine from /proc, and turns no knob in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'academy-hostile-'));
    const { output } = await shell(`
      for root in /proc/[0-9]*/root /proc/[0-9]*/cwd; do ls -d "$root${folder}" "$root/root/." "$root/var/lib/." 2>/dev/null; done
      for file in /proc/kcore /proc/kmsg /proc/sysrq-trigger /proc/1/mem /proc/kallsyms; do head -c 16 $file 2>/dev/null | tr -d '\\0' | grep -q '[1-9]' && echo "reads $file"; done
      for file in /proc/sysrq-trigger /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/1/oom_score_adj; do { echo 0 > $file; } 2>/dev/null && echo "writes $file"; done
      ls -d /sys/fs/cgroup /sys/kernel /boot /mnt 2>/dev/null
      true`);
    rmSync(folder, { recursive: true });
    // The learner is the owner of all processes in the sandbox, the first one included.
    expect(output.split('\n').filter((line) => line !== '' && line !== 'writes /proc/1/oom_score_adj')).toEqual([]);
  });

  it('joins no namespace of another process, and sees none of the machine', async () => {
    const { output } = await shell(
      'for n in net mnt pid user ipc uts; do readlink /proc/1/ns/$n; nsenter -t 1 --$n true 2>&1 || echo refused; done',
    );
    expect(output.match(/refused/g)).toHaveLength(6);
    const own = ['net', 'mnt', 'pid', 'user', 'ipc', 'uts'].map((name) => readlink(name));
    for (const name of own) expect(output).not.toContain(name);
  });

  // Shows security#sandbox-walls
  it('makes the server write nowhere but into the own home folder', async () => {
    const target = mkdtempSync(join(tmpdir(), 'academy-target-'));
    await shell(`ln -s ${target} out; ln -s /etc etc; ln -s /usr/bin/true program; mkfifo pipe`);
    const written = await sandbox.run({
      ...writeFiles(['out/file', 'etc/hosts', 'program', '../up'].map((path) => ({ path, text: 'mine' }))),
      seconds: 5,
    });
    expect(written.status).not.toBe(0);
    expect(readdirSync(target)).toEqual([]);
    expect(readFileSync('/etc/hosts', 'utf8')).not.toBe('mine');
    // A pipe that nobody reads keeps a writer waiting, not the server.
    const waiting = await sandbox.run({ ...writeFiles([{ path: 'pipe', text: 'mine' }]), seconds: 1 });
    expect(waiting.status).toBe(124);
    await shell('rm -f out etc program pipe');
    rmSync(target, { recursive: true });
  });

  it('cannot make the listing of files endless, or list what is none', async () => {
    await alone({}, async (own) => {
      await own.run({ script: NOTE_START, seconds: 5 });
      await shell(
        `mkfifo pipe; ln -s /dev/zero zero; ln -s /proc/self/environ environ; truncate -s 300M sparse
        touch "$(printf 'two\\nlines')" "$(printf 'not\\377text')" '-rf' "quote'"; for n in $(seq 3000); do echo $n > many-$n; done
        deep=.; for n in $(seq 60); do deep=$deep/d; done; mkdir -p $deep; echo deep > $deep/end`,
        30,
        own,
      );
      const { status, output } = await own.run({ script: LOOK, seconds: 20, maxBytes: LOOK_BYTES });
      expect(status).toBe(0);
      const files = readLook(output)?.texts ?? [];
      expect(files.length).toBeGreaterThan(900);
      expect(files.length).toBeLessThanOrEqual(1_000);
      for (const { path } of files) expect(path).toMatch(/^(?:many-\d+|two\nlines|-rf|quote'|(?:d\/)+end)$/);
    });
  });

  it('leaves no process behind a fork bomb, and its processor time to others', async () => {
    await alone({}, async (bomber) => {
      bomber.terminal('1').resume();
      bomber.terminal('1').write('bomb() { bomb | bomb & }; bomb\n');
      await alone({}, async (other) => {
        for (let round = 0; round < 5; round += 1)
          expect((await shell('echo fine $((6 * 7))', 20, other)).output).toBe('fine 42\n');
      });
    });
    // `ended` is told when the kernel has ended everything in the namespace of processes.
    expect((await shell('ls /proc | grep -c "^[0-9]"')).output.trim()).toMatch(/^\d{1,2}$/);
  });

  it('keeps no more processes, open files and threads than allowed', async () => {
    await alone({}, async (own) => {
      const threads = `perl -e '$| = 1; my $made = 0; for (1 .. 400) { my $pid = fork; last unless defined $pid; if ($pid == 0) { sleep 30; exit } $made++ } print $made; kill 9, -getpgrp' 2>/dev/null`;
      const { output } = await shell(`setsid ${threads}`, 20, own);
      expect(Number.parseInt(output, 10)).toBeLessThan(128);
      const files = `perl -e 'my @open; while (open(my $file, "<", "/dev/null")) { push @open, $file } print scalar @open'`;
      expect(Number((await shell(files, 20, own)).output)).toBeLessThan(1_024);
    });
  });

  // Shows security#sandbox-walls
  test.skipIf(groups.problem !== null)('pays for files and shared memory with its own memory', async () => {
    const takes = async (script: string) => {
      const group = groups.make(`files-${Math.random().toString(36).slice(2)}`, 96 * MEGABYTE);
      return alone({ homeBytes: 80 * MEGABYTE, group }, async (own) =>
        shell(script, 30, own).catch(() => ({ status: 137, output: '' })),
      );
    };
    const fits = `head -c 60M /dev/zero > ~/large && perl -e '$x = "y" x (8 * 1024 * 1024); print length $x'`;
    expect((await takes(fits)).output).toBe(String(8 * MEGABYTE));
    expect((await takes(fits.replace('8 *', '60 *'))).status).not.toBe(0);
    // Memory behind a file that no folder holds: it counts all the same.
    const hidden = `perl -e 'my $fd = syscall(319, my $name = "hidden", 0); open(my $f, ">&=", $fd) or exit 9; print $f "y" x 1048576 for 1 .. 200; close $f or exit 1; print "done"'`;
    expect((await takes(hidden)).output).not.toBe('done');
  });

  it('fills a terminal that nobody reads, and no memory of the server', async () => {
    await alone({}, async (own) => {
      const terminal = own.terminal('1');
      terminal.write('yes a flood that nobody reads\n');
      terminal.pause();
      const before = process.memoryUsage().rss;
      await shell('sleep 3', 10, own);
      expect(terminal.readableLength).toBeLessThan(MEGABYTE);
      expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEGABYTE);
    });
  });

  it('loses the own lab by stopping the sandbox agent, and nothing else', async () => {
    await alone({}, async (own) => {
      await shell('kill -STOP $(pgrep -f /opt/lab/agent) & sleep 0.3', 5, own).catch(() => null);
      await expect(own.run({ script: 'true', seconds: 1 })).rejects.toThrow('does not answer');
      expect((await shell('echo fine')).output).toBe('fine\n');
    });
  });
});

/** A namespace of this process, as the kernel names it. */
const readlink = (name: string): string => readlinkSync(`/proc/self/ns/${name}`);
