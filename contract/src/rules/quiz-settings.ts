import type { Finding } from '../findings.ts';
import { ANSWERS_SHOWN, type AnswersShown } from './attempt-rules.ts';

/** A finding in a text whose file name is known to the caller only. */
export type TextFinding = Omit<Finding, 'file'>;

/** A value with its line number. */
export interface Setting<T> {
  value: T;
  line: number;
}

/** The settings of a knowledge check; absent ones are left out. */
export interface QuizSettings {
  nQuestions?: Setting<number>;
  passingGrade?: Setting<number>;
  customPassMsg?: Setting<string>;
  customFailMsg?: Setting<string>;
  shuffleQuestions?: Setting<boolean>;
  shuffleAnswers?: Setting<boolean>;
  enableRetry?: Setting<boolean>;
  attempts?: Setting<number>;
  timeLimit?: Setting<number>;
  pause?: Setting<number>;
  showAnswers?: Setting<AnswersShown>;
}

type Name = keyof QuizSettings;

/** All names, compared without case, dashes and underscores; null is accepted and ignored. */
const NAMES: Readonly<Record<string, Name | null>> = {
  nquestions: 'nQuestions',
  totalquestions: 'nQuestions',
  numberofquestions: 'nQuestions',
  passinggrade: 'passingGrade',
  passingmarks: 'passingGrade',
  custompassmsg: 'customPassMsg',
  passmessage: 'customPassMsg',
  customfailmsg: 'customFailMsg',
  failmessage: 'customFailMsg',
  shufflequestions: 'shuffleQuestions',
  shuffleanswers: 'shuffleAnswers',
  enableretry: 'enableRetry',
  attempts: 'attempts',
  maxattempts: 'attempts',
  timelimit: 'timeLimit',
  pause: 'pause',
  showanswers: 'showAnswers',
  primarycolor: null,
  secondarycolor: null,
  textcolor: null,
  locale: null,
  startonload: null,
};

interface ValueRule {
  expected: string;
  /** Undefined: not a valid value. */
  read(text: string): number | string | boolean | undefined;
}

const count: ValueRule = {
  expected: 'a whole number, 1 or more',
  read: (text) => (/^\d{1,6}$/.test(text) && Number(text) >= 1 ? Number(text) : undefined),
};
const percent: ValueRule = {
  expected: 'a number from 0 to 100',
  read: (text) => (/^\d{1,3}(?:\.\d{1,9})?$/.test(text) && Number(text) <= 100 ? Number(text) : undefined),
};
const words: ValueRule = {
  expected: 'a text of at most 2,000 characters',
  read: (text) => (text !== '' && text.length <= 2_000 ? text : undefined),
};
const minutes: ValueRule = {
  expected: 'minutes, 1 to 10,080',
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 10_080 ? Number(text) : undefined),
};
const answersShown: ValueRule = {
  expected: ANSWERS_SHOWN.join(', '),
  read: (text) => ANSWERS_SHOWN.find((one) => one === text.toLowerCase()),
};
const choice: ValueRule = {
  expected: 'true or false',
  read: (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined),
};

/** A setting for the parser and the reference. */
interface SettingRow extends ValueRule {
  /** The default value, as text. */
  fallback: string;
  about: string;
}

const RULES: Readonly<Record<Name, SettingRow>> = {
  nQuestions: { ...count, fallback: 'all', about: 'How many questions an attempt asks.' },
  passingGrade: {
    ...percent,
    fallback: 'every attempt passes',
    about: 'Share of right answers that passes, in percent.',
  },
  customPassMsg: { ...words, fallback: 'a message of the academy', about: 'Shown with an attempt that passed.' },
  customFailMsg: { ...words, fallback: 'a message of the academy', about: 'Shown with one that did not.' },
  shuffleQuestions: { ...choice, fallback: 'false', about: 'Asks in another order each time.' },
  shuffleAnswers: {
    ...choice,
    fallback: 'false',
    about:
      'Shows options in another order each time; "all of the above" keeps its place. A question may say so for itself.',
  },
  enableRetry: { ...choice, fallback: 'true', about: 'Allows another attempt; `false` is `attempts: 1`.' },
  attempts: {
    ...count,
    fallback: 'any number',
    about: 'How many attempts a learner has. Administrators and instructors can grant another one.',
  },
  timeLimit: {
    ...minutes,
    fallback: 'none',
    about: 'Minutes from the beginning of an attempt to its end, when it is submitted with what was answered.',
  },
  pause: { ...minutes, fallback: 'none', about: 'Minutes between a failed attempt and the next one.' },
  showAnswers: {
    ...answersShown,
    fallback: 'after-passing',
    about: 'When a result shows which options are right, and why: with every result, once it is passed, or never.',
  },
};

/** Every setting with its spellings, for the reference. */
export const QUIZ_SETTING_ROWS = Object.entries(RULES).map(([name, { expected, fallback, about }]) => ({
  ...{ name, expected, fallback, about },
  otherNames: Object.entries(NAMES).flatMap(([other, meant]) =>
    meant === name && other !== name.toLowerCase() ? [other] : [],
  ),
}));

/**
 * Parses lines of the form `name: value`. An invalid one gives a finding, and the default applies.
 *
 * @param first number of the first line in the file, counted from 1
 * @param allowed the settings that are valid here
 */
export function readSettings(
  lines: readonly string[],
  first: number,
  allowed: readonly Name[],
  findings: TextFinding[],
): QuizSettings {
  const settings: Partial<Record<Name, Setting<number | string | boolean>>> = {};
  lines.forEach((raw, at) => {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) return;
    const line = first + at;
    const written = /^[A-Za-z][\w-]{0,60}(?=[ \t]*:)/.exec(text)?.[0];
    if (written === undefined) {
      const message = `"${shortened(text)}" is not a setting; write name: value`;
      findings.push({ line, severity: 'error', code: 'quiz-header-syntax', message });
      return;
    }
    const key = written.toLowerCase().replace(/[-_]/g, '');
    const name = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
    if (name === null && allowed.length > 1) return;
    if (name === undefined || name === null || !allowed.includes(name)) {
      const message = `"${written}" is not a setting that can stand here; it was ignored. Known are ${allowed.join(', ')}`;
      findings.push({ line, severity: 'warning', code: 'quiz-setting-unknown', message });
      return;
    }
    const given = unquoted(text.slice(written.length).trimStart().slice(1).trim());
    const value = RULES[name].read(given);
    if (value === undefined) {
      const message = `${written} is "${shortened(given)}"; expected ${RULES[name].expected}`;
      findings.push({ line, severity: 'error', code: 'quiz-setting-value', message });
      return;
    }
    settings[name] = { value, line };
  });
  // Each rule returns values of its own setting's type.
  return settings as QuizSettings;
}

export const QUIZ_SETTINGS = Object.keys(RULES) as Name[];

function unquoted(text: string): string {
  const quote = text[0];
  if ((quote !== '"' && quote !== "'") || text.length < 2 || text.at(-1) !== quote) return text;
  const inner = text.slice(1, -1);
  return quote === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'");
}

/** Shortens a text for messages. */
export function shortened(text: string): string {
  const line = text.replace(/\s/g, ' ').slice(0, 80);
  return text.length > 80 ? `${line.toWellFormed()}…` : line;
}
