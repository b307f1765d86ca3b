import { placeKeyOf } from '../api/progress.ts';
import { local } from '../lib/storage.ts';

/** @param heading its id; null: above the first one */
export function keepPlace(courseSlug: string, lessonSlug: string, heading: string | null): void {
  if (heading === null) local.remove(placeKeyOf(courseSlug));
  else local.set(placeKeyOf(courseSlug), `${lessonSlug}#${encodeURIComponent(heading)}`);
}

/** @param lessonSlug forgets only a place in this lesson; null: in any */
export function forgetPlace(courseSlug: string, lessonSlug: string | null): void {
  const key = placeKeyOf(courseSlug);
  if (lessonSlug === null || local.get(key)?.startsWith(`${lessonSlug}#`)) local.remove(key);
}
