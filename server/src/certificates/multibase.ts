const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Prefix of an Ed25519 public key. */
const ED25519_PUBLIC = Uint8Array.of(0xed, 0x01);

/** Bytes as multibase text in base 58 (`z...`). */
export function base58(bytes: Uint8Array): string {
  let number = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${'1'.repeat(zeros < 0 ? bytes.length : zeros)}${text}`;
}

/** An Ed25519 public key as a multikey (`z6Mk...`). @param x of its JWK, base64url */
export const multikey = (x: string): string => base58(Buffer.concat([ED25519_PUBLIC, Buffer.from(x, 'base64url')]));
