import * as v from 'valibot';
import { setting } from '../settings/setting.ts';
import { named } from '../settings/setting-types.ts';

interface Period {
  /** What is deleted. */
  about: string;
  /** Days after which it is; null: never. */
  days: number | null;
  /** Fewest days that a setting may choose: something would break with less. Null: the period is part of the product. */
  min: number | null;
}

/**
 * Which records are deleted, and when. Progress and certificates are no part of it: they stay until their person is removed,
 * as `leavers` does with people whom their directory has deleted.
 * The newest 50 versions of each content are kept by publishing, and keys of repeated requests go with their records.
 */
export const RETENTION_PERIODS = {
  audit: { about: 'Audit log', days: null, min: 30 },
  mail: { about: 'Mails, sent or not', days: 30, min: 7 },
  deliveries: { about: 'Deliveries of webhooks', days: 30, min: 7 },
  notifications: { about: 'Which notifications were sent, so that none comes twice', days: 180, min: 180 },
  pageViews: { about: 'Page views of a day', days: null, min: 30 },
  labs: { about: 'Labs that have ended, with the files that their learners kept', days: null, min: 1 },
  contact: { about: 'Contact messages', days: null, min: 1 },
  feedback: { about: 'Feedback', days: null, min: 1 },
  imports: { about: 'Imports of people, which can be undone until then', days: null, min: 1 },
  leavers: { about: 'People whom their directory has deleted, with everything about them', days: 90, min: 1 },
  visitorAttempts: { about: 'Knowledge checks of visitors', days: 1, min: null },
  impersonations: { about: 'Impersonations, after their end', days: 1, min: null },
  drafts: { about: 'Drafts of content, after their links have expired', days: 30, min: null },
  deletedAlerts: { about: 'Deleted alerts, which can be restored until then', days: 1, min: null },
  devices: { about: 'Browsers of an account that were not used', days: 365, min: null },
  signIn: { about: 'Sessions and tokens of log-ins, after their end', days: 0, min: null },
  codes: { about: 'Codes and links in mails, after their end', days: 0, min: null },
  limits: { about: 'Counts of attempts to log in and of other limits, after their end', days: 0, min: null },
} as const satisfies Record<string, Period>;

export type RetentionName = keyof typeof RETENTION_PERIODS;
export const RETENTION_NAMES = Object.keys(RETENTION_PERIODS) as RetentionName[];

/** Days by name, null: never deleted. */
export type Retention = Readonly<Record<RetentionName, number | null>>;

const CHOOSABLE = RETENTION_NAMES.filter((name) => RETENTION_PERIODS[name].min !== null);
const USUAL = Object.fromEntries(RETENTION_NAMES.map((name) => [name, RETENTION_PERIODS[name].days])) as Retention;

/** `400d` in days; null for `forever`; undefined when it is neither. */
function daysOf(text: string): number | null | undefined {
  if (text === 'forever') return null;
  const [, digits] = /^(\d{1,5})d$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** `audit=400d,mail=forever`: what is left out keeps its usual period. */
const RetentionSchema = v.pipe(
  named(CHOOSABLE),
  v.rawTransform(({ dataset, addIssue, NEVER }): Retention => {
    const chosen: Partial<Record<RetentionName, number | null>> = {};
    for (const [name, text] of Object.entries(dataset.value)) {
      const days = daysOf(text);
      const min = RETENTION_PERIODS[name as RetentionName].min ?? 0;
      if (days === undefined) addIssue({ message: `for ${name} must be days such as 400d, or forever` });
      else if (days !== null && days < min) addIssue({ message: `for ${name} must be at least ${min}d` });
      else chosen[name as RetentionName] = days;
      if (chosen[name as RetentionName] === undefined) return NEVER;
    }
    return { ...USUAL, ...chosen };
  }),
);

export const RETENTION_SETTINGS = {
  retention: setting(
    'ACADEMY_RETENTION',
    RetentionSchema,
    USUAL,
    'How long records are kept, in days: `audit=400d,contact=180d,mail=forever`. The names, and what is usual, are listed by `./academy retention`.',
  ),
} as const;
