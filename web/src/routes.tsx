import type { Tenant } from '@academy/contract/tenants';
import { matchPath, normaliseSearch } from './lib/path.ts';
import type { ScreenModule } from './lib/screen.ts';
import { TABLE_PARAMS } from './lib/table-params.ts';
import type { AdminScreenName } from './screens/admin/admin-screens.ts';
import type { OwnScreenName } from './screens/own-screens.ts';

export interface Route {
  path: string;
  /** For screens that have no `head` of their own. */
  title: string;
  load: (() => Promise<ScreenModule>) & { file?: string };
  /** Query parameters that the screen reads; all others are dropped. */
  search: readonly string[];
  /** Who may come in; the server enforces it again. */
  guard: 'user' | 'admin' | null;
  /** Lab layouts use the full width and their own document. */
  layout: 'page' | 'lab';
  redirect: ((tenant: Tenant) => string) | null;
}

type Options = Partial<Pick<Route, 'search' | 'guard' | 'layout' | 'redirect'>>;

function route<const Path extends string>(
  path: Path,
  title: string,
  load: () => Promise<ScreenModule<Path>>,
  options: Options = {},
): Route {
  const anyLoad = load as unknown as Route['load'];
  return { path, title, load: anyLoad, search: [], guard: null, layout: 'page', redirect: null, ...options };
}

const notFoundScreen = () => import('./screens/not-found/not-found-screen.tsx');

const user: Options = { guard: 'user' };
const admin: Options = { guard: 'admin' };

/** A screen for signed-in people. */
const ownRoute = (path: string, title: string, name: OwnScreenName, search: readonly string[] = []) =>
  route(path, title, async () => (await import('./screens/own-screens.ts')).loadOwnScreen(name), { ...user, search });

/** Names another academy than the present one: administrators look after all of them. */
const TENANT_PARAM = ['tenant'];
/** What screens of the administration read: the academy, how a table is looked at, and the filters of all tables. */
const ADMIN_PARAMS = [
  ...TENANT_PARAM,
  ...TABLE_PARAMS,
  ...'about,bug,course,ended,from,kind,lesson,rating,state,status,subject,target,to,type,webhook'.split(','),
];

/** A screen of the administration. */
const adminRoute = (path: string, title: string, name: AdminScreenName) =>
  route(path, title, async () => (await import('./screens/admin/admin-screens.ts')).loadAdminScreen(name), {
    ...admin,
    search: ADMIN_PARAMS,
  });

const lab: Options = { layout: 'lab', search: ['page'] };

/** The screens of the product, in the order of specification 2. The first row that matches counts. */
export const ROUTES: readonly Route[] = [
  route('/login/callback', 'Signing in', () => import('./screens/sign-in/callback-screen.tsx')),
  route('/', 'Home', () => import('./screens/home/home-screen.tsx')),
  route('/guides', 'Guides', () => import('./screens/guides/guides-screen.tsx'), {
    search: ['q', 'topic', 'level', 'type', 'progress', 'favorite', 'sort', 'page'],
  }),
  route('/guides/:slug', 'Guide', () => import('./screens/guides/guide-screen.tsx')),
  route('/guides/:slug/lab', 'Lab', () => import('./screens/labs/guide-lab-screen.tsx'), lab),
  route('/courses', 'Courses', () => import('./screens/courses/courses-screen.tsx'), {
    search: ['q', 'topic', 'level', 'progress', 'favorite', 'sort', 'page'],
  }),
  route('/courses/:slug', 'Course', () => import('./screens/courses/course-screen.tsx')),
  route('/courses/:slug/lessons/:lessonSlug', 'Lesson', () => import('./screens/lessons/lesson-screen.tsx')),
  route('/courses/:slug/lessons/:lessonSlug/lab', 'Lab', () => import('./screens/labs/lesson-lab-screen.tsx'), lab),
  route(
    '/courses/:slug/lessons/:lessonSlug/knowledge-check',
    'Knowledge check',
    () => import('./screens/lessons/knowledge-check-screen.tsx'),
  ),
  // After the lesson routes: its second part is `conclusion` and nothing else, which the screen's status says.
  route('/courses/:slug/:lessonSlug', 'Conclusion', () => import('./screens/courses/course-conclusion-screen.tsx')),
  route('/paths', 'Learning Paths', () => import('./screens/learning-paths/learning-paths-screen.tsx'), {
    search: ['q', 'topic', 'level', 'progress', 'favorite', 'sort', 'page'],
  }),
  route('/paths/:slug', 'Learning Path', () => import('./screens/learning-paths/learning-path-screen.tsx')),
  route('/learning-path', 'Learning Paths', notFoundScreen, { redirect: (tenant) => tenant.learningPathRedirect }),
  route('/instructors', 'Instructors', () => import('./screens/instructors/instructors-screen.tsx'), {
    search: ['q', 'page'],
  }),
  route('/instructors/:slug', 'Instructor', () => import('./screens/instructors/instructor-screen.tsx')),
  route('/contact', 'Contact', () => import('./screens/contact/contact-screen.tsx')),
  route('/not-found', 'Page not found', notFoundScreen),
  route('/auth', 'Log In / Register', () => import('./screens/sign-in/auth-screen.tsx')),
  adminRoute('/admin', 'Administration', 'start'),
  route('/alerts', 'Alerts', () => import('./screens/alerts/public-alerts-screen.tsx')),
  adminRoute('/admin/alerts', 'Alerts', 'alerts'),
  adminRoute('/admin/alerts/new', 'New alert', 'newAlert'),
  adminRoute('/admin/alerts/:alertId/edit', 'Edit alert', 'editAlert'),
  adminRoute('/admin/alerts/:alertId/replicate', 'Replicate alert', 'replicateAlert'),
  adminRoute('/admin/alerts/:alertIdRead', 'Alert', 'alert'),
  adminRoute('/admin/users', 'Users', 'people'),
  adminRoute('/admin/users/import', 'Import users', 'importPeople'),
  adminRoute('/admin/users/imports', 'Imports of users', 'imports'),
  adminRoute('/admin/users/:userId', 'User', 'person'),
  ownRoute('/email', 'Manage Emails', 'emails', TENANT_PARAM),
  adminRoute('/admin/tokens', 'Access Tokens', 'tokens'),
  adminRoute('/admin/certificates', 'Certificates', 'certificates'),
  adminRoute('/admin/feedback', 'Feedback', 'feedback'),
  adminRoute('/admin/contact', 'Contact messages', 'contact'),
  adminRoute('/admin/labs', 'Labs', 'labs'),
  adminRoute('/admin/audit', 'Audit', 'audit'),
  adminRoute('/admin/webhooks', 'Webhooks', 'webhooks'),
  adminRoute('/admin/content', 'Content', 'content'),
  adminRoute('/admin/vouchers', 'Exam vouchers', 'vouchers'),
  route('/appLogout', 'Log out', () => import('./screens/sign-in/sign-out-screen.tsx')),
  route('/search', 'Search', () => import('./screens/search/search-screen.tsx'), { search: ['q', 'kind', 'page'] }),
  ownRoute('/certificates', 'Certificates', 'certificates'),
  route('/certificates/:certificateId', 'Certificate', () => import('./screens/certificates/certificate-screen.tsx')),
  ownRoute('/review', 'Daily review', 'review'),
  ownRoute('/account', 'Account', 'account', TABLE_PARAMS),
  // After everything else: any single part may be the slug of a page.
  route('/:pageSlug', 'Page', () => import('./screens/content-pages/content-page-screen.tsx')),
];

/** What an address that no row matches shows. */
export const NOT_FOUND: Route = route('/not-found', 'Page not found', notFoundScreen);

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
  path: string;
  /** Normal form of the query, see `normaliseSearch`. */
  search: string;
}

/** The row for an address, or null when none matches. */
export function matchRoute(path: string, search: string): RouteMatch | null {
  for (const one of ROUTES) {
    const params = matchPath(one.path, path);
    if (params !== null) return { route: one, params, path, search: normaliseSearch(search, one.search) };
  }
  return null;
}
