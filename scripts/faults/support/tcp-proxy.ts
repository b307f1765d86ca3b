import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A network that misbehaves on request. */
export interface TcpProxy {
  port: number;
  /** Bytes wait, in both directions and on new connections as well, until `resume`. */
  pause(): void;
  resume(): void;
  /** Every packet waits this long before it is passed on, ms. */
  slowDown(ms: number): void;
  /** New connections go to this port; those that are open end. */
  leadTo(port: number): Promise<void>;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Forwards TCP connections to a port of this machine. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let pausedUntil: Promise<void> | null = null;
  let resume = () => {};
  let delayMs = 0;
  let to = target;

  /** Passes packets on in their order, each after its delay. */
  function pass(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const deliver = (work: () => void) => {
      const due = delayMs === 0 ? null : delay(delayMs);
      last = last.then(async () => {
        await due;
        while (pausedUntil !== null) await pausedUntil;
        work();
      });
    };
    from.on('data', (bytes) => deliver(() => void (to.destroyed || to.write(bytes))));
    from.on('end', () => deliver(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      deliver(() => to.destroy());
    });
    sockets.add(from);
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: to, allowHalfOpen: true });
    for (const socket of [near, far]) socket.setNoDelay(true);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    pause() {
      pausedUntil ??= new Promise((passed) => {
        resume = passed;
      });
    },
    resume() {
      pausedUntil = null;
      resume();
    },
    slowDown(ms) {
      delayMs = ms;
    },
    async leadTo(port) {
      to = port;
      cut();
      // Clients must notice that their kept connections ended.
      await delay(50);
    },
    cut,
    close() {
      pausedUntil = null;
      resume();
      const closed = new Promise<void>((done) => server.close(() => done()));
      cut();
      return closed;
    },
  };
}
