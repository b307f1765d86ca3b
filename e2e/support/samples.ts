import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import type { TenantName } from './academy.ts';

interface Named {
  slug: string;
  title: string;
}

/** The samples of a brand that the tests use. */
export interface Sample {
  /** 'Spring' in 'Spring Academy'. */
  name: string;
  course: Named;
  /** A lesson that is public. */
  lesson: Named;
  instructor: Named;
  /** A guide that is public. */
  guide: Named;
  learningPath: Named;
  secondaryAction: string;
}

export const SAMPLES: Readonly<Record<TenantName, Sample>> = {
  spring: {
    name: 'Spring',
    course: { slug: 'write-your-first-course', title: 'Write Your First Course' },
    lesson: { slug: 'what-you-will-make', title: 'What You Will Make' },
    instructor: { slug: 'ines-albrecht', title: 'Ines Albrecht' },
    guide: { slug: 'why-did-spring-boot-do-that', title: 'Why Did Spring Boot Do That?' },
    learningPath: { slug: 'from-endpoint-to-explanation', title: 'From Endpoint to Explanation' },
    secondaryAction: authTexts.createAccount,
  },
  kube: {
    name: 'Kube',
    course: { slug: 'containers-from-first-principles', title: 'Containers From First Principles' },
    lesson: { slug: 'there-is-no-container', title: 'There Is No Such Thing as a Container' },
    instructor: { slug: 'mariam-oyelaran', title: 'Mariam Oyelaran' },
    guide: { slug: 'a-shell-for-an-image-without-one', title: 'A Shell for an Image Without One' },
    learningPath: { slug: 'from-process-to-rollout', title: 'From Process to Rollout' },
    secondaryAction: 'Start a Learning Path',
  },
  tanzu: {
    name: 'Tanzu',
    course: { slug: 'platform-thinking-for-developers', title: 'Platform Thinking for Developers' },
    lesson: { slug: 'a-platform-is-a-product', title: 'A Platform Is a Product' },
    instructor: { slug: 'priya-raman', title: 'Priya Raman' },
    guide: { slug: 'get-a-secret-out-of-git', title: 'Get a Secret Out of Git' },
    learningPath: { slug: 'from-commit-to-calm', title: 'From Commit to Calm' },
    secondaryAction: authTexts.createAccount,
  },
};

/** A kind of page for visitors: address and the first part of its title. */
export interface VisitorPage {
  path: string;
  title: string;
  status: number;
}

/** Every kind of page for visitors. */
export function pagesOf({ course, lesson, instructor, guide, learningPath }: Sample): VisitorPage[] {
  return [
    { path: '/', title: 'Home', status: 200 },
    { path: '/courses', title: 'Courses', status: 200 },
    { path: `/courses/${course.slug}`, title: course.title, status: 200 },
    { path: `/courses/${course.slug}/lessons/${lesson.slug}`, title: lesson.title, status: 200 },
    { path: '/instructors', title: 'Instructors', status: 200 },
    { path: `/instructors/${instructor.slug}`, title: instructor.title, status: 200 },
    { path: '/auth', title: 'Log In / Register', status: 200 },
    { path: '/guides', title: 'Guides', status: 200 },
    { path: `/guides/${guide.slug}`, title: guide.title, status: 200 },
    { path: '/paths', title: 'Learning Paths', status: 200 },
    { path: `/paths/${learningPath.slug}`, title: learningPath.title, status: 200 },
    { path: '/terms', title: 'Terms of Use', status: 200 },
    { path: '/not/to/be/found', title: 'Page not found', status: 404 },
  ];
}
