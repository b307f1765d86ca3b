import { listCourses, listGuides, listLearningPaths } from '@academy/contract/call-routes';
import type { CourseItem } from '@academy/contract/courses';
import type { GuideItem } from '@academy/contract/guides';
import type { LearningPathItem } from '@academy/contract/learning-paths';
import type { Tenant } from '@academy/contract/tenants';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchRead, useRead } from '../../api/use-read.ts';
import { urls } from '../../navigation/urls.ts';

/** Visitors see the beginning of each list. */
const FEATURED = { query: { pageNumber: 0, pageSize: 4 } };
const FIRST_PATHS = { query: { pageNumber: 0, pageSize: 2 } };
const FIRST_GUIDES = { query: { pageNumber: 0, pageSize: 3 } };

/** Guides are part of the academy where its navigation leads to them. */
export const hasGuides = ({ navigation }: Tenant): boolean => navigation.some(({ href }) => href === urls.guides());

/** The courses that visitors are shown first, and how many there are in all. */
export function useFeaturedCourses(): { courses: CourseItem[]; total: number } {
  const { courses, totalElements } = useRead(listCourses, FEATURED);
  return { courses, total: totalElements ?? courses.length };
}

/** The first learning paths, as visitors see them. */
export const usePathTeasers = (): LearningPathItem[] => useRead(listLearningPaths, FIRST_PATHS).paths;

/** The first guides; only where `hasGuides`. */
export const useFirstGuides = (): GuideItem[] => useRead(listGuides, FIRST_GUIDES).guides;

/** What the server renders of home. */
export const prefetchHome = (client: QueryClient, tenant: Tenant) =>
  Promise.all([
    prefetchRead(client, listCourses, FEATURED),
    prefetchRead(client, listLearningPaths, FIRST_PATHS),
    hasGuides(tenant) && prefetchRead(client, listGuides, FIRST_GUIDES),
  ]);
