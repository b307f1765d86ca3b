import type { Alert, AlertAudience, AlertLevel, AlertWords } from '../../api/alerts-admin.ts';
import { alertTexts } from './alert-texts.ts';

/** Longest message; the server enforces the same. */
export const MESSAGE_MAX = 2_000;

export const levelNames = (): Readonly<Record<AlertLevel, string>> => ({
  info: alertTexts.info,
  warning: alertTexts.warning,
  success: alertTexts.success,
});
export const audienceNames = (): Readonly<Record<AlertAudience, string>> => ({
  all: alertTexts.everybody,
  'signed-in': alertTexts.signedIn,
  pro: alertTexts.pro,
});

/** An alert as it is being written: what the fields hold. */
export interface AlertDraft {
  /** The academies that get it. */
  tenantIds: readonly string[];
  message: string;
  level: AlertLevel;
  audience: AlertAudience;
  actionText: string;
  actionUrl: string;
  /** Moments of the viewer's clock, `2030-01-31T09:00`; empty: at once, and until it is deleted. */
  from: string;
  to: string;
}
export type AlertField = keyof AlertDraft;
export type AlertProblems = Readonly<Partial<Record<AlertField, string>>>;

export const fieldNames = (): Readonly<Record<AlertField, string>> => ({
  tenantIds: alertTexts.academies,
  message: alertTexts.message,
  level: alertTexts.level,
  audience: alertTexts.shownTo,
  actionText: alertTexts.linkText,
  actionUrl: alertTexts.linkAddress,
  from: alertTexts.from,
  to: alertTexts.to,
});

/** The field of the form for one of the server's; null where it has none. */
export const alertFieldOf = (name: string): AlertField | null =>
  Object.hasOwn(fieldNames(), name) ? (name as AlertField) : null;

/** An empty alert. */
export const emptyDraft = (tenantId: string): AlertDraft => ({
  tenantIds: [tenantId],
  message: '',
  level: 'info',
  audience: 'all',
  actionText: '',
  actionUrl: '',
  from: '',
  to: '',
});

/** The fields of an alert that exists. */
export const draftOf = ({ tenantId, source, level, audience, actionText, actionUrl, from, to }: Alert): AlertDraft => ({
  tenantIds: [tenantId],
  message: source,
  level,
  audience,
  actionText: actionText ?? '',
  actionUrl: actionUrl ?? '',
  from: localMoment(from),
  to: localMoment(to),
});

/** What is wrong with a draft, by field; where links lead and what is left of the message is decided by the server. */
export function problemsOf({ tenantIds, message, from, to }: AlertDraft): AlertProblems {
  const problems: Partial<Record<AlertField, string>> = {};
  if (tenantIds.length === 0) problems.tenantIds = alertTexts.chooseAcademy;
  if (message.trim() === '') problems.message = alertTexts.messageRequired;
  else if (message.trim().length > MESSAGE_MAX) problems.message = alertTexts.messageTooLong;
  if (from !== '' && !isLocalMoment(from)) problems.from = alertTexts.noSuchTime;
  if (to !== '' && !isLocalMoment(to)) problems.to = alertTexts.noSuchTime;
  else if (from !== '' && to !== '' && from >= to) problems.to = alertTexts.endBeforeStart;
  return problems;
}

/** The input of the call. @param before the alert that is changed: an unedited time stays exact to the millisecond */
export function wordsOf(draft: AlertDraft, before: Pick<Alert, 'from' | 'to'> | null): AlertWords {
  const { message, level, audience, actionText, actionUrl } = draft;
  const momentOf = (field: 'from' | 'to') => {
    const known = before?.[field] ?? null;
    if (localMoment(known) === draft[field]) return known;
    return draft[field] === '' ? null : new Date(draft[field]).toISOString();
  };
  return {
    message: message.trim(),
    level,
    audience,
    actionText: actionText.trim() || null,
    actionUrl: actionUrl.trim() || null,
    from: momentOf('from'),
    to: momentOf('to'),
  };
}

/** A moment on the viewer's clock, as a field for date and time holds it; empty for none. */
export function localMoment(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Whether a field holds a time that the viewer's clock shows: not the hour that is left out when summer time begins. */
export function isLocalMoment(local: string): boolean {
  const at = Date.parse(local);
  return !Number.isNaN(at) && localMoment(new Date(at).toISOString()) === local;
}

/** Whether an alert is shown at a moment, ms since 1970. */
export function stateOf({ from, to }: Pick<Alert, 'from' | 'to'>, now: number): string {
  if (from !== null && Date.parse(from) > now) return alertTexts.planned;
  return to !== null && Date.parse(to) <= now ? alertTexts.over : alertTexts.shown;
}
