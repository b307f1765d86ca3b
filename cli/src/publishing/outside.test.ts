import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPublicAddress } from '@academy/lab-host/network/public-address';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOutside, type OutsidePolicy, PUBLIC_ONLY } from '../public-hosts.ts';
import { brokenLinkFindings, checkLinks } from './check-links.ts';
import { pictureCache, pictureFetcher } from './fetch-pictures.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The host of the test is on this machine. */
const HERE: OutsidePolicy = { protocols: ['http:'], allows: (address) => address === '127.0.0.1' };

const requests: string[] = [];
const pages: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/picture': (response) => response.setHeader('content-type', 'image/png').end(PNG),
  '/page': (response) => response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>Hello'),
  '/gone': (response) => response.writeHead(404).end(),
  '/moved': (response) => response.writeHead(302, { location: '/picture' }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/large': (response) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(3_000_000)),
  '/slow': () => undefined,
  '/no-head': (response, request) => response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
  '/robots': (response) => response.writeHead(403).end(),
};

let server: Server;
let host = '';
const cache = mkdtempSync(join(tmpdir(), 'academy-cache-'));
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    pages[request.url ?? '']?.(response, request);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(cache, { recursive: true });
});

describe('addresses of the public internet', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
    ],
    ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      '2002:a00:1::1',
      '2001:0:1::1',
      '2001:db8::1',
      'localhost',
      '',
    ],
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ['https://127.0.0.1/', 'not on the public internet'],
    ['https://[::1]/', 'not on the public internet'],
    ['https://2130706433/', 'not on the public internet'],
    ['https://localhost/', 'not on the public internet'],
    ['https://user:secret@example.org/', 'holds a password'],
    ['http://example.org/', 'no https address'],
    ['file:///etc/passwd', 'no https address'],
  ])('%s is never asked', async (address, why) => {
    const options = { method: 'GET', timeoutMs: 2_000, maxBytes: 10, policy: PUBLIC_ONLY } as const;
    await expect(askOutside(address, options)).rejects.toThrow(why);
  });
});

describe('asking another host', () => {
  const ask = (path: string, more: { maxBytes?: number; timeoutMs?: number } = {}) =>
    askOutside(`${host}${path}`, { method: 'GET', timeoutMs: 5_000, maxBytes: 1_000_000, policy: HERE, ...more });

  it('follows a redirect, and checks where it leads', async () => {
    expect(await ask('/moved')).toMatchObject({ status: 200, mediaType: 'image/png' });
    await expect(ask('/inside')).rejects.toThrow('not on the public internet');
    await expect(ask('/file')).rejects.toThrow('no https address');
    await expect(ask('/round')).rejects.toThrow('redirects too often');
  });

  it('reads a bounded number of bytes and waits a bounded time', async () => {
    await expect(ask('/large', { maxBytes: 2 * 1024 * 1024 })).rejects.toThrow('larger than 2 MB');
    await expect(ask('/slow', { timeoutMs: 200 })).rejects.toThrow('does not answer in time');
  });
});

describe('pictures of other hosts', () => {
  it('are fetched once and kept for the next run', async () => {
    const before = requests.length;
    const fetch = pictureFetcher(cache, HERE);
    const results = await Promise.all(Array.from({ length: 6 }, () => fetch(`${host}/picture`)));
    expect(results.every((result) => 'bytes' in result && Buffer.compare(result.bytes, PNG) === 0)).toBe(true);
    expect(await pictureFetcher(cache, HERE)(`${host}/picture`)).toMatchObject({ bytes: PNG });
    expect(requests.length - before).toBe(1);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it.each([
    ['/gone', 'its host answers 404'],
    ['/page', 'it is no picture (text/html)'],
  ])('are reported when they are no images (%s)', async (path, trouble) => {
    expect(await pictureFetcher(cache, HERE)(`${host}${path}`)).toEqual({ trouble });
  });

  it('are never taken from this machine', async () => {
    const before = requests.length;
    const fetched = await pictureFetcher(join(cache, 'none'))(`${host.replace('http:', 'https:')}/picture`);
    expect(fetched).toEqual({ trouble: 'it is not on the public internet' });
    expect(requests.length).toBe(before);
    expect(existsSync(join(cache, 'none'))).toBe(false);
  });

  it('are kept where the system keeps such files', () => {
    expect(pictureCache({ XDG_CACHE_HOME: '/srv/ann/.kept' })).toBe(join('/srv/ann/.kept', 'academy', 'pictures'));
  });
});

describe('links to other sites', () => {
  it('are broken when the page is gone, checked by HEAD and GET', async () => {
    const addresses = ['/page', '/gone', '/no-head', '/robots', '/inside'].map((path) => `${host}${path}`);
    const before = requests.length;
    const broken = await checkLinks(new Set(addresses), { pauseMs: 1, policy: HERE });
    expect([...broken]).toEqual([
      [`${host}/gone`, 'its host answers 404'],
      [`${host}/inside`, 'it is not on the public internet'],
    ]);
    expect(requests.slice(before)).toContain('GET /no-head');
    expect(requests.slice(before)).not.toContain('GET /page');
    const links = [
      { file: 'a.md', line: 3, href: `${host}/gone#part` },
      { file: 'a.md', line: 4, href: `${host}/page` },
    ];
    expect(brokenLinkFindings(links, broken)).toEqual([
      expect.objectContaining({ file: 'a.md', line: 3, severity: 'warning', code: 'link-broken' }),
    ]);
  });

  it('are asked with a pause between two of the same host', async () => {
    const began = performance.now();
    await checkLinks(new Set([`${host}/page`, `${host}/picture`, `${host}/robots`]), { pauseMs: 60, policy: HERE });
    expect(performance.now() - began).toBeGreaterThanOrEqual(118);
  });
});
