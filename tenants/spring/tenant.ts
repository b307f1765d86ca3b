import type { Tenant } from '@academy/contract/tenants';

export const tenant: Tenant = {
  tenantId: 'spring',
  name: 'Spring',
  tagline: 'Learn Spring by building things that run',
  logo: { file: 'logo.svg', alt: 'Spring Academy' },
  favicon: { file: 'favicon.svg' },
  order: 10,
  colors: {
    hue: 150,
    accent: { light: 'oklch(50% 0.125 150)', dark: 'oklch(79% 0.17 150)' },
    onAccent: { light: 'oklch(100% 0 0)', dark: 'oklch(20% 0.04 150)' },
    theme: '#1b763a',
  },
  cover: 'branches',
  navigation: [
    { title: 'Home', href: '/' },
    { title: 'Guides', href: '/guides' },
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
      title: 'Good to see you',
      text: 'Pick up the lesson you left, or start something new. Your place is kept on every device.',
    },
    courses: {
      heading: 'COURSES',
      title: 'One idea per lesson, working code in every course',
      text: 'Each course takes you from a question to an application you can run. Read at your own pace, try things out, and mark off what you have understood.',
    },
    paths: {
      heading: 'LEARNING PATHS',
      title: 'A route through Spring, in an order that makes sense',
      text: 'A learning path puts courses in sequence, so that every step stands on the one before it. Follow a path and you always know what comes next.',
    },
    path_details: {
      heading: 'LEARNING PATH',
      title: 'Follow the steps, watch the ring fill up',
      text: 'Take the courses in order, or skip what you already know. What you have completed counts here, wherever you completed it.',
    },
    guides: {
      heading: 'Guides',
      title: 'One task, one sitting',
      text: 'Guides are designed to take 15-30 minutes. Choose a task, follow the steps, and leave with something that works.',
    },
    instructors: {
      heading: 'INSTRUCTORS',
      title: 'Written by people who run what they teach',
      text: 'Every course here carries the name of somebody who has shipped it, broken it and mended it. Get to know them.',
    },
  },
  landing: {
    title: 'Learn Spring by building things that run',
    text: [
      'Spring Academy teaches the way good colleagues do: a clear question, a small working example, and the reason behind it. You read, you try, and by the end of a course there is an application on your own machine that you understand line by line.',
      'Browsing is free and needs no account. With one, your progress follows you from the desk to the sofa, and the lesson you left is the lesson you find.',
    ],
    facts: [
      {
        title: '15-30 minutes',
        text: 'That is how long a guide is designed to take: long enough to finish something, short enough for a lunch break.',
      },
      {
        title: 'Free to start',
        text: 'Open lessons need no account. A free account opens many more and remembers how far you have come.',
      },
      {
        title: 'One exam voucher a year',
        text: 'Pro members may request one Spring Certified Professional exam voucher per year, within one year of purchase.',
      },
    ],
    primary: { title: 'Browse Courses', href: '/courses' },
    secondary: { title: 'Create Your Free Account', href: '/auth', action: 'register' },
    paths: {
      title: 'Not sure where to begin?',
      text: 'Our learning paths line up the courses for you, from a first application to the questions of the Spring Certified Professional exam.',
    },
  },
  courseConclusion:
    '<p>You have reached the end of this course, and what you learned here is yours to keep. Take an hour this week to use one idea from it in your own code: that is when it starts to stay.</p><p>When you are ready for more, <a href="/courses">choose your next course</a>, follow a <a href="/paths">learning path</a>, or <a href="/contact">tell us what you would like to learn</a>.</p>',
  courseRequestNote: {
    title: "Don't see the course you're looking for?",
    text: 'Tell us what you would like to build, and where you got stuck. The next course often starts with such a message.',
    link: { title: 'Suggest a course', href: '/contact' },
  },
  pro: {
    title: 'Included in Pro membership',
    text: 'Pro membership opens all Pro courses, lessons and labs. It also includes one Spring Certified Professional exam voucher per year, to be requested within one year of purchase.',
    link: { title: 'Ask about Pro membership', href: '/contact' },
  },
  signedInIsPro: false,
  managersSeeGrades: false,
  footer: {
    title: 'Spring Academy',
    copyright: '© 2005-2024 Spring Academy',
    groups: [
      {
        title: 'Learn',
        entries: [
          { title: 'Guides', href: '/guides' },
          { title: 'Courses', href: '/courses' },
          { title: 'Learning Paths', href: '/paths' },
        ],
      },
      {
        title: 'Engage',
        entries: [
          { title: 'Instructors', href: '/instructors' },
          { title: 'Give Feedback', action: 'feedback' },
          { title: 'Community', href: 'https://spring.io/community', external: true },
          { title: 'About', href: 'https://spring.io/', external: true },
        ],
      },
      {
        title: 'More',
        entries: [
          { title: 'Contact', href: '/contact' },
          { title: 'FAQs', href: '/faq' },
          { title: 'Terms', href: '/terms', external: true, legal: 'terms' },
          { title: 'Privacy', href: '/privacy', external: true, legal: 'privacy' },
          { title: 'Your California Privacy Rights', href: '/california-privacy-rights', external: true },
        ],
      },
    ],
  },
  survey: {
    customQuestion: 'spring-projects',
    prompt: 'Which Spring project(s) do you want to learn more about?',
    options: [
      { key: 'spring-boot', value: 'Spring Boot' },
      { key: 'spring-framework', value: 'Spring Framework' },
      { key: 'spring-data', value: 'Spring Data' },
      { key: 'spring-security', value: 'Spring Security' },
      { key: 'spring-cloud', value: 'Spring Cloud' },
      { key: 'spring-ai', value: 'Spring AI' },
      { key: 'spring-batch', value: 'Spring Batch' },
      { key: 'spring-integration', value: 'Spring Integration' },
      { key: 'spring-graphql', value: 'Spring for GraphQL' },
      { key: 'spring-modulith', value: 'Spring Modulith' },
    ],
    levelPrompt: 'Which level of material are you most interested in?',
    levels: [
      { key: 'beginner', value: 'Beginner' },
      { key: 'intermediate', value: 'Intermediate' },
      { key: 'advanced', value: 'Advanced' },
    ],
  },
  contactTopics: [
    'A question about a course or guide',
    'My account and sign-in',
    'Pro membership and exam vouchers',
    'Something does not work',
    'An idea for a new course',
    'Something else',
  ],
  analyticsContainer: null,
  learningPathRedirect: '/paths',
  misconfigurationNotice: null,
  topicNames: {
    api: 'APIs',
    'getting-started': 'Getting started',
    http: 'HTTP',
    java: 'Java',
    markdown: 'Markdown',
    oauth2: 'OAuth 2.0',
    rest: 'REST',
    'spring-boot': 'Spring Boot',
    'spring-framework': 'Spring Framework',
    'spring-security': 'Spring Security',
    'x.509': 'X.509',
  },
};
