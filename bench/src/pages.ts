import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { listCourses } from '@academy/contract/courses';
import { listLessons } from '@academy/contract/lessons';
import { type ReadyBytes, readyBytes } from '@academy/server/http/compressed';
import { type Browser, chromium } from 'playwright-core';
import type { RunningAcademy } from './academy.ts';
import type { Figure } from './figure.ts';
import { fillLargeContent, LARGE_TENANT } from './large-content.ts';
import { inlineCss, limitPage } from './limit-page.ts';
import { clickFigures } from './page-clicks.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import { median } from './statistics.ts';

/** The tenant whose pages are measured, besides those of large content. */
const TENANT = 'spring';

/** Targets of every page: gzip kB of scripts, and the largest paint as a ratio to the limit's. */
const MAX_SCRIPTS_KB = 120;
const MAX_LCP_RATIO = 1.35;

interface Screen {
  /** As it is called in the report. */
  name: string;
  tenantId: string;
  path: string;
  /** Targets: requests until loaded, kB on the wire, MB of heap. */
  max: { requests: number; wire: number; heap: number };
}

interface Measured {
  screen: Screen;
  html: string;
  ours: PageLoad[];
  limit: PageLoad[];
}

export interface PageOptions {
  /** Path of a Chromium. */
  program: string;
  /** Cold loads of each page. */
  rounds: number;
  log(line: string): void;
}

/** Cold loads of pages on a slow phone, each beside its static limit, and clicks from one to the next. */
export async function measurePages(
  academy: RunningAcademy,
  { program, rounds, log }: PageOptions,
): Promise<{ figures: Figure[]; chromium: string }> {
  log('Making a course of 600 lessons and a list of 10,000 courses');
  const large = await fillLargeContent(academy);
  const lesson = await openLesson(academy);
  const max = { requests: 14, wire: 175, heap: 5 };
  const usual = { tenantId: TENANT, max };
  const long = { tenantId: LARGE_TENANT, max: { ...max, wire: 200 } };
  const screens: Screen[] = [
    { ...usual, name: 'home', path: '/', max: { requests: 12, wire: 175, heap: 4 } },
    { ...usual, name: 'courses', path: '/courses' },
    { ...usual, name: 'course', path: lesson.slice(0, lesson.indexOf('/lessons/')) },
    { ...usual, name: 'lesson', path: lesson, max: { ...max, wire: 180 } },
    { ...usual, name: 'guides', path: '/guides' },
    { ...usual, name: 'paths', path: '/paths' },
    { ...long, name: 'of 10,000 courses', path: large.list },
    { ...long, name: 'of 600 lessons', path: large.course },
    { ...long, name: 'one of 600', path: large.lesson },
  ];
  const measured: Measured[] = [];
  for (const screen of screens) measured.push({ screen, html: await textOf(academy, screen), ours: [], limit: [] });
  const limitPath = ({ tenantId, path }: Screen) => `/${tenantId}${path}`;
  const limits = await serveLimits(new Map(measured.map(({ screen, html }) => [limitPath(screen), limitPage(html)])));
  const browser = await launch(program);
  try {
    // One visit that does not count, so that the browser's start is not part of the first load.
    await loadPage(browser, `${limits.origin}/${TENANT}/`);
    const loads = measured.flatMap(({ screen, ours, limit }) => [
      { into: ours, url: `${academy.origin(screen.tenantId)}${screen.path}` },
      { into: limit, url: `${limits.origin}${limitPath(screen)}` },
    ]);
    for (let round = 0; round < rounds; round += 1) {
      log(`Loading ${screens.length} pages and their limits, round ${round + 1} of ${rounds}`);
      // Every round starts with another page, so that no page always follows the same one.
      for (let turn = 0; turn < loads.length; turn += 1) {
        const load = loads[(turn + round) % loads.length];
        load?.into.push(await loadPage(browser, load.url));
      }
    }
    const { course } = large;
    const figures: Figure[] = await clickFigures(
      browser,
      [
        { name: 'courses to course', from: `${academy.origin(TENANT)}/courses`, to: null, isJudged: true },
        {
          name: 'courses to 600 lessons',
          from: `${academy.origin(LARGE_TENANT)}/courses`,
          to: course,
          isJudged: false,
        },
      ],
      { rounds, log },
    );
    for (const page of measured) figures.push(...(await figuresOf(page, academy)));
    return { figures, chromium: browser.version() };
  } finally {
    await browser.close();
    limits.close();
  }
}

function launch(program: string): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  });
}

async function figuresOf({ screen, html, ours, limit }: Measured, academy: RunningAcademy): Promise<Figure[]> {
  const of = (loads: readonly PageLoad[], pick: (load: PageLoad) => number | null) =>
    median(loads.map(pick).filter((value) => value !== null));
  const figure = (name: string, value: number, unit: string, max: number | null): Figure => ({
    area: 'pages',
    subject: screen.name,
    name,
    value,
    unit,
    target: max === null ? null : { max },
  });
  const { max } = screen;
  const lcp = of(ours, (load) => load.lcp);
  const limitLcp = of(limit, (load) => load.lcp);
  const scripts = ours[0]?.scripts ?? [];
  // The page's markup names the scripts it needs at once; others are fetched after hydration.
  const eager = scripts.filter((url) => html.includes(new URL(url).pathname));
  return [
    figure(
      'requests until loaded',
      of(ours, (load) => load.requests.untilLoaded),
      '',
      max.requests,
    ),
    figure(
      'requests in all',
      of(ours, (load) => load.requests.inAll),
      '',
      null,
    ),
    figure('JavaScript at once, gz', (await packedSize(academy, eager)) / 1000, 'kB', MAX_SCRIPTS_KB),
    figure('JavaScript in all, gz', (await packedSize(academy, scripts)) / 1000, 'kB', null),
    figure('JavaScript on the wire', of(ours, (load) => load.bytes.script) / 1000, 'kB', null),
    figure('CSS in the page, gz', gzipSync(inlineCss(html), { level: 9 }).length / 1000, 'kB', null),
    figure('page on the wire', of(ours, (load) => load.bytes.document) / 1000, 'kB', null),
    figure('limit on the wire', of(limit, (load) => load.bytes.document) / 1000, 'kB', null),
    figure('everything on the wire', of(ours, (load) => load.total) / 1000, 'kB', max.wire),
    figure(
      'FCP',
      of(ours, (load) => load.fcp),
      'ms',
      null,
    ),
    figure(
      'FCP of the limit',
      of(limit, (load) => load.fcp),
      'ms',
      null,
    ),
    figure('LCP', lcp, 'ms', null),
    figure('LCP of the limit', limitLcp, 'ms', null),
    figure('LCP / limit', lcp / limitLcp, 'x', MAX_LCP_RATIO),
    figure(
      'blocking time',
      of(ours, (load) => load.blocking),
      'ms',
      100,
    ),
    figure(
      'layout shift',
      of(ours, (load) => load.shift),
      '',
      0,
    ),
    figure(
      'main thread',
      of(ours, (load) => load.busy),
      'ms',
      null,
    ),
    figure('heap', of(ours, (load) => load.heap) / 1e6, 'MB', max.heap),
    figure(
      'DOM nodes',
      of(ours, (load) => load.nodes),
      '',
      null,
    ),
  ];
}

/** Address of the first public lesson of the sample academy. */
async function openLesson(academy: RunningAcademy): Promise<string> {
  type Item = { slug: string; locked: string | null; type?: string };
  const { courses } = await read<{ courses: Item[] }>(academy, `${listCourses.path}?tenantId=${TENANT}`);
  for (const course of courses) {
    const { lessons } = await read<{ lessons: Item[] }>(academy, `${listLessons.path}?slug=${course.slug}`);
    const lesson = lessons.find(({ locked, type }) => locked === null && type === 'article');
    if (lesson !== undefined) return `/courses/${course.slug}/lessons/${lesson.slug}`;
  }
  throw new Error('the sample academy has no open lesson');
}

async function read<T>(academy: RunningAcademy, path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${academy.port}${API_BASE_PATH}${path}`, {
    headers: { [TENANT_HEADER]: TENANT },
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return ((await response.json()) as { data: T }).data;
}

/** A page as a visitor gets it. Names below `localhost` are known to browsers only, so the tenant is named by a header. */
async function textOf({ port }: RunningAcademy, { tenantId, path }: Screen): Promise<string> {
  return new Promise((done, refuse) => {
    get({ host: '127.0.0.1', port, path, headers: { host: `${tenantId}.localhost:${port}` } }, (response) => {
      if (response.statusCode !== 200) refuse(new Error(`${path} answers ${response.statusCode}`));
      response.toArray().then((chunks) => done(Buffer.concat(chunks).toString()), refuse);
    }).once('error', refuse);
  });
}

/** Gzip size of these scripts, without headers. */
async function packedSize(academy: RunningAcademy, scripts: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const url of scripts) {
    const response = await fetch(`http://127.0.0.1:${academy.port}${new URL(url).pathname}`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    const length = response.headers.get('content-length');
    bytes += length === null ? (await response.arrayBuffer()).byteLength : Number(length);
    if (!response.bodyUsed) await response.body?.cancel();
  }
  return bytes;
}

/** Serves the static limits with node:http alone, compressed like the academy's own pages. */
async function serveLimits(pages: ReadonlyMap<string, string>): Promise<{ origin: string; close(): void }> {
  const type = 'text/html; charset=utf-8';
  const ready = new Map<string, ReadyBytes>([...pages].map(([path, html]) => [path, readyBytes(html, type)]));
  const server = createServer((request, response) => {
    const page = ready.get(request.url ?? '');
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const [encoding, body] = accepted.includes('br')
      ? ['br', page.br ?? page.plain]
      : accepted.includes('gzip')
        ? ['gzip', page.gzip ?? page.plain]
        : ['identity', page.plain];
    response.writeHead(200, {
      'content-type': type,
      'content-length': body.length,
      ...(body === page.plain ? {} : { 'content-encoding': encoding }),
    });
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://limit.localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
