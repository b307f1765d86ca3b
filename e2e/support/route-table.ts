import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantName } from './academy.ts';
import { ROOT } from './process.ts';
import { SAMPLES } from './samples.ts';

/** A row of the product's route table. */
export interface Row {
  /** With its parameters, `/courses/:slug`. */
  pattern: string;
  guard: 'user' | 'admin' | null;
}

const GUARDS = { route: null, signedInRoute: 'user', adminRoute: 'admin' } as const;

/** Every row, read from the table itself: new screens are covered without a change here. */
export function routeTable(): Row[] {
  const source = readFileSync(join(ROOT, 'web/src/routes.tsx'), 'utf8');
  const table = /export const ROUTES[^[]*\[\] = \[\n([\s\S]*?)\n\];/.exec(source)?.[1] ?? '';
  const rows = [...table.matchAll(/\b(route|signedInRoute|adminRoute)\(\s*'([^']+)'/g)].map(
    ([, name, pattern = '']): Row => ({ pattern, guard: GUARDS[name as keyof typeof GUARDS] }),
  );
  const calls = table.match(/\b\w*[rR]oute\(/g) ?? [];
  if (rows.length === 0 || rows.length !== calls.length)
    throw new Error(`The route table has ${calls.length} rows, of which ${rows.length} could be read`);
  return rows;
}

/** Samples that not every brand has. */
const LABS_AND_CHECKS: Readonly<Record<TenantName, { lab: string | null; check: string; guideLab: string | null }>> = {
  spring: {
    lab: 'rest-apis-that-age-well/lab-problem-details',
    check: 'rest-apis-that-age-well/check-promises',
    guideLab: null,
  },
  kube: {
    lab: null,
    check: 'containers-from-first-principles/check-from-memory',
    guideLab: 'why-will-this-pod-not-start',
  },
  tanzu: {
    lab: 'messages-and-queues/lab-nothing-gets-lost',
    check: 'messages-and-queues/check-deliveries',
    guideLab: null,
  },
};

/** Ids of items that are created during a test and are not samples. */
export interface CreatedIds {
  alertId: string;
  userId: string;
  certificateId: string;
}

/** Made up: the document of a guarded screen is the same for every id. */
export const ANY_IDS: CreatedIds = { alertId: '7', userId: '7', certificateId: '7' };

/** The address of a row in a brand; null where the brand has nothing of that kind. */
export function addressOf(pattern: string, tenant: TenantName, ids: CreatedIds): string | null {
  const { course, lesson, guide, learningPath, instructor } = SAMPLES[tenant];
  const { lab, check, guideLab } = LABS_AND_CHECKS[tenant];
  const lessonAt = (place: string | null, end: string) =>
    place === null ? null : `/courses/${place.replace('/', '/lessons/')}/${end}`;
  if (pattern.endsWith('/lessons/:lessonSlug/lab')) return lessonAt(lab, 'lab');
  if (pattern.endsWith('/knowledge-check')) return lessonAt(check, 'knowledge-check');
  if (pattern === '/guides/:slug/lab') return guideLab === null ? null : `/guides/${guideLab}/lab`;
  const slugs: Record<string, string> = {
    courses: course.slug,
    guides: guide.slug,
    paths: learningPath.slug,
    instructors: instructor.slug,
  };
  const values: Record<string, string> = {
    slug: slugs[pattern.split('/')[1] ?? ''] ?? '',
    lessonSlug: pattern.includes('/lessons/') ? lesson.slug : 'conclusion',
    ...ids,
    pageSlug: 'terms',
  };
  return pattern.replace(/:(\w+)/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new Error(`Nothing is known for :${name} of ${pattern}`);
    return encodeURIComponent(value);
  });
}
