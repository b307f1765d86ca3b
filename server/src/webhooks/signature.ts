import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret in the format of the Standard Webhooks specification. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Whether a stored secret is not encrypted. */
export const isPlainSecret = (stored: string): boolean => stored.startsWith(PREFIX);

/**
 * The headers that prove sender, time and integrity (Standard Webhooks, version 1).
 *
 * @param id stays the same when it is sent again
 * @param at seconds since 1970; receivers refuse old messages
 */
export function signedHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}
