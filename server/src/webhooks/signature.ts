import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as the Standard Webhooks specification writes it. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Whether a stored secret was never sealed. */
export const isPlainSecret = (stored: string): boolean => stored.startsWith(PREFIX);

/**
 * The headers that say who sends something, when, and that nobody has changed it (Standard Webhooks, version 1).
 *
 * @param id stays the same when it is sent again
 * @param at seconds since 1970; receivers refuse what is old
 */
export function signedHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}
