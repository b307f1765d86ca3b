/** The examples of the content reference: one folder that an author could publish as it is. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Files by their path, each with the table of the reference that it belongs to. */
export const CONTENT_EXAMPLES: Readonly<Record<string, string>> = {
  'courses/tea/course.json': json({
    id: 'spring-tea',
    slug: 'tea',
    title: 'Tea for Engineers',
    status: 'live',
    order: 10,
    level: 'beginner',
    topics: ['tea'],
    entitlements: ['auth'],
    instructors: ['spring-ann'],
    settings: { thumbnail: 'cup.svg', pro: false },
  }),
  'courses/tea/cup.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M5 5h24v12a8 8 0 0 1-8 8h-8a8 8 0 0 1-8-8z"/></svg>\n',
  'courses/tea/description.md': 'What happens in a cup, and how to measure it.\n',
  'courses/tea/summary.md': 'Three short lessons. At the end you brew the same cup twice.\n',
  'courses/tea/conclusion.md': 'Well brewed. Show somebody.\n',
  'courses/tea/01-module-basics/module.json': json({
    id: 'spring-tea--basics',
    slug: 'basics',
    title: 'Basics',
    status: 'live',
  }),
  'courses/tea/01-module-basics/description.md': 'Water and time.\n',
  'courses/tea/01-module-basics/01-lesson-water/lesson.json': json({
    id: 'spring-tea--water',
    slug: 'water',
    title: 'Water',
    status: 'live',
    type: 'article',
    duration: 300,
    entitlements: [],
    settings: { links: [{ text: 'How kettles measure', url: 'https://example.org/kettles' }] },
  }),
  'courses/tea/01-module-basics/01-lesson-water/description.md': 'Hot, not boiling.\n',
  'courses/tea/01-module-basics/01-lesson-water/content.md': 'Green tea wants 80 degrees.\n',
  'courses/tea/01-module-basics/02-lesson-check/lesson.json': json({
    id: 'spring-tea--check',
    slug: 'check',
    title: 'Check: Water',
    status: 'live',
    type: 'knowledge-check',
    duration: 120,
  }),
  'courses/tea/01-module-basics/02-lesson-check/description.md': 'Two questions.\n',
  'courses/tea/01-module-basics/02-lesson-check/content.md': `\`\`\`quizdown
---
nQuestions: 2
passingGrade: 50
passMessage: Well brewed.
shuffleAnswers: true
---

## How hot is the water for green tea?

> Below boiling.

- [x] 80 degrees
  > Bubbles are still small.
- [ ] 100 degrees

Hotter water makes it bitter.

## What makes tea stronger?

- [x] More leaves
- [x] More time
- [ ] A larger cup
\`\`\`
`,
  'courses/tea/02-lesson-practice/lesson.json': json({
    id: 'spring-tea--practice',
    slug: 'practice',
    title: 'Practice',
    status: 'live',
    type: 'lab',
    duration: 900,
    settings: { educates: 'spring-brew' },
  }),
  'courses/tea/02-lesson-practice/description.md': 'Brew in a terminal.\n',
  'courses/tea/02-lesson-practice/preview.md': 'You need a browser and ten minutes.\n',
  'guides/warm-the-pot/guide.json': json({
    id: 'spring-warm-the-pot',
    slug: 'warm-the-pot',
    title: 'Warm the Pot',
    status: 'live',
    type: 'article',
    duration: 180,
    level: 'beginner',
    topics: ['tea'],
    entitlements: [],
    instructors: ['spring-ann'],
  }),
  'guides/warm-the-pot/description.md': 'Why a cold pot spoils the first cup.\n',
  'guides/warm-the-pot/content.md': 'Pour hot water into the pot, and out again.\n',
  'paths/leaf-to-cup/path.json': json({
    id: 'spring-leaf-to-cup',
    slug: 'leaf-to-cup',
    title: 'From Leaf to Cup',
    status: 'live',
    order: 1,
    level: 'beginner',
    topics: ['tea'],
    steps: [
      { type: 'course', id: 'spring-tea' },
      { type: 'test', id: 'spring-blind-tasting' },
    ],
  }),
  'paths/leaf-to-cup/description.md': 'Everything about one cup.\n',
  'tests/blind-tasting/test.json': json({
    id: 'spring-blind-tasting',
    slug: 'blind-tasting',
    title: 'Blind Tasting',
    status: 'live',
    order: 1,
    entitlements: ['pro'],
    settings: { course: 'spring-tea' },
  }),
  'tests/blind-tasting/description.md': 'Three cups, three names.\n',
  'pages/about/page.json': json({ id: 'spring-about-tea', slug: 'about-tea', title: 'About', status: 'live' }),
  'pages/about/content.md': 'We like tea.\n',
  'instructors/ann/instructor.json': json({
    id: 'spring-ann',
    slug: 'ann',
    name: 'Ann Leaf',
    status: 'live',
    settings: { credentials: 'Brews since 1999', website: 'https://example.org/ann' },
  }),
  'instructors/ann/description.md': 'Ann brews.\n',
  'instructors/ann/bio.md': 'Ann has measured four thousand cups.\n',
  'tags/tags.json': json([{ slug: 'tea', name: 'Tea', type: 'topic' }]),
  'workshops/brew/resources/workshop.yaml': `apiVersion: training.educates.dev/v1beta1
kind: Workshop
metadata:
  name: spring-brew
spec:
  title: "Lab: Brew"
  description: Brew in a terminal.
  duration: 15m
  session:
    applications:
      terminal:
        enabled: true
`,
};

/** The example that the reference shows for each file. */
export const EXAMPLE_OF = {
  course: 'courses/tea/course.json',
  module: 'courses/tea/01-module-basics/module.json',
  lesson: 'courses/tea/01-module-basics/01-lesson-water/lesson.json',
  guide: 'guides/warm-the-pot/guide.json',
  path: 'paths/leaf-to-cup/path.json',
  test: 'tests/blind-tasting/test.json',
  page: 'pages/about/page.json',
  instructor: 'instructors/ann/instructor.json',
  tags: 'tags/tags.json',
} as const;

export const QUIZ_EXAMPLE = 'courses/tea/01-module-basics/02-lesson-check/content.md';
export const WORKSHOP_EXAMPLE = 'workshops/brew/resources/workshop.yaml';
