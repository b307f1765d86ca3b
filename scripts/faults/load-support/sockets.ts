import { connect } from 'node:net';

/** Longest wait for a reply to a broken request, ms: the server may rightly wait for the rest of it. */
const RAW_WAIT_MS = 1_500;
/** Longest wait for more of a reply that has begun, ms. */
const MORE_WAIT_MS = 150;
/** Kept of what arrives, bytes. */
const KEPT = 64 * 1024;

export interface RawReply {
  /** Status of each reply that began. */
  statuses: number[];
  text: string;
}

export interface RawRequest {
  pieces: readonly Buffer[];
  /** Whether the client disconnects at once after sending. */
  cut: boolean;
  /** Whether several requests were sent, so that several replies are waited for. */
  many: boolean;
}

/** Sends bytes over a connection of its own, and collects what comes back until the server closes, or for a moment. */
export function sendRaw(port: number, { pieces, cut, many }: RawRequest): Promise<RawReply> {
  return new Promise((settle) => {
    const received: Buffer[] = [];
    let size = 0;
    let isDone = false;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const finish = () => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(received).toString('latin1');
      settle({ statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)), text });
    };
    let timer = setTimeout(finish, RAW_WAIT_MS);
    socket.on('data', (chunk) => {
      if (size < KEPT) received.push(chunk);
      size += chunk.length;
      // A reply with a length that is complete needs no waiting; pipelined ones are collected for a little longer.
      clearTimeout(timer);
      timer = setTimeout(finish, MORE_WAIT_MS);
      if (!many && isWhole(received)) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.once('connect', () => {
      for (const piece of pieces) socket.write(piece);
      if (cut) setImmediate(() => socket.destroy());
    });
  });
}

function isWhole(received: readonly Buffer[]): boolean {
  if (received.length > 4) return false;
  const text = Buffer.concat(received).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end)) ?? [];
  return length !== undefined && text.length === end + 4 + Number(length);
}
