import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerStore } from '@academy/lab-host/lab-files/layer-store';
import type { SandboxPack, SandboxSetup } from '@academy/lab-host/lab-files/sandbox-setup';
import { hostView } from '@academy/lab-host/sandbox/host-view';
import { sandboxProblem } from '@academy/lab-host/sandbox/requirements';
import { Sandbox } from '@academy/lab-host/sandbox/sandbox';
import { SandboxSession } from '@academy/lab-host/sandbox/sandbox-session';
import type { Figure } from './figure.ts';
import { median } from './statistics.ts';

/** A repository as large ones of courses are. */
const FILES = 5_000;
const FILE_BYTES = 12_000;
const IN_A_FOLDER = 25;
const ROUNDS = 5;
const LABS = 20;
const MEGABYTE = 1024 * 1024;
const HOME_BYTES = 256 * MEGABYTE;
/** What each learner changes, bytes. */
const CHANGED_BYTES = MEGABYTE;

/**
 * Labs that bring a repository of 60 MB along: how long unpacking takes beside `tar -x`, and what memory twenty of them
 * need.
 *
 * @param folder where the repository is made
 */
export async function measureLabFiles(folder: string, { log }: { log(line: string): void }): Promise<Figure[]> {
  const view = hostView();
  const problem = await sandboxProblem(view, []);
  if (problem !== null) {
    log(`Files of labs are left out. ${problem.problem}`);
    return [];
  }
  log(`Unpacking ${FILES} files in labs and outside of them`);
  const figures: Figure[] = [];
  const subject = `a lab with ${FILES} files of 60 MB`;
  const figure = (name: string, value: number | null, unit: string, target: Figure['target'] = null) =>
    figures.push({ area: 'labs', subject, name, value, unit, target });
  const tar = makeRepository(join(folder, 'repository'));
  const store = layerStore({ folder: join(folder, 'unpacked'), view, onProblem: (words) => log(words) });
  const packOf = (hash: string): SandboxPack & { hash: string } => ({ tar, folder: 'exercises', hash });
  const open = (setup: Pick<SandboxSetup, 'packs' | 'layers'>) =>
    SandboxSession.open({
      options: () => ({ view, homeBytes: HOME_BYTES }),
      ...{ beginning: [], kept: null, broken: () => {} },
      setup: { scripts: [], variables: {}, ...setup },
    });
  const layersOf = (hash: string) => store.layersOf({ files: [], packs: [packOf(hash)] });

  const none = (): number[] => [];
  const times = { outside: none(), once: none(), bare: none(), plain: none(), own: none(), shared: none() };
  const shared = await layersOf('shared');
  // In turns, so that other work of the machine is shared by all.
  for (let round = 0; round < ROUNDS; round += 1) {
    times.outside.push(await timed(async () => unpackOutside(tar, join(folder, `outside-${round}`))));
    rmSync(join(folder, `outside-${round}`), { recursive: true });
    if (shared !== null) times.once.push(await timed(() => layersOf(randomUUID())));
    times.bare.push(await timedStart(() => Sandbox.start({ view, homeBytes: HOME_BYTES })));
    times.plain.push(await timedStart(() => open({ packs: [], layers: null })));
    times.own.push(await timedStart(() => open({ packs: [packOf('own')], layers: null })));
    if (shared !== null) times.shared.push(await timedStart(() => open({ packs: [], layers: shared })));
  }
  const outside = median(times.outside);
  figure('tar -x outside of labs', outside, 'ms');
  if (shared === null) log('Labs cannot share files on this machine: their figures are left out.');
  else {
    figure('unpacked once for all labs, against tar -x', (median(times.once) - median(times.bare)) / outside, 'x', {
      max: 1.3,
    });
    figure('a start with shared files', median(times.shared), 'ms');
  }
  figure('a start without files', median(times.plain), 'ms');
  figure(
    'unpacked for one lab, against tar -x',
    // A start with shared files looks at as many.
    (median(times.own) - median(shared === null ? times.plain : times.shared)) / outside,
    'x',
    shared === null ? { max: 1.3 } : null,
  );

  if (shared !== null) {
    log(`Starting ${LABS} labs of one repository`);
    const labs: SandboxSession[] = [];
    try {
      for (let at = 0; at < LABS; at += 1) labs.push(await open({ packs: [], layers: shared }));
      figure(`memory for files, each of ${LABS} labs`, await memoryForFiles(labs), 'MB', { max: 4 });
      const change = `head -c ${CHANGED_BYTES} /dev/urandom > exercises/own.bin; for file in exercises/0/*; do echo more >> $file; done`;
      await Promise.all(labs.map((lab) => lab.test(change, [], 60)));
      figure(`the same, when each has changed 1 MB and ${IN_A_FOLDER} files`, await memoryForFiles(labs), 'MB', {
        max: 6,
      });
    } finally {
      await Promise.all(labs.map((lab) => lab.end()));
    }
  }
  return figures;
}

/** Makes files that look like sources: half of each can be packed. @returns the path of their tar */
function makeRepository(root: string): string {
  const line = 'public final class Example { private final String text = "an example"; }\n';
  for (let at = 0; at < FILES; at += 1) {
    const place = join(root, String(Math.floor(at / IN_A_FOLDER)));
    if (at % IN_A_FOLDER === 0) mkdirSync(place, { recursive: true });
    const text = randomBytes(FILE_BYTES / 4).toString('hex') + line.repeat(Math.ceil(FILE_BYTES / 2 / line.length));
    writeFileSync(join(place, `${at}.java`), text.slice(0, FILE_BYTES));
  }
  execFileSync('tar', ['-cf', `${root}.tar`, '-C', root, '.']);
  return `${root}.tar`;
}

function unpackOutside(tar: string, folder: string): void {
  mkdirSync(folder);
  // With the priority that sandboxes have.
  execFileSync('nice', ['-n', '19', 'tar', '-xf', tar, '-C', folder, '--no-same-owner']);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function timedStart(open: () => Promise<{ end(): Promise<void> }>): Promise<number> {
  const began = performance.now();
  const session = await open();
  const took = performance.now() - began;
  await session.end();
  return took;
}

/** What the temporary folders of a lab hold, in the middle of all labs, MB. */
async function memoryForFiles(labs: readonly SandboxSession[]): Promise<number> {
  const used = await Promise.all(
    labs.map(async (lab) => {
      const { output } = await lab.test('df -k --output=used "$HOME" /run/lab /tmp /dev/shm | tail -n +2', [], 60);
      return output
        .trim()
        .split(/\s+/)
        .map(Number)
        .reduce((sum, one) => sum + one * 1024, 0);
    }),
  );
  return median(used) / 1e6;
}
