import type { ContentPage } from '@academy/contract/content-pages';
import type { CourseItem } from '@academy/contract/courses';
import type { Category } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { Guide, GuideItem } from '@academy/contract/guides';
import type { KnowledgeCheck } from '@academy/contract/knowledge-checks';
import type { LearningPath, PathStep } from '@academy/contract/learning-paths';
import type { Workshop } from '@academy/contract/workshops';

const GUIDES = 230;

const guideItem = (index: number): GuideItem => ({
  lessonId: `guide-${index}`,
  slug: `guide-${index}`,
  title: `Guide ${index}`,
  description: 'What can be done with it.',
  type: index === 1 ? 'lab' : 'article',
  topic: ['java'],
  level: 'beginner',
  duration: 1200,
  entitlements: { view: index === 2 ? ['auth'] : [] },
  progressStatus: 'Not Started',
  isFavorite: false,
  locked: index === 2 ? 'auth' : null,
  publishedAt: '2026-11-01T08:00:00.000Z',
});

const GUIDE_CATEGORIES: Category[] = [
  { categoryName: 'topic', title: 'Topic', options: [{ name: 'java', title: 'Java', count: GUIDES }] },
  { categoryName: 'type', title: 'Type', options: [{ name: 'article', title: 'Article', count: GUIDES - 1 }] },
];

const guides = Array.from({ length: GUIDES }, (_, index) => guideItem(index));

const guideOf = (item: GuideItem): Guide => ({
  ...item,
  status: 'live',
  language: 'en',
  instructors: [{ instructorId: 'ann', name: 'Ann Example', slug: 'ann' }],
  summary: '<p>Summary of the guide</p>',
  html: item.locked === null ? '<h2 id="c-a">Begin</h2><p>Text of the guide</p><h2 id="c-b">End</h2>' : null,
  preview: item.type === 'lab' ? '<p>What the lab is like</p>' : null,
  hasLab: item.type === 'lab',
  headings:
    item.locked === null
      ? [
          { id: 'c-a', text: 'Begin' },
          { id: 'c-b', text: 'End' },
        ]
      : [],
  video: null,
  transcript: '<p>Every word of it</p>',
  readingMinutes: 2,
});

const step = (type: PathStep['type'], id: string, available = true): PathStep => ({
  type,
  id,
  tenantId: 'spring',
  courseId: null,
  title: `Step ${id}`,
  description: 'Why this step.',
  slug: type === 'course' && available ? id : null,
  available,
});

const pathOf = (course: CourseItem): LearningPath => ({
  pathId: 'route',
  tenantId: 'spring',
  slug: 'route',
  title: 'The route',
  description: 'From here to there.',
  level: 'beginner',
  topic: [],
  duration: 900,
  lessonsCount: course.lessonsCount,
  isFavorite: false,
  steps: [step('course', course.courseId), step('course', 'lost', false), step('test', 'exam')],
  percent: 0,
  progressStatus: null,
  publishedAt: '2026-11-01T08:00:00.000Z',
  status: 'live',
  language: 'en',
  summary: '<p>About the route</p>',
  courses: [{ ...course, firstLesson: { slug: 'first', title: 'The first' } }],
});

const workshop = (more: Partial<Workshop>): Workshop => ({
  lessonId: 'lab',
  courseId: null,
  workshopId: 'lab',
  title: 'The lab',
  labType: 'educates',
  labUrl: null,
  available: true,
  pages: [
    { name: '00-start', title: 'The start', html: '<p>First steps</p>', exitSign: 'Begin now' },
    { name: 'exercises/01-more', title: 'More', html: '<p>Further steps</p>', exitSign: null },
  ],
  proof: null,
  locked: null,
  ...more,
});

const page = (slug: string, redirect: string | null): ContentPage => ({
  slug,
  title: 'Terms of Use',
  status: slug === 'unlisted' ? 'unlisted' : 'live',
  language: 'en',
  html: '<p>What holds</p>',
  headings: [],
  redirect,
});

const PAGES: Readonly<Record<string, string | null>> = {
  terms: null,
  unlisted: null,
  moved: '/courses',
  outside: 'https://example.org/terms',
  evil: '//evil.example/',
  script: 'javascript:alert(1)',
  itself: '/itself?x',
  there: '/back#y',
  back: '/there',
};

const check: KnowledgeCheck = {
  lessonId: 'second',
  introContent: '<p>Before the questions</p>',
  closingContent: '<p>After the questions</p>',
  totalQuestions: 1,
  passingMarks: 80,
  canRetake: true,
  questions: [
    {
      questionKey: 'q1',
      question: 'What is <code>rest</code>?',
      description: '',
      hint: '<p>Think of the evening</p>',
      type: 'multi-check',
      options: [
        { optionKey: 'a', html: '<p>Sleep</p>' },
        { optionKey: 'b', html: '<p>An architecture</p>' },
      ],
    },
  ],
  locked: null,
};

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AcademyError('not-found');
  return value;
}

interface Input {
  query: { slug?: string; q?: string; pageNumber?: number; pageSize?: number };
  params: Record<string, string | undefined>;
}

/** Answers the reading calls of guides, paths, pages, checks and labs; undefined for any other call. */
export function readingCatalogue(name: string, { query, params }: Input, course: CourseItem): unknown {
  switch (name) {
    case 'listGuides': {
      // More than a page holds as a whole.
      const { q = '', pageNumber = 0, pageSize = 24 } = query;
      const fitting = guides.filter(({ title }) => title.includes(q));
      const from = pageNumber * pageSize;
      return {
        guides: fitting.slice(from, from + pageSize),
        categories: GUIDE_CATEGORIES,
        totalElements: fitting.length,
      };
    }
    case 'getGuide':
      return guideOf(found(guides.find(({ slug }) => slug === query.slug)));
    case 'listLearningPaths':
      return { paths: [pathOf(course)], categories: [] };
    case 'getLearningPath':
      return pathOf(found(query.slug === 'route' ? course : undefined));
    case 'getContentPage': {
      const { slug = '' } = params;
      return page(slug, found(PAGES[slug]));
    }
    case 'getKnowledgeCheck': {
      const checks: Record<string, KnowledgeCheck> = {
        second: check,
        third: { ...check, introContent: '', closingContent: '', totalQuestions: 0, questions: [], locked: 'auth' },
      };
      return found(checks[params.lessonSlug ?? '']);
    }
    case 'getLessonWorkshop': {
      const labs: Record<string, Workshop> = {
        first: workshop({}),
        second: workshop({ pages: [], locked: 'pro' }),
        third: workshop({ pages: [], labType: 'externalLab', labUrl: 'https://labs.example.org/x', available: false }),
        fourth: workshop({ pages: [], available: false }),
      };
      return found(labs[params.lessonSlug ?? '']);
    }
    case 'getGuideWorkshop':
      return found(params.guideSlug === 'guide-1' ? workshop({}) : undefined);
    default:
      return undefined;
  }
}
