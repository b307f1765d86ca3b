import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hasImage, SAMPLE_IMAGES } from '@academy/lab-host/testing/sample-images';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type RunningAcademy, startAcademy } from './academy.ts';
import type { Figure } from './figure.ts';
import { makePeople } from './people.ts';
import { atQuarterSpeed } from './quarter-speed.ts';
import { median, percentile } from './statistics.ts';

const IMAGE = 'git';
/** A lab of the samples that names this image. */
const LAB = { tenantId: 'tanzu', path: '/guides/lab-two-changes-one-line/lab' };
const WAIT_MS = 300_000;
const TURNS = 3;
const KEYS = 60;
const FRAMES_MS = 5_000;
/** After its lab has ended a tab has so long to give memory back, ms. */
const AFTER_MS = 5_000;
/** Bits a second of a slow connection. */
const SLOW = 1_600_000;

/** Makes the files of the commands below in a new folder. */
const SETUP =
  'cd "$(mktemp -d)"; seq 20000 | awk \'{ print ($1 * 7919) % 20011, "line", $1 }\' > n; git init -q -b main r; cd r; git config user.name a; git config user.email a@example.org; for i in $(seq 30); do echo $i > f$i; done; git add -A; git commit -q -m 0; cd ..';
/** Commands of labs, which are run in the tab and outside. */
const COMMANDS: Readonly<Record<string, string>> = {
  'git: a commit of 30 files':
    'cd r; for i in $(seq 30); do echo $RANDOM > f$i; done; git add -A; git commit -q -m 1; cd ..',
  'git: log and status': 'cd r; git log --oneline > log; git status -s > status; rm log status; cd ..',
  'sort of 20,000 numbers': 'sort -n n > s',
  'awk over 20,000 lines': "awk '{ s += $1 } END { print s }' n > s",
  'grep and sed over 20,000 lines': 'grep -c 7 n > s; sed "s/line/row/" n > s',
};
const MAX_RATIO = 25;

/**
 * A Linux in the browser, beside what it is compared with: starts with an empty and a warm cache, keys, programs against the same
 * outside, frames against a lab that idles, and the memory of its tab.
 *
 * @param folder where the data folder is created
 * @param program path of a Chromium
 */
export async function measureLinux(
  folder: string,
  { program, log }: { program: string; log(line: string): void },
): Promise<Figure[]> {
  if (!hasImage(IMAGE)) {
    log(`Labs in a Linux of the browser are left out: there is no image "${IMAGE}" in ${SAMPLE_IMAGES}.`);
    return [];
  }
  const figures: Figure[] = [];
  const figure = (name: string, value: number, unit: string, max: number | null = null) =>
    figures.push({
      ...{ area: 'linux', subject: 'a Linux in the browser', name, value, unit },
      target: max === null ? null : { max },
    });
  const academy = await startAcademy(join(folder, 'linux'), 0, { env: { ACADEMY_LAB_MACHINES: SAMPLE_IMAGES } });
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    log('Starting a Linux in the browser, with an empty cache and a warm one');
    const { context, page } = await signedIn(browser, academy);
    const loaded = { bytes: 0 };
    const counts = countBytes(context, loaded);
    const cold = await startLab(page);
    await counts.settled();
    figure('empty cache, start to prompt', cold, 'ms');
    figure('empty cache, on the wire before the prompt', loaded.bytes / 1e6, 'MB', 25);
    figure('the same at 1.6 Mbit/s', (loaded.bytes * 8_000) / SLOW, 'ms');
    const again = async () => {
      await endLab(page);
      return startLab(page);
    };
    const warm: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) warm.push(await again());
    figure('warm cache, start to prompt', median(warm), 'ms', 1_500);

    log('Typing, running programs and drawing frames beside them');
    const pid = await tabOf(browser);
    figure('key to echo, p95', percentile(await pressKeys(page), 0.95), 'ms', 50);
    const slowKeys = await atQuarterSpeed(pid, () => pressKeys(page));
    figure('quarter speed, key to echo, p95', percentile(slowKeys, 0.95), 'ms', 150);
    for (const [name, ratio] of await ratios(page)) figure(`${name}, against outside`, ratio, 'x', MAX_RATIO);
    const idle = await frameTime(page);
    await type(page, 'sha256sum /dev/zero');
    const busy = await frameTime(page);
    figure('a frame while a program runs, against a lab that idles', busy / idle, 'x', 1.1);
    await page.keyboard.press('Control+C');
    figure('memory of the tab', privateMegabytes(pid), 'MB', 450);
    await endLab(page);
    await setTimeout(AFTER_MS);
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    figure('memory of the tab after its end', privateMegabytes(pid), 'MB');

    log('Starting it at quarter speed');
    const slow: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      slow.push(await atQuarterSpeed(pid, () => startLab(page)));
      await endLab(page);
    }
    figure('quarter speed, warm cache, start to prompt', median(slow), 'ms', 5_000);
    return figures;
  } finally {
    await browser.close();
    await academy.stop();
  }
}

/** A new learner at the page of the lab, with an empty cache. */
async function signedIn(browser: Browser, academy: RunningAcademy): Promise<{ context: BrowserContext; page: Page }> {
  const database = findRunningPostgres(academy.dataFolder);
  if (database === null) throw new Error('the database of the academy does not run');
  const [email, password] = [
    `bench-${randomBytes(6).toString('hex')}@example.org`,
    randomBytes(18).toString('base64url'),
  ];
  await makePeople(database, [email], password);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(`${academy.origin(LAB.tenantId)}${LAB.path}`);
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await page.locator('form:has(input[type="email"])').last().locator('input[type="email"]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('input[type="password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Start lab' }).waitFor();
  return { context, page };
}

/** Sums what travels for the pages and workers of a context. */
function countBytes(context: BrowserContext, sum: { bytes: number }) {
  const open: Promise<void>[] = [];
  context.on('requestfinished', (request) => {
    open.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => {
          sum.bytes += Math.max(0, responseBodySize) + Math.max(0, responseHeadersSize);
        },
        () => undefined,
      ),
    );
  });
  return { settled: () => Promise.all(open) };
}

const rows = (page: Page) => page.locator('.xterm-rows').filter({ visible: true });

async function until(page: Page, words: RegExp): Promise<string> {
  for (;;) {
    const text = (await rows(page).count()) === 1 ? ((await rows(page).textContent()) ?? '') : '';
    if (words.test(text)) return text;
    await setTimeout(5);
  }
}

/** @returns the time from the click to the prompt, ms */
async function startLab(page: Page): Promise<number> {
  const start = page.getByRole('button', { name: 'Start lab' });
  await start.waitFor();
  const began = performance.now();
  await start.click();
  await until(page, /\$\s*$/);
  return performance.now() - began;
}

async function endLab(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End lab' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End lab' }).click();
  await page.getByRole('button', { name: 'Start lab' }).waitFor();
}

async function type(page: Page, command: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Terminal 1' }).focus();
  await page.keyboard.insertText(command);
  await page.keyboard.press('Enter');
}

/** @returns the times from keys to the frame with their echo, ms */
async function pressKeys(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: 'Terminal 1' }).focus();
  const times: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const echoed = page.evaluate(
      () =>
        new Promise<number>((done) => {
          const place = [...document.querySelectorAll('.xterm-rows')].find((one) => one.checkVisibility());
          let began = 0;
          addEventListener(
            'keydown',
            () => {
              began = performance.now();
              const before = place?.textContent;
              const look = () =>
                place?.textContent === before ? requestAnimationFrame(look) : done(performance.now() - began);
              requestAnimationFrame(look);
            },
            { once: true, capture: true },
          );
          document.title = 'ready';
        }),
    );
    await page.waitForFunction(() => document.title === 'ready');
    await page.keyboard.press(String.fromCharCode(97 + (key % 26)));
    times.push(await echoed);
    await page.evaluate(() => {
      document.title = '';
    });
    await setTimeout(100);
  }
  await page.keyboard.press('Control+C');
  return times;
}

const TIMED = (command: string) => `TIMEFORMAT="took %R s"; time { ${command}; }`;
const seconds = (said: string) => Number(/took (\d+\.\d+) s/.exec(said)?.[1]);

/** How many times longer each of the commands takes in the tab, the middle of some turns. */
async function ratios(page: Page): Promise<[name: string, ratio: number][]> {
  await type(page, `${SETUP}; clear; echo "set" up`);
  await until(page, /set up/);
  const all: [string, number][] = [];
  for (const [name, command] of Object.entries(COMMANDS)) {
    const turns: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      await type(page, `clear; ${TIMED(command)}`);
      const inside = seconds(await until(page, /took \d+\.\d+ s/));
      const { stderr } = spawnSync('bash', ['-c', `${SETUP}; ${TIMED(command)}; rm -rf "$PWD"`], { encoding: 'utf8' });
      turns.push(inside / Math.max(0.001, seconds(stderr)));
    }
    all.push([name, median(turns)]);
  }
  await type(page, 'clear');
  return all;
}

/** The mean time between two frames of the page, ms. */
const frameTime = (page: Page): Promise<number> =>
  page.evaluate(
    (ms) =>
      new Promise<number>((done) => {
        let frames = -1;
        let began = 0;
        const draw = (now: number) => {
          if (frames < 0) began = now;
          frames += 1;
          if (now - began < ms) requestAnimationFrame(draw);
          else done((now - began) / frames);
        };
        requestAnimationFrame(draw);
      }),
    FRAMES_MS,
  );

/** The process of the only tab: of all processes that show pages the largest. */
async function tabOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const tabs = processInfo.filter(({ type: kind }) => kind === 'renderer').map(({ id }) => id);
  const [largest] = tabs.sort((a, b) => privateMegabytes(b) - privateMegabytes(a));
  if (largest === undefined) throw new Error('Chromium has no process of a tab');
  return largest;
}

/** Memory that a process has for itself, MB. */
function privateMegabytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const [, kibibytes] = /^Private_Dirty:\s+(\d+) kB/m.exec(text) ?? [];
  return (Number(kibibytes) * 1024) / 1e6;
}
