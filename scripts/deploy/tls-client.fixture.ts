import { connect as connectHttp2 } from 'node:http2';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Address of this machine that asks; another one is another visitor. */
  from?: string;
}

/** A client of a proxy on this machine that is reached by the names of its certificate. */
export class TlsClient {
  readonly #port: number;
  readonly #ca: string;
  readonly #agent: Agent;

  constructor(port: number, ca: string) {
    this.#port = port;
    this.#ca = ca;
    this.#agent = new Agent({ keepAlive: true, ca, maxSockets: 8 });
  }

  /** Asks by HTTP/1.1 over connections that are kept. */
  ask(url: string, { method = 'GET', headers = {}, body, from }: Asked = {}): Promise<Reply> {
    const { hostname, host, pathname, search } = new URL(url);
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          servername: hostname,
          path: `${pathname}${search}`,
          method,
          headers: { host, ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
          agent: from === undefined ? this.#agent : false,
          ca: this.#ca,
          ...(from === undefined ? {} : { localAddress: from }),
        },
        (response) => {
          text(response).then(
            (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: read }),
            reject,
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  /** Asks by HTTP/2; fails where that is not offered. */
  async askHttp2(url: string): Promise<Reply> {
    const { hostname, pathname, search } = new URL(url);
    const session = connectHttp2(`https://${hostname}:${this.#port}`, {
      ca: this.#ca,
      lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }] as never),
    });
    try {
      const stream = session.request({ ':path': `${pathname}${search}`, ':authority': hostname });
      const [headers] = await new Promise<[Record<string, string>]>((resolve, reject) => {
        stream.on('response', (got) => resolve([got as never]));
        stream.on('error', reject);
        session.on('error', reject);
      });
      return { status: Number(headers[':status']), headers, text: await text(stream) };
    } finally {
      session.close();
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
