import { expect, test } from 'vitest';
import { isAboutOthers, namesByPlace } from './quiz-option-words.ts';

test.each([
  ...['All of the above', 'all of the above.', '**All of the above**', '<p>None of the above</p>', 'None of these'],
  ...['All of them', 'None of the options above', 'All the above', 'Any of the above', 'More than one of the above'],
  ...['Both of the above', 'Neither of the above', 'All answers are correct', 'All are correct', 'None apply'],
  ...['None of the other options', 'Both', 'Neither', 'None', 'All of the listed options', 'Some of the above'],
  ...['Alle genannten', 'Keine der genannten', 'Alle oben genannten', 'Keine der obigen Antworten', 'Keine davon'],
  ...['Alle Antworten sind richtig', 'Keine der Antworten', 'Beide', 'Nichts davon', 'Alle oben genannten Antworten'],
  ...['Every answer above', 'All of the following', 'All three', 'Alle drei'],
  ...['Alle genannten Antworten sind richtig', 'Keine der Antworten ist richtig', 'Alle treffen zu'],
])('%j is about the others', (text) => {
  expect([isAboutOthers(text), namesByPlace(text)]).toEqual([true, false]);
});

test.each([
  ...[
    'Both A and B',
    'A and B',
    'A, B and C',
    'Only A',
    'Options 1 and 3',
    'Neither A nor C',
    'A and C only',
    'A & B only',
  ],
  ...['Answer B', 'The first two', 'The first and the third option', 'The previous answer', 'The options above'],
  ...['Sowohl A als auch B', 'A und B', 'Nur B', 'Antworten 1 und 2', 'Die ersten beiden', 'Weder A noch B'],
  ...['Die erste und die dritte Antwort', 'Die vorige Antwort'],
])('%j names others by place', (text) => {
  expect([isAboutOthers(text), namesByPlace(text)]).toEqual([false, true]);
});

test.each([
  ...['Leaves', 'A', '1', 'The first request', 'All requests are logged', 'None of the pods is ready', '1 and 3'],
  ...['All of the containers share one kernel', 'Both containers', 'The last one wins', 'Only the owner', 'Port 8080'],
  ...[
    'Alle Anfragen',
    'Die erste Anfrage',
    'Keine Antwort vom Server',
    'The answer is cached',
    'It is mentioned above',
  ],
  ...['`kubectl get all`', 'A pod and a service', 'Nothing happens', 'Option to retry', 'x'.repeat(5_000)],
])('%j speaks for itself', (text) => {
  expect([isAboutOthers(text), namesByPlace(text)]).toEqual([false, false]);
});
