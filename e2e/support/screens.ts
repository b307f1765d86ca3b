import { routeTexts } from '@academy/web/navigation/route-texts';
import { signInTexts } from '@academy/web/screens/sign-in/sign-in-texts';
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
    ['/login/callback', signInTexts.signingIn],
    ['/', routeTexts.home],
    ['/guides', routeTexts.guides],
    [`/guides/${guide.slug}`, guide.title],
    ['/courses', routeTexts.courses],
    ['/courses/', routeTexts.courses],
    ['/courses?level=none&colour=green&q=%ZZ', routeTexts.courses],
    [`/courses/${course.slug}`, course.title],
    [`/courses/${course.slug}/conclusion`, `Conclusion of ${course.title}`],
    [`/courses/${course.slug}/lessons/${lesson.slug}`, lesson.title],
    ['/paths', routeTexts.learningPaths],
    [`/paths/${learningPath.slug}`, learningPath.title],
    ['/instructors', routeTexts.instructors],
    [`/instructors/${instructor.slug}`, instructor.title],
    ['/contact', routeTexts.contact],
    ['/auth', routeTexts.logIn],
    ['/alerts', routeTexts.alerts],
    ['/search', routeTexts.search],
    ['/admin', routeTexts.administration],
    ['/admin/alerts', routeTexts.alerts],
    ['/admin/alerts/new', routeTexts.newAlert],
    ['/admin/alerts/7', routeTexts.alert],
    ['/admin/alerts/7/edit', routeTexts.editAlert],
    ['/admin/alerts/7/replicate', routeTexts.replicateAlert],
    ['/admin/users', routeTexts.users],
    ['/email', routeTexts.emails],
    ['/admin/tokens', routeTexts.tokens],
    ['/admin/contact', routeTexts.contactMessages],
    ['/admin/labs', routeTexts.labs],
    ['/review', routeTexts.dailyReview],
    ['/account', routeTexts.account],
    ['/appLogout', routeTexts.logOut],
    ['/terms', 'Terms of Use'],
    ['/not-found', routeTexts.notFound, 404],
    ['/no-such-page', routeTexts.notFound, 404],
    ['/courses/no-such-course', routeTexts.notFound, 404],
    ['/not/to/be/found', routeTexts.notFound, 404],
    ['/%E0%A4%A', routeTexts.notFound, 404],
    ['/courses/%ZZ', routeTexts.notFound, 404],
    ['/courses//x', routeTexts.notFound, 404],
    ...LABS_AND_CHECKS[tenant],
  ];
};
