import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

test('the QR code has exactly the dark modules, with a quiet zone', () => {
  const address = 'otpauth://totp/Spring%20Academy:lena%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const { text } = qrCode(address, 'QR code of <Lena>');
  expect(text).toContain('aria-label="QR code of &lt;Lena&gt;"');
  expect(text).not.toContain('style');
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(text)?.[1]);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of text.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  const { data } = encode(address, { ecc: 'M', border: 0 });
  expect(drawn.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data);
  for (const edge of [0, 1, 2, 3, size - 1]) expect(drawn[edge]).not.toContain(true);
});
