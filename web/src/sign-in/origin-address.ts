import { STORAGE_KEYS } from '@academy/contract/constants';
import { local } from '../lib/storage.ts';

/** Stores where to go after signing in: the present address, or the one given. */
export function rememberOrigin(address = location.href): void {
  local.set(STORAGE_KEYS.originUri, address);
}
