import { AREAS } from '@academy/contract/area-names';
import { itemPath, LIST_PATHS, lessonPath } from '@academy/contract/rules/site-paths';
import { expect, test } from 'vitest';
import { matchRoute, ROUTES } from '../routes.tsx';
import { adminUrls } from './admin-urls.ts';
import { urls } from './urls.ts';

/** Every link of the product beside the row of the route table that it leads to. */
const LINKS: [url: string, path: string][] = [
  [urls.home(), '/'],
  [urls.myCourses(), '/'],
  [urls.favorites(), '/'],
  [urls.guides(), '/guides'],
  [urls.guides({ type: 'lab', page: '2' }), '/guides'],
  [urls.guide('g'), '/guides/:slug'],
  [urls.guideLab('g'), '/guides/:slug/lab'],
  [urls.guideLab('g', 'exercises/01-start'), '/guides/:slug/lab'],
  [urls.courses(), '/courses'],
  [urls.courses({ topic: ['java', 'rest'], q: '' }), '/courses'],
  [urls.course('c'), '/courses/:slug'],
  [urls.lesson('c', 'l'), '/courses/:slug/lessons/:lessonSlug'],
  [urls.lessonLab('c', 'l'), '/courses/:slug/lessons/:lessonSlug/lab'],
  [urls.lessonLab('c', 'l', '01-start'), '/courses/:slug/lessons/:lessonSlug/lab'],
  [urls.knowledgeCheck('c', 'l'), '/courses/:slug/lessons/:lessonSlug/knowledge-check'],
  [urls.courseConclusion('c'), '/courses/:slug/:lessonSlug'],
  [urls.learningPaths(), '/paths'],
  [urls.learningPath('p'), '/paths/:slug'],
  [urls.instructors(), '/instructors'],
  [urls.instructor('i'), '/instructors/:slug'],
  [urls.contact(), '/contact'],
  [urls.notFound(), '/not-found'],
  [urls.notFound('/courses/tea'), '/not-found'],
  [urls.auth(), '/auth'],
  [urls.register('a+b@example.org'), '/auth'],
  [urls.callback(), '/login/callback'],
  [urls.signOut(), '/appLogout'],
  [urls.publicAlerts(), '/alerts'],
  [urls.email(), '/email'],
  [urls.admin(), '/admin'],
  [adminUrls.alerts(), '/admin/alerts'],
  [adminUrls.newAlert(), '/admin/alerts/new'],
  [adminUrls.editAlert('1'), '/admin/alerts/:alertId/edit'],
  [adminUrls.replicateAlert('1'), '/admin/alerts/:alertId/replicate'],
  [adminUrls.alert('1'), '/admin/alerts/:alertId'],
  [adminUrls.people(), '/admin/users'],
  [adminUrls.person('1'), '/admin/users/:userId'],
  [adminUrls.tokens(), '/admin/tokens'],
  [urls.certificates(), '/certificates'],
  [urls.certificate('1'), '/certificates/:certificateId'],
  [urls.review(), '/review'],
  [urls.dailyReviewSettings(), '/account'],
  [urls.notificationSettings(), '/account'],
  [adminUrls.certificates(), '/admin/certificates'],
  [adminUrls.labs(), '/admin/labs'],
  [adminUrls.reports({ by: 'lesson' }), '/admin/reports'],
  [adminUrls.contact(), '/admin/contact'],
  [urls.search('x'), '/search'],
  [urls.contentPage('terms'), '/:pageSlug'],
];

// Shows clauses#every-route
test.each(LINKS)('%s leads to the screen of %s', (url, path) => {
  const { pathname, search } = new URL(url, 'http://localhost');
  expect(matchRoute(pathname, search)?.route.path).toBe(path);
});

test('pages of items are where search, feeds and sitemaps say', () => {
  const { course, guide, path, instructor } = LIST_PATHS;
  expect([urls.courses(), urls.guides(), urls.learningPaths(), urls.instructors()]).toEqual([
    course,
    guide,
    path,
    instructor,
  ]);
  for (const [kind, url] of [
    ['course', urls.course('a.b')],
    ['guide', urls.guide('a.b')],
    ['path', urls.learningPath('a.b')],
    ['instructor', urls.instructor('a.b')],
    ['page', urls.contentPage('a.b')],
  ] as const)
    expect(url).toBe(itemPath(kind, 'a.b'));
  expect(urls.lesson('a.b', 'c-d')).toBe(lessonPath('a.b', 'c-d'));
});

test('every screen of the product has a row', () => {
  const paths = ROUTES.map((route) => route.path);
  for (const path of [
    '/login/callback',
    '/',
    '/guides',
    '/guides/:slug',
    '/guides/:slug/lab',
    '/courses',
    '/courses/:slug',
    '/courses/:slug/lessons/:lessonSlug',
    '/courses/:slug/lessons/:lessonSlug/lab',
    '/courses/:slug/lessons/:lessonSlug/knowledge-check',
    '/courses/:slug/:lessonSlug',
    '/paths',
    '/paths/:slug',
    '/learning-path',
    '/instructors',
    '/instructors/:slug',
    '/contact',
    '/not-found',
    '/auth',
    '/admin',
    '/alerts',
    '/admin/alerts',
    '/admin/alerts/new',
    '/admin/alerts/:alertId/edit',
    '/admin/alerts/:alertId/replicate',
    '/admin/alerts/:alertId',
    '/admin/users',
    '/email',
    '/admin/tokens',
    '/:pageSlug',
  ])
    expect(paths).toContain(path);
});

// Shows clauses#every-route
test('administration and own addresses are guarded, and every other screen is open', () => {
  for (const { path, guard } of ROUTES) {
    const expected = path.startsWith('/admin')
      ? 'admin'
      : ['/email', '/review', '/account', '/certificates'].includes(path)
        ? 'user'
        : null;
    expect([path, guard]).toEqual([path, expected]);
  }
});

test('the second part of an address below /admin names its area', () => {
  const areas = ROUTES.map(({ path }) => path.split('/')).filter(([, first, area]) => first === 'admin' && area);
  expect(areas.filter(([, , area]) => !AREAS.some((one) => one === area))).toEqual([]);
  expect(areas.length).toBeGreaterThan(20);
});

// Shows clauses#every-route
test('an address that fits no row matches nothing', () => {
  for (const path of ['/courses/a/b/c', '/api/v1/nothing', '/%E0%A4%A', '//', '/courses//lessons/x'])
    expect(matchRoute(path, '')).toBeNull();
});

test('a lesson wins over the conclusion, new alerts over the id of one', () => {
  expect(matchRoute('/courses/a/lessons/b', '')?.route.path).toBe('/courses/:slug/lessons/:lessonSlug');
  expect(matchRoute('/admin/alerts/new', '')?.route.path).toBe('/admin/alerts/new');
});

// Shows clauses#every-route
test('addresses that end in /lab have the layout of labs, except lessons so named', () => {
  const layoutOf = (path: string) => matchRoute(path, '')?.route.layout;
  for (const path of [urls.guideLab('g'), urls.lessonLab('c', 'l'), urls.lessonLab('c', 'lab'), urls.guideLab('lab')])
    expect([path, layoutOf(path)]).toEqual([path, 'lab']);
  for (const path of [urls.lesson('c', 'lab'), urls.course('lab'), urls.guide('lab'), urls.knowledgeCheck('c', 'lab')])
    expect([path, layoutOf(path)]).toEqual([path, 'page']);
  for (const { path, layout } of ROUTES) expect([path, layout]).toEqual([path, path.endsWith('/lab') ? 'lab' : 'page']);
});

test('the conclusion belongs to its course, addresses below /guides to their guide', () => {
  const of = (path: string) => {
    const found = matchRoute(path, '');
    return found && [found.route.path, found.params];
  };
  expect(of('/courses/guides/conclusion')).toEqual([
    '/courses/:slug/:lessonSlug',
    { slug: 'guides', lessonSlug: 'conclusion' },
  ]);
  expect(of('/courses/c/lessons/conclusion')).toEqual([
    '/courses/:slug/lessons/:lessonSlug',
    { slug: 'c', lessonSlug: 'conclusion' },
  ]);
  expect(of('/guides/conclusion')).toEqual(['/guides/:slug', { slug: 'conclusion' }]);
  expect(of('/guides/conclusion/lab')).toEqual(['/guides/:slug/lab', { slug: 'conclusion' }]);
  expect(of('/guides/g/conclusion')).toBeNull();
});
