import { sealerOf } from '@academy/identity/sealing';
import { StartProblem } from '@academy/server/settings/start-problem';
import { TenantError } from '@academy/tenants';
import { expect, test } from 'vitest';
import { explained } from './explained-error.ts';

const isPlain = (text: string) => text.startsWith('{');
const sealed = sealerOf('a test', isPlain, { secret: 'a secret of this test that is long enough' });

test.each([
  ['without the key secret', {}],
  ['with another key secret', { secret: 'another secret, which is long enough as well' }],
])('an academy that is opened %s says which setting is missing', async (_how, secrets) => {
  const stored = await sealed.seal('{}', 'a key');
  const error = await sealerOf('a test', isPlain, secrets)
    .open(stored, 'a key')
    .catch((reason: unknown) => reason);
  const { message, nextStep } = explained(error);
  expect(message).toContain('ACADEMY_KEY_SECRET');
  expect(message).not.toContain('unexpected');
  expect(nextStep).toContain('Set ACADEMY_KEY_SECRET (or ACADEMY_KEY_SECRET_FILE)');
});

test('brands that cannot be read are listed whole, with their setting', () => {
  const { message, nextStep } = explained(new TenantError('brands/harbour', ['name: is missing', 'order: is missing']));
  expect(message).toContain('order: is missing');
  expect(nextStep).toContain('ACADEMY_TENANTS_FOLDER');
});

test.each([
  ['EACCES', 'this user may not', 'as the user who owns it'],
  ['EROFS', 'only read', 'another disk'],
  ['ENOSPC', 'no disk space', 'Free some space'],
  ['EMFILE', 'too many files', 'LimitNOFILE'],
])('a refusal of the operating system (%s) names the file and a remedy', (code, said, next) => {
  const { message, nextStep } = explained(Object.assign(new Error(code), { code, path: '/srv/academy/file' }));
  expect(message).toContain('/srv/academy/file');
  expect(message).toContain(said);
  expect(nextStep).toContain(next);
});

test.each([
  ['53100', 'disk of the database is full', 'Free some space'],
  ['25006', 'takes no writes', 'read only'],
  ['42501', 'refuses the user of DATABASE_URL', 'owner of the tables'],
  ['57P01', 'connection to the database was lost', 'run the command again'],
])('a refusal of the database (%s) says what to do, without the statement', (code, said, next) => {
  const cause = Object.assign(new Error('what PostgreSQL says'), { code });
  const { message, nextStep } = explained(new Error('Failed query: select "secret"\nparams: ada', { cause }));
  expect(message).toContain(said);
  expect(message).not.toContain('select');
  expect(nextStep).toContain(next);
});

test('problems are passed on, and an unexpected error says where to look', () => {
  const problem = new StartProblem('No.', 'Yes.');
  expect(explained(problem)).toBe(problem);
  expect(explained(new Error('first\nsecond')).message).toBe('Something unexpected happened: first');
  expect(explained('text').nextStep).toContain('ACADEMY_DEBUG=1');
});
