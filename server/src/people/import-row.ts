import { PersonNameSchema } from '@academy/contract/account';
import { EmailSchema } from '@academy/contract/email';
import { GROUP_SEPARATORS, GroupNameSchema } from '@academy/contract/groups';
import type { ImportRow } from '@academy/contract/people-import';
import { inputWords } from '@academy/contract/rules/input-words';
import { isMisreadUtf8, LOST_LETTER } from '@academy/contract/rules/text-encoding';
import * as v from 'valibot';
import { peopleImportTexts } from './people-import-texts.ts';

/** The wanted values of a row; null: unchanged. */
export interface WantedPerson {
  email: string;
  firstName: string | null;
  lastName: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  isAdmin: boolean | null;
  /** The groups of imports; an empty list takes the person out of all of them. */
  groups: string[] | null;
}

/** As spreadsheets write them in English and German. */
const YES = ['yes', 'true', '1', 'ja', 'wahr'];
const NO = ['no', 'false', '0', 'nein', 'falsch'];
/** A formula, or what spreadsheets show in place of a value: `#NAME?`, `#NV`, `#DIV/0!`, `####`, `1,23E+15`. */
const SPREADSHEET_ERROR = /^(?:#[\p{Lu}\d/]+[!?]?$|#+$|=.*[(|!"*/+&\d]|\d+(?:[.,]\d+)?E[+-]?\d+$)/u;
/** A day as spreadsheets write it in German: `31.12.2030`, also with the time of its begin. */
const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: 0?0:00(?::00)?)?$/;
/** In place of groups: the person is in none by imports. */
const NO_GROUPS = '-';
const MOMENT = v.union([v.pipe(v.string(), v.isoDate()), v.pipe(v.string(), v.isoTimestamp())]);

/** Reads a row. @returns its wanted values, or a text about what is wrong with it */
export function readImportRow(row: ImportRow): { wanted: WantedPerson } | { problem: string } {
  const email = v.safeParse(EmailSchema, row.email.trim());
  if (!email.success)
    return {
      problem: row.email.trim() === '' ? peopleImportTexts.missing({ field: 'email' }) : peopleImportTexts.noEmail,
    };
  const names: Pick<WantedPerson, 'firstName' | 'lastName'> = { firstName: null, lastName: null };
  for (const field of ['firstName', 'lastName'] as const) {
    if (row[field].trim() === '') continue;
    const broken = brokenName(row[field].trim());
    if (broken !== null) return { problem: broken({ field, name: row[field].trim() }) };
    const name = v.safeParse(PersonNameSchema, row[field], { message: inputWords });
    if (!name.success) return { problem: `${field}: ${name.issues[0].message}` };
    names[field] = name.output;
  }
  const startsAt = momentOf(row.proStartsAt, 'T00:00:00Z');
  if (startsAt === undefined) return { problem: peopleImportTexts.day({ field: 'proStartsAt' }) };
  const endsAt = momentOf(row.proEndsAt, 'T23:59:59.999Z');
  if (endsAt === undefined) return { problem: peopleImportTexts.day({ field: 'proEndsAt' }) };
  if (startsAt !== null && endsAt === null) return { problem: peopleImportTexts.missing({ field: 'proEndsAt' }) };
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) return { problem: peopleImportTexts.laterThanStart };
  const role = row.isAdmin.trim().toLowerCase();
  if (role !== '' && ![...YES, ...NO].includes(role)) return { problem: peopleImportTexts.role };
  const groups = groupsOf(row.groups);
  if ('problem' in groups) return groups;
  const isAdmin = role === '' ? null : YES.includes(role);
  return { wanted: { email: email.output, ...names, startsAt, endsAt, isAdmin, groups: groups.names } };
}

/** The groups that a row names, each once; null for an empty field. */
function groupsOf(field: string): { names: string[] | null } | { problem: string } {
  if (field.trim() === '') return { names: null };
  if (field.trim() === NO_GROUPS) return { names: [] };
  const names = new Map<string, string>();
  for (const given of field.split(GROUP_SEPARATORS)) {
    if (given.trim() === '') continue;
    const broken = brokenName(given.trim());
    if (broken !== null) return { problem: broken({ field: 'groups', name: given.trim() }) };
    const name = v.safeParse(GroupNameSchema, given, { message: inputWords });
    if (!name.success) return { problem: `groups: ${name.issues[0].message}` };
    names.set(name.output.toLowerCase(), name.output);
  }
  return { names: [...names.values()] };
}

/** @returns the text about a name that is not what somebody wrote; null for all others */
function brokenName(name: string): ((values: { field: string; name: string }) => string) | null {
  if (name.includes(LOST_LETTER)) return peopleImportTexts.lostLetter;
  if (isMisreadUtf8(name)) return peopleImportTexts.misread;
  return SPREADSHEET_ERROR.test(name) ? peopleImportTexts.spreadsheetError : null;
}

/** @param time appended to a day. @returns undefined for a text that is neither a day nor a moment after 1970 */
function momentOf(text: string, time: string): Date | null | undefined {
  const given = text
    .trim()
    .replace(GERMAN_DAY, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    );
  if (given === '') return null;
  if (!v.is(MOMENT, given)) return undefined;
  const isDay = given.length === 10;
  const at = new Date(isDay ? given + time : given);
  if (Number.isNaN(at.getTime()) || at.getTime() < 0) return undefined;
  // Rejects days such as February 31.
  return isDay && !at.toISOString().startsWith(given) ? undefined : at;
}
