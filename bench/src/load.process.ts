import { connect, type Socket } from 'node:net';
import type { LoadJob, LoadMessage, LoadResult } from './load-job.ts';
import { percentile } from './statistics.ts';

/**
 * The load generator, a process of its own so that it does not share an event loop with the measured server. It
 * implements just enough HTTP/1.1 over plain sockets to be much lighter than any server: one request at a time per
 * connection, replies with a content length.
 */
/** Marks a refusal that says when to retry. */
const RETRY_AFTER = '(retry-after)';
const HEAD_END = Buffer.from('\r\n\r\n');
/** A reply that takes longer is an error, ms. */
const REPLY_TIMEOUT_MS = 10_000;

process.once('message', (job) => {
  run(job as LoadJob).then(
    (result) => tell({ result }, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
// The parent has ended: the result is not needed.
process.once('disconnect', () => process.exit(1));

function tell(message: LoadMessage, done: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, done);
}

function run(job: LoadJob): Promise<LoadResult> {
  const requests = job.requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  const refusals: number[] = [];
  let withoutRetryAfter = 0;
  let errors = 0;
  let firstError: string | null = null;
  let next = 0;
  let measuring = false;
  let over = false;
  let begun = 0;
  const idle: Connection[] = [];
  const open = new Set<Connection>();

  return new Promise((done) => {
    const finish = () => {
      if (over) return;
      over = true;
      clearInterval(pace);
      const seconds = (performance.now() - begun) / 1000;
      for (const connection of open) connection.socket.destroy();
      done({
        requests: latencies.length,
        errors,
        firstError,
        refused: { count: refusals.length, withoutRetryAfter, p99: percentile(refusals, 0.99) },
        seconds,
        perSecond: latencies.length / seconds,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
      });
    };

    // Paced load: a due request goes to any idle connection, and waits when there is none. The times are reckoned, not
    // kept: a list of all that wait under overload would take the processor from the server.
    const paceBegan = performance.now();
    let taken = 0;
    /** Since when the next request is due, ms; later than now when it is not. */
    const nextDue = () => (job.perSecond === null ? performance.now() : paceBegan + (taken * 1000) / job.perSecond);

    /** Sends the next request, or waits until one is due. */
    const feed = (connection: Connection) => {
      if (over) return;
      if (job.once && next >= requests.length) {
        idle.push(connection);
        if (idle.length === open.size) finish();
        return;
      }
      const since = nextDue();
      if (since > performance.now()) {
        idle.push(connection);
        return;
      }
      taken += 1;
      connection.send(requests[next++ % requests.length] as Buffer, since);
    };

    const note = (problem: string | null, since: number, sentAt: number) => {
      if (!measuring) return;
      if (problem !== null) {
        errors += 1;
        firstError ??= problem;
        if (!/^(?:429|503) /.test(problem)) return;
        refusals.push(performance.now() - sentAt);
        if (!problem.includes(RETRY_AFTER)) withoutRetryAfter += 1;
      } else latencies.push(performance.now() - since);
    };

    for (let index = 0; index < job.connections; index += 1) open.add(new Connection(job.port, note, feed));

    const pace =
      job.perSecond === null
        ? undefined
        : setInterval(() => {
            // In turn: a connection that is opened and sends nothing is closed by the server.
            while (idle.length > 0 && nextDue() <= performance.now()) feed(idle.shift() as Connection);
          }, 1);

    setTimeout(() => {
      measuring = true;
      begun = performance.now();
      tell({ measuring: true });
      setTimeout(finish, job.seconds * 1000);
    }, job.warmUp * 1000);
  });
}

class Connection {
  socket: Socket;
  readonly #port: number;
  readonly #note: (problem: string | null, since: number, sentAt: number) => void;
  readonly #feed: (connection: Connection) => void;
  #since = 0;
  #sentAt = 0;
  /** False between a reply and the next request: a paced load may need fewer connections than it has. */
  #isWaiting = false;
  /** The received part of an incomplete reply. */
  #rest: Buffer | null = null;
  /** Bytes of head and body of the present reply; 0 while unknown. */
  #expected = 0;
  #received = 0;
  #bad: string | null = null;

  constructor(
    port: number,
    note: (problem: string | null, since: number, sentAt: number) => void,
    feed: (connection: Connection) => void,
  ) {
    this.#port = port;
    this.#note = note;
    this.#feed = feed;
    this.socket = this.#open();
  }

  send(request: Buffer, since: number): void {
    this.#since = since;
    this.#sentAt = performance.now();
    this.#isWaiting = true;
    this.socket.write(request);
  }

  #open(): Socket {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    socket.setTimeout(REPLY_TIMEOUT_MS, () => {
      if (this.#isWaiting) socket.destroy(new Error('no reply in time'));
    });
    socket.once('connect', () => this.#feed(this));
    socket.on('data', (chunk) => this.#hear(chunk));
    socket.on('error', (error) => {
      this.#note(error.message, this.#since, this.#sentAt);
      this.#reset();
      // Do not flood a server that refuses at once.
      setTimeout(() => {
        this.socket = this.#open();
      }, 20);
    });
    return socket;
  }

  #reset(): void {
    this.#isWaiting = false;
    this.#rest = null;
    this.#expected = 0;
    this.#received = 0;
    this.#bad = null;
  }

  #hear(chunk: Buffer): void {
    if (this.#expected === 0) {
      const data = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
      const end = data.indexOf(HEAD_END);
      if (end < 0) {
        this.#rest = data;
        return;
      }
      const head = data.toString('latin1', 0, end);
      const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
      if (length === undefined) {
        this.socket.destroy(new Error(`a reply without a content length: ${head.slice(0, 200)}`));
        return;
      }
      this.#expected = end + HEAD_END.length + Number(length);
      this.#received = data.length;
      if (head.charCodeAt(9) !== 0x32) {
        const retry = /\r\nretry-after: *\d/i.test(head) ? `${RETRY_AFTER} ` : '';
        this.#bad = `${head.slice(9, 12)} ${retry}${data.toString('utf8', end + 4, end + 400)}`;
      }
    } else this.#received += chunk.length;
    if (this.#received < this.#expected) return;
    this.#note(this.#bad, this.#since, this.#sentAt);
    this.#reset();
    this.#feed(this);
  }
}
