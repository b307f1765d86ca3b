import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { publishCourses } from '@academy/bench/courses';
import { runLoad } from '@academy/bench/load';
import { rawRequest } from '@academy/bench/load-job';
import { signInLearners } from '@academy/bench/people';
import { ROOT } from '@academy/bench/root';
import { API_BASE_PATH } from '@academy/contract/constants';
import { sendContactMessage } from '@academy/contract/contact';
import type { Fault, FaultFigure } from './fault.ts';
import { learnerRequests } from './load-support/learner-requests.ts';
import { startMeasured } from './load-support/measured-academy.ts';
import { figure } from './support/figures.ts';

/** Between two bytes of a slow sender, ms. */
const BYTE_EVERY_MS = 500;
/** When every slow one must be gone, ms. */
const DROPPED_WITHIN_MS = 15_000;
/** When those that read nothing begin to read, which shows them whether they are connected, ms. */
const READ_AFTER_MS = 14_000;
const REQUESTS_PER_SECOND = 100;
const SECONDS = 20;
/** Replies of more than a megabyte that one slow reader asks for: more bytes than the kernel buffers. */
const REPLIES = 8;

interface SlowKind {
  name: string;
  count: number;
  /** What is sent at once. */
  first: string;
  /** Sent byte by byte afterwards. */
  drip: string;
  /** False: reads nothing of what comes back. */
  reads: boolean;
  /** When all of the kind must be gone, ms; null: they may stay. */
  within: number | null;
}

const HOST = 'Host: spring.localhost';

/** The largest file of the browser's, about 1.3 MB. */
function largestFile(): string {
  const folder = join(ROOT, 'web/dist/client/assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const [largest = ''] = names.sort((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size);
  return largest;
}

function kindsOf(): SlowKind[] {
  const post = (path: string, type: string, length: number) =>
    `POST ${path} HTTP/1.1\r\n${HOST}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  const json = post(`${API_BASE_PATH}${sendContactMessage.path}`, 'application/json', 5_000);
  const push = `PUT ${API_BASE_PATH}/content/course/slow HTTP/1.1\r\n${HOST}\r\ncontent-type: application/gzip\r\n`;
  const within = DROPPED_WITHIN_MS;
  const slow = { drip: 'x'.repeat(1_000), reads: true, within };
  const silent = { drip: '', reads: true, within };
  return [
    { name: 'slow headers', count: 150, first: `GET / HTTP/1.1\r\n${HOST}\r\nx-slow: `, ...slow },
    { name: 'slow JSON bodies', count: 200, first: json, ...slow },
    {
      name: 'slow forms of the provider',
      count: 50,
      first: post('/idp/oauth2/v1/token', 'application/x-www-form-urlencoded', 5_000),
      ...slow,
    },
    { name: 'slow pushes', count: 50, first: `${push}content-length: 1000000\r\n\r\n`, ...slow },
    {
      name: 'slow chunked bodies',
      count: 50,
      first: `${json.replace(/content-length: \d+/, 'transfer-encoding: chunked')}2000\r\n`,
      ...slow,
    },
    { name: 'half a header, then silence', count: 100, first: `GET / HTTP/1.1\r\n${HOST}`, ...silent },
    { name: 'half a body, then silence', count: 100, first: `${json}{"firstName":`, ...silent },
    { name: 'connections without a byte', count: 50, first: '', ...silent },
    {
      name: 'readers of nothing',
      count: 55,
      first: rawRequest('GET', `/assets/${largestFile()}`, { host: 'spring.localhost' }).repeat(REPLIES),
      drip: '',
      reads: false,
      within,
    },
    {
      name: 'idle connections',
      count: 95,
      first: rawRequest('GET', '/health/live', { host: 'spring.localhost' }),
      drip: '',
      reads: true,
      within: null,
    },
  ];
}

export const slowClients: Fault = {
  name: 'slow-clients',
  title: 'Nine hundred clients that send or read slowly are dropped, and the others notice nothing.',
  async run({ long, log, folder }) {
    const academy = await startMeasured(join(folder, 'data'));
    const crowds: Crowd[] = [];
    try {
      const { lessons } = await publishCourses(academy, 1);
      const [lesson] = lessons;
      const [learner] = await signInLearners(academy, 1);
      if (lesson === undefined || learner === undefined) throw new Error('there is nothing to read');
      const of = learnerRequests(academy.port);
      const requests = lessons.flatMap((one) => [
        of.page(one),
        of.overlay(one, learner.bearer),
        of.complete(one, learner.bearer),
      ]);
      const load = {
        port: academy.port,
        connections: 16,
        seconds: SECONDS,
        requests,
        once: false,
        perSecond: REQUESTS_PER_SECOND,
      };
      // Pages are rendered before they are timed. What else the machine does shows here too.
      const alone = await runLoad({ ...load, warmUp: 2, seconds: long ? SECONDS : 6 }, () => null);

      const memoryBefore = academy.memory();
      for (const kind of kindsOf()) crowds.push(new Crowd(kind, academy.port));
      const slowOnes = crowds.reduce((sum, { kind }) => sum + kind.count, 0);
      log(`${slowOnes} slow clients beside ${REQUESTS_PER_SECOND} requests a second`);
      const { result } = await runLoad({ ...load, warmUp: 1 }, () => null);
      if (result.firstError !== null) log(`An error of the others: ${result.firstError}`);
      const memoryMeanwhile = academy.memory();
      for (const { kind, left } of crowds)
        if (left() > 0) log(`${kind.name}: ${left()} of ${kind.count} are still connected`);
      const shown = crowds.filter(({ kind }) => kind.within !== null);
      const idle = crowds.filter(({ kind }) => kind.within === null);
      return {
        figures: [
          figure('slow clients', slowOnes, ''),
          figure('p99 without slow clients', alone.result.p99, 'ms'),
          figure('p50 of the others', result.p50, 'ms'),
          figure('p99 of the others', result.p99, 'ms', { max: 250 }),
          figure('errors of the others', result.errors, 'replies', { exactly: 0 }),
          ...shown.flatMap(droppedFigures),
          figure(
            'idle connections that were kept',
            idle.reduce((sum, { left }) => sum + left(), 0),
            'connections',
          ),
          figure('memory of the server, growth', memoryMeanwhile - memoryBefore, 'MB'),
        ],
      };
    } finally {
      for (const crowd of crowds) crowd.close();
      await academy.stop();
    }
  },
};

function droppedFigures({ kind, left, longestMs }: Crowd): FaultFigure[] {
  const within = kind.within ?? 0;
  return [
    figure(`${kind.name}: still connected`, left(), 'clients', { exactly: 0 }),
    figure(`${kind.name}: dropped after at most`, longestMs() / 1000, 's', { max: within / 1000 }),
  ];
}

/** Clients of one kind. */
class Crowd {
  readonly kind: SlowKind;
  readonly #sockets = new Set<Socket>();
  readonly #timers: NodeJS.Timeout[] = [];
  #longest = 0;

  constructor(kind: SlowKind, port: number) {
    this.kind = kind;
    for (let one = 0; one < kind.count; one += 1) this.#open(port);
  }

  /** Clients that the server has not dropped. */
  readonly left = (): number => this.#sockets.size;

  /** The longest time until one was dropped, ms. */
  readonly longestMs = (): number => this.#longest;

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(port: number): void {
    const { first, drip, reads } = this.kind;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const began = performance.now();
    this.#sockets.add(socket);
    if (reads) socket.resume();
    else this.#timers.push(setTimeout(() => socket.resume(), READ_AFTER_MS));
    socket.on('error', () => {});
    socket.once('close', () => {
      if (this.#sockets.delete(socket)) this.#longest = Math.max(this.#longest, performance.now() - began);
    });
    socket.once('connect', () => {
      socket.write(first);
      let sent = 0;
      if (drip === '') return;
      const timer = setInterval(() => {
        if (socket.destroyed || sent >= drip.length) clearInterval(timer);
        else socket.write(drip[sent++] ?? '');
      }, BYTE_EVERY_MS);
      this.#timers.push(timer);
    });
  }
}
