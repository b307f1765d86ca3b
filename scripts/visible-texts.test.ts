import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { visibleTexts } from './visible-texts.ts';

const ROOT = join(import.meta.dirname, '..');

/** What people see comes from here. Commands and the findings about content speak English, as the files that they are about. */
const PLACES = ['identity/src', 'server/src', 'web/src'];

/** What stays in code, and why. */
const EXCEPT: readonly (readonly [files: RegExp, reason: string])[] = [
  [/^web\/src\/features\/language\/offer-language\.ts$/, 'each language offers itself, whatever the page speaks'],
  [/^identity\/src\/device\.ts$/, 'browsers have names'],
  [
    /^server\/src\/(?:composition\/(?:main|start-steps|addresses-of|[a-z-]*settings|setting-rules)\.ts$|settings\/|db\/|file-store\/|[a-z]+\/[a-z]+-settings\.ts$)/,
    'for operators, in the terminal and the log',
  ],
  [/^server\/src\/http\/listen-first\.ts$/, 'for programs, while nothing else is loaded'],
  [/^server\/src\/metrics\//, 'for operators’ programs: what each figure counts'],
  [/^server\/src\/api-reference\//, 'for developers: the documentation of calls'],
  [/^server\/src\/scim\/scim-(?:attributes|documents)\.ts$/, 'for programs of directories: what the schemas describe'],
  [/^server\/src\/publishing\//, 'for authors’ programs, beside the findings'],
  [
    /^server\/src\/(?:feeds\/feed\.routes|certificates\/credential)\.ts$/,
    'one address or one signature for all languages',
  ],
  [/^server\/src\/catalogue\/categories\.ts$/, 'titles that the API fixes; pages have their own'],
  [/^server\/src\/analytics\/analytics-frame\.routes\.ts$/, 'a document that is not shown'],
  [/^server\/src\/values\/impersonation-token\.ts$/, 'the beginning of a token'],
  [/\.fixture\.ts$|\/(?:testing|samples)\/|(?:^|[/-])(?:samples|permission-records)\.ts$/, 'made-up data'],
];

const isCode = (file: string) => !/\.test\.|\.[a-z]{2}\.ts$/.test(file) && !EXCEPT.some(([files]) => files.test(file));
const filesOf = (place: string) => globSync(`${place}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(isCode);

test.each(PLACES)('%s holds no visible text: they are in catalogues', (place) => {
  const files = filesOf(place);
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((file) =>
    visibleTexts(join(ROOT, file)).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(found).toEqual([]);
});

test.each(EXCEPT)('%s stays in code: %s', (files) => {
  const all = globSync('{identity,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT });
  expect(all.some((file) => files.test(file))).toBe(true);
});

test.each([
  ['export const A = () => <p>Hello there</p>;', 'Hello there'],
  ['export const A = () => <input aria-label="Your name" />;', 'Your name'],
  ['export const A = () => <Form submit="Save" />;', 'Save'],
  ["export const title = 'No courses yet';", 'No courses yet'],
  ["export const A = () => <p>{open ? 'Hide' : 'Show'}</p>;", 'Hide'],
  ["export const A = () => <Box label={open ? 'Hide' : 'Show'} />;", 'Hide'],
  ["export const tab = { title: 'Courses', id: 'Tab' };", 'Courses'],
  ['export const page = html`<h1>Hello there</h1>`;', 'Hello there'],
  [`export const page = html\`<p title="Your name">$\{name}</p>\`;`, 'Your name'],
  [`export const found = (n: number) => \`Found $\{n} courses.\`;`, 'Found … courses.'],
])('%s is found', (code, text) => {
  expect(visibleTexts('code.tsx', code).map((one) => one.text)).toContain(text);
});

test.each([
  "import a from 'Some file.ts';",
  `export const page = html\`<p class="large" lang="$\{language}">$\{title} &larr;</p>\`;`,
  'export const checked = html` checked`;',
  "res.setHeader('allow', 'GET, HEAD');",
  "throw new TypeError('This is for developers.');",
  'export const A = () => <p className="large">{texts.title}</p>;',
  "export const A = () => <p>{name === 'Hide' && show('Show')}</p>;",
  "export type Kind = 'All of it' | 'Some of it';",
  "export const key = '?';",
  "export const started = (state: string) => state === 'In Progress';",
  `export const key = (name: string) => \`tab-$\{name}\`;`,
])('%s shows no text', (code) => {
  expect(visibleTexts('code.tsx', code)).toEqual([]);
});
