import { href } from './lib/path.ts';

/** Every link of the product. No screen writes an address by hand. */
export const urls = {
  home: () => '/',
  myCourses: () => '/#my-courses',
  favorites: () => '/#favorites',
  guides: () => '/guides',
  guide: (slug: string) => href('/guides/:slug', { slug }),
  guideLab: (slug: string) => href('/guides/:slug/lab', { slug }),
  courses: (filters: Readonly<Record<string, string | readonly string[]>> = {}) => withSearch('/courses', filters),
  course: (slug: string) => href('/courses/:slug', { slug }),
  lesson: (slug: string, lessonSlug: string) => href('/courses/:slug/lessons/:lessonSlug', { slug, lessonSlug }),
  lessonLab: (slug: string, lessonSlug: string) => href('/courses/:slug/lessons/:lessonSlug/lab', { slug, lessonSlug }),
  knowledgeCheck: (slug: string, lessonSlug: string) =>
    href('/courses/:slug/lessons/:lessonSlug/knowledge-check', { slug, lessonSlug }),
  courseConclusion: (slug: string) => href('/courses/:slug/:lessonSlug', { slug, lessonSlug: 'conclusion' }),
  learningPaths: () => '/paths',
  learningPath: (slug: string) => href('/paths/:slug', { slug }),
  instructors: () => '/instructors',
  instructor: (slug: string) => href('/instructors/:slug', { slug }),
  contact: () => '/contact',
  notFound: () => '/not-found',
  auth: () => '/auth',
  /** Starts registration at the identity provider at once; opened in a new tab. */
  register: (email = '') => withSearch('/auth', { register: '1', email }),
  callback: () => '/login/callback',
  signOut: () => '/appLogout',
  publicAlerts: () => '/alerts',
  email: () => '/email',
  admin: () => '/admin',
  alerts: () => '/admin/alerts',
  newAlert: () => '/admin/alerts/new',
  alert: (alertId: string) => href('/admin/alerts/:alertId', { alertId }),
  editAlert: (alertId: string) => href('/admin/alerts/:alertId/edit', { alertId }),
  replicateAlert: (alertId: string) => href('/admin/alerts/:alertId/replicate', { alertId }),
  people: () => '/admin/users',
  person: (userId: string) => href('/admin/users/:userId', { userId }),
  tokens: () => '/admin/tokens',
  search: (q = '') => withSearch('/search', { q }),
  contentPage: (pageSlug: string) => href('/:pageSlug', { pageSlug }),
  /** The brand's own drawing. */
  logo: (tenantId: string) => `/assets/brand/${encodeURIComponent(tenantId)}/logo.svg`,
  favicon: () => '/favicon.svg',
} as const;

function withSearch(path: string, values: Readonly<Record<string, string | readonly string[]>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of typeof value === 'string' ? [value] : value) if (one !== '') search.append(name, one);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
