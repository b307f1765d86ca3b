import { href } from './path.ts';

export const home = () => '/';
export const myCourses = () => '/#my-courses';
export const favorites = () => '/#favorites';
export const guides = (filters: Readonly<Record<string, string | readonly string[]>> = {}) =>
  withSearch('/guides', filters);
export const guide = (slug: string) => href('/guides/:slug', { slug });
/** `page` is the name of a page of the lab; without it the first. */
export const guideLab = (slug: string, page = '') => withSearch(href('/guides/:slug/lab', { slug }), { page });
export const courses = (filters: Readonly<Record<string, string | readonly string[]>> = {}) =>
  withSearch('/courses', filters);
export const course = (slug: string) => href('/courses/:slug', { slug });
export const lesson = (slug: string, lessonSlug: string) =>
  href('/courses/:slug/lessons/:lessonSlug', { slug, lessonSlug });
export const lessonLab = (slug: string, lessonSlug: string, page = '') =>
  withSearch(href('/courses/:slug/lessons/:lessonSlug/lab', { slug, lessonSlug }), { page });
export const knowledgeCheck = (slug: string, lessonSlug: string) =>
  href('/courses/:slug/lessons/:lessonSlug/knowledge-check', { slug, lessonSlug });
export const courseConclusion = (slug: string) =>
  href('/courses/:slug/:lessonSlug', { slug, lessonSlug: 'conclusion' });
export const learningPaths = (filters: Readonly<Record<string, string | readonly string[]>> = {}) =>
  withSearch('/paths', filters);
export const learningPath = (slug: string) => href('/paths/:slug', { slug });
export const instructors = (filters: Readonly<Record<string, string | readonly string[]>> = {}) =>
  withSearch('/instructors', filters);
export const instructor = (slug: string) => href('/instructors/:slug', { slug });
export const contact = () => '/contact';
export const notFound = () => '/not-found';
export const auth = () => '/auth';
/** Starts registration at the identity provider at once; opened in a new tab. */
export const register = (email = '') => withSearch('/auth', { register: '1', email });
export const callback = () => '/login/callback';
export const signOut = () => '/appLogout';
export const publicAlerts = () => '/alerts';
export const email = () => '/email';
export const admin = () => '/admin';
export const certificates = () => '/certificates';
export const certificate = (certificateId: string) => href('/certificates/:certificateId', { certificateId });
export const review = () => '/review';
/** The switch of the daily review. */
export const dailyReviewSettings = () => '/account#daily-review';
/** The switches of what is mailed. */
export const notificationSettings = () => '/account#notifications';
/** `kind` narrows the results down; `page` counts from 1. */
export const search = (q = '', kind = '', page = 1) =>
  withSearch('/search', { q, kind, page: page > 1 ? String(page) : '' });
export const contentPage = (pageSlug: string) => href('/:pageSlug', { pageSlug });
/** The brand's own drawing. */
export const logo = (tenantId: string) => brandFile(tenantId, 'logo.svg');
export const brandFile = (tenantId: string, file: string) => `/assets/brand/${encodeURIComponent(tenantId)}/${file}`;

/** An address with what is not empty of some parameters. @internal for lists of links */
export function withSearch(path: string, values: Readonly<Record<string, string | readonly string[]>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of typeof value === 'string' ? [value] : value) if (one !== '') search.append(name, one);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
