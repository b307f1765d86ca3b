import { expect, it } from 'vitest';
import { readReply, requestBytes } from './http-exchange.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (of: Uint8Array) => new TextDecoder().decode(of);

it('a request closes its connection and names its host and length', () => {
  const sent = requestBytes(8000, {
    method: 'POST',
    path: '/cups?x=1',
    headers: { Connection: 'keep-alive', 'X-Tea': 'green\r\nEvil: 1' },
    body: bytes('abc'),
  });
  expect(text(sent)).toBe(
    'POST /cups?x=1 HTTP/1.1\r\nHost: localhost:8000\r\nX-Tea: green  Evil: 1\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
  );
});

it('a reply is read with its status, headers and body', () => {
  const reply = readReply(bytes('HTTP/1.0 500 Oh\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nbroken'));
  expect(reply?.status).toBe(500);
  expect(reply?.headers).toEqual([
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ]);
  expect(text(reply?.body ?? bytes(''))).toBe('broken');
});

it('a reply in chunks is put together', () => {
  const reply = readReply(
    bytes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntea \r\nA;x=1\r\n0123456789\r\n0\r\n\r\n'),
  );
  expect(text(reply?.body ?? bytes(''))).toBe('tea 0123456789');
});

it('what is no HTTP is no reply', () => {
  expect(readReply(bytes('SSH-2.0-OpenSSH\r\n\r\n'))).toBeNull();
  expect(readReply(bytes('HTTP/1.1 200 OK\r\n'))).toBeNull();
});
