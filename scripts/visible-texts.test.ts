import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { visibleTexts } from './visible-texts.ts';

const ROOT = join(import.meta.dirname, '..');

/** Files and folders whose texts are in catalogues. */
const DONE = [
  'identity/src',
  'server/src/mail/mailbox-page.ts',
  'server/src/mail/templates/code-mail.ts',
  'server/src/mail/templates/identity-mail.ts',
  'server/src/mail/templates/layout.ts',
  'server/src/mail/templates/message-mail.ts',
  'server/src/mail/templates/notification-mail.ts',
  'server/src/mail/templates/rights-mail.ts',
  'server/src/mail/templates/voucher-mail.ts',
  'server/src/managed-emails',
  'server/src/notifications',
  'web/src',
];

/** What they hold besides: each language offers itself, whatever the page speaks; browsers have names. */
const EXCEPT = ['web/src/features/language/offer-language.ts', 'identity/src/device.ts'];

const isCode = (file: string) => !/\.test\.|\.[a-z]{2}\.ts$/.test(file) && !EXCEPT.includes(file);
const filesOf = (place: string) =>
  /\.tsx?$/.test(place) ? [place] : globSync(`${place}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(isCode);

test.each(DONE)('%s holds no visible text: they are in catalogues', (place) => {
  const files = filesOf(place);
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((file) =>
    visibleTexts(join(ROOT, file)).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(found).toEqual([]);
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
