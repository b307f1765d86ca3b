/** A request to a service in a machine. */
export interface ServiceRequest {
  method?: string;
  /** With its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

export interface ServiceReply {
  status: number;
  /** In the order in which they were sent; a name may come several times. */
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** Set here, whatever the caller says. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'transfer-encoding']);
const CHUNK_END = 2;

/** A request as bytes; the service is asked to close the connection behind its reply. */
export function requestBytes(port: number, { method = 'GET', path, headers = {}, body }: ServiceRequest): Uint8Array {
  const names = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const hasHost = names.some(([name]) => name.toLowerCase() === 'host');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(hasHost ? [] : [`Host: localhost:${port}`]),
    ...names.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    'Connection: close',
  ].map((line) => line.replaceAll(/[\r\n]/g, ' '));
  const head = new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\n`);
  const all = new Uint8Array(head.length + (body?.length ?? 0));
  all.set(head);
  all.set(body ?? new Uint8Array(0), head.length);
  return all;
}

/** Reads a whole reply. @returns null when it is none of HTTP */
export function readReply(bytes: Uint8Array): ServiceReply | null {
  const end = indexOfBlankLine(bytes);
  if (end === -1) return null;
  const [first = '', ...lines] = new TextDecoder('latin1').decode(bytes.subarray(0, end)).split('\r\n');
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(first) ?? [];
  if (status === undefined) return null;
  const rest = bytes.subarray(end + 4);
  if (status === '100') return readReply(rest);
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  const isChunked = headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value));
  return {
    status: Number(status),
    headers: headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
    body: isChunked ? joinedChunks(rest) : rest.slice(),
  };
}

function indexOfBlankLine(bytes: Uint8Array): number {
  for (let at = 0; at + 3 < bytes.length; at++)
    if (bytes[at] === 13 && bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at;
  return -1;
}

function joinedChunks(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf(10, at);
    if (lineEnd === -1) break;
    const size = Number.parseInt(new TextDecoder('latin1').decode(bytes.subarray(at, lineEnd)), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + 1 + size + CHUNK_END;
  }
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
