import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { listCourses } from '@academy/contract/courses';
import { listLessons } from '@academy/contract/lessons';
import { type ReadyBytes, readyBytes } from '@academy/server/plugins/compressed';
import { type Browser, chromium } from 'playwright-core';
import type { RunningAcademy } from './academy.ts';
import type { Figure } from './figure.ts';
import { inlineCss, limitPage } from './limit-page.ts';
import { clickFigures } from './page-clicks.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import { median } from './statistics.ts';

/** The tenant whose pages are measured. */
const TENANT = 'spring';

/** Targets of every page: gzip kB of scripts, and the largest paint as a ratio to the limit's. */
const MOST_SCRIPTS_KB = 120;
const MOST_LCP_RATIO = 1.35;

interface Screen {
  name: 'home' | 'courses' | 'course' | 'lesson' | 'guides' | 'paths';
  path: string;
  /** Targets: requests until loaded, kB on the wire, MB of heap. */
  most: { requests: number; wire: number; heap: number };
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
  const lesson = await openLesson(academy);
  const most = { requests: 14, wire: 175, heap: 5 };
  const screens: Screen[] = [
    { name: 'home', path: '/', most: { requests: 12, wire: 175, heap: 4 } },
    { name: 'courses', path: '/courses', most },
    { name: 'course', path: lesson.slice(0, lesson.indexOf('/lessons/')), most },
    { name: 'lesson', path: lesson, most: { ...most, wire: 180 } },
    { name: 'guides', path: '/guides', most },
    { name: 'paths', path: '/paths', most },
  ];
  const measured: Measured[] = [];
  for (const screen of screens)
    measured.push({ screen, html: await textOf(academy, screen.path), ours: [], limit: [] });
  const limits = await serveLimits(new Map(measured.map(({ screen, html }) => [screen.path, limitPage(html)])));
  const browser = await launch(program);
  try {
    // One visit that does not count, so that the browser's start is not part of the first load.
    await loadPage(browser, `${limits.origin}${screens[0]?.path}`);
    const loads = measured.flatMap(({ screen, ours, limit }) => [
      { into: ours, url: `${academy.origin(TENANT)}${screen.path}` },
      { into: limit, url: `${limits.origin}${screen.path}` },
    ]);
    for (let round = 0; round < rounds; round += 1) {
      log(`Loading ${screens.length} pages and their limits, round ${round + 1} of ${rounds}`);
      // Every round starts with another page, so that no page always follows the same one.
      for (let turn = 0; turn < loads.length; turn += 1) {
        const load = loads[(turn + round) % loads.length];
        load?.into.push(await loadPage(browser, load.url));
      }
    }
    const figures: Figure[] = await clickFigures(browser, academy.origin(TENANT), { rounds, log });
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
  const figure = (name: string, value: number, unit: string, most: number | null): Figure => ({
    area: 'pages',
    subject: screen.name,
    name,
    value,
    unit,
    target: most === null ? null : { most },
  });
  const { most } = screen;
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
      most.requests,
    ),
    figure(
      'requests in all',
      of(ours, (load) => load.requests.inAll),
      '',
      null,
    ),
    figure('JavaScript at once, gz', (await packedSize(academy, eager)) / 1000, 'kB', MOST_SCRIPTS_KB),
    figure('JavaScript in all, gz', (await packedSize(academy, scripts)) / 1000, 'kB', null),
    figure('JavaScript on the wire', of(ours, (load) => load.bytes.script) / 1000, 'kB', null),
    figure('CSS in the page, gz', gzipSync(inlineCss(html), { level: 9 }).length / 1000, 'kB', null),
    figure('page on the wire', of(ours, (load) => load.bytes.document) / 1000, 'kB', null),
    figure('limit on the wire', of(limit, (load) => load.bytes.document) / 1000, 'kB', null),
    figure('everything on the wire', of(ours, (load) => load.total) / 1000, 'kB', most.wire),
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
    figure('LCP / limit', lcp / limitLcp, 'x', MOST_LCP_RATIO),
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
    figure('heap', of(ours, (load) => load.heap) / 1e6, 'MB', most.heap),
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

/** A page as a visitor gets it. The bare loopback address shows the measured tenant. */
async function textOf(academy: RunningAcademy, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${academy.port}${path}`);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.text();
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
