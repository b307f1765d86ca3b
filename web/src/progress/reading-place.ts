import { pageRuntime } from '../lib/runtime.tsx';
import { local } from '../lib/storage.ts';
import { urls } from '../navigation/urls.ts';
import { sessionStore } from '../sign-in/session.ts';

/** Per learner and course, on this device: the lesson that was read last, `#`, and the heading that was read under. */
const keyOf = (courseSlug: string): string =>
  `reading-place:${pageRuntime().tenant.tenantId}:${sessionStore.get().userId}:${courseSlug}`;

/** The address at which a lesson is continued: the heading under which the learner was last, else its beginning. */
export function continueUrl(courseSlug: string, lessonSlug: string): string {
  const [lesson, heading] = (local.get(keyOf(courseSlug)) ?? '').split('#');
  const url = urls.lesson(courseSlug, lessonSlug);
  return lesson === lessonSlug && heading ? `${url}#${heading}` : url;
}

/** @param heading its id; null: above the first one */
export function keepPlace(courseSlug: string, lessonSlug: string, heading: string | null): void {
  if (heading === null) local.remove(keyOf(courseSlug));
  else local.set(keyOf(courseSlug), `${lessonSlug}#${encodeURIComponent(heading)}`);
}

/** @param lessonSlug forgets only a place in this lesson; null: in any */
export function forgetPlace(courseSlug: string, lessonSlug: string | null): void {
  const key = keyOf(courseSlug);
  if (lessonSlug === null || local.get(key)?.startsWith(`${lessonSlug}#`)) local.remove(key);
}
