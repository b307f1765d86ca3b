import type { Browser, CDPSession, Page } from 'playwright-core';

/** One cold load of a page. Bytes are as transferred, headers included; times are ms since navigation. */
export interface PageLoad {
  requests: {
    /** Requests up to the browser's load event. */
    untilLoaded: number;
    /** Including all requests after hydration. */
    inAll: number;
  };
  bytes: { document: number; script: number; other: number };
  total: number;
  /** Addresses of the fetched scripts. */
  scripts: string[];
  fcp: number | null;
  lcp: number | null;
  /** Total blocking time: the parts beyond 50 ms of long tasks after the first paint. */
  blocking: number;
  /** Processor time of the main thread for the load, ms of the slowed processor: what else runs does not count. */
  busy: number;
  /** Sum of all layout shifts. */
  shift: number;
  /** Bytes of heap after a garbage collection. */
  heap: number;
  nodes: number;
}

/** A slow phone on slow 4G. */
export const PHONE = {
  context: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  /** bytes a second; latency ms */
  network: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  slowdown: 4,
};
/** A load ends when there was neither a request nor a long task for this long, ms. */
const QUIET_MS = 2_000;
const MAX_LOAD_MS = 60_000;

interface Request {
  url: string;
  type: string;
  mime: string;
  bytes: number;
}

interface Probe {
  fcp: number | null;
  lcp: number | null;
  shift: number;
  /** Start and length of each long task. */
  long: [number, number][];
}

/** Runs in the page before its own scripts. */
function watch(): void {
  if (window.top !== window) return;
  const probe: Probe = { fcp: null, lcp: null, shift: 0, long: [] };
  Object.assign(window, { academyBench: probe });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') probe.fcp = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    probe.lcp = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) probe.shift += value;
  });
  observe('longtask', (entry) => {
    probe.long.push([entry.startTime, entry.duration]);
  });
}

/** Loads an address with an empty cache, throttled like a slow phone. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext(PHONE.context);
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    const network = await listen(session);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Network.emulateNetworkConditions', PHONE.network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
    await page.goto(url, { waitUntil: 'commit', timeout: MAX_LOAD_MS });
    await settle(page, network.open);
    const probe = await readProbe(page);
    const done = [...network.done];
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { fcp, lcp, shift, long } = probe;
    const scripts = done.filter(isScript);
    const sum = (requests: readonly Request[]) => requests.reduce((bytes, request) => bytes + request.bytes, 0);
    const document = sum(done.filter(({ type }) => type === 'Document'));
    return {
      requests: { untilLoaded: network.untilLoaded(), inAll: done.length },
      bytes: { document, script: sum(scripts), other: sum(done) - document - sum(scripts) },
      total: sum(done),
      scripts: scripts.map((request) => request.url),
      fcp,
      lcp,
      blocking: long.reduce((ms, [start, length]) => {
        const from = Math.max(start, fcp ?? 0);
        return ms + Math.max(0, start + length - from - 50);
      }, 0),
      busy: metric('TaskDuration') * 1000,
      shift,
      heap: usedSize,
      nodes: metric('Nodes'),
    };
  } finally {
    await context.close();
  }
}

/** Preloads do not have the type of a script. */
function isScript({ type, mime, url }: Request): boolean {
  return type === 'Script' || /javascript/.test(mime) || /\.m?js(\?|$)/.test(url);
}

interface Network {
  open: ReadonlyMap<string, Request>;
  done: readonly Request[];
  /** Requests that began before the load event. */
  untilLoaded(): number;
}

async function listen(session: CDPSession): Promise<Network> {
  const begun: number[] = [];
  let loadedAt = Number.POSITIVE_INFINITY;
  const open = new Map<string, Request>();
  const done: Request[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse, timestamp }) => {
    if (/^(data|blob):/.test(request.url)) return;
    begun.push(timestamp);
    const before = open.get(requestId);
    if (before !== undefined && redirectResponse !== undefined)
      done.push({ ...before, bytes: redirectResponse.encodedDataLength });
    open.set(requestId, { url: request.url, type: type ?? 'Other', mime: '', bytes: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const request = open.get(requestId);
    if (request !== undefined) Object.assign(request, { type, mime: response.mimeType });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = open.get(requestId);
    if (request === undefined) return;
    open.delete(requestId);
    done.push({ ...request, bytes: encodedDataLength });
  });
  session.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId));
  session.on('Page.loadEventFired', ({ timestamp }) => {
    loadedAt = timestamp;
  });
  await session.send('Page.enable');
  await session.send('Network.enable');
  return { open, done, untilLoaded: () => begun.filter((at) => at <= loadedAt).length };
}

/** Resolves when an open page makes no more requests. */
export async function untilNothingIsAsked(page: Page, session: CDPSession): Promise<void> {
  const { open } = await listen(session);
  await settle(page, open);
}

/** Resolves when the document is complete and there were neither requests nor long tasks for a while. */
async function settle(page: Page, open: ReadonlyMap<string, Request>): Promise<void> {
  const end = Date.now() + MAX_LOAD_MS;
  let quietSince = Date.now();
  let tasks = -1;
  while (Date.now() < end) {
    await page.waitForTimeout(100);
    const seen = await page
      .evaluate(() => ({
        complete: document.readyState === 'complete',
        tasks: (window as unknown as { academyBench?: Probe }).academyBench?.long.length ?? 0,
      }))
      .catch(() => null);
    const busy = seen === null || !seen.complete || open.size > 0 || seen.tasks !== tasks;
    tasks = seen?.tasks ?? tasks;
    if (busy) quietSince = Date.now();
    else if (Date.now() - quietSince >= QUIET_MS) return;
  }
  throw new Error(`${page.url()} did not come to rest`);
}

async function readProbe(page: Page): Promise<Probe> {
  return page.evaluate(() => (window as unknown as { academyBench: Probe }).academyBench);
}
