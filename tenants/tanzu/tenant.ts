import type { Tenant } from '@academy/contract/tenants';

export const tenant: Tenant = {
  tenantId: 'tanzu',
  name: 'Tanzu',
  tagline: 'The calm way from a commit to production',
  logo: { file: 'logo.svg', alt: 'Tanzu Academy' },
  favicon: { file: 'favicon.svg' },
  order: 30,
  colors: {
    hue: 300,
    accent: { light: 'oklch(50% 0.2 297)', dark: 'oklch(77% 0.12 300)' },
    onAccent: { light: 'oklch(100% 0 0)', dark: 'oklch(20% 0.04 300)' },
    theme: '#733cc4',
  },
  cover: 'arcs',
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
      title: 'What comes next?',
      text: 'Go on with a course you have begun, or see what is new. Your place is kept on every device.',
    },
    courses: {
      heading: 'COURSES',
      title: 'Software that reaches its users, and stays up',
      text: 'Courses about everything between the commit and the person who benefits from it: platforms, messages, data and the habits that hold them together.',
    },
    paths: {
      heading: 'LEARNING PATHS',
      title: 'A direction, not just a destination',
      text: 'Follow a learning path from the first deployment to a platform that your colleagues enjoy using. Each course prepares the ground for the next.',
    },
    path_details: {
      heading: 'LEARNING PATH',
      title: 'One layer at a time',
      text: 'Take the courses in order, or begin with the layer you work on. Your progress adds up either way.',
    },
    guides: {
      heading: 'Guides',
      title: 'A small task, done properly',
      text: 'Guides are designed to take 15-30 minutes: one task, the steps, and the reasons behind them.',
    },
    instructors: {
      heading: 'INSTRUCTORS',
      title: 'Builders of platforms, and users of them',
      text: 'Our instructors have stood on both sides of the deploy button. Read who they are and what they teach.',
    },
  },
  landing: {
    title: 'The calm way from a commit to production',
    text: [
      'Most of the work of software begins after the code is written: it has to be built, shipped, connected, watched and changed again. Tanzu Academy is about doing that part well, without heroics.',
      'A free account opens everything here, Pro content included. Sign up with an e-mail address, choose a course, and your progress is kept from the first lesson on.',
    ],
    facts: [
      {
        title: 'Pro content, free',
        text: 'In this academy a free account gets Pro content: every course, every lesson, every lab.',
      },
      {
        title: 'Both sides of the platform',
        text: 'Lessons for people who build applications, and for those who build what the applications run on.',
      },
      {
        title: 'Ideas before products',
        text: 'You learn how queues, pipelines and platforms work. The tools you use tomorrow will make sense, too.',
      },
    ],
    primary: { title: 'Browse Courses', href: '/courses' },
    secondary: { title: 'Create Your Free Account', href: '/auth', action: 'register' },
    paths: {
      title: 'See the whole arc',
      text: 'Learning paths connect single courses to a way of working: from the first deployment to a platform that a whole company relies on.',
    },
  },
  courseConclusion:
    '<p>Congratulations, you have completed this course. Before you close the tab, write down one thing that you will do differently at work, and tell a colleague about it. A second pair of eyes is how an idea becomes a habit.</p><p>From here you can <a href="/courses">choose another course</a>, follow a <a href="/paths">learning path</a>, or <a href="/contact">send us your thoughts</a>.</p>',
  courseRequestNote: {
    title: "Don't see the course you're looking for?",
    text: 'Tell us what slows you down between commit and production. If others wonder about it too, we will write about it.',
    link: { title: 'Suggest a course', href: '/contact' },
  },
  pro: {
    title: 'Free with your account',
    text: 'In Tanzu Academy a free account gets Pro content: all Pro courses, lessons and labs are open to everybody who has one.',
  },
  signedInIsPro: true,
  managersSeeGrades: false,
  footer: {
    title: 'Tanzu Academy',
    copyright: '© 2005-2024 Tanzu Academy',
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
    customQuestion: 'tanzu-products',
    prompt: 'Which Tanzu product area or capability are you interested in learning about next?',
    options: [
      { key: 'platform', value: 'Application platforms' },
      { key: 'kubernetes', value: 'Kubernetes clusters' },
      { key: 'builds', value: 'Builds and supply chains' },
      { key: 'data-services', value: 'Data services' },
      { key: 'gateways', value: 'Gateways and service mesh' },
      { key: 'observability', value: 'Observability' },
      { key: 'security', value: 'Security and policies' },
      { key: 'ai', value: 'AI applications' },
    ],
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
    'Access to labs',
    'Something does not work',
    'An idea for a new course',
    'Something else',
  ],
  analyticsContainer: null,
  learningPathRedirect: '/paths',
  misconfigurationNotice:
    'This academy is not quite ready: the content of Tanzu Academy has not been published on this site. If you came to learn, please come back a little later. If you run this site, publish the courses and reload the page.',
  topicNames: {
    api: 'APIs',
    'asp.net': 'ASP.NET',
    'cert-manager': 'cert-manager',
    'cf-for-k8s': 'CF for K8s',
    'ci-cd': 'CI/CD',
    'cluster-api': 'Cluster API',
    devops: 'DevOps',
    'getting-started': 'Getting started',
    httproxy: 'HTTPProxy',
    'kapp-controller': 'kapp-controller',
    messaging: 'Messaging',
    'messaging-and-integration': 'Messaging and integration',
    mongodb: 'MongoDB',
    mtls: 'mTLS',
    'platform-engineering': 'Platform engineering',
    rabbitmq: 'RabbitMQ',
    rest: 'REST',
    slo: 'Service levels',
    'tanzu-cli': 'Tanzu CLI',
    'tanzu-rabbitmq': 'Tanzu RabbitMQ',
    xp: 'XP',
  },
};
