import type { TenantName } from './academy.ts';
import { SAMPLES } from './samples.ts';

/** Not every brand has samples of both. */
const LABS_AND_CHECKS: Readonly<Record<TenantName, [path: string, title: string][]>> = {
  spring: [
    ['/courses/rest-apis-that-age-well/lessons/lab-problem-details/lab', 'Lab: Your First Problem Details - Lab'],
  ],
  kube: [
    [
      '/courses/containers-from-first-principles/lessons/check-from-memory/knowledge-check',
      'Check: Explain It From Memory',
    ],
  ],
  tanzu: [],
};

/** Every row of the route table with its title; ids in addresses of the administration are made up. */
export const screensOf = (tenant: TenantName): [path: string, title: string, status?: number][] => {
  const { course, lesson, guide, learningPath, instructor } = SAMPLES[tenant];
  return [
    ['/login/callback', 'Signing in'],
    ['/', 'Home'],
    ['/guides', 'Guides'],
    [`/guides/${guide.slug}`, guide.title],
    ['/courses', 'Courses'],
    ['/courses/', 'Courses'],
    ['/courses?level=none&colour=green&q=%ZZ', 'Courses'],
    [`/courses/${course.slug}`, course.title],
    [`/courses/${course.slug}/conclusion`, `Conclusion of ${course.title}`],
    [`/courses/${course.slug}/lessons/${lesson.slug}`, lesson.title],
    ['/paths', 'Learning Paths'],
    [`/paths/${learningPath.slug}`, learningPath.title],
    ['/instructors', 'Instructors'],
    [`/instructors/${instructor.slug}`, instructor.title],
    ['/contact', 'Contact'],
    ['/auth', 'Log In / Register'],
    ['/alerts', 'Alerts'],
    ['/search', 'Search'],
    ['/admin', 'Administration'],
    ['/admin/alerts', 'Alerts'],
    ['/admin/alerts/new', 'New alert'],
    ['/admin/alerts/7', 'Alert'],
    ['/admin/alerts/7/edit', 'Edit alert'],
    ['/admin/alerts/7/replicate', 'Replicate alert'],
    ['/admin/users', 'Users'],
    ['/email', 'Manage Emails'],
    ['/admin/tokens', 'Access Tokens'],
    ['/admin/contact', 'Contact messages'],
    ['/admin/labs', 'Labs'],
    ['/review', 'Daily review'],
    ['/account', 'Account'],
    ['/appLogout', 'Log out'],
    ['/terms', 'Terms of Use'],
    ['/not-found', 'Page not found', 404],
    ['/no-such-page', 'Page not found', 404],
    ['/courses/no-such-course', 'Page not found', 404],
    ['/not/to/be/found', 'Page not found', 404],
    ['/%E0%A4%A', 'Page not found', 404],
    ['/courses/%ZZ', 'Page not found', 404],
    ['/courses//x', 'Page not found', 404],
    ...LABS_AND_CHECKS[tenant],
  ];
};
