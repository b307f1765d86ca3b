import { randomUUID } from 'node:crypto';
import type { LabFile } from '@academy/labs/lab-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groups, hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { SANDBOX_HOME } from './bwrap-arguments.ts';
import { type SandboxLabs, sandboxLabs } from './sandbox-labs.ts';
import type { SandboxSession, SessionViewer } from './sandbox-session.ts';

const beginning: LabFile[] = [{ path: 'exercises/list.txt', text: 'one\n' }];
const SIZE = { columns: 80, rows: 24 };
const MINUTE = 60_000;

/** A page that records what it receives, and waits for texts. */
class Page implements SessionViewer {
  said = '';
  files_: readonly LabFile[] = [];
  restarts = 0;
  hasEnded = false;
  #waiting: (() => void)[] = [];
  output(_terminal: string, text: string) {
    this.said += text;
    this.#changed();
  }
  files(files: readonly LabFile[]) {
    this.files_ = files;
    this.#changed();
  }
  restarted() {
    this.restarts += 1;
    this.said = '';
  }
  late() {}
  ended() {
    this.hasEnded = true;
  }
  #changed() {
    for (const look of this.#waiting) look();
  }
  /** Waits until a condition holds. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

describe.skipIf(!hasSandboxes)('labs in sandboxes', () => {
  let labs: SandboxLabs;
  let time = 0;
  let ended: { reference: string; why: string | null; files: readonly LabFile[] }[] = [];

  beforeEach(() => {
    time = 0;
    ended = [];
    labs = sandboxLabs({
      ...{ view, groups, sessions: 2, minutes: 60, memoryMegabytes: 128 },
      onEnd: async (reference, why, { files }) => void ended.push({ reference, why, files }),
      onFailure: () => {},
      now: () => time,
    });
  });
  afterEach(() => labs.close());

  const start = async (kept: LabFile[] | null = null) => {
    const reference = randomUUID();
    await labs.sessions.start({ reference, workshop: 'any', wanted: null, files: { beginning, kept }, setup: null });
    return reference;
  };
  const sandboxSessionOf = (reference: string): SandboxSession => {
    const sandboxSession = labs.sandboxSession(reference);
    if (sandboxSession === null) throw new Error('there is no such lab');
    return sandboxSession;
  };
  const pageIn = (reference: string) => {
    const sandboxSession = sandboxSessionOf(reference);
    const page = new Page();
    sandboxSession.join(page);
    sandboxSession.show(page, '1', SIZE);
    return { sandboxSession, page };
  };

  it('have a terminal in the exercises folder, and list changed files', async () => {
    const { sandboxSession, page } = pageIn(await start());
    sandboxSession.input('1', 'cat list.txt; echo two >> list.txt\n');
    await page.until(() => page.files_.some(({ text }) => text === 'one\ntwo\n'));
    expect(page.said).toContain('~/exercises');
  });

  it('have up to three terminals in one sandbox', async () => {
    const { sandboxSession, page } = pageIn(await start());
    sandboxSession.show(page, '3', SIZE);
    sandboxSession.input('1', 'mkfifo ~/pipe; cat ~/pipe | tr a-z A-Z\n');
    sandboxSession.input('3', 'until [ -p ~/pipe ]; do sleep 0.1; done; echo through > ~/pipe\n');
    await page.until(() => page.said.includes('THROUGH'));
    expect(() => sandboxSession.show(page, '4', SIZE)).toThrow();
  });

  it('show the last output to a reconnecting page, and continue', async () => {
    const reference = await start();
    const { sandboxSession, page } = pageIn(reference);
    sandboxSession.input('1', 'echo "said" before; sleep 0.2; echo "said" meanwhile\n');
    await page.until(() => page.said.includes('said before'));
    sandboxSession.leave(page);
    const { page: again } = pageIn(reference);
    expect(again.said).toContain('said before');
    await again.until(() => again.said.includes('said meanwhile'));
    expect(page.said).not.toContain('said meanwhile');
  });

  it('let a flood of output wait for viewers, and keep its end', async () => {
    const { sandboxSession, page } = pageIn(await start());
    sandboxSession.input('1', 'yes "a flood"\n');
    await page.until(() => page.said.length > 200_000);
    // Meanwhile another terminal has done something that takes longer than the delivery.
    sandboxSession.show(page, '2', SIZE);
    sandboxSession.input('2', 'sleep 1; echo "much" later\n');
    await page.until(() => page.said.includes('much later'));
    const before = page.said.length;
    expect(before).toBeLessThan(400_000);
    sandboxSession.seen(page, '1', before);
    await page.until(() => page.said.length > before + 100_000);
    sandboxSession.leave(page);
  });

  it('write files and folders, and check them', async () => {
    const { sandboxSession, page } = pageIn(await start());
    expect(await sandboxSession.write([{ path: "new/it's.txt", text: 'grün' }])).toBe(true);
    expect(page.files_).toContainEqual({ path: "new/it's.txt", text: 'grün' });
    expect(await sandboxSession.makeFolder('other/deep')).toBe(true);
    expect(await sandboxSession.write([{ path: 'other', text: 'a folder is no file' }])).toBe(false);
    // A check sees the writes before it, and of several writes the last one.
    const texts = Array.from({ length: 30 }, (_, at) => `text ${at}`);
    void Promise.all(texts.map((text) => sandboxSession.write([{ path: 'last', text }])));
    expect(await sandboxSession.test('cat last', [], 5)).toEqual({ exitCode: 0, output: 'text 29' });
    const script = '#!/bin/bash\necho "$1 in $PWD"; test -d ~/other/deep';
    expect(await sandboxSession.test(script, ["a 'word'"], 5)).toEqual({
      exitCode: 0,
      output: `a 'word' in ${SANDBOX_HOME}\n`,
    });
    expect(await sandboxSession.test('exit 3', [], 5)).toEqual({ exitCode: 3, output: '' });
    expect(await sandboxSession.test('sleep 30', [], 1)).toEqual({
      exitCode: 124,
      output: 'The check took too long.\n',
    });
  });

  it('copy, move and delete files, whatever is in them', async () => {
    const { sandboxSession, page } = pageIn(await start());
    const paths = () => page.files_.map(({ path }) => path);
    await sandboxSession.write([{ path: "it's.sh", text: '#!/bin/bash\necho ran' }]);
    expect(await sandboxSession.transfer('copy', "it's.sh", 'deep/er/copy.sh')).toBe(true);
    expect(await sandboxSession.transfer('move', "it's.sh", 'moved.sh')).toBe(true);
    expect(paths()).toEqual(['deep/er/copy.sh', 'exercises/list.txt', 'moved.sh']);
    // Programs stay programs, and files that no editor shows move too.
    expect(await sandboxSession.test('./moved.sh; ~/deep/er/copy.sh', [], 5)).toMatchObject({ output: 'ran\nran\n' });
    await sandboxSession.test("printf '\\0\\1' > binary", [], 5);
    expect(await sandboxSession.transfer('move', 'binary', 'kept')).toBe(true);
    expect(await sandboxSession.test('wc -c < kept', [], 5)).toMatchObject({ output: '2\n' });
    expect(await sandboxSession.remove('moved.sh')).toBe(true);
    expect(paths()).toEqual(['deep/er/copy.sh', 'exercises/list.txt']);
    for (const refused of [sandboxSession.remove('moved.sh'), sandboxSession.transfer('copy', 'none', 'x')])
      expect(await refused).toBe(false);
    // A folder is no file that an action deletes.
    expect(await sandboxSession.remove('exercises')).toBe(false);
  });

  it('let a check read what the learner answered', async () => {
    const { sandboxSession } = pageIn(await start());
    const script = '#!/bin/bash\ncat; echo " $1"';
    expect(await sandboxSession.test(script, ['said'], 5, '{"name":"grün"}')).toEqual({
      exitCode: 0,
      output: '{"name":"grün"} said\n',
    });
    expect(await sandboxSession.test('cat', [], 5)).toEqual({ exitCode: 0, output: '' });
  });

  it('restart with the files of their author', async () => {
    const { sandboxSession, page } = pageIn(await start([{ path: 'exercises/kept.txt', text: 'kept' }]));
    await sandboxSession.write([{ path: 'exercises/more.txt', text: 'more' }]);
    expect(sandboxSession.files.map(({ path }) => path)).toEqual(['exercises/kept.txt', 'exercises/more.txt']);
    await sandboxSession.restart();
    expect([page.restarts, page.hasEnded]).toEqual([1, false]);
    expect(sandboxSession.files).toEqual(beginning);
    sandboxSession.show(page, '1', SIZE);
    sandboxSession.input('1', 'echo "it is" back\n');
    await page.until(() => page.said.includes('it is back'));
    expect(ended).toEqual([]);
  });

  it('end with their files, once, on request', async () => {
    const reference = await start();
    const { sandboxSession, page } = pageIn(reference);
    sandboxSession.input('1', 'echo changed > list.txt\n');
    await page.until(() => page.files_[0]?.text === 'changed\n');
    await Promise.all([labs.sessions.terminate(reference), labs.sessions.terminate(reference)]);
    expect(page.hasEnded).toBe(true);
    expect(ended).toEqual([{ reference, why: null, files: [{ path: 'exercises/list.txt', text: 'changed\n' }] }]);
    expect(await labs.sessions.status(reference)).toBeNull();
  });

  it('end by themselves when no page is open and when they expire', async () => {
    const [left, used] = [await start(), await start()];
    time = 6 * MINUTE;
    labs.seen(used, false);
    await labs.sweep();
    expect(ended).toMatchObject([{ reference: left, why: 'orphaned' }]);
    time = 46 * MINUTE;
    labs.seen(used, false);
    expect(await labs.sessions.extend(used)).toMatchObject({ extended: true, expiresAt: new Date(75 * MINUTE) });
    time = 75 * MINUTE;
    labs.seen(used, false);
    await labs.sweep();
    expect(ended[1]).toMatchObject({ reference: used, why: 'expired', files: beginning });
  });

  it('end when their learner kills all processes, with the last known files', async () => {
    const reference = await start();
    const { sandboxSession, page } = pageIn(reference);
    await sandboxSession.write([{ path: 'note', text: 'seen' }]);
    sandboxSession.input('1', 'kill -9 -1\n');
    await expect.poll(() => ended).toMatchObject([{ reference, why: 'broken' }]);
    expect(ended[0]?.files).toContainEqual({ path: 'note', text: 'seen' });
    expect(page.hasEnded).toBe(true);
  });

  it('are limited in number, and start again when one has ended', async () => {
    const [first] = await Promise.all([start(), start()]);
    await expect(start()).rejects.toMatchObject({ problem: 'no-capacity' });
    expect(labs.counts()).toEqual({ running: 2, starting: [] });
    await labs.sessions.terminate(first);
    await start();
  });

  it('start once, however often that is asked', async () => {
    const beginnings = { workshop: 'any', wanted: null, files: { beginning, kept: null }, setup: null };
    const reference = randomUUID();
    const started = Array.from({ length: 3 }, () => labs.sessions.start({ ...beginnings, reference }));
    const conditions = await Promise.all(started);
    expect(await labs.sessions.start({ ...beginnings, reference })).toEqual(conditions[0]);
    expect(labs.counts()).toEqual({ running: 1, starting: [] });
  });

  it('that never were here are not known', async () => {
    expect(await labs.sessions.status(randomUUID())).toBeNull();
  });

  it('end with their host', async () => {
    const reference = await start();
    await labs.close();
    expect(ended).toMatchObject([{ reference, why: 'closing' }]);
    await expect(start()).rejects.toMatchObject({ problem: 'unavailable' });
  });
});
