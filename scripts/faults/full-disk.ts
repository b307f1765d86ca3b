import { setTimeout as delay } from 'node:timers/promises';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { sendContactMessage } from '@academy/contract/contact';
import { MIN_FREE_BYTES } from '@academy/server/db/disk-space';
import { smallDisk } from '@academy/server/testing/small-disk';
import type { Fault } from './fault.ts';
import { until } from './load-support/until.ts';
import { prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { clientOf, problemOf } from './support/client.ts';
import { figure } from './support/figures.ts';
import { catalogueReads, readCount, readUntil } from './support/reads.ts';
import { checkLedger, writerPool } from './support/writes.ts';

const DISK = '500m';
const SHORT = { rounds: 2, fullMs: 4_000 };
const LONG = { rounds: 8, fullMs: 10_000 };
/** How long writing goes well before the disk fills, ms. */
const BEFORE_MS = 1_500;
/** Without room for its write-ahead log the database ends; it is started again every few seconds. */
const HEALED_WITHIN_MS = 60_000;
/** Messages of visitors are limited, too. */
const NO_LIMITS = { ACADEMY_MESSAGES_PER_TEN_MINUTES: '1000000' };
const NO_SPACE = '503 no-space, retry after 30 s';

export const fullDisk: Fault = {
  name: 'full-disk',
  title:
    'The disk of the database fills under writes: reading goes on, writes are refused, nothing acknowledged is lost.',
  run: ({ long, log }) =>
    withCleanup(async (later) => {
      const disk = smallDisk(DISK, (remove) => later.add(async () => remove()));
      if (disk === null) return { skipped: 'A small file system cannot be mounted here: that needs root on Linux.' };
      const { rounds, fullMs } = long ? LONG : SHORT;
      const prepared = await prepareAcademy(disk.folder, null, { courses: 4, learners: 20, env: NO_LIMITS });
      const { academy, lessons, learners } = prepared;
      later.add(() => academy.stop());
      const client = clientOf(academy.port);
      later.add(() => client.close());
      const reads = catalogueReads(lessons);
      // What is read meanwhile has been read before, as in an academy that is in use.
      for (const read of reads) await read(client);

      const pool = writerPool(learners.all, lessons);
      const readsMeanwhile = readCount();
      let isOver = false;
      const working = Promise.all([
        pool.writeUntil(
          () => isOver,
          () => client,
          { writers: 8, perSecond: 60 },
        ),
        readUntil(
          () => isOver,
          reads,
          () => client,
          readsMeanwhile,
          { readers: 4, perSecond: 60 },
        ),
      ]);
      const healed: number[] = [];
      const refusals = new Map<string, number>();
      try {
        for (let round = 1; round <= rounds; round += 1) {
          await delay(BEFORE_MS);
          // Every second time to the last byte, as another program would.
          const leave = round % 2 === 1 ? MIN_FREE_BYTES / 2 : 0;
          disk.fill(leave);
          const told = await until(async () => (await tryToWrite(academy.port)) !== '200', 10_000);
          if (told === null) throw new Error('the full disk was not noticed');
          const fullUntil = performance.now() + fullMs;
          while (performance.now() < fullUntil) {
            const answer = await tryToWrite(academy.port);
            refusals.set(answer, (refusals.get(answer) ?? 0) + 1);
            await delay(100);
          }
          const before = pool.acknowledged.length;
          disk.free();
          const took = await until(() => pool.acknowledged.length > before + 3, HEALED_WITHIN_MS, 20);
          healed.push(took ?? HEALED_WITHIN_MS);
          log(
            `Full ${round} of ${rounds}, ${leave === 0 ? 'to the last byte' : 'but for the reserve'}: writing again after ${Math.round(took ?? Number.NaN)} ms`,
          );
        }
        await delay(BEFORE_MS);
      } finally {
        isOver = true;
      }
      await working;
      for (const [answer, count] of refusals) log(`Writes while the disk was full: ${answer} x ${count}`);
      const { lost, doubled, stored } = await checkLedger(prepared.databaseUrl, pool.acknowledged);
      const unclear = [...refusals]
        .filter(([answer]) => answer !== NO_SPACE)
        .reduce((sum, [, count]) => sum + count, 0);
      const otherProblems = [...pool.problems].filter(([problem]) => problem !== '503');
      for (const [problem, count] of otherProblems) log(`A writer met: ${problem} x ${count}`);
      for (const [problem, count] of readsMeanwhile.problems) log(`A reader met: ${problem} x ${count}`);
      const none = { exactly: 0 };
      return {
        figures: [
          figure('times the disk was full', rounds, ''),
          figure('writes acknowledged', pool.acknowledged.length, 'writes'),
          figure('stored', stored, 'writes'),
          figure('acknowledged and lost', lost, 'writes', none),
          figure('doubled', doubled, 'writes', none),
          figure('writes refused', pool.problems.get('503') ?? 0, 'writes'),
          figure(
            'writes that ended in another way',
            otherProblems.reduce((sum, [, count]) => sum + count, 0),
            'writes',
            none,
          ),
          figure('refusals without a clear reason', unclear, 'writes', none),
          figure('reads meanwhile', readsMeanwhile.requests, 'reads'),
          figure('reads that failed', readsMeanwhile.failed, 'reads', none),
          figure('longest until writing went on', Math.max(...healed) / 1000, 's', { max: 30 }),
        ],
      };
    }),
};

/** Sends a message, which has to be written. @returns `200`, or how it was refused */
async function tryToWrite(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${API_BASE_PATH}${sendContactMessage.path}`, {
      method: 'POST',
      headers: { [TENANT_HEADER]: 'spring', 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' },
        ...{ subject: 'An idea for a new course', message: 'A course about disks, please.' },
      }),
    });
    const text = await response.text();
    if (response.ok) return '200';
    const { errors } = JSON.parse(text) as { errors: { code?: string }[] };
    return `${response.status} ${errors[0]?.code}, retry after ${response.headers.get('retry-after')} s`;
  } catch (error) {
    return problemOf({ status: 0, text: '', ms: 0, error: String(error) });
  }
}
