import { href } from './path.ts';

export const home = () => href('/');
export const myCourses = () => href('/#my-courses');
export const favorites = () => href('/#favorites');
export const guides = (filters: Readonly<Record<string, string | readonly string[]>> = {}) =>
  withSearch(href('/guides'), filters);
export const guide = (slug: string) => href('/guides/:slug', { slug });
/** `page` is the name of a page of the lab; without it the first. */
export const guideLab = (slug: string, page = '') => withSearch(href('/guides/:slug/lab', { slug }), { page });
export const courses = (filters: Readonly<Record<string, string | readonly string[]>> = {}) =>
  withSearch(href('/courses'), filters);
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
  withSearch(href('/paths'), filters);
export const learningPath = (slug: string) => href('/paths/:slug', { slug });
export const instructors = (filters: Readonly<Record<string, string | readonly string[]>> = {}) =>
  withSearch(href('/instructors'), filters);
export const instructor = (slug: string) => href('/instructors/:slug', { slug });
export const contact = () => href('/contact');
/** @param from the address of which nothing was found: what it may have been leads on */
export const notFound = (from = '') => withSearch(href('/not-found'), { from });
export const auth = () => href('/auth');
/** Starts registration at the identity provider at once; opened in a new tab. */
export const register = (email = '') => withSearch(href('/auth'), { register: '1', email });
/** Registered at the identity provider: it is the same in all languages. */
export const callback = () => '/login/callback';
export const signOut = () => href('/appLogout');
export const publicAlerts = () => href('/alerts');
export const email = () => href('/email');
export const admin = () => href('/admin');
export const certificates = () => href('/certificates');
export const certificate = (certificateId: string) => href('/certificates/:certificateId', { certificateId });
export const review = () => href('/review');
/** The switch of the daily review. */
export const dailyReviewSettings = () => href('/account#daily-review');
/** The switches of what is mailed. */
export const calendarSettings = () => href('/account#calendar');
export const notificationSettings = () => href('/account#notifications');
/** `kind` narrows the results down; `page` counts from 1. */
export const search = (q = '', kind = '', page = 1) =>
  withSearch(href('/search'), { q, kind, page: page > 1 ? String(page) : '' });
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
