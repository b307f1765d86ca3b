import type { LikeableType } from '@academy/contract/favorites';
import { formatDuration } from '@academy/contract/rules/duration';
import type { Favorites } from '../../api/favorites-cache.ts';
import { lessonsDoneText, lessonsText } from '../../catalogue/course-progress.ts';
import { typeText } from '../../catalogue/option-text.ts';
import { urls } from '../../navigation/urls.ts';
import { dashboardTexts } from './dashboard-texts.ts';

export type FavoriteKind = LikeableType;
/** In the order of their tabs. */
export const FAVORITE_KINDS: readonly FavoriteKind[] = ['course', 'lesson', 'guide', 'path'];

/** A favorite of any kind. */
export interface FavoriteEntry {
  kind: FavoriteKind;
  id: string;
  title: string;
  href: string;
  thumbnail: string | null;
  /** Slug from which the cover is drawn. */
  coverSlug: string;
  /** Short facts; empty ones are left out. */
  facts: string[];
}

/** What the server lists, by kind and in one form. */
export function entriesOf({ courses, lessons, guides, paths }: Favorites): Record<FavoriteKind, FavoriteEntry[]> {
  return {
    course: courses.map((course) => ({
      kind: 'course',
      id: course.courseId,
      title: course.title,
      href: urls.course(course.slug),
      thumbnail: course.thumbnail,
      coverSlug: course.slug,
      facts: [
        course.completedLesson > 0 ? lessonsDoneText(course) : lessonsText(course.lessonsCount),
        formatDuration(course.duration),
      ],
    })),
    lesson: lessons.map((lesson) => ({
      kind: 'lesson',
      id: lesson.lessonId,
      title: lesson.title,
      href: urls.lesson(lesson.courseSlug, lesson.slug),
      thumbnail: null,
      coverSlug: lesson.courseSlug,
      facts: [lesson.courseTitle, formatDuration(lesson.duration), lesson.isComplete ? dashboardTexts.completed : ''],
    })),
    guide: guides.map((guide) => ({
      kind: 'guide',
      id: guide.lessonId,
      title: guide.title,
      href: urls.guide(guide.slug),
      thumbnail: null,
      coverSlug: guide.slug,
      facts: [
        typeText(guide.type),
        formatDuration(guide.duration),
        guide.progressStatus === 'Completed' ? dashboardTexts.completed : '',
      ],
    })),
    path: paths.map((path) => ({
      kind: 'path',
      id: path.pathId,
      title: path.title,
      href: urls.learningPath(path.slug),
      thumbnail: null,
      coverSlug: path.slug,
      facts: [
        lessonsText(path.lessonsCount),
        formatDuration(path.duration),
        path.percent > 0 ? `${path.percent}%` : '',
      ],
    })),
  };
}
