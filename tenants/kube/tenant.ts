import type { Tenant } from '@academy/contract/tenants';

export const tenant: Tenant = {
  tenantId: 'kube',
  name: 'Kube',
  tagline: 'Understand Kubernetes from the container up',
  logo: { file: 'logo.svg', alt: 'Kube Academy' },
  favicon: { file: 'favicon.svg' },
  order: 20,
  colors: {
    hue: 255,
    accent: { light: 'oklch(50% 0.17 258)', dark: 'oklch(76% 0.12 250)' },
    onAccent: { light: 'oklch(100% 0 0)', dark: 'oklch(20% 0.04 255)' },
    theme: '#145ec1',
  },
  cover: 'hexagons',
  navigation: [
    { title: 'Home', href: '/' },
    {
      title: 'Courses',
      href: '/courses',
      children: [
        { title: 'All courses', href: '/courses' },
        { title: 'Beginner', href: '/courses?level=beginner' },
        { title: 'Intermediate', href: '/courses?level=intermediate' },
        { title: 'Advanced', href: '/courses?level=advanced' },
      ],
    },
    { title: 'Learning Path', href: '/paths' },
    { title: 'Instructors', href: '/instructors' },
  ],
  sections: {
    home: {
      heading: 'WELCOME',
      title: 'On to the cluster',
      text: 'Go on with the lesson you left, or open a course you have been meaning to try. Your place is kept.',
    },
    courses: {
      heading: 'COURSES',
      title: 'See what the cluster is really doing',
      text: 'No magic, no slogans: each course opens one part of the machinery, shows how it moves, and lets you turn the handle yourself.',
    },
    paths: {
      heading: 'LEARNING PATHS',
      title: 'From one container to a cluster you can trust',
      text: 'Kubernetes is many small ideas. A learning path puts them in an order in which each one explains the next.',
    },
    path_details: {
      heading: 'LEARNING PATH',
      title: 'Step by step, nothing taken for granted',
      text: 'Work through the courses in order. Skip what you know: completed lessons count wherever you met them first.',
    },
    guides: {
      heading: 'Guides',
      title: 'Short answers to practical questions',
      text: 'Guides are designed to take 15-30 minutes and end with something running in your cluster.',
    },
    instructors: {
      heading: 'INSTRUCTORS',
      title: 'They carried the pager first',
      text: 'Our instructors learned Kubernetes where it counts: in front of a cluster that would not behave. They tell you what they wish they had known.',
    },
  },
  landing: {
    title: 'Understand Kubernetes from the container up',
    text: [
      'Kubernetes looks enormous until you see that it is built from a few small ideas: a process with walls around it, a wish written down as a file, and a loop that keeps comparing the two. Kube Academy starts with those and builds from there.',
      'Join the 80,000+ learners who chose to understand their clusters rather than fear them. Every course is written by people who run production systems, and every lesson ends with something you can see for yourself.',
    ],
    facts: [
      { title: '80,000+ learners', text: 'Developers, operators and the curious, learning at their own pace.' },
      {
        title: 'From first principles',
        text: 'Namespaces and cgroups before pods, pods before deployments. Nothing is hand-waved.',
      },
      {
        title: 'Your own terminal',
        text: 'The examples run on a laptop with a small local cluster. No cloud account needed.',
      },
    ],
    primary: { title: 'Browse Courses', href: '/courses' },
    secondary: { title: 'Start a Learning Path', href: '/paths' },
    paths: {
      title: 'A route through the landscape',
      text: 'The cloud native map has hundreds of boxes. Our learning paths show you which ones to visit first, and why.',
    },
  },
  courseConclusion:
    '<p>Well done: that was the last lesson of this course. The best next step is a small one. Open a cluster you work with, find one thing from these lessons, and see whether it is set up the way you would now choose.</p><p>Then <a href="/courses">pick another course</a>, set out on a <a href="/paths">learning path</a>, or <a href="/contact">write to us</a> about what you found.</p>',
  courseRequestNote: {
    title: "Don't see the course you're looking for?",
    text: 'Tell us which part of your cluster keeps you guessing. We read every message, and many courses begin with one.',
    link: { title: 'Suggest a course', href: '/contact' },
  },
  pro: {
    title: 'Included in Pro membership',
    text: 'Pro membership opens all Pro courses, lessons and labs, here and in the other academies of the house. It also includes one Spring Certified Professional exam voucher per year, to be requested within one year of purchase.',
    link: { title: 'Ask about Pro membership', href: '/contact' },
  },
  signedInIsPro: false,
  managersSeeGrades: false,
  footer: {
    title: 'Kube Academy',
    copyright: '© 2005-2024 Kube Academy',
    groups: [
      {
        title: 'Learn',
        entries: [
          { title: 'Courses', href: '/courses' },
          { title: 'Learning Paths', href: '/paths' },
        ],
      },
      {
        title: 'Engage',
        entries: [
          { title: 'Instructors', href: '/instructors' },
          { title: 'Give Feedback', action: 'feedback' },
        ],
      },
      {
        title: 'More',
        entries: [
          { title: 'Contact', href: '/contact' },
          { title: 'Terms', href: '/terms', external: true, legal: 'terms' },
          { title: 'Privacy', href: '/privacy', external: true, legal: 'privacy' },
          { title: 'Your California Privacy Rights', href: '/california-privacy-rights', external: true },
        ],
      },
    ],
  },
  survey: {
    customQuestion: '',
    prompt: '',
    options: [],
    levelPrompt: 'Which level of material are you most interested in?',
    levels: [
      { key: 'beginner', value: 'Beginner' },
      { key: 'intermediate', value: 'Intermediate' },
      { key: 'advanced', value: 'Advanced' },
    ],
  },
  contactTopics: [
    'A question about a course',
    'My account and sign-in',
    'Pro membership',
    'Something does not work',
    'An idea for a new course',
    'Something else',
  ],
  analyticsContainer: null,
  learningPathRedirect: '/paths',
  misconfigurationNotice:
    'There is nothing to read here yet: the content of Kube Academy has not been published on this site. If you came to learn, please look in again soon. If you run this site, publish the courses and reload the page.',
  topicNames: {
    api: 'APIs',
    'container-images': 'Container images',
    containers: 'Containers',
    devops: 'DevOps',
    kubernetes: 'Kubernetes',
    linux: 'Linux',
    oci: 'OCI',
  },
};
