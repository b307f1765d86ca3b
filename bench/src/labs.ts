import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type RunningAcademy, startAcademy } from './academy.ts';
import type { Figure } from './figure.ts';
import { LabLearner } from './lab-learner.ts';
import { typeWhile } from './lab-typing.ts';
import { type Learner, signInLearners } from './people.ts';
import { processorTime, residentMegabytes } from './processor-time.ts';
import { median, percentile } from './statistics.ts';

/** As many labs as a server takes where nothing is set. */
const LABS = 50;
const MEASURED_MS = 15_000;
/** A learner types a command this often, ms. */
const TYPING_MS = 1_000;
/** A visitor asks for a page this often, ms. */
const READING_MS = 50;
/** A learner whom the busy server refuses retries after the first time, until the second one is over, ms. */
const AGAIN_MS = 1_000;
const STARTING_MS = 120_000;

const ENV = {
  ACADEMY_LAB_ENGINES: 'kube=sandbox',
  ACADEMY_LAB_SANDBOXES: String(LABS),
  ACADEMY_LAB_SANDBOX_MEGABYTES: '128',
};

/**
 * Fifty labs in sandboxes at once: their starts, what a key costs meanwhile, what the server's own visitors notice, what
 * comes back after a restart, and what goes on after a kill.
 *
 * @param folder where the data folder is created
 */
export async function measureLabs(folder: string, { log }: { log(line: string): void }): Promise<Figure[]> {
  const figures: Figure[] = [];
  const figure = (subject: string, name: string, value: number, unit: string, target: Figure['target'] = null) =>
    figures.push({ area: 'labs', subject, name, value, unit, target });
  let academy = await startAcademy(join(folder, 'labs'), 0, { env: ENV });
  try {
    const people = await signInLearners(academy, LABS + 1);
    const quiet = await readPages(academy, 5_000);
    figure('without labs', 'a page, p99', percentile(quiet, 0.99), 'ms');

    log(`Starting ${LABS} labs at once`);
    let { learners, times, busy } = await startAll(academy, people);
    figure(`${LABS} labs`, 'start, middle', median(times), 'ms');
    figure(`${LABS} labs`, 'start, longest', Math.max(...times), 'ms', { max: 30_000 });
    figure(`${LABS} labs`, 'starts that were told to try again', busy, '');
    const last = people.at(-1);
    const refused = last === undefined ? null : await new LabLearner(academy, last).start();
    figure('one lab more', 'refused because all places are taken', refused?.code === 'lab-no-capacity' ? 1 : 0, '', {
      min: 1,
    });

    log(`Typing in ${LABS} labs, and reading pages`);
    const before = processorTime(academy.pid) ?? 0;
    const [typed, read] = await Promise.all([typeInAll(learners, MEASURED_MS), readPages(academy, MEASURED_MS)]);
    const spent = (processorTime(academy.pid) ?? 0) - before;
    figure(`${LABS} labs, a command a second in each`, 'command to output, p50', percentile(typed, 0.5), 'ms');
    figure(`${LABS} labs, a command a second in each`, 'command to output, p99', percentile(typed, 0.99), 'ms', {
      max: 500,
    });
    figure(`${LABS} labs, a command a second in each`, 'a page, p99', percentile(read, 0.99), 'ms', { max: 500 });
    figure(`${LABS} labs, a command a second in each`, "the server's processor", (spent / MEASURED_MS) * 100_000, '%');
    figure(
      `${LABS} labs, a command a second in each`,
      "the server's memory",
      residentMegabytes(academy.pid) ?? Number.NaN,
      'MB',
    );

    figure(
      `${LABS} labs, a command a second in each`,
      "the lab host's memory",
      residentMegabytes(ownLabHostOf(academy)) ?? Number.NaN,
      'MB',
    );

    log('Restarting the server with all labs open');
    await Promise.all(
      learners.map((learner, at) =>
        learner.type(`echo kept-$((${at} + 1000)) > ~/exercises/note.txt; echo "is" kept`, 'is kept'),
      ),
    );
    const stopping = performance.now();
    const ids = learners.map(({ session }) => session?.id ?? '');
    await academy.stop();
    figure('restart with labs open', 'until the server has stopped', performance.now() - stopping, 'ms');
    academy = await startAcademy(academy.dataFolder, academy.port, { env: ENV });
    const after = await Promise.all(ids.map((id, at) => new LabLearner(academy, people[at] as Learner).read(id)));
    const ended = after.filter(({ data }) => data?.state === 'ended').length;
    const kept = after.filter(({ data }, at) =>
      data?.snapshot?.files.some(({ text }) => text === `kept-${at + 1_000}\n`),
    ).length;
    figure('restart with labs open', 'labs that say they have ended', ended, '', { min: LABS });
    figure('restart with labs open', 'labs whose files are kept', kept, '', { min: LABS });

    log('Killing the server with all labs open');
    ({ learners, times, busy } = await startAll(academy, people));
    const again = await Promise.all(
      learners.map((learner, at) => learner.type('cat ~/exercises/note.txt', `kept-${at + 1_000}`).then(() => 1)),
    );
    figure('start after the restart', 'labs that begin with their files', again.length, '', { min: LABS });
    const open = learners.map(({ session }) => session?.id ?? '');
    await Promise.all(learners.map((learner, at) => learner.type(`own=${at}; echo "is" set`, 'is set')));
    for (const learner of learners) learner.stay();
    const { wrong } = await typeWhile(learners, async () => {
      await academy.kill(false);
      academy = await startAcademy(academy.dataFolder, academy.port, { env: ENV });
    });
    for (const learner of learners) learner.leave();
    figure('kill -9 with labs open', 'labs with keys that were lost or typed twice', wrong, '', { max: 0 });
    ({ learners } = await startAll(academy, people));
    const same = learners.filter(({ session }, at) => session?.id === open[at]);
    figure('kill -9 with labs open', 'labs that go on', same.length, '', { min: LABS });
    const known = await Promise.all(
      learners.map((learner, at) => learner.type('echo "own is $own"', `own is ${at}`).then(() => 1)),
    );
    figure('kill -9 with labs open', 'labs whose shell goes on', known.length, '', { min: LABS });
    return figures;
  } finally {
    await academy.stop();
  }
}

/** The process of the lab host of a server. */
export function ownLabHostOf({ dataFolder }: Pick<RunningAcademy, 'dataFolder'>): number {
  const records = join(dataFolder, 'lab-hosts');
  const [name = ''] = readdirSync(records).filter((one) => one.endsWith('.json'));
  return (JSON.parse(readFileSync(join(records, name), 'utf8')) as { process: number }).process;
}

/**
 * Starts a lab for each of the learners at once, and opens its terminal. Learners whom the busy server refuses retry.
 */
async function startAll(
  academy: RunningAcademy,
  people: readonly Learner[],
): Promise<{ learners: LabLearner[]; times: number[]; busy: number }> {
  const learners = people.slice(0, LABS).map((person) => new LabLearner(academy, person));
  let busy = 0;
  const times = await Promise.all(
    learners.map(async (learner) => {
      const began = performance.now();
      for (;;) {
        const { status, code } = await learner.start();
        if (learner.session !== null) break;
        if (code !== 'unavailable' || performance.now() - began > STARTING_MS)
          throw new Error(`a lab did not start: ${status} ${code}`);
        busy += 1;
        await setTimeout(AGAIN_MS);
      }
      await learner.open();
      return performance.now() - began;
    }),
  );
  return { learners, times, busy };
}

/** Each learner types a command a second, not all at the same moment. @returns the times, ms */
async function typeInAll(learners: readonly LabLearner[], ms: number): Promise<number[]> {
  const until = performance.now() + ms;
  const all = await Promise.all(
    learners.map(async (learner, at) => {
      const times: number[] = [];
      await setTimeout((at * TYPING_MS) / learners.length);
      for (let round = 1; performance.now() < until; round += 1) {
        const took = await learner.type(`echo "is" $((${round} + ${at * 1_000}))`, `is ${round + at * 1_000}`);
        times.push(took);
        await setTimeout(Math.max(0, TYPING_MS - took));
      }
      return times;
    }),
  );
  return all.flat();
}

/** Reads a page as a visitor, evenly. @returns the times from when a request was due, ms */
export async function readPages(academy: RunningAcademy, ms: number): Promise<number[]> {
  const began = performance.now();
  const reads: Promise<number>[] = [];
  for (let due = began; due < began + ms; due += READING_MS) {
    await setTimeout(Math.max(0, due - performance.now()));
    const read = readPage(academy).then(() => performance.now() - due);
    // Failures are reported together at the end.
    read.catch(() => undefined);
    reads.push(read);
  }
  return Promise.all(reads);
}

function readPage({ port }: RunningAcademy): Promise<void> {
  return new Promise((done, refuse) => {
    get({ host: '127.0.0.1', port, path: '/courses', headers: { host: `spring.localhost:${port}` } }, (response) => {
      if (response.statusCode !== 200) refuse(new Error(`a page was answered ${response.statusCode}`));
      response.resume().once('end', done).once('error', refuse);
    }).once('error', refuse);
  });
}
