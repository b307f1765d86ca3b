import { expect, it } from 'vitest';
import { aCourse, brief } from '../testing/content.ts';
import { unreadFiles } from './unread-files.ts';

const inLesson = (name: string) => {
  const files = aCourse({ [`01-start/01-hello/${name}`]: 'Text' });
  return unreadFiles('course', files, 'course.json', []);
};

it.each([
  ['sumary.md', 'Did you mean "summary.md"?'],
  ['content-de.md', 'Did you mean "content.de.md"?'],
  ['content_DE.md', 'Did you mean "content.de.md"?'],
  ['content.de-DE.md', 'Did you mean "content.de.md"?'],
  ['contnet.de.md', 'Did you mean "content.de.md"?'],
  ['content.fr.md', 'pages come in en, de, not in "fr"'],
  ['Content.md', 'Merge it into "content.md" or remove it'],
  ['content.en.md', 'Merge it into "content.md" or remove it'],
  ['Summary.md', 'Did you mean "summary.md"?'],
  ['content.mdx', 'Merge it into "content.md" or remove it'],
  ['description.txt', 'Did you mean "description.md"?'],
  ['Lesson.json', 'Merge it into "lesson.json" or remove it'],
  ['index.md', 'Merge it into "content.md" or remove it'],
  ['_index.mdx', 'Merge it into "content.md" or remove it'],
  ['conclusion.md', 'the texts of a lesson are'],
  ['_category_.json', 'a folder of lessons has module.json'],
  ['_category_.yml', 'a folder of lessons has module.json'],
])('a lesson reads nothing from %s, and its author gets advice', (name, advice) => {
  const [told, ...others] = inLesson(name);
  expect(others).toEqual([]);
  expect(told).toMatchObject({ file: `01-start/01-hello/${name}`, severity: 'warning', code: 'file-unread' });
  expect(told?.message).toContain(advice);
});

it.each(['summary.md', 'content.de.md', 'lesson.de.json', 'data.json', 'SECURITY.md', 'notes.txt', 'pic.png'])(
  'nothing is said of %s',
  (name) => {
    expect(inLesson(name)).toEqual([]);
  },
);

it('knows the texts of each kind of folder, and what texts link or include', () => {
  const files = aCourse({
    'content.md': 'A course has none.',
    'conclusion.md': 'Well done. [More](more.md)',
    'more.md': 'Linked',
    '01-start/summary.md': 'A module',
    '01-start/01-hello/content.md': '```file="part.md"\n```',
    '01-start/01-hello/part.md': 'Included',
    'images/notes.md': 'Of no lesson',
    'images/SOURCES.md': 'Of the repository',
    '02-more/index.md': 'Without lesson.json',
  });
  expect(brief(unreadFiles('course', files, 'course.json', ['01-start/01-hello/x.markdown']))).toEqual([
    '01-start/01-hello/x.markdown:1 warning file-unread',
    '02-more/index.md:1 warning file-unread',
    'content.md:1 warning file-unread',
    'images/notes.md:1 warning file-unread',
  ]);
});
