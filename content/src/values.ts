import { ContentIdSchema, type EntitlementTag, SlugSchema, type Status } from '@academy/contract/entities';
import { isNearly } from '@academy/contract/rules/near-names';
import * as v from 'valibot';
import type { Fields, Located } from './fields.ts';
import type { FindingList } from './finding-list.ts';
import { shortened } from './text-source.ts';

/** Position in lists of items without one: after all others. */
export const LAST = 1_000_000;

/** Fields that every item, lesson and module has. */
export interface Names {
  id: Located<string>;
  slug: Located<string>;
  title: string;
  status: Status;
}

/**
 * Reads id, slug, title and status. A missing or malformed id or slug is fatal; the returned texts are then empty.
 *
 * @param titleField name of the title's field (`name` for people)
 */
export function readNames(fields: Fields, findings: FindingList, titleField = 'title'): Names {
  const id = readName(fields, 'id', ContentIdSchema, findings);
  const slug = readName(fields, 'slug', SlugSchema, findings);
  let title = fields.string(titleField) ?? '';
  if (title === '') {
    const message = `"${titleField}" is missing; the slug stands in for it. Add "${titleField}": "..."`;
    findings.error('title-missing', fields.file, fields.lineOf(titleField), message);
    title = slug.value;
  }
  return { id, slug, title, status: readStatus(fields, findings) };
}

function readName(
  fields: Fields,
  name: 'id' | 'slug',
  schema: typeof ContentIdSchema | typeof SlugSchema,
  findings: FindingList,
): Located<string> {
  const line = fields.lineOf(name);
  const value = fields.string(name);
  if (value === null || value === '') {
    findings.fatal(`${name}-missing`, fields.file, line, `"${name}" is missing; add "${name}": "..."`);
    return { value: '', line };
  }
  if (!v.is(schema, value)) {
    const message = `"${shortened(value, 60)}" cannot be a${name === 'id' ? 'n id' : ' slug'}: use at most 200 letters, digits, dashes, dots and underscores, starting with a letter or digit`;
    findings.fatal(`${name}-malformed`, fields.file, line, message);
    return { value: '', line };
  }
  return { value, line };
}

function readStatus(fields: Fields, findings: FindingList): Status {
  const line = fields.lineOf('status');
  const value = fields.string('status')?.toLowerCase();
  if (value === 'live' || value === 'unlisted' || value === 'draft') return value;
  if (value === undefined && !fields.has('status')) {
    findings.warning(
      'status-missing',
      fields.file,
      line,
      '"status" is missing; "live" was assumed. Add "status": "live"',
    );
    return 'live';
  }
  // An item with an invalid status stays hidden rather than published by mistake.
  const message = `status "${shortened(value ?? '', 40)}" is unknown; "draft" was used. Write live, unlisted or draft`;
  findings.error('status-unknown', fields.file, line, message);
  return 'draft';
}

/** Reads the entitlements; null when the field is absent. An invalid value locks (`pro`) instead of opening. */
export function readEntitlements(fields: Fields, findings: FindingList): EntitlementTag[] | null {
  if (!fields.has('entitlements')) return null;
  const list = fields.strings('entitlements');
  if (list === null) return ['pro'];
  const tags = new Set<EntitlementTag>();
  for (const { value, line } of list) {
    const tag = value.toLowerCase();
    if (tag === 'auth' || tag === 'pro') {
      tags.add(tag);
      continue;
    }
    const message = `entitlement "${shortened(value, 40)}" is unknown; the content is locked for all but Pro members until it says auth, pro or nothing`;
    findings.error('entitlement-unknown', fields.file, line, message);
    tags.add('pro');
  }
  return [...tags].sort();
}

/** Lower case, spaces to dashes: authors spell one topic in several ways. */
export function tagSlug(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '-');
}

/** The levels that learners filter by. */
const LEVELS = ['beginner', 'intermediate', 'advanced'];

/** The level in normal form; null when there is none. */
export function readLevel(fields: Fields, findings: FindingList): string | null {
  return levelIn(fields.string('level') ?? '', { file: fields.file, line: fields.lineOf('level') }, findings);
}

/** A level in normal form; null for an empty one. An unknown one is kept and reported. */
export function levelIn(text: string, at: { file: string; line: number }, findings: FindingList): string | null {
  const level = tagSlug(text);
  if (level === '' || LEVELS.includes(level)) return level || null;
  const meant = LEVELS.find((known) => isNearly(level, known));
  const advice = meant === undefined ? `Known are ${LEVELS.join(', ')}` : `Did you mean "${meant}"?`;
  const message = `level "${shortened(text, 40)}" is unknown and becomes a filter of its own. ${advice}`;
  findings.warning('level-unknown', at.file, at.line, message);
  return level;
}

/** Topics or other tags in normal form, each once. */
export function readTags(fields: Fields, name: string): string[] {
  const tags = (fields.strings(name) ?? []).map(({ value }) => tagSlug(value)).filter((tag) => tag !== '');
  return [...new Set(tags)];
}

/** Ids of instructors, each once; malformed ones are reported and left out. */
export function readInstructors(fields: Fields, findings: FindingList): string[] | null {
  const list = fields.strings('instructors');
  if (list === null) return null;
  const ids = list.filter(({ value, line }) => {
    if (v.is(ContentIdSchema, value)) return true;
    findings.error('instructor-malformed', fields.file, line, `"${shortened(value, 60)}" is not an instructor's id`);
    return false;
  });
  return [...new Set(ids.map(({ value }) => value))];
}
