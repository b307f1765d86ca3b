import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ANSWER_SECONDS, MAX_MEGABYTES, type PageTrouble } from '@academy/labs/lab-hosts/page-replies';
import { byName, withBody } from '@academy/labs/lab-hosts/raw-headers';
import { PortClosed } from '../sandbox/sandbox-ports.ts';
import { askedHeaders, isAcademyToken, type PageEnds, saidHeaders } from './page-headers.ts';

/** Most requests and WebSockets under way of one lab, and of all labs of this host. */
const MAX_OF_ONE = 256;
const MAX_OF_ALL = 2_000;
const MAX_BYTES = MAX_MEGABYTES * 1_000_000;
const MAX_HEADER_BYTES = 32_768;
/** A client that has left without a word is noticed after this time, ms. */
const SILENT_MS = 60_000;

/** A page of a lab that is asked for. */
export interface AskedPage extends PageEnds {
  place: {
    /** What is under way. */
    open: Set<{ destroy(): void }>;
    right: { origin: string; issuer: string };
  };
  /** Connects to the port. @throws PortClosed when nothing listens there */
  connect(): Promise<Socket>;
}

interface PageRequestsOptions {
  onFailure: (error: unknown, what: string) => void;
}

/** Requests and WebSockets to programs in sandboxes, each over a connection of its own. */
export class PageRequests {
  readonly #options: PageRequestsOptions;
  #underWay = 0;

  constructor(options: PageRequestsOptions) {
    this.#options = options;
  }

  /** Answers with the reply of the lab. @returns null when it has begun, else why there is none */
  async answer(request: IncomingMessage, response: ServerResponse, page: AskedPage): Promise<PageTrouble | null> {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return 'tooLarge';
    if (!this.#begin(response, page)) return 'crowded';
    const lab = await this.#connected(page);
    if (typeof lab === 'string') return lab;
    return new Promise((resolve) => {
      const asked = this.#ask(request, lab, page, withBody(request));
      const fail = (trouble: PageTrouble) => {
        resolve(trouble);
        asked.destroy();
        lab.destroy();
      };
      const late = setTimeout(fail, ANSWER_SECONDS * 1_000, 'late');
      asked.on('error', () => fail('failed'));
      asked.on('response', (reply) => {
        clearTimeout(late);
        try {
          const headers = saidHeaders(reply.rawHeaders, page, page.place.right.origin);
          response.writeHead(reply.statusCode ?? 502, reply.statusMessage, headers);
        } catch {
          // Node takes characters that it does not send.
          return fail('failed');
        }
        resolve(null);
        reply.pipe(response);
        reply.on('close', () => reply.complete || response.destroy());
      });
      // Also when the browser has left.
      response.on('close', () => {
        clearTimeout(late);
        fail('failed');
      });
      if (response.destroyed) return fail('failed');
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_BYTES) fail('tooLarge');
      });
      request.pipe(asked);
    });
  }

  /** Opens a WebSocket to the lab. @returns null when the lab has answered, else why it has not */
  async tunnel(request: IncomingMessage, socket: Duplex, head: Buffer, page: AskedPage): Promise<PageTrouble | null> {
    if (request.method !== 'GET') return 'bad';
    if (!this.#begin(socket, page)) return 'crowded';
    const lab = await this.#connected(page);
    if (typeof lab === 'string') return lab;
    return new Promise((resolve) => {
      const asked = this.#ask(request, lab, page, { connection: 'Upgrade', upgrade: 'websocket' });
      const fail = (trouble: PageTrouble) => {
        resolve(trouble);
        asked.destroy();
        lab.destroy();
      };
      const late = setTimeout(fail, ANSWER_SECONDS * 1_000, 'late');
      asked.on('error', () => fail('failed'));
      asked.on('response', ({ statusCode = 502 }) => {
        // The lab has refused the WebSocket; browsers see no more than that.
        socket.end(`HTTP/1.1 ${statusCode} -\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        resolve(null);
        asked.destroy();
      });
      asked.on('upgrade', (reply, _socket, labHead) => {
        clearTimeout(late);
        resolve(null);
        const said = saidHeaders(reply.rawHeaders, page, page.place.right.origin);
        const lines = Object.entries(byName(said)).flatMap(([name, value]) =>
          [value].flat().map((one) => `${name}: ${one}`),
        );
        const first = ['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket'];
        socket.write(`${[...first, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
        socket.write(labHead);
        lab.write(head);
        lab.pipe(socket);
        socket.pipe(lab);
        lab.on('close', () => (socket instanceof Socket ? socket.destroySoon() : socket.destroy()));
      });
      lab.on('error', () => lab.destroy());
      socket.on('close', () => {
        clearTimeout(late);
        fail('failed');
      });
      if (socket.destroyed) return fail('failed');
      if (socket instanceof Socket) socket.setKeepAlive(true, SILENT_MS);
      asked.end();
    });
  }

  /** Counts what is under way until its client has left. @returns false when there is too much */
  #begin(client: ServerResponse | Duplex, { place }: AskedPage): boolean {
    if (place.open.size >= MAX_OF_ONE || this.#underWay >= MAX_OF_ALL) return false;
    this.#underWay += 1;
    place.open.add(client);
    client.once('close', () => {
      this.#underWay -= 1;
      place.open.delete(client);
    });
    return true;
  }

  async #connected(page: AskedPage): Promise<Socket | PageTrouble> {
    try {
      return await page.connect();
    } catch (error) {
      if (error instanceof PortClosed) return 'closed';
      this.#options.onFailure(error, 'a port of a lab could not be reached');
      return 'unreachable';
    }
  }

  #ask(request: IncomingMessage, lab: Socket, page: AskedPage, more: Record<string, string>): ClientRequest {
    const { method, url, rawHeaders } = request;
    return httpRequest({
      ...(method === undefined ? {} : { method }),
      path: url ?? '/',
      headers: {
        ...byName(askedHeaders(rawHeaders, page, (value) => isAcademyToken(value, page.place.right.issuer))),
        ...more,
      },
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      createConnection: () => lab,
    });
  }
}
