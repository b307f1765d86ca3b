import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartProblem } from '../settings/start-problem.ts';

/** For whom a file is encrypted, or what opens it. The format is that of age (age-encryption.org). */
export interface EncryptionKeys {
  /** Public keys `age1...`. */
  recipients?: readonly string[];
  /** Secret keys `AGE-SECRET-KEY-1...`. */
  identities?: readonly string[];
  passphrase?: string;
}

/** Beginning of every file of the format. */
const AGE = 'age-encryption.org/v1';

/** @throws StartProblem for a recipient that is none */
export async function encrypted(plain: Readable, { recipients = [], passphrase }: EncryptionKeys): Promise<Readable> {
  const encrypter = new Encrypter();
  if (passphrase !== undefined) encrypter.setPassphrase(passphrase);
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new StartProblem(
        `"${recipient}" is not a public key of age.`,
        'It begins with age1; "age-keygen" makes a pair.',
        { cause: error },
      );
    }
  }
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** @throws StartProblem when the keys do not open it */
export async function decrypted(secret: Readable, { identities = [], passphrase }: EncryptionKeys): Promise<Readable> {
  const decrypter = new Decrypter();
  try {
    if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
    for (const identity of identities) decrypter.addIdentity(identity);
    return fromWeb(await decrypter.decrypt(toWeb(secret)));
  } catch (error) {
    throw new StartProblem(
      'The backup could not be decrypted.',
      'Name the file with its secret key (--identity-file) or its passphrase (--passphrase-file).',
      { cause: error },
    );
  }
}

/** Whether a file is encrypted, by its first bytes. */
export const isEncrypted = (start: Buffer): boolean => start.toString('latin1', 0, AGE.length) === AGE;

const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>);
