import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { BENCH_TENANT } from '@academy/bench/courses';
import { type PackedItem, packItem } from '@academy/content/pack';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { getLesson } from '@academy/contract/lessons';
import { connect } from '@academy/server/db/connect';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import type { Fault } from './fault.ts';
import { type MeasuredAcademy, startMeasured } from './load-support/measured-academy.ts';
import { randomOf, seedOfRun } from './load-support/random.ts';
import { type WrongPush, wrongArchives } from './load-support/wrong-archives.ts';
import { figure } from './support/figures.ts';

const ID = 'pushed-course';
const LESSONS = 3;
/** Pushes at the same time, and pushes between two comparisons of the catalogue. */
const AT_ONCE = 4;
const BATCH = 20;
const MAX_MS = 160_000;
const MAX_MEMORY_MB = 1_000;

export const corruptPushes: Fault = {
  name: 'corrupt-pushes',
  title: 'Archives that are wrong in many ways are refused with a reason, and publish nothing, not even in part.',
  async run({ long, log, folder }) {
    const seed = seedOfRun();
    log(`Seed ${seed}: with FAULT_SEED=${seed} the next run sends the same`);
    const academy = await startMeasured(join(folder, 'data'));
    const address = findRunningPostgres(academy.dataFolder);
    if (address === null) throw new Error('the database of the academy does not run');
    const { pool, close } = connect(address, { connections: 1 });
    try {
      const push = pusherOf(academy);
      const good = async (text: string) => Buffer.from(await packItem(courseOf(text)));
      const wrongOf = await wrongArchives(courseOf('refused'));
      const first = await push({ name: 'the first', bytes: await good('first'), mayPass: true });
      if (first.status !== 200) throw new Error(`the valid course was refused: ${first.status} ${first.text}`);

      const wanted = long ? 2_000 : 160;
      const deadline = performance.now() + MAX_MS;
      const unclear: string[] = [];
      const partly: string[] = [];
      let [sent, accepted, memory] = [0, 0, academy.memory()];
      let before = await catalogue(pool);
      while (sent < wanted && performance.now() < deadline && academy.isRunning()) {
        const batch: WrongPush[] = [];
        while (batch.length < BATCH) batch.push(await wrongOf(randomOf(seed + (sent + batch.length) * 7_919)));
        let changed = false;
        const next = batch.values();
        const worker = async () => {
          for (const wrong of next) {
            const { status, text } = await push(wrong);
            memory = Math.max(memory, academy.memory());
            if (status === 200 && wrong.mayPass) {
              accepted += 1;
              changed = true;
            } else if (wrong.cutAt === undefined && !isClear(status, text))
              unclear.push(`${wrong.name}: ${status} ${text.slice(0, 300)}`);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        sent += batch.length;
        const after = await catalogue(pool);
        const names = batch.map(({ name }) => name).join(', ');
        if (changed) {
          // Only bytes without a meaning were changed: the course must be there as a whole.
          if ((await textsServed(academy)).some((text) => !text.includes('refused'))) partly.push(names);
        } else if (after !== before) partly.push(names);
        before = after;
      }

      log('Pushing two versions at once');
      const torn = await pushTwice(academy, push, good, long ? 60 : 8);
      const last = await push({ name: 'the last', bytes: await good('last'), mayPass: true });
      const isLast = last.status === 200 && (await textsServed(academy)).every((text) => text.includes('last'));
      for (const one of unclear.slice(0, 20)) log(`Not a clear refusal: ${one}`);
      for (const one of partly.slice(0, 5)) log(`The catalogue changed: ${one}`);
      const errors = await academy.unexpectedErrors();
      for (const one of errors.slice(0, 5)) log(`In the log: ${one.slice(0, 1_000)}`);
      const none = { exactly: 0 };
      return {
        figures: [
          figure('seed', seed, ''),
          figure('wrong pushes', sent, 'pushes', { exactly: wanted }),
          figure('of these harmless and accepted', accepted, 'pushes'),
          figure('without a clear refusal', unclear.length, 'pushes', none),
          figure('after which the catalogue had changed', partly.length, 'batches', none),
          figure('courses torn by two pushes at once', torn, 'courses', none),
          figure('valid push afterwards that failed', isLast ? 0 : 1, 'pushes', none),
          figure('exits', academy.isRunning() ? 0 : 1, '', none),
          figure('errors in the log', errors.length, 'lines', none),
          figure('most memory', memory, 'MB', { max: MAX_MEMORY_MB }),
        ],
      };
    } finally {
      await close();
      await academy.stop();
    }
  },
};

/** A refusal says what is wrong, with a status of 4xx. */
function isClear(status: number, text: string): boolean {
  if (status < 400 || status >= 500) return false;
  try {
    const { errors } = JSON.parse(text) as { errors: { errorMessage: string }[] };
    return (errors[0]?.errorMessage.length ?? 0) > 10;
  } catch {
    return false;
  }
}

function courseOf(text: string): PackedItem {
  const encoder = new TextEncoder();
  const files = new Map<string, Uint8Array>();
  const add = (path: string, content: string | object) =>
    files.set(path, encoder.encode(typeof content === 'string' ? content : JSON.stringify(content)));
  add('course.json', {
    ...{ id: ID, slug: ID, title: `A course, ${text}`, status: 'live', order: 2_000, level: 'beginner' },
    ...{ topics: ['bench'], entitlements: [], instructors: [], settings: {} },
  });
  add('description.md', `A course that is pushed: ${text}.\n`);
  for (let number = 1; number <= LESSONS; number += 1) {
    const base = { id: `${ID}-${number}`, slug: `lesson-${number}`, title: `Lesson ${number}`, status: 'live' };
    add(`0${number}-lesson-${number}/lesson.json`, { ...base, type: 'article', duration: 60, settings: {} });
    add(
      `0${number}-lesson-${number}/content.md`,
      `The text of this lesson is ${text}.\n\n${'Filler words. '.repeat(200)}\n`,
    );
  }
  return { kind: 'course', id: ID, files, options: { file: 'course.json', variables: {} } };
}

type Push = (push: WrongPush) => Promise<{ status: number; text: string }>;

/** Sends pushes as `./academy apply` does; status 0 where the connection ended without a reply. */
function pusherOf({ port, dataFolder }: MeasuredAcademy): Push {
  const tokens = JSON.parse(readFileSync(join(dataFolder, 'local-tokens.json'), 'utf8')) as Record<string, string>;
  return ({ bytes, type = 'application/gzip', query = '', cutAt }) =>
    new Promise((settle) => {
      const request = httpRequest(
        {
          ...{ host: '127.0.0.1', port, method: 'PUT', path: `${API_BASE_PATH}/content/course/${ID}${query}` },
          headers: {
            authorization: `Bearer ${tokens[BENCH_TENANT]}`,
            [TENANT_HEADER]: BENCH_TENANT,
            'content-type': type,
            'content-length': bytes.length,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('error', () => settle({ status: 0, text: 'the reply broke off' }));
          response.on('end', () => settle({ status: response.statusCode ?? 0, text }));
        },
      );
      request.on('error', (error) => settle({ status: 0, text: error.message }));
      if (cutAt === undefined) request.end(bytes);
      else request.write(bytes.subarray(0, cutAt), () => setImmediate(() => request.destroy()));
    });
}

/** What is published, as one hash: items, lessons, files, versions and what is searched. */
async function catalogue(pool: ReturnType<typeof connect>['pool']): Promise<string> {
  const tables = ['content_item', 'lesson', 'asset', 'content_version', 'search_entry'];
  const parts = tables.map(
    (table) =>
      `(select coalesce(md5(string_agg(md5(${table}::text), '' order by md5(${table}::text))), '') from ${table})`,
  );
  const { rows } = await pool.query<{ hash: string }>(`select ${parts.join(' || ')} as hash`);
  return rows[0]?.hash ?? '';
}

async function textsServed({ port }: MeasuredAcademy): Promise<string[]> {
  return Promise.all(
    Array.from({ length: LESSONS }, async (_one, at) => {
      const path = getLesson.path.replace(':courseSlug', ID).replace(':lessonSlug', `lesson-${at + 1}`);
      const response = await fetch(`http://127.0.0.1:${port}${API_BASE_PATH}${path}`, {
        headers: { [TENANT_HEADER]: BENCH_TENANT },
      });
      const text = await response.text();
      return /The text of this lesson is [\w ]+/.exec(text)?.[0] ?? text.slice(0, 300);
    }),
  );
}

/** Pushes two versions at once, again and again. @returns how often the lessons were not of one version */
async function pushTwice(
  academy: MeasuredAcademy,
  push: Push,
  good: (text: string) => Promise<Buffer>,
  rounds: number,
) {
  let torn = 0;
  for (let round = 0; round < rounds; round += 1) {
    const versions = await Promise.all(['left', 'right'].map((side) => good(`${side} ${round}`)));
    const replies = await Promise.all(versions.map((bytes) => push({ name: 'valid', bytes, mayPass: true })));
    const texts = new Set(await textsServed(academy));
    const isWhole = texts.size === 1 && [...texts].every((text) => text.endsWith(` ${round}`));
    if (!isWhole || !replies.some(({ status }) => status === 200)) torn += 1;
  }
  return torn;
}
