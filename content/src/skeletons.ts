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

/** An article lesson. */
export function lessonFiles({ id, slug, title }: SkeletonNames): SkeletonFiles {
  return {
    'lesson.json': {
      ...{ id, slug, title, status: 'live', type: 'article', duration: 300 },
      settings: { manualCompletion: true },
    },
    'description.md': 'One sentence: what this lesson shows.\n',
    'content.md': articleText(),
    'summary.md': 'Repeat the one thing that learners should remember.\n',
  };
}

/** An article guide. */
export function guideFiles({ id, slug, title }: SkeletonNames): SkeletonFiles {
  return {
    'guide.json': {
      ...{ id, slug, title, status: 'unlisted', type: 'article', level: 'beginner', duration: 900 },
      ...{ topics: ['getting-started'], entitlements: [], instructors: [], settings: {} },
    },
    'description.md': 'One or two sentences for the card in the list of guides.\n',
    'summary.md': 'Say on the page of the guide what it answers, and for whom.\n',
    'content.md': articleText(),
  };
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
  const texts = [courseFiles(names), lessonFiles(names), guideFiles(names)].flatMap((files) =>
    Object.values(files).filter((content) => typeof content === 'string'),
  );
  const lines = texts.flatMap((text) => text.replace(/```[\s\S]*?```|@@@[\s\S]*?@@@/g, '').split('\n'));
  // Other headings of the skeletons may stay.
  return new Set(lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('## What ')));
}
