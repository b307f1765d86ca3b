import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { asset, assetUse } from '../db/asset-tables.ts';

import { anItem } from '../testing/an-item.ts';
import { publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp({ limits: { anonymousPerMinute: 20 } });

const small = Buffer.from('0123456789');
const film = randomBytes(3_500_000);
const pdf = Buffer.from('%PDF-1.7\n<script>alert(1)</script>');
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  const row = (bytes: Buffer, mediaType: string) => ({ hash: hashOf(bytes), mediaType, size: bytes.length, bytes });
  await app.database.db
    .insert(asset)
    .values([row(small, 'image/png'), row(film, 'video/mp4'), row(pdf, 'application/pdf')]);
  await publishItem(app, 'spring', anItem('page', { id: 'spring-files' }, { 'content.md': 'A page' }));
  const use = { tenantId: 'spring', itemKind: 'page', itemId: 'spring-files', isOpen: true };
  await app.database.db.insert(assetUse).values([small, film, pdf].map((bytes) => ({ ...use, hash: hashOf(bytes) })));
});

const get = (file: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
  app.request({
    url: `/assets/content/${file}`,
    headers: { host: 'spring.localhost:3000', ...headers },
    remoteAddress,
  });
const png = `${hashOf(small)}.png`;
const mp4 = `${hashOf(film)}.mp4`;

describe('a file of the content', () => {
  // Shows security#safe-media
  it('is cacheable forever, and is sandboxed', async () => {
    const { statusCode, rawPayload, headers } = await get(png);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(small);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const etag = headers.etag as string;
    for (const tags of [etag, `W/${etag}`, `"older", ${etag}`, '*'])
      expect((await get(png, { 'if-none-match': tags })).statusCode).toBe(304);
  });

  it('is a download that runs nothing when pages do not show its type', async () => {
    const { statusCode, rawPayload, headers } = await get(`${hashOf(pdf)}.pdf`);
    expect([statusCode, rawPayload.equals(pdf)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('is sent whole when it is large, without being held in memory', async () => {
    const { rawPayload, headers } = await get(mp4);
    expect(rawPayload.equals(film)).toBe(true);
    expect(headers).toMatchObject({ 'content-length': String(film.length), 'accept-ranges': 'bytes' });
  });

  it.each([
    ['bytes=0-', 0, 3_500_000],
    ['bytes=1000000-2999999', 1_000_000, 2_000_000],
    ['bytes=3499990-9999999', 3_499_990, 10],
    ['bytes=-5', 3_499_995, 5],
  ])('is sent in the part that %s names', async (range, from, length) => {
    const { statusCode, rawPayload, headers } = await get(mp4, { range });
    expect(statusCode).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${from}-${from + length - 1}/${film.length}`);
    expect(rawPayload.equals(film.subarray(from, from + length))).toBe(true);
  });

  it.each(['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])('is sent whole for %s', async (range) => {
    const { statusCode, rawPayload } = await get(png, { range });
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(small);
  });

  it('is sent whole when the range is of another version', async () => {
    expect((await get(png, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
    expect((await get(png, { range: 'bytes=2-3' })).rawPayload.toString()).toBe('23');
    const beyond = await get(png, { range: 'bytes=10-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */10');
  });

  it('costs nothing once it is cached, while guessing addresses is limited', async () => {
    const other = '10.0.0.2';
    for (let n = 0; n < 30; n += 1) expect((await get(png, {}, other)).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1)
      statuses.push((await get(`${randomBytes(32).toString('hex')}.png`, {}, other)).statusCode);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect((await get(png, {}, other)).statusCode).toBe(200);
  });
});
