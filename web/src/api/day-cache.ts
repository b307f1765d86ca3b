import { md5 } from '../lib/md5.ts';
import { sessionStore } from '../sign-in/session.ts';

/** Replies of the cached call style: in memory, valid for the viewer's present date only, dropped with the session. */
const entries = new Map<string, { day: string; reply: unknown }>();
const MAX_ENTRIES = 100;

/** The viewer whose replies are cached; a cache holds those of one viewer at a time. */
let cachedFor = '';
/** Incremented whenever the cache is cleared: replies requested before that are not cached. */
let age = 0;

function forget(): void {
  entries.clear();
  age += 1;
}

let userId = sessionStore.get().userId;
sessionStore.subscribe(() => {
  if (sessionStore.get().userId === userId) return;
  userId = sessionStore.get().userId;
  forget();
});

/**
 * The reply of an earlier call today, or a new one.
 * @param viewer identity and rights of the viewer; a change of it clears the cache
 * @param asked tenant, address and body
 */
export async function cachedForToday(
  viewer: string,
  asked: string,
  make: () => Promise<unknown>,
  now = new Date(),
): Promise<unknown> {
  if (viewer !== cachedFor) {
    cachedFor = viewer;
    forget();
  }
  const key = md5(asked);
  const day = now.toDateString();
  const found = entries.get(key);
  if (found?.day === day) return found.reply;
  const begun = age;
  const reply = await make();
  if (begun !== age) return reply;
  entries.delete(key);
  entries.set(key, { day, reply });
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_ENTRIES) break;
    entries.delete(oldest);
  }
  return reply;
}
