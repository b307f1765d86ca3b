import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabFile } from '../lab-provider.ts';
import { groups, hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { SANDBOX_HOME } from './bwrap-arguments.ts';
import type { LabRoom, RoomViewer } from './lab-room.ts';
import { type SandboxLabs, sandboxLabs } from './sandbox-labs.ts';

const beginning: LabFile[] = [{ path: 'exercises/list.txt', text: 'one\n' }];
const SIZE = { columns: 80, rows: 24 };
const MINUTE = 60_000;

/** A page that records what it receives, and waits for texts. */
class Page implements RoomViewer {
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
      onEnd: async (reference, why, files) => void ended.push({ reference, why, files }),
      onFailure: () => {},
      now: () => time,
    });
  });
  afterEach(() => labs.close());

  const start = async (kept: LabFile[] | null = null) => {
    const started = await labs.sessions.start({
      ...{ workshop: 'any', learnerAt: () => '', returnUrl: '', eventsUrl: '' },
      files: { beginning, kept },
    });
    return started.reference ?? '';
  };
  const roomOf = (reference: string): LabRoom => {
    const room = labs.room(reference);
    if (room === null) throw new Error('there is no such lab');
    return room;
  };
  const pageIn = (reference: string) => {
    const room = roomOf(reference);
    const page = new Page();
    room.join(page);
    room.show(page, '1', SIZE);
    return { room, page };
  };

  it('have a terminal in the folder of the exercises, and tell files that commands change', async () => {
    const { room, page } = pageIn(await start());
    room.input('1', 'cat list.txt; echo two >> list.txt\n');
    await page.until(() => page.files_.some(({ text }) => text === 'one\ntwo\n'));
    expect(page.said).toContain('~/exercises');
  });

  it('have up to three terminals in one sandbox', async () => {
    const { room, page } = pageIn(await start());
    room.show(page, '3', SIZE);
    room.input('1', 'mkfifo ~/pipe; cat ~/pipe | tr a-z A-Z\n');
    room.input('3', 'until [ -p ~/pipe ]; do sleep 0.1; done; echo through > ~/pipe\n');
    await page.until(() => page.said.includes('THROUGH'));
    expect(() => room.show(page, '4', SIZE)).toThrow();
  });

  it('show whoever comes back what was said last, and go on', async () => {
    const reference = await start();
    const { room, page } = pageIn(reference);
    room.input('1', 'echo "said" before; sleep 0.2; echo "said" meanwhile\n');
    await page.until(() => page.said.includes('said before'));
    room.leave(page);
    const { page: again } = pageIn(reference);
    expect(again.said).toContain('said before');
    await again.until(() => again.said.includes('said meanwhile'));
    expect(page.said).not.toContain('said meanwhile');
  });

  it('let a flood wait for whoever looks at it, and keep no more than its end', async () => {
    const { room, page } = pageIn(await start());
    room.input('1', 'yes "a flood"\n');
    await page.until(() => page.said.length > 200_000);
    // Meanwhile another terminal has done something that takes longer than the delivery.
    room.show(page, '2', SIZE);
    room.input('2', 'sleep 1; echo "much" later\n');
    await page.until(() => page.said.includes('much later'));
    const before = page.said.length;
    expect(before).toBeLessThan(400_000);
    room.seen(page, '1', before);
    await page.until(() => page.said.length > before + 100_000);
    room.leave(page);
  });

  it('write files and folders, and check them', async () => {
    const { room, page } = pageIn(await start());
    expect(await room.write([{ path: "new/it's.txt", text: 'grün' }])).toBe(true);
    expect(page.files_).toContainEqual({ path: "new/it's.txt", text: 'grün' });
    expect(await room.makeFolder('other/deep')).toBe(true);
    expect(await room.write([{ path: 'other', text: 'a folder is no file' }])).toBe(false);
    // A check sees the writes before it, and of several writes the last one.
    const texts = Array.from({ length: 30 }, (_, at) => `text ${at}`);
    void Promise.all(texts.map((text) => room.write([{ path: 'last', text }])));
    expect(await room.test('cat last', [], 5)).toEqual({ exitCode: 0, output: 'text 29' });
    const script = '#!/bin/bash\necho "$1 in $PWD"; test -d ~/other/deep';
    expect(await room.test(script, ["a 'word'"], 5)).toEqual({ exitCode: 0, output: `a 'word' in ${SANDBOX_HOME}\n` });
    expect(await room.test('exit 3', [], 5)).toEqual({ exitCode: 3, output: '' });
    expect(await room.test('sleep 30', [], 1)).toEqual({ exitCode: 124, output: 'The check took too long.\n' });
  });

  it('begin anew with the files of their author', async () => {
    const { room, page } = pageIn(await start([{ path: 'exercises/kept.txt', text: 'kept' }]));
    await room.write([{ path: 'exercises/more.txt', text: 'more' }]);
    expect(room.files.map(({ path }) => path)).toEqual(['exercises/kept.txt', 'exercises/more.txt']);
    await room.restart();
    expect([page.restarts, page.hasEnded]).toEqual([1, false]);
    expect(room.files).toEqual(beginning);
    room.show(page, '1', SIZE);
    room.input('1', 'echo "it is" back\n');
    await page.until(() => page.said.includes('it is back'));
    expect(ended).toEqual([]);
  });

  it('end with their files, once, when somebody asks for it', async () => {
    const reference = await start();
    const { room, page } = pageIn(reference);
    room.input('1', 'echo changed > list.txt\n');
    await page.until(() => page.files_[0]?.text === 'changed\n');
    await Promise.all([labs.sessions.terminate(reference), labs.sessions.terminate(reference)]);
    expect(page.hasEnded).toBe(true);
    expect(ended).toEqual([{ reference, why: null, files: [{ path: 'exercises/list.txt', text: 'changed\n' }] }]);
    expect(await labs.sessions.status(reference)).toBeNull();
  });

  it('end by themselves when nobody is there, and when their time is up', async () => {
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

  it('end when their learner ends all of their processes, with the files as they were seen last', async () => {
    const reference = await start();
    const { room, page } = pageIn(reference);
    await room.write([{ path: 'note', text: 'seen' }]);
    room.input('1', 'kill -9 -1\n');
    await expect.poll(() => ended).toMatchObject([{ reference, why: 'broken' }]);
    expect(ended[0]?.files).toContainEqual({ path: 'note', text: 'seen' });
    expect(page.hasEnded).toBe(true);
  });

  it('are no more than the machine can take, and another one begins when one has ended', async () => {
    const [first] = await Promise.all([start(), start()]);
    await expect(start()).rejects.toMatchObject({ problem: 'no-capacity' });
    expect(await labs.health()).toMatchObject([{ sessions: 2, maximum: 2, problem: null }]);
    await labs.sessions.terminate(first);
    await start();
  });

  it('tell administrators when nothing bounds their memory', async () => {
    const unbounded = { problem: 'no groups here', make: () => null };
    const others = sandboxLabs({
      ...{ view, groups: unbounded, sessions: 1, minutes: 60, memoryMegabytes: 64 },
      onEnd: async () => {},
      onFailure: () => {},
    });
    expect(await others.health()).toMatchObject([{ problem: null, warning: 'unbounded-memory' }]);
    await others.close();
  });

  it('of another server are not known here', async () => {
    await expect(labs.sessions.status('elsewhere/some-lab')).rejects.toMatchObject({ problem: 'unavailable' });
    const gone = (await start()).replace(/[^/]*$/, 'gone');
    expect(await labs.sessions.status(gone)).toBeNull();
  });

  it('end with the server', async () => {
    const reference = await start();
    await labs.close();
    expect(ended).toMatchObject([{ reference, why: 'closing' }]);
    await expect(start()).rejects.toMatchObject({ problem: 'unavailable' });
  });
});
