/** Names of a new item. */
export interface SkeletonNames {
  id: string;
  slug: string;
  title: string;
}

/** Files by path inside the item: texts, and objects that become JSON. */
export type SkeletonFiles = Readonly<Record<string, string | object>>;

/** A course with a first lesson and one module: reachable by address, listed once its status is `live`. */
export function courseFiles({ id, slug, title }: SkeletonNames): SkeletonFiles {
  return {
    'course.json': {
      ...{ id, slug, title, status: 'unlisted', order: 100, level: 'beginner' },
      ...{ topics: ['getting-started'], entitlements: ['auth'], instructors: [], settings: {} },
    },
    'description.md':
      'One or two sentences for the card in the list of courses: who it is for, and what they can do afterwards.\n',
    'summary.md': [
      'Say here what the course is about. This text stands on the course page, above the list of lessons, and is open to everybody.',
      '',
      '## What you will be able to do',
      '',
      '- Name a first thing that learners can do after the course.',
      '- Name a second one.',
      '',
    ].join('\n'),
    'conclusion.md': 'Congratulate the learners, and tell them where to go from here.\n',
    ...inFolder('01-welcome', {
      'lesson.json': {
        ...{ id: `${id}-welcome`, slug: 'welcome', title: 'Welcome', status: 'live', type: 'article', duration: 120 },
        ...{ entitlements: [], settings: { manualCompletion: true } },
      },
      'description.md': 'What this course is about and what you need for it.\n',
      'content.md': [
        'The first lesson is open to everybody. Tell learners what they will build and what they need.',
        '',
        '## What you need',
        '',
        'List the tools and what should be known before.',
        '',
      ].join('\n'),
    }),
    ...inFolder('02-first-steps', {
      'module.json': { id: `${id}-first-steps`, slug: 'first-steps', title: 'First steps', status: 'live' },
      'description.md': 'A module holds lessons that belong together.\n',
    }),
    ...inFolder('02-first-steps/01-a-first-example', lessonFiles(firstExample(id))),
  };
}

function firstExample(courseId: string): SkeletonNames {
  return { id: `${courseId}-a-first-example`, slug: 'a-first-example', title: 'A first example' };
}

/** The types of new lessons; guides have all but the last. */
export const LESSON_KINDS = ['article', 'video', 'lab', 'knowledge-check'] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

/** A lesson of a type. */
export function lessonFiles({ id, slug, title }: SkeletonNames, type: LessonKind = 'article'): SkeletonFiles {
  return {
    'lesson.json': {
      ...{ id, slug, title, status: 'live', type, duration: 300 },
      settings: { ...settingsFor(type, id), ...(type === 'knowledge-check' ? {} : { manualCompletion: true }) },
    },
    'description.md': 'One sentence: what this lesson shows.\n',
    ...textsFor(type),
    'summary.md': 'Repeat the one thing that learners should remember.\n',
  };
}

/** A guide of a type. */
export function guideFiles({ id, slug, title }: SkeletonNames, type: LessonKind = 'article'): SkeletonFiles {
  return {
    'guide.json': {
      ...{ id, slug, title, status: 'unlisted', type, level: 'beginner', duration: 900 },
      ...{ topics: ['getting-started'], entitlements: [], instructors: [], settings: settingsFor(type, id) },
    },
    'description.md': 'One or two sentences for the card in the list of guides.\n',
    'summary.md': 'Say on the page of the guide what it answers, and for whom.\n',
    ...textsFor(type),
  };
}

/** What a type names besides its texts: a film beside them, or the lab in `workshops`. */
function settingsFor(type: LessonKind, id: string): object {
  if (type === 'video') return { video: 'film.mp4' };
  return type === 'lab' ? { educates: id } : {};
}

function textsFor(type: LessonKind): SkeletonFiles {
  switch (type) {
    case 'article':
      return { 'content.md': articleText() };
    case 'video':
      return {
        'transcript.md':
          'Write here what is said and shown in the film, for search and for people who cannot listen.\n',
      };
    case 'lab':
      return { 'preview.md': 'Say beside the button that starts the lab what learners will do in it.\n' };
    case 'knowledge-check':
      return { 'content.md': checkText() };
  }
}

function checkText(): string {
  return [
    'Say what the questions are about, and where to read once more.',
    '',
    '```quizdown',
    '---',
    'passingGrade: 50',
    '---',
    '',
    '## What is asked first?',
    '',
    '> A hint, shown on demand.',
    '',
    '- [x] The right answer',
    '- [ ] A wrong one',
    '    > Why it is wrong.',
    '',
    '## Which of these are right?',
    '',
    '- [x] The first right answer',
    '- [x] The second right answer',
    '- [ ] A wrong answer',
    '',
    'What learners read after they have answered.',
    '```',
    '',
  ].join('\n');
}

function articleText(): string {
  return [
    'Begin with the question that this text answers.',
    '',
    '## A heading for the side navigation',
    '',
    'Headings of the second level are listed beside the text. Code names its language:',
    '',
    '```shell',
    'echo "Hello"',
    '```',
    '',
    '@@@alert',
    '{ "type": "info", "text": "A box for what is easily missed." }',
    '@@@',
    '',
    '## What comes next',
    '',
    'Lead over to the next step.',
    '',
  ].join('\n');
}

function inFolder(folder: string, files: SkeletonFiles): SkeletonFiles {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
}

/** The sentences that authors are to replace: every line of prose in the skeletons. */
export function skeletonSentences(): ReadonlySet<string> {
  const names = { id: '', slug: '', title: '' };
  const lessons = LESSON_KINDS.map((type) => lessonFiles(names, type));
  const texts = [courseFiles(names), ...lessons, guideFiles(names)].flatMap((files) =>
    Object.values(files).filter((content) => typeof content === 'string'),
  );
  const lines = texts.flatMap((text) => text.replace(/```[\s\S]*?```|@@@[\s\S]*?@@@/g, '').split('\n'));
  // Other headings of the skeletons may stay.
  return new Set(lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('## What ')));
}
