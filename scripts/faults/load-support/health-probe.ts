import { Agent, get } from 'node:http';
import { percentile } from '@academy/bench/statistics';

/** Answers of one address of health while something went on. */
export interface ProbeResult {
  asked: number;
  failed: number;
  /** ms */
  p50: number;
  p99: number;
  longest: number;
}

const EVERY_MS = 20;
const TIMEOUT_MS = 5_000;

/** Asks an address every 20 ms over a connection of its own, one request at a time. */
export function probe(port: number, path: string, headers: Readonly<Record<string, string>> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let failed = 0;
  let isOver = false;
  const ask = () =>
    new Promise<boolean>((settle) => {
      const request = get({ host: '127.0.0.1', port, path, agent, headers, timeout: TIMEOUT_MS }, (response) => {
        response.resume();
        response.on('end', () => settle(response.statusCode === 200));
        response.on('error', () => settle(false));
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => settle(false));
    });
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      if (!(await ask())) failed += 1;
      const took = performance.now() - began;
      times.push(took);
      await new Promise((next) => setTimeout(next, Math.max(0, EVERY_MS - took)));
    }
  })();
  return {
    async stop(): Promise<ProbeResult> {
      isOver = true;
      await asking;
      agent.destroy();
      const of = (share: number) => percentile(times, share);
      return { asked: times.length, failed, p50: of(0.5), p99: of(0.99), longest: of(1) };
    },
  };
}
