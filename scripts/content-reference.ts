import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldRow } from '@academy/content/file-tables/field-rows';
import { FILE_TABLES, type FileKind, type FileTable } from '@academy/content/file-tables/file-table';
import { HUGO_SHORTCODES } from '@academy/content/hugo/shortcode-table';
import { SHORTCODES } from '@academy/content/markdown/shortcode-table';
import { TEXT_FORMS } from '@academy/content/markdown/text-forms';
import type { FieldType } from '@academy/content/workshops/action-kind';
import { ACTIONS, COMMON_FIELDS, REFUSED_ACTIONS } from '@academy/content/workshops/action-table';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { EDITOR_COMMANDS } from '@academy/contract/rules/editor-commands';
import { QUIZ_SETTING_ROWS } from '@academy/contract/rules/quiz-settings';
import { CONTENT_EXAMPLES, EXAMPLE_OF, QUIZ_EXAMPLE, WORKSHOP_EXAMPLE } from './content-examples.ts';

export const CONTENT_REFERENCE = join(import.meta.dirname, '../docs/reference/content.md');

const HOLDS: Readonly<Record<FieldRow['kind'], string>> = {
  text: 'text',
  flag: '`true` or `false`',
  count: 'whole number from 0',
  digits: 'digits',
  texts: 'list of texts',
  object: 'object',
  objects: 'list of objects',
};
const SETTING_HOLDS: Readonly<Record<FieldType, string>> = {
  text: 'text or number',
  count: 'number from 0',
  number: 'whole number',
  flag: '`true` or `false`',
  any: 'any YAML',
};

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---|').join('')}`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
];
/** A fence that is longer than any in the text. */
const fence = (language: string, text: string): string[] => {
  const longest = Math.max(2, ...[...text.matchAll(/^\s*(`{3,})/gm)].map(([, marks = '']) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return [`${marks}${language}`, text.replace(/\n$/, ''), marks];
};

function fileSection(kind: FileKind, { file, about, fields, texts }: FileTable): string[] {
  const rows = fields.map(({ name, kind: holds, values, isRequired, default: fallback, about: words }) => [
    `${code(name)}${isRequired === true ? ' (required)' : ''}`,
    values === undefined ? HOLDS[holds] : `${holds === 'texts' ? 'list of ' : ''}${values.map(code).join(', ')}`,
    fallback === undefined ? '' : code(fallback),
    words,
  ]);
  const example = EXAMPLE_OF[kind];
  return [
    `### \`${file}\``,
    '',
    about,
    '',
    ...table(['Field', 'Holds', 'Without it', 'Meaning'], rows),
    '',
    ...(texts.length === 0
      ? []
      : [
          'Texts beside it:',
          '',
          ...table(
            ['File', 'Shows'],
            texts.map((text) => [code(text.file), text.about]),
          ),
          '',
        ]),
    `Example, ${code(example)}:`,
    '',
    ...fence('json', CONTENT_EXAMPLES[example] ?? ''),
    '',
  ];
}

/** A block of the academies' own form, as an author writes it. */
export const shortcodeExample = (name: string, fields: Readonly<Record<string, string>>): string =>
  `@@@${name}\n${JSON.stringify(fields, null, 2)}\n@@@\n`;

/** Values of settings that make sense in the example of any action. */
const SAMPLE_SETTINGS: Readonly<Record<string, string | number>> = {
  command: 'ls',
  text: 'cup: 1',
  name: 'brew',
  url: 'https://example.org',
  file: '~/exercises/brew.yaml',
  line: 2,
  start: 2,
  match: 'cup',
  directory: '~/exercises/cups',
  src: '~/exercises/brew.yaml',
  dest: '~/exercises/cups/brew.yaml',
  path: 'tea.cups',
  value: 2,
};

/** Settings of single actions whose examples would be no examples with the values above. */
const OWN_SETTINGS: Readonly<Record<string, string>> = {
  'editor:execute-command': 'command: workbench.view.explorer\n',
  'editor:merge-yaml-values': 'file: ~/exercises/brew.yaml\npath: tea\nvalue:\n  cups: 2\n  degrees: 80\n',
  'editor:replace-yaml-item':
    'file: ~/exercises/brew.yaml\npath: cups[name=Ada]\nvalue:\n  name: Ada\n  millilitres: 300\n',
  'files:upload-file': 'path: mine.yaml\n',
  'files:copy-file': 'path: exercises/brew.yaml\n',
  'files:download-file': 'path: exercises/brew.yaml\n',
};

/** A block of a lab's page with the settings that its action needs. */
export function actionExample(name: string): string {
  const settings = (ACTIONS.get(name)?.required ?? []).map(
    (one) => `${one}: ${JSON.stringify(SAMPLE_SETTINGS[one])}\n`,
  );
  const title = name.startsWith('section:') && name !== 'section:end' ? 'title: Measure\n' : '';
  return `\`\`\`${name}\n${OWN_SETTINGS[name] ?? settings.join('')}${title}\`\`\`\n`;
}

function actionRows(): string[][] {
  return [...ACTIONS].map(([name, { fields, required }]) => [
    code(name),
    Object.entries(fields)
      .map(([field, type]) => `${code(field)}${required.includes(field) ? ' (required)' : ''}: ${SETTING_HOLDS[type]}`)
      .join('; '),
  ]);
}

/** What the settings of actions mean, where their names do not say it. */
const ACTION_RULES: readonly string[] = [
  '`start` and `stop` of a search are lines counted from 0, and `stop` is not searched any more. Those of ranges (`...-in-range`) are counted from 1 and included; without `stop` a range has one line. Both count from the end below 0, where -1 is what follows the last line break; lines that a file does not have are its first or last one.',
  'A search looks at each line by itself; only a text with a line break is searched in several. `match` of `append-lines-after-match`, `insert-lines-before-match` and `delete-matching-lines` is taken without the blanks around it. Without a match these fail; Educates appends the lines or does nothing, and says OK.',
  'Lines that are put into a missing file make it, `create-file` ends it with a line break, and lines put before a line behind the end get empty lines above them.',
  '`before` and `after` add whole lines around a match, -1 all of them. `count` is how many matches are replaced, or how many lines are deleted from the match on, -1 all.',
  'A `path` into YAML has keys with dots between them, `[0]` for a position, `[name=web]` for the item of a list whose key has that value, and `["index.html"]` for keys with other characters. Of several documents in a file the first that has the path is meant. Comments stay; setting a single value changes nothing else.',
  '`pause` is for how many milliseconds a `cascade` waits after the action. `directory` is a folder below `uploads`.',
  '`session` is a terminal by its number (1 to 3) or by a name of its own; `"*"` is all of them. A command `<ctrl+c>` interrupts. Terminals of the editor are terminals of the lab; without a name theirs is `educates`. A name that finds no terminal free shares the third one, and is reported as `lab-terminals-many`.',
  '`autostart` runs an action when its page is shown for the first time, or when the section around it is opened. After an action with `cascade` that is done, the next one runs; `section:end` closes its section then, unless `toggle` is `false`.',
  '`hidden` actions have no button. A hidden section is shown when the action before it opens it.',
  '`required` actions outside of sections must be done before the next page can be opened.',
  '`cooldown` is for how many seconds an action that is done cannot be clicked again, -1 or `.INF` for ever; without it 3 in the editor and 1 elsewhere.',
  '`retries` tries a failed check again, `delay` seconds later; -1 and `.INF` try for a long time. `inputs` has a `schema` (and a `form`) of fields; the check reads the answers as JSON from its standard input.',
  '`event` is for workshop platforms; `pulse` has no meaning here.',
  'Uploaded files are texts of at most 200 kB, 500 kB together, and lie in `uploads`.',
  `\`editor:execute-command\` knows ${Object.keys(EDITOR_COMMANDS)
    .map((name) => code(name))
    .join(', ')}.`,
];

const textsSection = (): string[] => [
  '## Texts and shortcodes',
  '',
  'Texts are Markdown (GitHub’s form of it), UTF-8, and may also hold what follows. Forms of other tools that mean the same are read as well;',
  'what is not read is reported as `mark-unknown` or `mark-left-out`, with what to write instead. Settings at the head of a text (front matter)',
  'are left out: the JSON file has them. Links name pages by their addresses, or by the files or folders of their texts:',
  '`/courses/tea/lessons/green-tea`, `../02-green-tea/content.md#water`, `../02-green-tea/`.',
  '',
  ...TEXT_FORMS.flatMap(({ about, example, alike }) => [
    `${about}${alike === undefined ? '' : ` Read alike: ${alike}.`}`,
    '',
    ...fence('markdown', example),
    '',
  ]),
  'A shortcode is a line `@@@name`, one JSON object, and a line `@@@`. Strings in the object may hold line breaks.',
  '',
  ...Object.entries(SHORTCODES).flatMap(([name, { about, fields, example }]) => [
    `### \`@@@${name}\``,
    '',
    about,
    '',
    ...table(
      ['Field', 'Meaning'],
      Object.entries(fields).map(([field, words]) => [code(field), words]),
    ),
    '',
    ...fence('text', shortcodeExample(name, example)),
    '',
  ]),
];

const quizSection = (): string[] => [
  '## Knowledge checks',
  '',
  'A lesson of the type `knowledge-check` has one block `quizdown` in its `content.md`, with settings at its head and a heading for each',
  'question. A list with boxes holds the options, `[x]` marks the right ones; a quote above the list is a hint, a quote below an option its',
  'comment, and what follows the list the explanation.',
  '',
  ...table(
    ['Setting', 'Value', 'Without it', 'Meaning', 'Other names'],
    QUIZ_SETTING_ROWS.map(({ name, expected, fallback, about, otherNames }) => [
      code(name),
      expected,
      fallback,
      about,
      otherNames.map(code).join(', '),
    ]),
  ),
  '',
  'Case, dashes and underscores in the names of settings make no difference. A question may have `shuffleAnswers` of its own, between two lines',
  '`---` below its heading.',
  '',
  ...fence('markdown', CONTENT_EXAMPLES[QUIZ_EXAMPLE] ?? ''),
  '',
];

const labsSection = (): string[] => [
  '## Labs',
  '',
  'A workshop is a definition, pages in `workshop/content/` and, beside them, exercises and tests. Lessons and guides name it by',
  '`settings.educates`.',
  '',
  ...fence('yaml', CONTENT_EXAMPLES[WORKSHOP_EXAMPLE] ?? ''),
  '',
  'A page is Markdown. A block whose language is the name of an action becomes something to click; its lines are YAML. Every action may also have',
  `${Object.entries(COMMON_FIELDS)
    .map(([name, type]) => `${code(name)} (${SETTING_HOLDS[type]})`)
    .join(', ')}.`,
  '',
  ...table(['Action', 'Settings'], actionRows()),
  '',
  ...ACTION_RULES.flatMap((rule) => [`- ${rule}`]),
  '',
  'Known to the format, but run by no lab of the academy; reported as `lab-action-unsupported` and shown as code:',
  '',
  ...table(
    ['Action', 'Instead'],
    [...REFUSED_ACTIONS].map(([name, instead]) => [code(name), instead]),
  ),
  '',
  'So are settings that only a workshop platform can follow: other commands of `editor:execute-command`, `url` of files and checks, and',
  'fields of other types in `inputs`.',
  '',
  ...[...ACTIONS.keys()].flatMap((name) => [...fence('text', actionExample(name)), '']),
];

const hugoSection = (): string[] => [
  '## Sites written for Hugo',
  '',
  'A folder `content/` with `_index.md` is read as a site written for Hugo. In its texts these shortcodes are known, written with `{{< >}}` or',
  '`{{% %}}`:',
  '',
  ...Object.entries(HUGO_SHORTCODES).flatMap(([name, { about, example }]) => [
    `### \`${name}\``,
    '',
    about,
    '',
    ...fence('text', example),
    '',
  ]),
];

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

const limitsSection = (): string[] => [
  '## Limits',
  '',
  ...table(
    ['What', 'At most'],
    [
      ['Files of an item', CONTENT_LIMITS.files.toLocaleString('en')],
      ['One text', megabytes(CONTENT_LIMITS.textBytes)],
      ['One picture or video', megabytes(CONTENT_LIMITS.fileBytes)],
      ['An item, all files together', megabytes(CONTENT_LIMITS.unpackedBytes)],
      ['An item, packed', megabytes(CONTENT_LIMITS.packedBytes)],
      ['Characters of a path inside an item', String(CONTENT_LIMITS.pathLength)],
    ],
  ),
  '',
];

/** The reference of everything that authors write, made from the tables that the readers use. */
export function contentReference(): string {
  return [
    '# Content',
    '',
    'Every file, field, shortcode and block that authors write. Names are written exactly as here; a field that is not here is reported',
    'as `field-unknown`. [How to](../how-to/README.md) shows them at work, `./academy validate all --path <folder>` checks a folder.',
    'This page is generated by `node scripts/content-reference.ts` from the tables that the readers of content use, and a test publishes',
    'its examples.',
    '',
    '- [Files](#files)',
    '- [Texts and shortcodes](#texts-and-shortcodes)',
    '- [Knowledge checks](#knowledge-checks)',
    '- [Labs](#labs)',
    '- [Template variables](#template-variables)',
    '- [Sites written for Hugo](#sites-written-for-hugo)',
    '- [Limits](#limits)',
    '',
    '## Files',
    '',
    'Items are found by the names of their JSON files; folders may be called and nested as you like, up to eight deep. A field of another',
    'type than said here is reported (`field-type`) and counts as absent. Fields named `settings.debug.*` are accepted and ignored everywhere.',
    '',
    ...(Object.keys(FILE_TABLES) as FileKind[]).flatMap((kind) => fileSection(kind, FILE_TABLES[kind])),
    ...textsSection(),
    ...quizSection(),
    ...labsSection(),
    '## Template variables',
    '',
    'Names with a dollar sign, also in braces, are filled in when content is published, in `course.template.json` and',
    '`content.template.md`: `GITHUB_REF_NAME`,',
    '`GITHUB_SHA`, `GITHUB_ACTOR`, `GITHUB_WORKFLOW` and `DEBUG_DATE`. What the environment does not say, git does; other names are empty.',
    '',
    ...hugoSection(),
    ...limitsSection(),
  ].join('\n');
}

if (import.meta.main) writeFileSync(CONTENT_REFERENCE, contentReference());
