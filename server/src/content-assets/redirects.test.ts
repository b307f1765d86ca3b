import { describe, expect, onTestFinished, test } from 'vitest';
import { s3Store } from '../file-store/s3-store.ts';
import { redirectsTo } from './redirects.ts';
import { endOf } from './signed-address.ts';

const HASH = 'ab'.repeat(32);
const NOON = Date.UTC(2030, 4, 3, 12, 3, 20);

function redirects(publicUrl: string | null, now: () => number = () => NOON) {
  const store = s3Store({
    ...{ endpoint: 'https://s3.example.org', region: 'eu', bucket: 'files', pathStyle: true },
    ...{ accessKey: 'key', secretKey: 'secret' },
  });
  onTestFinished(() => store.close());
  const redirectOf = redirectsTo(store, { publicUrl }, now);
  return (mediaType: string, endsAt: number | null = null, extension = 'mp4') =>
    redirectOf(`${HASH}.${extension}`, HASH, { mediaType, size: 5_000_000, isInStore: true }, endsAt);
}
const queryOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? '').searchParams);

describe('a redirect to the store', () => {
  test('of a public film is the same for all readers of a day', async () => {
    const first = await redirects(null)('video/mp4');
    const later = await redirects(null, () => NOON + 11 * 3_600_000)('video/mp4');
    expect(later).toEqual(first);
    expect((await redirects(null, () => NOON + 12 * 3_600_000)('video/mp4'))?.url).not.toBe(first?.url);
    expect(first?.seconds).toBe(3_600);
    expect(queryOf(first?.url)).toMatchObject({
      'X-Amz-Date': '20300503T000000Z',
      'X-Amz-Expires': '172800',
      'response-content-type': 'video/mp4',
      'response-content-disposition': 'inline',
    });
  });

  test('of a locked film ends with its address in the academy', async () => {
    const endsAt = endOf(NOON);
    const found = await redirects(null)('video/mp4', endsAt);
    const query = queryOf(found?.url);
    expect([query['X-Amz-Date'], query['X-Amz-Expires']]).toEqual(['20300503T120000Z', '3600']);
    expect(found?.seconds).toBe(endsAt - NOON / 1000);
    expect(query['response-cache-control']).toBe('public, max-age=600');
  });

  test('leads to the CDN with the path and signature of the store', async () => {
    const plain = new URL((await redirects(null)('image/webp'))?.url ?? '');
    const found = await redirects('https://cdn.example.org/a')('image/webp');
    expect(found?.url).toBe(`https://cdn.example.org/a/files/files/${HASH}${plain.search}`);
  });

  test('offers other files as downloads with their name', async () => {
    const found = await redirects(null)('application/zip', null, 'zip');
    expect(queryOf(found?.url)).toMatchObject({
      'response-content-type': 'application/octet-stream',
      'response-content-disposition': `attachment; filename="${HASH}.zip"`,
    });
    expect(queryOf((await redirects(null)('text/html', null, 'bin'))?.url)['response-content-type']).toBe(
      'application/octet-stream',
    );
  });

  test.each(['image/svg+xml', 'text/vtt'])('is not made for %s', async (mediaType) => {
    expect(await redirects(null)(mediaType)).toBeNull();
  });
});
