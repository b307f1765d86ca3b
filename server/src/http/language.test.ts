import { ERROR_TEXTS } from '@academy/contract/error-texts';
import { expect, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';
import { inLanguageOf, languageOf } from './language.ts';

const app = await startApp();
const address = await app.server.listen({ port: 0, host: '127.0.0.1' });

test.each([
  ['/api/v1/courses/list', 'de', 'de'],
  ['/api/v1/courses/list', 'fr, de-AT;q=0.8, en;q=0.5', 'de'],
  ['/api/v1/courses/list', 'en-GB, de;q=0.9', 'en'],
  ['/api/v1/courses/list', 'xx', 'en'],
  ['/api/v1/courses/list', undefined, 'en'],
  ['/de/courses?topic=java', 'en', 'de'],
  // A page is kept for everybody: its address alone decides.
  ['/courses', 'de', 'en'],
])('%s with %s is answered in "%s"', (url, accepted, language) => {
  expect(languageOf({ url, headers: { 'accept-language': accepted } })).toBe(language);
});

/** What the first error of a reply says. */
async function firstError(url: string, language: string, payload?: object): Promise<string> {
  const headers = {
    'accept-language': language,
    tenantid: 'spring',
    ...(payload && { 'content-type': 'application/json' }),
  };
  const reply = await fetch(address + url, {
    headers,
    ...(payload && { method: 'POST', body: JSON.stringify(payload) }),
  });
  const { errors } = (await reply.json()) as { errors: { errorMessage: string }[] };
  return errors[0]?.errorMessage ?? '';
}

test('a refusal speaks the language of the page that asked', async () => {
  const unknown = '/api/v1/courses/details?slug=none';
  expect(await firstError(unknown, 'de')).toBe('Das Gesuchte gibt es nicht.');
  expect(await firstError(unknown, 'en')).toBe('What you asked for does not exist.');
});

test('a form with a body is refused in the language, too', async () => {
  const form = { firstName: ' ', lastName: 'L', email: 'a@example.org', subject: 'Hello', message: 'Hello there' };
  expect(await firstError('/api/v1/email/contactUs', 'de', form)).toBe('firstName: Der Vorname ist erforderlich');
});

test('what another person gets speaks their language', async () => {
  const text = () => ERROR_TEXTS['not-found'];
  const german = 'Das Gesuchte gibt es nicht.';
  const ofBoth = inLanguageOf('de', () => [text(), inLanguageOf(null, text), text()]);
  expect(ofBoth).toEqual([german, 'What you asked for does not exist.', german]);
  const later = inLanguageOf('de', async () => {
    await new Promise(setImmediate);
    return text();
  });
  expect(text()).toBe('What you asked for does not exist.');
  expect(await later).toBe(german);
});
