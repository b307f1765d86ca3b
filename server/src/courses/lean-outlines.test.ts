import { isLanguage, LANGUAGES } from '@academy/contract/i18n/languages';
import { beforeAll, expect, test } from 'vitest';
import { inLanguageOf } from '../http/language.ts';
import { readingServices, readingStores } from '../reading/reading.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';

const app = await startApp();
const versions = { of: () => 1, ofContent: () => 1, refresh: async () => undefined };
const { courses } = readingServices(readingStores(app.database.db), versions);
const TENANT = 'spring' as TenantScope;
const ids = ['bridges', 'empty', 'unready', 'elsewhere', 'nothing'];

beforeAll(async () => {
  const lessons = [
    { id: 'arches', duration: 90 },
    { id: 'hidden', status: 'draft' as const },
    { id: 'aside', status: 'unlisted' as const },
    { id: 'cables', module: 'spans', entitlements: ['pro' as const] },
  ];
  const files = { '01-arches/lesson.de.json': '{"title": "Bögen"}', '01-arches/content.de.md': 'Ein Bogen trägt.' };
  await publishCourse(app, TENANT, aCourse({ id: 'bridges', entitlements: ['auth'], lessons, files }));
  await publishCourse(app, TENANT, aCourse({ id: 'empty', status: 'unlisted', lessons: [] }));
  await publishCourse(app, TENANT, aCourse({ id: 'unready', status: 'draft', lessons: [{ id: 'first' }] }));
  await publishCourse(app, 'kube', aCourse({ id: 'elsewhere', lessons: [{ id: 'there' }] }));
});

test.each(Object.keys(LANGUAGES).filter(isLanguage))(
  'a lean outline says of a course what its outline says: %s',
  (language) =>
    inLanguageOf(language, async () => {
      const [lean, whole] = [await courses.leanOutlines(TENANT, ids), await courses.outlines(TENANT, ids)];
      expect([...lean.keys()].sort()).toEqual(['bridges', 'empty']);
      expect(lean.get('bridges')?.counted[0]?.title).toBe(language === 'de' ? 'Bögen' : 'Lesson arches');
      for (const id of lean.keys()) expect(whole.get(id)).toMatchObject({ ...lean.get(id) });
    }),
);
