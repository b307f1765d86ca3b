import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIPv6 } from 'node:net';
import { StartProblem } from '../settings/start-problem.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsListener {
  /** `http://127.0.0.1:9464/metrics` */
  url: string;
  close(): Promise<void>;
}

/**
 * Answers collectors on an address of its own, so that figures of operators are never a path of the public site.
 *
 * @throws StartProblem when the address cannot be listened on
 */
export async function listenForCollectors(
  { host, port }: { host: string; port: number },
  metrics: Pick<Metrics, 'text'>,
): Promise<MetricsListener> {
  const server = createServer(async ({ method, url }, response) => {
    if (url?.split('?')[0] !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('Metrics are at /metrics.\n');
      return;
    }
    const { type, text } = await metrics.text();
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new StartProblem(
          `The address for metrics, ${host}:${port}, cannot be used: ${error.message}`,
          'Choose another one with ACADEMY_METRICS_LISTEN.',
          { cause: error },
        ),
      ),
    );
    server.listen({ host, port }, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${taken}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
