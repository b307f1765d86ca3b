import { splitLanguage } from '@academy/contract/i18n/address';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { TABLE_PARAMS } from './list-views/table-params.ts';
import { matchPath, normaliseSearch } from './navigation/path.ts';
import { routeTexts } from './navigation/route-texts.ts';
import type { Route, RouteMatch, ScreenModule } from './navigation/screen.ts';

type Options = Partial<Pick<Route, 'search' | 'guard' | 'layout' | 'redirect'>>;

function route<const Path extends string>(
  path: Path,
  title: keyof typeof routeTexts,
  file: string,
  load: () => Promise<ScreenModule<Path>>,
  options: Options = {},
): Route {
  const anyLoad = load as unknown as Route['load'];
  return {
    path,
    get title() {
      return routeTexts[title];
    },
    file,
    load: anyLoad,
    ...{ search: [], guard: null, layout: 'page', redirect: null },
    ...options,
  };
}

const NOT_FOUND_FILE = 'screens/not-found/not-found-screen.tsx';
const notFoundScreen = () => import('./screens/not-found/not-found-screen.tsx');

/** A screen for signed-in people. */
const signedInRoute = <const Path extends string>(
  path: Path,
  title: keyof typeof routeTexts,
  file: string,
  load: () => Promise<ScreenModule<Path>>,
  search: readonly string[] = [],
) => route(path, title, file, load, { guard: 'user', search });

/** Another academy than the page's own: administrators manage all of them. */
const TENANT_PARAM = ['tenant'];
/** Parameters of the administration: the academy, the view of a table, and the filters of all tables. */
const ADMIN_PARAMS = [
  ...TENANT_PARAM,
  ...TABLE_PARAMS,
  ...['about', 'bug', 'by', 'course', 'ended', 'from', 'group', 'kind', 'lab', 'lesson', 'never', 'rating'],
  ...['state', 'status', 'subject', 'target', 'to', 'type', 'webhook'],
];

/** A screen of the administration. */
const adminRoute = <const Path extends string>(
  path: Path,
  title: keyof typeof routeTexts,
  file: string,
  load: () => Promise<ScreenModule<Path>>,
) => route(path, title, file, load, { guard: 'admin', search: ADMIN_PARAMS });

const lab: Options = { layout: 'lab', search: ['page'] };

/** Filters and order of the lists of the catalogue. */
const LIST_PARAMS = ['q', 'topic', 'level', 'progress', 'favorite', 'sort', 'page'];

/**
 * The screens of the product. The first row that matches counts. A row names its file twice: bundlers need `import()` with
 * a literal, and the server looks up scripts and styles by the path. A test compares them.
 */
export const ROUTES: readonly Route[] = [
  route(
    '/login/callback',
    'signingIn',
    'screens/sign-in/callback-screen.tsx',
    () => import('./screens/sign-in/callback-screen.tsx'),
  ),
  route('/', 'home', 'screens/home/home-screen.tsx', () => import('./screens/home/home-screen.tsx')),
  route('/guides', 'guides', 'screens/guides/guides-screen.tsx', () => import('./screens/guides/guides-screen.tsx'), {
    search: [...LIST_PARAMS, 'type'],
  }),
  route('/guides/:slug', 'guide', 'screens/guides/guide-screen.tsx', () => import('./screens/guides/guide-screen.tsx')),
  route(
    '/guides/:slug/lab',
    'lab',
    'screens/labs/guide-lab-screen.tsx',
    () => import('./screens/labs/guide-lab-screen.tsx'),
    lab,
  ),
  route(
    '/courses',
    'courses',
    'screens/courses/courses-screen.tsx',
    () => import('./screens/courses/courses-screen.tsx'),
    { search: LIST_PARAMS },
  ),
  route(
    '/courses/:slug',
    'course',
    'screens/courses/course-screen.tsx',
    () => import('./screens/courses/course-screen.tsx'),
  ),
  route(
    '/courses/:slug/lessons/:lessonSlug',
    'lesson',
    'screens/lessons/lesson-screen.tsx',
    () => import('./screens/lessons/lesson-screen.tsx'),
  ),
  route(
    '/courses/:slug/lessons/:lessonSlug/lab',
    'lab',
    'screens/labs/lesson-lab-screen.tsx',
    () => import('./screens/labs/lesson-lab-screen.tsx'),
    lab,
  ),
  route(
    '/courses/:slug/lessons/:lessonSlug/knowledge-check',
    'knowledgeCheck',
    'screens/lessons/knowledge-check-screen.tsx',
    () => import('./screens/lessons/knowledge-check-screen.tsx'),
  ),
  // After the lesson routes. The screen's `status` accepts `conclusion` only.
  route(
    '/courses/:slug/:lessonSlug',
    'conclusion',
    'screens/courses/course-conclusion-screen.tsx',
    () => import('./screens/courses/course-conclusion-screen.tsx'),
  ),
  route(
    '/paths',
    'learningPaths',
    'screens/learning-paths/learning-paths-screen.tsx',
    () => import('./screens/learning-paths/learning-paths-screen.tsx'),
    { search: LIST_PARAMS },
  ),
  route(
    '/paths/:slug',
    'learningPath',
    'screens/learning-paths/learning-path-screen.tsx',
    () => import('./screens/learning-paths/learning-path-screen.tsx'),
  ),
  route('/learning-path', 'learningPaths', NOT_FOUND_FILE, notFoundScreen, {
    redirect: (tenant) => tenant.learningPathRedirect,
  }),
  route(
    '/instructors',
    'instructors',
    'screens/instructors/instructors-screen.tsx',
    () => import('./screens/instructors/instructors-screen.tsx'),
    { search: ['q', 'page'] },
  ),
  route(
    '/instructors/:slug',
    'instructor',
    'screens/instructors/instructor-screen.tsx',
    () => import('./screens/instructors/instructor-screen.tsx'),
  ),
  route(
    '/contact',
    'contact',
    'screens/contact/contact-screen.tsx',
    () => import('./screens/contact/contact-screen.tsx'),
  ),
  route('/not-found', 'notFound', NOT_FOUND_FILE, notFoundScreen, { search: ['from'] }),
  route('/auth', 'logIn', 'screens/sign-in/auth-screen.tsx', () => import('./screens/sign-in/auth-screen.tsx')),
  adminRoute(
    '/admin',
    'administration',
    'screens/admin/admin-screen.tsx',
    () => import('./screens/admin/admin-screen.tsx'),
  ),
  route(
    '/alerts',
    'alerts',
    'screens/alerts/public-alerts-screen.tsx',
    () => import('./screens/alerts/public-alerts-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts',
    'alerts',
    'screens/alerts/alert-list-screen.tsx',
    () => import('./screens/alerts/alert-list-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/new',
    'newAlert',
    'screens/alerts/alert-create-screen.tsx',
    () => import('./screens/alerts/alert-create-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/:alertId/edit',
    'editAlert',
    'screens/alerts/alert-edit-screen.tsx',
    () => import('./screens/alerts/alert-edit-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/:alertId/replicate',
    'replicateAlert',
    'screens/alerts/alert-replicate-screen.tsx',
    () => import('./screens/alerts/alert-replicate-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/:alertId',
    'alert',
    'screens/alerts/alert-view-screen.tsx',
    () => import('./screens/alerts/alert-view-screen.tsx'),
  ),
  adminRoute(
    '/admin/users',
    'users',
    'screens/people/people-screen.tsx',
    () => import('./screens/people/people-screen.tsx'),
  ),
  adminRoute(
    '/admin/users/import',
    'users',
    'screens/people/import-screen.tsx',
    () => import('./screens/people/import-screen.tsx'),
  ),
  adminRoute(
    '/admin/users/imports',
    'users',
    'screens/people/imports-screen.tsx',
    () => import('./screens/people/imports-screen.tsx'),
  ),
  adminRoute(
    '/admin/users/:userId',
    'user',
    'screens/people/person-screen.tsx',
    () => import('./screens/people/person-screen.tsx'),
  ),
  signedInRoute(
    '/email',
    'emails',
    'screens/managed-emails/managed-emails-screen.tsx',
    () => import('./screens/managed-emails/managed-emails-screen.tsx'),
    TENANT_PARAM,
  ),
  adminRoute(
    '/admin/tokens',
    'tokens',
    'screens/personal-access-tokens/tokens-screen.tsx',
    () => import('./screens/personal-access-tokens/tokens-screen.tsx'),
  ),
  adminRoute(
    '/admin/certificates',
    'certificates',
    'screens/certificates/issued-certificates-screen.tsx',
    () => import('./screens/certificates/issued-certificates-screen.tsx'),
  ),
  adminRoute(
    '/admin/feedback',
    'feedback',
    'screens/feedback/feedback-screen.tsx',
    () => import('./screens/feedback/feedback-screen.tsx'),
  ),
  adminRoute(
    '/admin/contact',
    'contactMessages',
    'screens/contact/contact-messages-screen.tsx',
    () => import('./screens/contact/contact-messages-screen.tsx'),
  ),
  adminRoute(
    '/admin/labs',
    'labs',
    'screens/labs/lab-sessions-screen.tsx',
    () => import('./screens/labs/lab-sessions-screen.tsx'),
  ),
  adminRoute(
    '/admin/health',
    'administration',
    'screens/health/health-screen.tsx',
    () => import('./screens/health/health-screen.tsx'),
  ),
  adminRoute(
    '/admin/audit',
    'administration',
    'screens/audit/audit-screen.tsx',
    () => import('./screens/audit/audit-screen.tsx'),
  ),
  adminRoute(
    '/admin/roles',
    'users',
    'screens/people/roles-screen.tsx',
    () => import('./screens/people/roles-screen.tsx'),
  ),
  adminRoute(
    '/admin/learners',
    'users',
    'screens/people/taught-learners-screen.tsx',
    () => import('./screens/people/taught-learners-screen.tsx'),
  ),
  adminRoute(
    '/admin/groups',
    'groups',
    'screens/groups/groups-screen.tsx',
    () => import('./screens/groups/groups-screen.tsx'),
  ),
  adminRoute(
    '/admin/reports',
    'administration',
    'screens/progress-reports/reports-screen.tsx',
    () => import('./screens/progress-reports/reports-screen.tsx'),
  ),
  adminRoute(
    '/admin/directories',
    'administration',
    'screens/directories/directories-screen.tsx',
    () => import('./screens/directories/directories-screen.tsx'),
  ),
  adminRoute(
    '/admin/connections',
    'administration',
    'screens/connections/connections-screen.tsx',
    () => import('./screens/connections/connections-screen.tsx'),
  ),
  adminRoute(
    '/admin/webhooks',
    'administration',
    'screens/webhooks/webhooks-screen.tsx',
    () => import('./screens/webhooks/webhooks-screen.tsx'),
  ),
  adminRoute(
    '/admin/content',
    'content',
    'screens/publishing/content-screen.tsx',
    () => import('./screens/publishing/content-screen.tsx'),
  ),
  adminRoute(
    '/admin/vouchers',
    'administration',
    'screens/memberships/vouchers-screen.tsx',
    () => import('./screens/memberships/vouchers-screen.tsx'),
  ),
  route(
    '/appLogout',
    'logOut',
    'screens/sign-in/sign-out-screen.tsx',
    () => import('./screens/sign-in/sign-out-screen.tsx'),
  ),
  route('/search', 'search', 'screens/search/search-screen.tsx', () => import('./screens/search/search-screen.tsx'), {
    search: ['q', 'kind', 'page'],
  }),
  signedInRoute(
    '/certificates',
    'certificates',
    'screens/certificates/certificates-screen.tsx',
    () => import('./screens/certificates/certificates-screen.tsx'),
  ),
  route(
    '/certificates/:certificateId',
    'certificate',
    'screens/certificates/certificate-screen.tsx',
    () => import('./screens/certificates/certificate-screen.tsx'),
  ),
  signedInRoute(
    '/review',
    'dailyReview',
    'screens/reviews/review-screen.tsx',
    () => import('./screens/reviews/review-screen.tsx'),
  ),
  signedInRoute(
    '/account',
    'account',
    'screens/account/account-screen.tsx',
    () => import('./screens/account/account-screen.tsx'),
    ['invitation', ...TABLE_PARAMS],
  ),
  // After everything else: any single part may be the slug of a page.
  route(
    '/:pageSlug',
    'page',
    'screens/content-pages/content-page-screen.tsx',
    () => import('./screens/content-pages/content-page-screen.tsx'),
  ),
];

/** What an address that no row matches shows. */
export const NOT_FOUND: Route = route('/not-found', 'notFound', NOT_FOUND_FILE, notFoundScreen);

/** The row for an address, or null when none matches. */
export function matchRoute(path: string, search: string): RouteMatch | null {
  const { language, path: withoutLanguage } = splitLanguage(path);
  // A page in another language is another document.
  if (language !== currentLanguage()) return null;
  for (const one of ROUTES) {
    const params = matchPath(one.path, withoutLanguage);
    if (params !== null) return { route: one, params, path, search: normaliseSearch(search, one.search) };
  }
  return null;
}
