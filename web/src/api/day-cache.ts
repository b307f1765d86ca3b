import { md5 } from '../lib/md5.ts';
import { sessionStore } from '../sign-in/session.ts';

/** Replies of the cached call style: in memory, valid for the viewer's present date only, gone with the session. */
const entries = new Map<string, { day: string; reply: Promise<unknown> }>();
const MOST_ENTRIES = 100;

let owner = sessionStore.get().userId;
sessionStore.subscribe(() => {
  if (sessionStore.get().userId === owner) return;
  owner = sessionStore.get().userId;
  entries.clear();
});

/**
 * The reply of an earlier call with the same key today, or a new one.
 * @param key tenant, user, and the address or body
 */
export function cachedForToday(key: string, make: () => Promise<unknown>, now = new Date()): Promise<unknown> {
  const hash = md5(key);
  const day = now.toDateString();
  const found = entries.get(hash);
  if (found?.day === day) return found.reply;
  const reply = make();
  entries.delete(hash);
  entries.set(hash, { day, reply });
  for (const oldest of entries.keys()) {
    if (entries.size <= MOST_ENTRIES) break;
    entries.delete(oldest);
  }
  reply.catch(() => entries.get(hash)?.reply === reply && entries.delete(hash));
  return reply;
}
