import { EntitlementTagSchema } from '@academy/contract/entities';
import { GuideTypeSchema } from '@academy/contract/guides';
import { LessonTypeSchema } from '@academy/contract/lessons';
import {
  DURATION,
  ENTITLEMENTS,
  type FieldKind,
  type FieldRow,
  INSTRUCTORS,
  ignored,
  LAB,
  LEVEL,
  MANUAL_COMPLETION,
  names,
  ORDER,
  STEP_TYPES,
  TOPICS,
  VIDEO,
} from './field-rows.ts';

/** The JSON files of the academies' own format. */
export type FileKind = 'course' | 'module' | 'lesson' | 'guide' | 'path' | 'test' | 'page' | 'instructor' | 'tags';

/** A text beside the JSON file. */
export interface TextRow {
  file: string;
  about: string;
}

/** One JSON file of content with its texts. */
export interface FileTable {
  /** Path of the file, as authors see it. */
  file: string;
  about: string;
  fields: readonly FieldRow[];
  texts: readonly TextRow[];
}

const DESCRIPTION: TextRow = { file: 'description.md', about: 'One or two sentences for lists and search engines.' };
const SUMMARY: TextRow = { file: 'summary.md', about: 'What it is about, on its own page.' };
const BODY = 'The text itself. Needed for articles';
const PREVIEW: TextRow = { file: 'preview.md', about: 'What is said of a lab before it is started.' };
const TRANSCRIPT: TextRow = { file: 'transcript.md', about: 'What is said and shown in a video, to read.' };

/** Lessons of type `other` have an unknown type; modules have a file of their own. */
const LESSON_TYPES = LessonTypeSchema.options.filter((type) => type !== 'module' && type !== 'other');

/**
 * Every JSON file of the academies' own format, and every field. Readers get their fields by these rows (`Fields`),
 * unknown fields are found by them, and the reference is generated from them.
 */
export const FILE_TABLES: Readonly<Record<FileKind, FileTable>> = {
  course: {
    file: 'courses/<folder>/course.json',
    about: 'A course. `course.template.json` goes before `course.json`, and may hold template variables.',
    fields: [
      ...names(),
      ORDER,
      LEVEL,
      TOPICS,
      ENTITLEMENTS,
      INSTRUCTORS,
      {
        name: 'settings.thumbnail',
        kind: 'text',
        about: 'A picture of the folder for lists. Without it a picture is drawn from the slug.',
      },
      { name: 'settings.pro', kind: 'flag', default: 'false', about: 'Shows the course as one for Pro members.' },
      ...LAB,
    ],
    texts: [
      DESCRIPTION,
      SUMMARY,
      { file: 'conclusion.md', about: 'What readers see when they have completed all lessons.' },
    ],
  },
  module: {
    file: 'courses/<folder>/<number>-<name>/module.json',
    about: 'A module: a folder of a course that groups the lessons in it. The numbers of folders make the order.',
    fields: [
      ...names(),
      ignored('type', 'text'),
      ignored('duration', 'count'),
      { name: 'parentId', kind: 'text', about: 'Id of its course, as a check.' },
      { name: 'parent', kind: 'text', about: 'Another name of `parentId`.' },
      MANUAL_COMPLETION,
    ],
    texts: [DESCRIPTION],
  },
  lesson: {
    file: 'courses/<folder>/<number>-<name>/lesson.json',
    about: 'A lesson, in the folder of its course or of a module.',
    fields: [
      ...names(),
      { name: 'type', kind: 'text', values: LESSON_TYPES, isRequired: true, about: 'What the lesson shows.' },
      DURATION,
      {
        name: ENTITLEMENTS.name,
        kind: ENTITLEMENTS.kind,
        values: EntitlementTagSchema.options,
        about: 'As of a course. Without it the course decides; `[]` opens the lesson to everybody.',
      },
      INSTRUCTORS,
      {
        name: 'parentId',
        kind: 'text',
        about: 'Id of its module, as a check: the folder that it lies in decides.',
      },
      { name: 'parent', kind: 'text', about: 'Another name of `parentId`.' },
      { name: 'moduleId', kind: 'text', about: 'Another name of `parentId`.' },
      { name: 'module', kind: 'text', about: 'Another name of `parentId`.' },
      MANUAL_COMPLETION,
      {
        name: 'settings.links',
        kind: 'objects',
        default: '[]',
        about: 'Links to other places, listed below the text.',
      },
      { name: 'settings.links[].text', kind: 'text', isTranslatable: true, about: 'Words of the link.' },
      { name: 'settings.links[].url', kind: 'text', about: 'Its address.' },
      ...VIDEO,
      ...LAB,
    ],
    texts: [DESCRIPTION, SUMMARY, { file: 'content.md', about: `${BODY} and knowledge checks.` }, PREVIEW, TRANSCRIPT],
  },
  guide: {
    file: 'guides/<folder>/guide.json',
    about: 'A guide: one task in half an hour, outside of any course.',
    fields: [
      ...names(),
      { name: 'type', kind: 'text', values: GuideTypeSchema.options, isRequired: true, about: 'What the guide shows.' },
      DURATION,
      LEVEL,
      TOPICS,
      ENTITLEMENTS,
      INSTRUCTORS,
      ignored('settings.manualCompletion', 'flag'),
      ...VIDEO,
      ...LAB,
    ],
    texts: [DESCRIPTION, SUMMARY, { file: 'content.md', about: `${BODY}.` }, PREVIEW, TRANSCRIPT],
  },
  path: {
    file: 'paths/<folder>/path.json',
    about: 'A learning path: courses and tests in an order.',
    fields: [
      ...names().filter(({ name }) => name !== 'settings'),
      ignored('settings', 'object'),
      ORDER,
      LEVEL,
      TOPICS,
      { name: 'steps', kind: 'objects', isRequired: true, default: '[]', about: 'The steps in their order.' },
      { name: 'steps[].type', kind: 'text', values: STEP_TYPES, isRequired: true, about: 'What the step is.' },
      {
        name: 'steps[].id',
        kind: 'text',
        isRequired: true,
        about: 'Id of the course or test, also of another academy.',
      },
    ],
    texts: [DESCRIPTION, SUMMARY],
  },
  test: {
    file: 'tests/<folder>/test.json',
    about: 'A test: an exam, as a step of learning paths.',
    fields: [
      ...names(),
      ORDER,
      ENTITLEMENTS,
      {
        name: 'settings.course',
        kind: 'text',
        about: 'Id of the course in which the exam is taken. Without it the exam takes place elsewhere.',
      },
    ],
    texts: [DESCRIPTION, SUMMARY],
  },
  page: {
    file: 'pages/<folder>/page.json',
    about: 'A content page, at `/<slug>`.',
    fields: [...names().filter(({ name }) => name !== 'settings'), ignored('settings', 'object')],
    texts: [
      DESCRIPTION,
      { file: 'content.md', about: 'The text itself; needed, unless there is `content.template.md`.' },
    ],
  },
  instructor: {
    file: 'instructors/<folder>/instructor.json',
    about: 'Somebody who teaches.',
    fields: [
      ...names('name'),
      {
        name: 'settings.avatar',
        kind: 'text',
        about: 'A picture of the folder, square. Without it the initials are drawn.',
      },
      {
        name: 'settings.credentials',
        kind: 'text',
        isTranslatable: true,
        default: '""',
        about: 'What the person does, in a few words.',
      },
      ...['github', 'linkedin', 'twitter', 'website'].map(
        (name): FieldRow => ({ name: `settings.${name}`, kind: 'text', about: 'An https address.' }),
      ),
    ],
    texts: [DESCRIPTION, { file: 'bio.md', about: 'The profile.' }],
  },
  tags: {
    file: 'tags/tags.json',
    about: 'The names of topics: one list for each academy.',
    fields: [
      { name: '[].slug', kind: 'text', isRequired: true, about: 'As `topics` write it.' },
      { name: '[].name', kind: 'text', isRequired: true, isTranslatable: true, about: 'What readers see.' },
      { name: '[].type', kind: 'text', default: '"topic"', about: 'What the name is for.' },
    ],
    texts: [],
  },
};

/** The names of the fields that a file may have. */
export const fieldNames = (kind: FileKind): ReadonlySet<string> =>
  new Set(FILE_TABLES[kind].fields.map(({ name }) => name));

/** The fields that the readers of a file may read, by path. */
export type ReadableFields = ReadonlyMap<string, FieldKind>;

const READABLE = new Map(
  Object.entries(FILE_TABLES).map(([kind, { fields }]) => [
    kind,
    new Map(fields.filter(({ isIgnored }) => isIgnored !== true).map((row) => [row.name, row.kind])),
  ]),
);

export const readableFields = (kind: FileKind): ReadableFields => READABLE.get(kind) ?? new Map();
