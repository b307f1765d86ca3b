import { expect, test } from 'vitest';
import { reachedTests } from './changed-tests.ts';

const texts = new Map(
  Object.entries({
    'contract/src/courses.ts': '',
    'server/src/courses/courses.service.ts': "import { x } from '@academy/contract/courses';",
    'server/src/courses/courses.routes.test.ts': '',
    'server/src/pages/pages.test.ts': "import { y } from '../courses/courses.service.ts';",
    'server/src/guides/guides.test.ts': '',
    'server/src/whole.ts': `import '${'./courses/courses.service.ts'}';${Array.from({ length: 401 }, (_, n) => ` import './${n}.ts';`).join('')}`,
    ...Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`server/src/${n}.ts`, ''])),
    'server/src/all-calls.test.ts': "import './whole.ts';",
    'e2e/course-details.e2e.ts': "import { z } from './support/sign-in.ts';",
    'e2e/guide-details.e2e.ts': '',
    'e2e/support/sign-in.ts': '',
  }),
);

test('a change reaches tests beside it, that import it, and journeys of its noun', () => {
  expect(reachedTests(['server/src/courses/courses.service.ts'], texts)).toEqual({
    unit: ['server/src/courses/courses.routes.test.ts', 'server/src/pages/pages.test.ts'],
    journeys: ['e2e/course-details.e2e.ts'],
  });
  expect(reachedTests(['contract/src/courses.ts'], texts).unit).toEqual(['server/src/pages/pages.test.ts']);
  expect(reachedTests(['e2e/support/sign-in.ts'], texts)).toEqual({
    unit: [],
    journeys: ['e2e/course-details.e2e.ts'],
  });
});

test('a test that changed reaches itself alone', () => {
  expect(reachedTests(['server/src/courses/courses.routes.test.ts'], texts)).toEqual({
    unit: ['server/src/courses/courses.routes.test.ts'],
    journeys: [],
  });
});

test('a change of what puts everything together reaches the tests of everything', () => {
  expect(reachedTests(['server/src/whole.ts'], texts).unit).toContain('server/src/all-calls.test.ts');
});
