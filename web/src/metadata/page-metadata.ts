import type { Tenant } from '@academy/contract/tenants';
import type { QueryClient } from '@tanstack/react-query';
import { cachedCertificate } from '../api/certificates.ts';
import { cachedCourse } from '../api/courses.ts';
import { cachedGuide } from '../api/guides.ts';
import { cachedInstructor } from '../api/instructors.ts';
import { cachedLearningPath } from '../api/learning-paths.ts';
import { cachedLesson, cachedLessons } from '../api/lessons.ts';
import { shortened, textOf } from '../lib/plain-text.ts';
import { documentDescription } from '../navigation/head.ts';
import { routeTexts } from '../navigation/route-texts.ts';
import type { Head, RouteMatch } from '../navigation/screen.ts';
import { urls } from '../navigation/urls.ts';
import { metadataTexts } from './metadata-texts.ts';
import { academyCard, type CardPicture, itemCard } from './share-card.ts';
import {
  breadcrumbs,
  courseThing,
  guideThing,
  instructorThing,
  lessonThing,
  pathThing,
  siteThing,
  type Thing,
} from './structured-data.ts';

/** What search engines and previews of shared links read about a page. */
export interface PageMetadata {
  /** The page may be read but not listed. */
  noIndex: boolean;
  /** Links to it are shown with title and picture although it is not listed: it is there to be shared. */
  isShared: boolean;
  /** One line of plain text. */
  description: string;
  /** Open Graph's kind of page. */
  kind: 'website' | 'article' | 'profile';
  card: CardPicture;
  /** In the vocabulary of schema.org. */
  things: Thing[];
}

interface Page {
  tenant: Tenant;
  origin: string;
  client: QueryClient;
  params: Record<string, string>;
}

/** Search engines show about so many characters. */
const MAX_DESCRIPTION_LENGTH = 200;

const notListed = () => ({ noIndex: true });

/** Metadata of the screens that show one item, by the path of their route. Their data is in the cache by then. */
const FACTS: Readonly<Record<string, (page: Page) => Partial<PageMetadata>>> = {
  '/': (page) => ({ things: [siteThing(page)] }),
  '/courses/:slug': ofCourse,
  '/courses/:slug/lessons/:lessonSlug': ofLesson,
  '/courses/:slug/lessons/:lessonSlug/lab': notListed,
  '/courses/:slug/lessons/:lessonSlug/knowledge-check': notListed,
  '/courses/:slug/:lessonSlug': notListed,
  '/guides/:slug': ofGuide,
  '/guides/:slug/lab': notListed,
  '/paths/:slug': ofPath,
  '/instructors/:slug': ofInstructor,
  // Its content expires soon and should not be found after that.
  '/alerts': notListed,
  '/certificates/:certificateId': ofCertificate,
};

/** Metadata of a page that exists. Made for the document only; browsers never need it. */
export function pageMetadata(match: RouteMatch, head: Head, page: Omit<Page, 'params'>): PageMetadata {
  const { route, params } = match;
  const facts: PageMetadata = {
    noIndex: false,
    isShared: false,
    description: documentDescription(head, page.tenant),
    kind: 'website',
    card: academyCard(page.tenant.name),
    things: [],
    ...FACTS[route.path]?.({ ...page, params }),
  };
  return {
    ...facts,
    noIndex: facts.noIndex || head.noIndex === true || route.guard !== null,
    description: shortened(facts.description, MAX_DESCRIPTION_LENGTH),
  };
}

const coursesStep = () => ({ name: routeTexts.courses, path: urls.courses() });

function ofCourse(page: Page): Partial<PageMetadata> {
  const { slug = '' } = page.params;
  const course = cachedCourse(page.client, slug);
  if (course === undefined) return {};
  const card = itemCard('courses', { ...course, picture: course.thumbnail });
  const steps = [coursesStep(), { name: course.title, path: urls.course(slug) }];
  return {
    noIndex: course.status !== 'live',
    card,
    things: [courseThing(course, page.origin + card.path, page), breadcrumbs(steps, page)],
  };
}

function ofLesson(page: Page): Partial<PageMetadata> {
  const { slug = '', lessonSlug = '' } = page.params;
  const course = cachedLessons(page.client, slug);
  const lesson = cachedLesson(page.client, slug, lessonSlug);
  if (course === undefined || lesson === undefined) return {};
  const { courseTitle } = course;
  const card = itemCard('courses', { slug, title: courseTitle });
  const steps = [
    coursesStep(),
    { name: courseTitle, path: urls.course(slug) },
    { name: lesson.title, path: urls.lesson(slug, lessonSlug) },
  ];
  return {
    noIndex: course.courseStatus !== 'live' || lesson.status !== 'live',
    description: textOf(lesson.summary) || metadataTexts.lessonOf({ course: courseTitle }),
    kind: 'article',
    card,
    things: [lessonThing({ slug, courseTitle }, lesson, page.origin + card.path, page), breadcrumbs(steps, page)],
  };
}

function ofGuide(page: Page): Partial<PageMetadata> {
  const { slug = '' } = page.params;
  const guide = cachedGuide(page.client, slug);
  if (guide === undefined) return {};
  const card = itemCard('guides', guide);
  const steps = [
    { name: routeTexts.guides, path: urls.guides() },
    { name: guide.title, path: urls.guide(slug) },
  ];
  return {
    noIndex: guide.status !== 'live',
    kind: 'article',
    card,
    things: [guideThing(guide, page.origin + card.path, page), breadcrumbs(steps, page)],
  };
}

function ofPath(page: Page): Partial<PageMetadata> {
  const { slug = '' } = page.params;
  const path = cachedLearningPath(page.client, slug);
  if (path === undefined) return {};
  const card = itemCard('paths', path);
  const steps = [
    { name: routeTexts.learningPaths, path: urls.learningPaths() },
    { name: path.title, path: urls.learningPath(slug) },
  ];
  return {
    noIndex: path.status !== 'live',
    card,
    things: [pathThing(path, page.origin + card.path, page), breadcrumbs(steps, page)],
  };
}

/** It names a person: people with its address may see it, search engines may not. */
function ofCertificate({ params, client, tenant }: Page): Partial<PageMetadata> {
  const certificate = cachedCertificate(client, params.certificateId ?? '');
  if (certificate === undefined) return { noIndex: true };
  const { kind, path, title } = certificate;
  const slug = path?.split('/').at(-1);
  const card =
    slug === undefined
      ? academyCard(tenant.name)
      : itemCard(kind === 'course' ? 'courses' : 'paths', { slug: decodeURIComponent(slug), title });
  return { noIndex: true, isShared: true, card };
}

function ofInstructor(page: Page): Partial<PageMetadata> {
  const { slug = '' } = page.params;
  const instructor = cachedInstructor(page.client, slug);
  if (instructor === undefined) return {};
  const steps = [
    { name: routeTexts.instructors, path: urls.instructors() },
    { name: instructor.name, path: urls.instructor(slug) },
  ];
  return {
    noIndex: instructor.status !== 'live',
    kind: 'profile',
    card: itemCard('instructors', { slug, title: instructor.name, picture: instructor.avatar }),
    things: [instructorThing(instructor, page), breadcrumbs(steps, page)],
  };
}
