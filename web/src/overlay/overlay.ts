import type { CallReply } from '@academy/contract/call';
import type { getProgressOverlay } from '@academy/contract/call-routes/progress';
import type { Course, CourseItem } from '@academy/contract/courses';
import type { LikeableType } from '@academy/contract/favorites';
import type { Guide, GuideItem } from '@academy/contract/guides';
import type { LearningPath, LearningPathItem } from '@academy/contract/learning-paths';
import type { CourseProgress, OverlayItem, ProgressEvent } from '@academy/contract/progress';
import { lockOf, proLessonsFor, type Viewer } from '@academy/contract/rules/access';
import { countedCourses, pathCounts } from '@academy/contract/rules/path-progress';
import {
  courseDetailsStatus,
  courseProgressStatus,
  type LessonState,
  percentDone,
  placeAfter,
  statusAfter,
} from '@academy/contract/rules/progress';
import type { LessonRow, WithRows } from './lesson-row.ts';

/** The server's reply as the page caches it. */
export interface CachedOverlay extends CallReply<typeof getProgressOverlay> {
  /** The query that it was fetched for. */
  query: OverlayQuery;
  /** Favorites that were changed since the reply, by id; they override its items. */
  favorites?: Readonly<Record<string, boolean>>;
}

/** Which overlay of the learner: of one course lesson by lesson, or of lists. */
export type OverlayQuery = { courseSlug: string } | { kind: 'courses' | 'guides' | 'paths' | 'home' };

/** The learner's state, which is merged into public pages. */
export interface Overlay extends CachedOverlay {
  /** Decides the locks of what the reply does not list. */
  viewer: Viewer;
  signedInIsPro: boolean;
}

/** An action that the server has not acknowledged yet. */
export interface PendingEvent extends ProgressEvent {
  /** Null: it is about a guide. */
  courseId: string | null;
}

/** Whether a course, guide or learning path is among the learner's favorites. */
export const hasFavorite = ({ favorites, items }: CachedOverlay, id: string): boolean =>
  favorites?.[id] ?? items[id]?.isFavorite ?? false;

/** The lock of a list entry: the server decides it for entries that the overlay lists. */
const lockFor = (
  { entitlements }: Pick<CourseItem, 'entitlements'>,
  own: OverlayItem | undefined,
  { viewer, signedInIsPro }: Overlay,
) => (own === undefined ? lockOf(entitlements, viewer, signedInIsPro) : own.locked);

/** A course in a list as this learner sees it. */
export function mergeCourseItem<C extends CourseItem>(item: C, overlay: Overlay): C {
  const own = overlay.items[item.courseId];
  const completedLesson = own?.completedLesson ?? 0;
  const counts = { completedLesson, lessonsCount: own?.lessonsCount ?? item.lessonsCount };
  const isFavorite = hasFavorite(overlay, item.courseId);
  return {
    ...item,
    ...counts,
    proLessons: proLessonsFor(item.proLessons, overlay.viewer, overlay.signedInIsPro),
    isFavorite,
    locked: lockFor(item, own, overlay),
    progressStatus: courseProgressStatus(counts),
  };
}

/** A guide in a list as this learner sees it. */
export function mergeGuideItem<G extends GuideItem>(item: G, overlay: Overlay): G {
  const own = overlay.items[item.lessonId];
  return {
    ...item,
    locked: lockFor(item, own, overlay),
    isFavorite: hasFavorite(overlay, item.lessonId),
    progressStatus: own?.progressStatus ?? item.progressStatus,
  };
}

/** A guide as this learner sees it. It is open once its body is loaded, whatever the overlay says. */
export function mergeGuide(guide: Guide, overlay: Overlay): Guide {
  const { progressStatus, isFavorite } = mergeGuideItem(guide, overlay);
  return { ...guide, progressStatus, isFavorite };
}

/** The overlay with a guide that was marked complete; one that is not of guides stays as it is. */
export function withGuideCompleted<O extends CachedOverlay>(overlay: O, guideId: string): O {
  if (kindOf(overlay.query) !== 'guide') return overlay;
  const before = overlay.items[guideId] ?? { isFavorite: hasFavorite(overlay, guideId), locked: null };
  const done = { completedLesson: 1, lessonsCount: 1, progressStatus: 'Completed' as const, secondsLeft: 0 };
  return { ...overlay, items: { ...overlay.items, [guideId]: { ...before, ...done } } };
}

/** How far the learner is in a learning path: as far as in its available courses. */
function pathProgress(path: LearningPathItem, ofCourses: Overlay) {
  let { lessonsCount } = path;
  const own = countedCourses(path).flatMap((id) => ofCourses.items[id] ?? []);
  // What came after a course was finished does not count.
  for (const { newLessons = 0 } of own) lessonsCount -= newLessons;
  const counts = { ...pathCounts(own), lessonsCount };
  const percent = Math.min(100, percentDone(counts.completedLesson, lessonsCount));
  const proLessons = proLessonsFor(path.proLessons, ofCourses.viewer, ofCourses.signedInIsPro);
  return { percent, proLessons, progressStatus: courseProgressStatus(counts) };
}

/** A learning path in a list as this learner sees it: its progress comes from its courses, and it can be a favorite itself. */
export function mergePathItem(path: LearningPathItem, ofCourses: Overlay, ofPaths: Overlay): LearningPathItem {
  return { ...path, ...pathProgress(path, ofCourses), isFavorite: hasFavorite(ofPaths, path.pathId) };
}

/** A learning path with its courses as this learner sees it. */
export function mergePath(path: LearningPath, ofCourses: Overlay): LearningPath {
  return {
    ...path,
    ...pathProgress(path, ofCourses),
    courses: path.courses.map((course) => mergeCourseItem(course, ofCourses)),
  };
}

/** Course details as this learner sees them, outline included. */
export function mergeCourse<L extends LessonRow>(course: WithRows<Course, L>, overlay: Overlay): WithRows<Course, L> {
  const { progressStatus: _list, ...item } = mergeCourseItem({ ...course, progressStatus: null }, overlay);
  return {
    ...course,
    ...item,
    progressStatus: courseDetailsStatus(item),
    lessons: mergeLessons(course.lessons, overlay),
  };
}

/** Lessons as this learner sees them; modules and lessons that the overlay does not know stay as they are. */
export function mergeLessons<L extends LessonRow>(lessons: readonly L[], overlay: Overlay): L[] {
  return lessons.map((lesson) => mergeLesson(lesson, overlay));
}

export function mergeLesson<L extends LessonRow>(lesson: L, overlay: Overlay): L {
  const own = overlay.lessons?.[lesson.lessonId];
  if (own === undefined || lesson.type === 'module') return lesson;
  return { ...lesson, ...own, isComplete: own.progressStatus === 'Completed' };
}

/**
 * What the page shows before the server has acknowledged: the pending events on top of its last reply. It is derived on
 * every render and never stored, so an event that leaves the queue stops counting.
 */
export function withPending<O extends CachedOverlay>(overlay: O, pending: readonly PendingEvent[]): O {
  // Overlays of lists hold no lessons: their first event says what they were, because only what is completed can be undone.
  const presumed = new Map<string, LessonState['status']>();
  return pending.reduce((before, event) => {
    const { courseId, lessonId, kind } = event;
    if (courseId === null) return withGuideCompleted(before, lessonId);
    const unknown = presumed.get(lessonId) ?? (kind === 'undone' ? 'Completed' : 'Not Started');
    const lesson = before.lessons?.[lessonId];
    const was = lesson === undefined ? unknown : (lesson.progressStatus ?? 'Not Started');
    const status = statusAfter(was, kind);
    presumed.set(lessonId, status);
    const step = Number(status === 'Completed') - Number(was === 'Completed');
    return withLesson(withCounts(before, courseId, step), event);
  }, overlay);
}

function withCounts<O extends CachedOverlay>(overlay: O, courseId: string, step: number): O {
  const item = overlay.items[courseId];
  if (item === undefined || step === 0) return overlay;
  const completedLesson = Math.min(item.lessonsCount, Math.max(0, item.completedLesson + step));
  return withItem(overlay, courseId, { ...item, completedLesson });
}

function withItem<O extends CachedOverlay>(overlay: O, courseId: string, item: OverlayItem): O {
  return {
    ...overlay,
    items: { ...overlay.items, [courseId]: { ...item, progressStatus: courseProgressStatus(item) } },
  };
}

function withLesson<O extends CachedOverlay>(overlay: O, event: PendingEvent): O {
  const lesson = overlay.lessons?.[event.lessonId];
  if (lesson === undefined) return overlay;
  const { position, ...known } = lesson;
  const progressStatus = statusAfter(known.progressStatus ?? 'Not Started', event.kind);
  const place = placeAfter(position ?? null, { kind: event.kind, value: event.value ?? null });
  const after = { ...known, progressStatus, ...(place === null ? {} : { position: place }) };
  return { ...overlay, lessons: { ...overlay.lessons, [event.lessonId]: after } };
}

/** The server's state after an acknowledged action: its counts, and the state of the lessons concerned. */
export function withReply(
  overlay: CachedOverlay,
  counts: Pick<CourseProgress, 'courseId' | 'completedLesson' | 'lessonsCount'>,
  acknowledged: readonly PendingEvent[],
): CachedOverlay {
  const { courseId, completedLesson, lessonsCount } = counts;
  const before = overlay.items[courseId] ?? { isFavorite: false, locked: null, progressStatus: null };
  const { newLessons = 0, lessonsCount: counted = lessonsCount } = before as Partial<OverlayItem>;
  // What has begun to count, or counts again, is no longer beside the number.
  const left = Math.max(0, counted + newLessons - lessonsCount);
  const withCourse = withItem(overlay, courseId, { ...before, completedLesson, lessonsCount, newLessons: left });
  return acknowledged.reduce(withLesson, withCourse);
}

/** What can be a favorite. */
export interface FavoriteSubject {
  kind: LikeableType;
  /** Of a lesson and of a guide its `lessonId`. */
  id: string;
}

/** A favorite that was added or removed. `favoriteCount` is the server's number; without it the number moves by one. */
export interface FavoriteChange extends FavoriteSubject {
  isFavorite: boolean;
  favoriteCount?: number;
}

/** The overlay after a favorite was changed; one that does not show this kind stays as it is. */
export function withFavorite<O extends CachedOverlay>(overlay: O, change: FavoriteChange): O {
  const { kind, id, isFavorite } = change;
  if (kind === 'lesson') {
    const own = overlay.lessons?.[id];
    if (own === undefined || own.isFavorite === isFavorite) return overlay;
    return { ...overlay, lessons: { ...overlay.lessons, [id]: { ...own, isFavorite } } };
  }
  if (kindOf(overlay.query) !== kind) return overlay;
  const step = Number(isFavorite) - Number(hasFavorite(overlay, id));
  const favoriteCount = change.favoriteCount ?? Math.max(0, overlay.favoriteCount + step);
  return { ...overlay, favoriteCount, favorites: { ...overlay.favorites, [id]: isFavorite } };
}

function kindOf(query: OverlayQuery): LikeableType {
  if ('courseSlug' in query) return 'course';
  return query.kind === 'guides' ? 'guide' : query.kind === 'paths' ? 'path' : 'course';
}
