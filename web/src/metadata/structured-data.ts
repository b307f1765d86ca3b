import type { Guide } from '@academy/contract/guides';
import { currentLanguage } from '@academy/contract/i18n/languages';
import type { Instructor } from '@academy/contract/instructors';
import type { LearningPath } from '@academy/contract/learning-paths';
import type { Lesson, LessonItem } from '@academy/contract/lessons';
import type { Tenant } from '@academy/contract/tenants';
import type { OutlinedCourse } from '../api/courses.ts';
import { shortened, textOf } from '../lib/plain-text.ts';
import { urls } from '../navigation/urls.ts';

/** One thing in the vocabulary of schema.org. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** Whose page it is. */
export interface Place {
  tenant: Tenant;
  /** `https://spring.example.org` */
  origin: string;
}

/** Parts of a course or path that are named; the page has them all. */
const MAX_PARTS = 30;
const MAX_DESCRIPTION_LENGTH = 500;

/** A thing without its empty properties. */
function thing(type: string, properties: Record<string, unknown>): Thing {
  const said = Object.entries(properties).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { '@type': type, ...Object.fromEntries(said) };
}

/** Seconds as ISO 8601, to the minute: `PT1H30M`; null for none. */
export function isoDuration(seconds: number): string | null {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 0) return null;
  const hours = Math.floor(minutes / 60);
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes % 60 > 0 ? `${minutes % 60}M` : ''}`;
}

const academy = ({ tenant, origin }: Place): Thing =>
  thing('EducationalOrganization', { name: `${tenant.name} Academy`, url: `${origin}/` });

const people = (instructors: readonly { name: string; slug: string }[], { origin }: Place): Thing[] =>
  instructors.map(({ name, slug }) => thing('Person', { name, url: origin + urls.instructor(slug) }));

/** What all kinds of teaching material have in common. `locked` things are free unless they need a membership. */
const material = (
  { topic, level, locked }: { topic?: string[]; level?: string | null; locked?: string | null },
  place: Place,
) => ({
  inLanguage: 'en',
  educationalLevel: level,
  keywords: topic?.join(', '),
  isAccessibleForFree: locked !== 'pro',
  provider: academy(place),
});

/** The breadcrumbs of a page, from the list that contains it. */
export function breadcrumbs(steps: readonly { name: string; path: string }[], { origin }: Place): Thing {
  const itemListElement = steps.map(({ name, path }, index) =>
    thing('ListItem', { position: index + 1, name, item: origin + path }),
  );
  return thing('BreadcrumbList', { itemListElement });
}

/** The academy as a site that can be searched. */
export function siteThing(place: Place): Thing {
  const { tenant, origin } = place;
  const target = thing('EntryPoint', { urlTemplate: `${origin}${urls.search()}?q={search_term_string}` });
  return thing('WebSite', {
    name: `${tenant.name} Academy`,
    url: origin + urls.home(),
    description: tenant.tagline,
    inLanguage: currentLanguage(),
    publisher: { ...academy(place), logo: origin + urls.logo(tenant.tenantId) },
    potentialAction: thing('SearchAction', { target, 'query-input': 'required name=search_term_string' }),
  });
}

export function courseThing(course: OutlinedCourse, image: string, place: Place): Thing {
  const modules = course.lessons.filter(({ type }) => type === 'module').slice(0, MAX_PARTS);
  const workload = isoDuration(course.duration);
  return thing('Course', {
    name: course.title,
    description: shortened(course.description, MAX_DESCRIPTION_LENGTH) || course.title,
    url: place.origin + urls.course(course.slug),
    image,
    ...material(course, place),
    datePublished: course.publishedAt,
    timeRequired: workload,
    offers: thing('Offer', { category: course.locked === 'pro' ? 'Subscription' : 'Free' }),
    hasCourseInstance: thing('CourseInstance', {
      courseMode: 'Online',
      courseWorkload: workload,
      instructor: people(course.instructors, place),
    }),
    syllabusSections: modules.map(({ title, duration }) =>
      thing('Syllabus', { name: title, timeRequired: isoDuration(duration) }),
    ),
  });
}

/** A lesson by its title and summary: its text may be locked. */
export function lessonThing(
  { slug, courseTitle }: { slug: string; courseTitle: string },
  lesson: Lesson | LessonItem,
  image: string,
  place: Place,
): Thing {
  return thing('LearningResource', {
    name: lesson.title,
    description: shortened(textOf(lesson.summary), MAX_DESCRIPTION_LENGTH),
    url: place.origin + urls.lesson(slug, lesson.slug),
    image,
    learningResourceType: 'lesson',
    ...material(lesson, place),
    timeRequired: isoDuration(lesson.duration),
    author: people(lesson.instructors, place),
    isPartOf: thing('Course', { name: courseTitle, url: place.origin + urls.course(slug) }),
  });
}

export function guideThing(guide: Guide, image: string, place: Place): Thing {
  return thing('TechArticle', {
    headline: shortened(guide.title, 110),
    description: shortened(guide.description, MAX_DESCRIPTION_LENGTH),
    url: place.origin + urls.guide(guide.slug),
    image,
    ...material(guide, place),
    learningResourceType: guide.type,
    datePublished: guide.publishedAt,
    timeRequired: isoDuration(guide.duration),
    author: people(guide.instructors, place),
  });
}

export function pathThing(path: LearningPath, image: string, place: Place): Thing {
  return thing('LearningResource', {
    name: path.title,
    description: shortened(path.description, MAX_DESCRIPTION_LENGTH),
    url: place.origin + urls.learningPath(path.slug),
    image,
    learningResourceType: 'learning path',
    ...material(path, place),
    timeRequired: isoDuration(path.duration),
    hasPart: path.courses
      .slice(0, MAX_PARTS)
      .map(({ title, slug }) => thing('Course', { name: title, url: place.origin + urls.course(slug) })),
  });
}

export function instructorThing(instructor: Instructor, place: Place): Thing {
  const { name, slug, avatar, credentials, description, github, linkedin, twitter, website } = instructor;
  return thing('Person', {
    name,
    url: place.origin + urls.instructor(slug),
    image: avatar === null ? null : new URL(avatar, place.origin).href,
    jobTitle: credentials,
    description: shortened(description, MAX_DESCRIPTION_LENGTH),
    sameAs: [website, github, linkedin, twitter].filter((address) => address?.startsWith('https:')),
  });
}
