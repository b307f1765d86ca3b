import type { Ability } from '@academy/contract/abilities';
import { type AccessToken, TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS } from '@academy/contract/personal-access-tokens';
import { tokenTexts } from './token-texts.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;
/** Clocks may differ a little: the longest token ends this much before its limit, ms. */
const CLOCKS_MS = 60_000;
const MAX_NAME_LENGTH = 80;

/** What an ability lets its bearer do, in a few words. */
export const ABILITY_TEXTS: Readonly<Record<Ability, string>> = {
  get 'content:write'() {
    return tokenTexts.contentWrite;
  },
  get 'alerts:write'() {
    return tokenTexts.alertsWrite;
  },
  get 'users:read'() {
    return tokenTexts.usersRead;
  },
  get 'users:write'() {
    return tokenTexts.usersWrite;
  },
  get 'stats:read'() {
    return tokenTexts.statsRead;
  },
  get 'progress:read'() {
    return tokenTexts.progressRead;
  },
  get 'learning:read'() {
    return tokenTexts.learningRead;
  },
  get 'ledger:read'() {
    return tokenTexts.ledgerRead;
  },
  get 'reports:read'() {
    return tokenTexts.reportsRead;
  },
};

/** How near the end of a token is. */
export function endOf({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: number): 'ended' | 'soon' | 'later' {
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? 'ended' : left < SOON_DAYS * DAY_MS ? 'soon' : 'later';
}

/** `2030-01-31`, so many days from now on the viewer's calendar. */
export function dayAfter(days: number, now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The days that a token may end on, and the one that is proposed. */
export function endDays(now: Date): { first: string; proposed: string; last: string } {
  return { first: dayAfter(0, now), proposed: dayAfter(TOKEN_DEFAULT_DAYS, now), last: dayAfter(TOKEN_MAX_DAYS, now) };
}

/** The moment that a day of the viewer ends, but not later than a token may last; ISO 8601. */
export function momentOf(day: string, now: Date): string {
  const end = new Date(`${day}T23:59:59`).getTime();
  return new Date(Math.min(end, now.getTime() + TOKEN_MAX_DAYS * DAY_MS - CLOCKS_MS)).toISOString();
}

export interface TokenForm {
  name: string;
  abilities: readonly Ability[];
  /** `2030-01-31`, or empty. */
  day: string;
}
export type TokenField = 'name' | 'abilities' | 'scopes' | 'expiresAt';
export type Problems = Readonly<Partial<Record<TokenField, string>>>;

/** Validation errors of a form, by field; the server validates the same. */
export function problemsOf({ name, abilities, day }: TokenForm, now: Date): Problems {
  const { first, last } = endDays(now);
  const length = name.trim().length;
  const problems: Partial<Record<TokenField, string>> = {};
  if (length === 0) problems.name = tokenTexts.nameRequired;
  if (length > MAX_NAME_LENGTH) problems.name = tokenTexts.nameTooLong({ max: MAX_NAME_LENGTH });
  if (abilities.length === 0) problems.abilities = tokenTexts.chooseAbility;
  if (day === '') problems.expiresAt = tokenTexts.endRequired;
  else if (day < first) problems.expiresAt = tokenTexts.endInPast;
  else if (day > last) problems.expiresAt = tokenTexts.tooLong({ days: TOKEN_MAX_DAYS });
  return problems;
}

/** The scopes in a text, between commas or blanks; none: everything that the owner may publish. */
export function scopesOf(text: string): { scopes?: string[] } {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== '');
  return scopes.length === 0 ? {} : { scopes };
}

/** The columns that a list of tokens can have. */
export type TokenColumn = 'name' | 'owner' | 'tenant' | 'abilities' | 'created' | 'ends' | 'used' | 'id';
