import { splitLanguage } from '@academy/contract/i18n/address';
import { currentLanguage } from '@academy/contract/i18n/languages';
import type { Tenant } from '@academy/contract/tenants';
import { TABLE_PARAMS } from './list-views/table-params.ts';
import { matchPath, normaliseSearch } from './navigation/path.ts';
import type { ScreenModule } from './navigation/screen.ts';

export interface Route {
  path: string;
  /** For screens that have no `head` of their own. */
  title: string;
  /** The screen's file below `web/src/`; the server names its scripts and styles in the page. */
  file: string;
  load: () => Promise<ScreenModule>;
  /** Query parameters that the screen reads; all others are dropped. */
  search: readonly string[];
  /** Who may see the screen; the server enforces the same on every call. */
  guard: 'user' | 'admin' | null;
  /** Lab layouts use the full width and their own document. */
  layout: 'page' | 'lab';
  redirect: ((tenant: Tenant) => string) | null;
}

type Options = Partial<Pick<Route, 'search' | 'guard' | 'layout' | 'redirect'>>;

function route<const Path extends string>(
  path: Path,
  title: string,
  file: string,
  load: () => Promise<ScreenModule<Path>>,
  options: Options = {},
): Route {
  const anyLoad = load as unknown as Route['load'];
  return { path, title, file, load: anyLoad, search: [], guard: null, layout: 'page', redirect: null, ...options };
}

const NOT_FOUND_FILE = 'screens/not-found/not-found-screen.tsx';
const notFoundScreen = () => import('./screens/not-found/not-found-screen.tsx');

/** A screen for signed-in people. */
const signedInRoute = <const Path extends string>(
  path: Path,
  title: string,
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
  ...['about', 'bug', 'course', 'ended', 'from', 'kind', 'lesson', 'rating'],
  ...['state', 'status', 'subject', 'target', 'to', 'type', 'webhook'],
];

/** A screen of the administration. */
const adminRoute = <const Path extends string>(
  path: Path,
  title: string,
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
    'Signing in',
    'screens/sign-in/callback-screen.tsx',
    () => import('./screens/sign-in/callback-screen.tsx'),
  ),
  route('/', 'Home', 'screens/home/home-screen.tsx', () => import('./screens/home/home-screen.tsx')),
  route('/guides', 'Guides', 'screens/guides/guides-screen.tsx', () => import('./screens/guides/guides-screen.tsx'), {
    search: [...LIST_PARAMS, 'type'],
  }),
  route('/guides/:slug', 'Guide', 'screens/guides/guide-screen.tsx', () => import('./screens/guides/guide-screen.tsx')),
  route(
    '/guides/:slug/lab',
    'Lab',
    'screens/labs/guide-lab-screen.tsx',
    () => import('./screens/labs/guide-lab-screen.tsx'),
    lab,
  ),
  route(
    '/courses',
    'Courses',
    'screens/courses/courses-screen.tsx',
    () => import('./screens/courses/courses-screen.tsx'),
    { search: LIST_PARAMS },
  ),
  route(
    '/courses/:slug',
    'Course',
    'screens/courses/course-screen.tsx',
    () => import('./screens/courses/course-screen.tsx'),
  ),
  route(
    '/courses/:slug/lessons/:lessonSlug',
    'Lesson',
    'screens/lessons/lesson-screen.tsx',
    () => import('./screens/lessons/lesson-screen.tsx'),
  ),
  route(
    '/courses/:slug/lessons/:lessonSlug/lab',
    'Lab',
    'screens/labs/lesson-lab-screen.tsx',
    () => import('./screens/labs/lesson-lab-screen.tsx'),
    lab,
  ),
  route(
    '/courses/:slug/lessons/:lessonSlug/knowledge-check',
    'Knowledge check',
    'screens/lessons/knowledge-check-screen.tsx',
    () => import('./screens/lessons/knowledge-check-screen.tsx'),
  ),
  // After the lesson routes. The screen's `status` accepts `conclusion` only.
  route(
    '/courses/:slug/:lessonSlug',
    'Conclusion',
    'screens/courses/course-conclusion-screen.tsx',
    () => import('./screens/courses/course-conclusion-screen.tsx'),
  ),
  route(
    '/paths',
    'Learning Paths',
    'screens/learning-paths/learning-paths-screen.tsx',
    () => import('./screens/learning-paths/learning-paths-screen.tsx'),
    { search: LIST_PARAMS },
  ),
  route(
    '/paths/:slug',
    'Learning Path',
    'screens/learning-paths/learning-path-screen.tsx',
    () => import('./screens/learning-paths/learning-path-screen.tsx'),
  ),
  route('/learning-path', 'Learning Paths', NOT_FOUND_FILE, notFoundScreen, {
    redirect: (tenant) => tenant.learningPathRedirect,
  }),
  route(
    '/instructors',
    'Instructors',
    'screens/instructors/instructors-screen.tsx',
    () => import('./screens/instructors/instructors-screen.tsx'),
    { search: ['q', 'page'] },
  ),
  route(
    '/instructors/:slug',
    'Instructor',
    'screens/instructors/instructor-screen.tsx',
    () => import('./screens/instructors/instructor-screen.tsx'),
  ),
  route(
    '/contact',
    'Contact',
    'screens/contact/contact-screen.tsx',
    () => import('./screens/contact/contact-screen.tsx'),
  ),
  route('/not-found', 'Page not found', NOT_FOUND_FILE, notFoundScreen),
  route(
    '/auth',
    'Log In / Register',
    'screens/sign-in/auth-screen.tsx',
    () => import('./screens/sign-in/auth-screen.tsx'),
  ),
  adminRoute(
    '/admin',
    'Administration',
    'screens/admin/admin-screen.tsx',
    () => import('./screens/admin/admin-screen.tsx'),
  ),
  route(
    '/alerts',
    'Alerts',
    'screens/alerts/public-alerts-screen.tsx',
    () => import('./screens/alerts/public-alerts-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts',
    'Alerts',
    'screens/alerts/alert-list-screen.tsx',
    () => import('./screens/alerts/alert-list-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/new',
    'New alert',
    'screens/alerts/alert-create-screen.tsx',
    () => import('./screens/alerts/alert-create-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/:alertId/edit',
    'Edit alert',
    'screens/alerts/alert-edit-screen.tsx',
    () => import('./screens/alerts/alert-edit-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/:alertId/replicate',
    'Replicate alert',
    'screens/alerts/alert-replicate-screen.tsx',
    () => import('./screens/alerts/alert-replicate-screen.tsx'),
  ),
  adminRoute(
    '/admin/alerts/:alertId',
    'Alert',
    'screens/alerts/alert-view-screen.tsx',
    () => import('./screens/alerts/alert-view-screen.tsx'),
  ),
  adminRoute(
    '/admin/users',
    'Users',
    'screens/people/people-screen.tsx',
    () => import('./screens/people/people-screen.tsx'),
  ),
  adminRoute(
    '/admin/users/import',
    'Import users',
    'screens/people/import-screen.tsx',
    () => import('./screens/people/import-screen.tsx'),
  ),
  adminRoute(
    '/admin/users/imports',
    'Imports of users',
    'screens/people/imports-screen.tsx',
    () => import('./screens/people/imports-screen.tsx'),
  ),
  adminRoute(
    '/admin/users/:userId',
    'User',
    'screens/people/person-screen.tsx',
    () => import('./screens/people/person-screen.tsx'),
  ),
  signedInRoute(
    '/email',
    'Manage Emails',
    'screens/managed-emails/managed-emails-screen.tsx',
    () => import('./screens/managed-emails/managed-emails-screen.tsx'),
    TENANT_PARAM,
  ),
  adminRoute(
    '/admin/tokens',
    'Access Tokens',
    'screens/personal-access-tokens/tokens-screen.tsx',
    () => import('./screens/personal-access-tokens/tokens-screen.tsx'),
  ),
  adminRoute(
    '/admin/certificates',
    'Certificates',
    'screens/certificates/issued-certificates-screen.tsx',
    () => import('./screens/certificates/issued-certificates-screen.tsx'),
  ),
  adminRoute(
    '/admin/feedback',
    'Feedback',
    'screens/feedback/feedback-screen.tsx',
    () => import('./screens/feedback/feedback-screen.tsx'),
  ),
  adminRoute(
    '/admin/contact',
    'Contact messages',
    'screens/contact/contact-messages-screen.tsx',
    () => import('./screens/contact/contact-messages-screen.tsx'),
  ),
  adminRoute(
    '/admin/labs',
    'Labs',
    'screens/labs/lab-sessions-screen.tsx',
    () => import('./screens/labs/lab-sessions-screen.tsx'),
  ),
  adminRoute(
    '/admin/audit',
    'Audit',
    'screens/audit/audit-screen.tsx',
    () => import('./screens/audit/audit-screen.tsx'),
  ),
  adminRoute(
    '/admin/webhooks',
    'Webhooks',
    'screens/webhooks/webhooks-screen.tsx',
    () => import('./screens/webhooks/webhooks-screen.tsx'),
  ),
  adminRoute(
    '/admin/content',
    'Content',
    'screens/publishing/content-screen.tsx',
    () => import('./screens/publishing/content-screen.tsx'),
  ),
  adminRoute(
    '/admin/vouchers',
    'Exam vouchers',
    'screens/memberships/vouchers-screen.tsx',
    () => import('./screens/memberships/vouchers-screen.tsx'),
  ),
  route(
    '/appLogout',
    'Log out',
    'screens/sign-in/sign-out-screen.tsx',
    () => import('./screens/sign-in/sign-out-screen.tsx'),
  ),
  route('/search', 'Search', 'screens/search/search-screen.tsx', () => import('./screens/search/search-screen.tsx'), {
    search: ['q', 'kind', 'page'],
  }),
  signedInRoute(
    '/certificates',
    'Certificates',
    'screens/certificates/certificates-screen.tsx',
    () => import('./screens/certificates/certificates-screen.tsx'),
  ),
  route(
    '/certificates/:certificateId',
    'Certificate',
    'screens/certificates/certificate-screen.tsx',
    () => import('./screens/certificates/certificate-screen.tsx'),
  ),
  signedInRoute(
    '/review',
    'Daily review',
    'screens/reviews/review-screen.tsx',
    () => import('./screens/reviews/review-screen.tsx'),
  ),
  signedInRoute(
    '/account',
    'Account',
    'screens/account/account-screen.tsx',
    () => import('./screens/account/account-screen.tsx'),
    TABLE_PARAMS,
  ),
  // After everything else: any single part may be the slug of a page.
  route(
    '/:pageSlug',
    'Page',
    'screens/content-pages/content-page-screen.tsx',
    () => import('./screens/content-pages/content-page-screen.tsx'),
  ),
];

/** What an address that no row matches shows. */
export const NOT_FOUND: Route = route('/not-found', 'Page not found', NOT_FOUND_FILE, notFoundScreen);

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
  path: string;
  /** Normal form of the query, see `normaliseSearch`. */
  search: string;
}

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
