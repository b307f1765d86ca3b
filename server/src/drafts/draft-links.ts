import { createHmac, timingSafeEqual } from 'node:crypto';

/** The link of a draft: the link number changes when a revoked draft is opened again. */
export interface DraftLink {
  draftId: string;
  link: number;
}

const KEY = /^([0-9a-f]{32})\.(\d{1,9})\.([A-Za-z0-9_-]{22})$/;

/**
 * The part of an address that shows a draft. It is made of the draft and a secret of the installation, so that it can be
 * shown again and is stored nowhere.
 */
export const keyOfDraft = (secret: Uint8Array, { draftId, link }: DraftLink): string =>
  `${draftId.replaceAll('-', '')}.${link}.${signatureOf(secret, { draftId, link })}`;

/** What a key names; null for one that this installation did not make. */
export function draftOfKey(secret: Uint8Array, key: string): DraftLink | null {
  const [, hex = '', number = '', signature = ''] = KEY.exec(key) ?? [];
  if (hex === '') return null;
  const draftId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const named = { draftId, link: Number(number) };
  const [own, given] = [Buffer.from(signatureOf(secret, named)), Buffer.from(signature)];
  return own.length === given.length && timingSafeEqual(own, given) ? named : null;
}

const signatureOf = (secret: Uint8Array, { draftId, link }: DraftLink): string =>
  createHmac('sha256', secret).update(`${draftId}\n${link}`).digest().subarray(0, 16).toString('base64url');
