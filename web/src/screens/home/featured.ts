import type { CourseItem } from '@academy/contract/courses';
import type { GuideItem } from '@academy/contract/guides';
import type { LearningPathItem } from '@academy/contract/learning-paths';
import type { Tenant } from '@academy/contract/tenants';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchCourses, useCourses } from '../../api/courses.ts';
import { prefetchGuides, useGuides } from '../../api/guides.ts';
import { prefetchLearningPaths, useLearningPaths } from '../../api/learning-paths.ts';
import { urls } from '../../navigation/urls.ts';
import { entryHref } from '../../shell/entry-href.ts';

/** Visitors see the beginning of each list. */
const FEATURED = { pageNumber: 0, pageSize: 4 };
const FIRST_PATHS = { pageNumber: 0, pageSize: 2 };
const FIRST_GUIDES = { pageNumber: 0, pageSize: 3 };

/** Guides are part of the academy where its navigation leads to them. */
export const hasGuides = ({ navigation }: Tenant): boolean =>
  navigation.some(({ href }) => entryHref({ href }) === urls.guides());

/** The courses that visitors are shown first, and how many there are in all. */
export function useFeaturedCourses(): { courses: CourseItem[]; total: number } {
  const { courses, totalElements } = useCourses(FEATURED);
  return { courses, total: totalElements ?? courses.length };
}

/** The first learning paths, as visitors see them. */
export const usePathTeasers = (): LearningPathItem[] => useLearningPaths(FIRST_PATHS).paths;

/** The first guides; only where `hasGuides`. */
export const useFirstGuides = (): GuideItem[] => useGuides(FIRST_GUIDES).guides;

/** What the server renders of home. */
export const prefetchHome = (client: QueryClient, tenant: Tenant) =>
  Promise.all([
    prefetchCourses(client, FEATURED),
    prefetchLearningPaths(client, FIRST_PATHS),
    hasGuides(tenant) && prefetchGuides(client, FIRST_GUIDES),
  ]);
