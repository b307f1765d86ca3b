import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/** Why an encrypted text cannot be decrypted; the message is for operators and names the setting. */
export class SealedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealedError';
  }
}

/**
 * Encrypts what must not be readable in a copy of the database. Without a secret texts are stored in plain form, and
 * these stay readable after a secret was added, until they are encrypted.
 */
export interface Sealer {
  /** True when there is a secret: `seal` encrypts. */
  readonly active: boolean;
  /** @param about binds the text to one row: it can be decrypted under the same name only */
  seal(text: string, about: string): Promise<string>;
  /** @throws SealedError when no known secret decrypts it, or it belongs to another row */
  open(stored: string, about: string): Promise<string>;
  /** Whether it is stored as `seal` would store it now: with the newest secret, or plain when there is none. */
  isCurrent(stored: string, about: string): Promise<boolean>;
}

export interface SealingSecrets {
  /** Encrypts, and decrypts what it has encrypted. Absent: nothing is encrypted. */
  secret?: string;
  /** The previous secret: decrypts only. */
  secretBefore?: string;
}

/** Fingerprint of the key secrets: equal for equal ones, and no way back to them; empty without one. */
export function fingerprintOf({ secret }: SealingSecrets): string {
  if (secret === undefined) return '';
  return Buffer.from(hkdfSync('sha256', secret, '', 'academy key secret fingerprint', 12)).toString('base64url');
}

/**
 * @param purpose separates the uses of one secret: a text encrypted for one purpose cannot be decrypted for another
 * @param isPlain recognises a text that is not encrypted
 */
export function sealerOf(
  purpose: string,
  isPlain: (stored: string) => boolean,
  { secret, secretBefore }: SealingSecrets,
): Sealer {
  const keyOf = (text: string | undefined) =>
    text === undefined ? null : new Uint8Array(hkdfSync('sha256', text, '', purpose, 32));
  const [current, before] = [keyOf(secret), keyOf(secretBefore)];

  async function openWith(key: Uint8Array | null, stored: string, about: string): Promise<string | null> {
    if (key === null) return null;
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(stored, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return protectedHeader.kid === about ? new TextDecoder().decode(plaintext) : null;
    } catch {
      return null;
    }
  }

  return {
    active: current !== null,
    async seal(text, about) {
      if (current === null) return text;
      return new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: about })
        .encrypt(current);
    },
    async open(stored, about) {
      if (isPlain(stored)) return stored;
      const text = (await openWith(current, stored, about)) ?? (await openWith(before, stored, about));
      if (text !== null) return text;
      throw new SealedError(
        current === null && before === null
          ? 'it is encrypted and no secret to open it is set (ACADEMY_KEY_SECRET)'
          : 'it cannot be opened with this secret (ACADEMY_KEY_SECRET)',
      );
    },
    async isCurrent(stored, about) {
      if (current === null) return isPlain(stored);
      return !isPlain(stored) && (await openWith(current, stored, about)) !== null;
    },
  };
}
