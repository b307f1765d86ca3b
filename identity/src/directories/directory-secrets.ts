import { type Sealer, type SealingSecrets, sealerOf } from '../sealing.ts';
import { isPlainClientSecret } from './openid.ts';

/** Encrypts the client secrets of directories. */
export const directorySealer = (secrets: SealingSecrets): Sealer =>
  sealerOf('academy directory secret', isPlainClientSecret, secrets);
