import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { InProgress } from '../values/in-progress.ts';

/** When a client that reads none of its reply is disconnected. */
export interface Stall {
  /**
   * Usually, ms: a telephone may lose its line for a while. Node.js allows the same again when the last bytes went to
   * the kernel in between.
   */
  usual: number;
  /** While many replies are being sent at once, ms. */
  crowded: number;
  /** How many replies that is. */
  many: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For replies that do not pass through Fastify. */
    stalledReaders: StalledReaders;
  }
}

const STALL: Stall = { usual: 60_000, crowded: 6_000, many: 50 };

/**
 * Closes connections whose client has stopped reading its reply. Otherwise a client could keep any number of
 * connections with unsent bytes open. A slow line is fine: every byte read restarts the timeout.
 */
export class StalledReaders {
  readonly #stall: Stall;
  /** Requests whose reply is not sent to its end. */
  readonly #answered = new InProgress<WithSocket>();

  constructor(stall: Stall = STALL) {
    this.#stall = stall;
  }

  /** Begins when a reply is sent: one that takes long to make sends nothing before. */
  watch(request: WithSocket, response: ServerResponse): void {
    const answered = this.#answered;
    answered.add(request);
    response.once('close', () => answered.delete(request));
    // A reset, because an orderly end would wait behind the bytes that nobody reads, and the kernel would keep them.
    response.once('timeout', (socket: Socket) => socket.resetAndDestroy());
    const { usual, crowded, many } = this.#stall;
    if (answered.size < many) endWhenStalled(request, usual);
    else if (answered.size > many) endWhenStalled(request, crowded);
    else for (const one of answered) endWhenStalled(one, crowded);
  }

  /** Watches all replies that pass through Fastify. */
  addTo(app: FastifyInstance): void {
    app.decorate('stalledReaders', this as StalledReaders);
    app.addHook('onSend', (request, reply, _payload, done) => {
      this.watch(request.raw, reply.raw);
      done();
    });
  }
}

interface WithSocket {
  /** Null when the connection is closed; without timeouts when the request was injected. */
  socket: Partial<Socket> | null;
}

/** Node clears the timeout when the reply is sent. */
function endWhenStalled({ socket }: WithSocket, stallMs: number): void {
  socket?.setTimeout?.(stallMs);
}
