import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A self-signed certificate for 127.0.0.1 and its key, both PEM.
 *
 * @param end ms since 1970; tomorrow when left out
 */
export function makeCertificate(end = Date.now() + 86_400_000): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = sequence(set(sequence(oid('550403'), tagged(0x0c, Buffer.from('127.0.0.1')))));
  const algorithm = sequence(oid('2a864886f70d01010b'), tagged(0x05));
  const time = (ms: number) =>
    tagged(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
  const alternativeName = sequence(tagged(0x87, Buffer.from([127, 0, 0, 1])));
  const authority = sequence(tagged(0x01, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(oid('551d11'), tagged(0x04, alternativeName)),
    sequence(oid('551d13'), tagged(0x04, authority)),
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(Math.min(Date.now(), end) - 3_600_000), time(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const certificate = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of the distinguished encoding rules: tag, length, content. */
function tagged(tag: number, content: Buffer = Buffer.alloc(0)): Buffer {
  const { length } = content;
  const long = length > 0xff ? [0x82, length >> 8, length & 0xff] : [0x81, length];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => tagged(0x31, Buffer.concat(parts));
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), content]));
