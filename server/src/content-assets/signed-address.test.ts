import { expect, test } from 'vitest';
import { endOf, hashesIn, isSigned, signedAddress, withAddresses } from './signed-address.ts';

const secret = Buffer.alloc(32, 1);
const hash = 'ab'.repeat(32);
const file = { tenantId: 'spring', file: `${hash}.png`, endsAt: 4_600 };
const signature = signedAddress(secret, file).split('/')[5] ?? '';

test('an address expires within the hour and changes every ten minutes', () => {
  expect(endOf(0)).toBe(3_600);
  expect(endOf(599_999)).toBe(3_600);
  expect(endOf(600_000)).toBe(4_200);
});

test('a signature is valid for its academy, file, expiry and installation only', () => {
  expect(isSigned(secret, file, signature)).toBe(true);
  expect(isSigned(secret, { ...file, tenantId: 'kube' }, signature)).toBe(false);
  expect(isSigned(secret, { ...file, file: `${hash}.jpg` }, signature)).toBe(false);
  expect(isSigned(secret, { ...file, endsAt: 4_601 }, signature)).toBe(false);
  expect(isSigned(Buffer.alloc(32, 2), file, signature)).toBe(false);
  expect(isSigned(secret, file, `${signature}A`)).toBe(false);
  expect(isSigned(secret, file, '')).toBe(false);
});

test('plain addresses are replaced anywhere in a reply', () => {
  const address = `/assets/content/${hash}.png`;
  const reply = {
    html: `<img src="${address}" srcset="${address} 480w, ${address} 960w">`,
    tracks: [{ src: `/assets/content/${hash}.vtt` }],
    other: [1, null, true, '/assets/content/short.png'],
  };
  expect([...hashesIn(reply)]).toEqual([hash, hash, hash, hash]);
  expect(withAddresses(reply, (_hash, name) => `/new/${name}`)).toEqual({
    html: `<img src="/new/${hash}.png" srcset="/new/${hash}.png 480w, /new/${hash}.png 960w">`,
    tracks: [{ src: `/new/${hash}.vtt` }],
    other: [1, null, true, '/assets/content/short.png'],
  });
  expect(withAddresses(reply, () => null)).toEqual(reply);
});

test('an address that is signed already stays', () => {
  const signed = signedAddress(secret, file);
  expect(withAddresses(signed, () => '/new')).toBe(signed);
});
