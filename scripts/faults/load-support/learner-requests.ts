import { BENCH_TENANT, type LessonRef } from '@academy/bench/courses';
import { rawRequest } from '@academy/bench/load-job';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { getCourse, listCourses } from '@academy/contract/courses';
import { setFavorite } from '@academy/contract/favorites';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay } from '@academy/contract/progress';
import { searchAcademy } from '@academy/contract/search';

/** What learners and visitors send, as whole requests. */
export interface LearnerRequests {
  page(lesson: LessonRef): string;
  outline(lesson: LessonRef): string;
  courses(): string;
  overlay(lesson: LessonRef, bearer: string): string;
  complete(lesson: LessonRef, bearer: string): string;
  favorite(lesson: LessonRef, bearer: string, operationType: 'save' | 'remove'): string;
  search(text: string): string;
  file(path: string): string;
}

export function learnerRequests(port: number): LearnerRequests {
  const host = `${BENCH_TENANT}.localhost:${port}`;
  const tenant = { host, [TENANT_HEADER]: BENCH_TENANT, 'accept-encoding': 'gzip' };
  const get = (path: string) => rawRequest('GET', `${API_BASE_PATH}${path}`, tenant);
  const by = (bearer: string) => ({ ...tenant, authorization: `Bearer ${bearer}` });
  return {
    page: ({ courseSlug, lessonSlug }) =>
      rawRequest('GET', `/courses/${courseSlug}/lessons/${lessonSlug}`, { host, 'accept-encoding': 'gzip' }),
    outline: ({ courseSlug }) => get(`${getCourse.path}?slug=${courseSlug}`),
    courses: () => get(listCourses.path),
    overlay: ({ courseSlug }, bearer) =>
      rawRequest('GET', `${API_BASE_PATH}${getProgressOverlay.path}?courseSlug=${courseSlug}`, by(bearer)),
    complete: ({ courseId, lessonId }, bearer) =>
      rawRequest('POST', `${API_BASE_PATH}${completeLesson.path}`, by(bearer), {
        ...{ courseId, lessonId, isLastLesson: false, operationType: 'COMPLETE_LESSON' },
      }),
    favorite: ({ courseId }, bearer, operationType) =>
      rawRequest('POST', `${API_BASE_PATH}${setFavorite.path}`, by(bearer), {
        ...{ id: courseId, likeableType: 'course', operationType },
      }),
    search: (text) => get(`${searchAcademy.path}?q=${encodeURIComponent(text)}`),
    file: (path) => rawRequest('GET', path, { host, 'accept-encoding': 'gzip' }),
  };
}
