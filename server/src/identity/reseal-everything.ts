import { keySealer, resealKeys } from '@academy/identity/keys';
import type { SealingSecrets } from '@academy/identity/sealing';
import { resealTotp, totpSealer } from '@academy/identity/second-factor/second-factors';
import { resealCertificateKeys } from '../certificates/certificate-key.store.ts';
import type { Transaction } from '../db/connect.ts';
import { resealWebhooks, webhookSealer } from '../webhooks/webhook-secrets.ts';
import { resealDirectories } from './directory-secrets.ts';
import { secondFactorStore } from './second-factor.store.ts';
import { signingKeysStore } from './signing-keys.store.ts';

/** What was stored anew. */
export interface Resealed {
  /** Signing keys, and those of certificates. */
  keys: number;
  secondFactors: number;
  webhooks: number;
  directories: number;
  /** Second factors, webhooks and directories whose secret cannot be opened any more. */
  closed: number;
  /** False without a secret: everything is stored plain. */
  encrypted: boolean;
}

/**
 * Stores everything that is encrypted as the present secret requires. What is stored so already stays as it is.
 *
 * @param skipClosed what cannot be decrypted any more stays as it is
 * @throws SealedError when something cannot be decrypted, unless it is skipped
 */
export async function resealEverything(
  tx: Transaction,
  secrets: SealingSecrets,
  skipClosed = false,
): Promise<Resealed> {
  const keys = await resealKeys(signingKeysStore(tx), keySealer(secrets));
  const certificateKeys = await resealCertificateKeys(tx, secrets, skipClosed);
  const apps = await resealTotp(secondFactorStore(tx), totpSealer(secrets), skipClosed);
  const webhooks = await resealWebhooks(tx, webhookSealer(secrets), skipClosed);
  const directories = await resealDirectories(tx, secrets, skipClosed);
  return {
    keys: keys.replace.length + certificateKeys,
    secondFactors: apps.changed,
    webhooks: webhooks.changed,
    directories: directories.changed,
    closed: apps.closed + webhooks.closed + directories.closed,
    encrypted: secrets.secret !== undefined,
  };
}
