import { type Membership, membershipOf, presentRow } from '@academy/server/people/people.present';
import type { PersonRow } from '@academy/server/people/people.store';
import { defineCommand, EXIT, numberOption, usageProblem } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { printable } from '../../table.ts';
import {
  BY_OPERATOR,
  DATA,
  EMAIL,
  explainingRefusals,
  findPerson,
  ID,
  JSON_OPTION,
  rightsOf,
  settingsOf,
} from './people.ts';

const COMMAND = 'user grant-pro';

export const userGrantPro = defineCommand({
  name: COMMAND,
  summary: 'Grant, extend or end Pro membership.',
  details: [
    'A membership that runs is extended: its start stays, and --months counts from its end.',
    'Other administrators are told by mail.',
  ],
  options: {
    email: EMAIL,
    id: ID,
    until: { type: 'string', value: '<date>', about: 'Last day, such as 2030-12-31 (UTC)' },
    months: { type: 'string', value: '<n>', about: 'Months that it lasts, or lasts longer, 1 to 120' },
    end: { type: 'boolean', about: 'End the membership now' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const now = new Date();
    const months = numberOption(values.months, 'months', { min: 1, max: 120 }, COMMAND);
    const until = values.until === undefined ? undefined : lastMomentOf(values.until);
    const given = [months, until, values.end === true ? true : undefined].filter((value) => value !== undefined);
    if (given.length !== 1) throw usageProblem('Give one of --until, --months and --end.', COMMAND);
    if (until !== undefined && until <= now) throw usageProblem('--until must be a day to come.', COMMAND);

    const settings = settingsOf(values.data, terminal);
    const person = await withDatabase(settings, async ({ db }) => {
      const row = await findPerson(db, values, COMMAND);
      const membership = values.end === true ? null : extended(row, now, until, months ?? 0);
      const rights = await rightsOf(db, settings);
      const written = await explainingRefusals(rights.setMembership(row.personId, membership, BY_OPERATOR));
      return presentRow(written, now.getTime());
    });
    const { email, membership } = person;
    if (values.json === true) terminal.out(JSON.stringify({ email, membership }));
    else if (membership === null) terminal.out(`${printable(email)} has no Pro membership any more.`);
    else terminal.out(`${printable(email)} has Pro membership until ${membership.endsAt.slice(0, 10)}.`);
    return EXIT.ok;
  },
});

/** The new period of a membership that is granted now, or was granted before and is active. */
function extended(row: PersonRow, now: Date, until: Date | undefined, months: number): Membership {
  const { isPro, membership } = membershipOf(row, now.getTime());
  const running = isPro ? membership : null;
  const startsAt = running?.startsAt ?? now;
  return { startsAt, endsAt: until ?? monthsAfter(running?.endsAt ?? now, months) };
}

/** The same day of a later month, or that month's last one. */
export function monthsAfter(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + months);
  // January 31 plus a month would be March 3.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
}

function lastMomentOf(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59.000Z`) : new Date(Number.NaN);
  // 2030-02-31 would become a day in March.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw usageProblem(`--until must be a day such as 2030-12-31, not "${text}".`, COMMAND);
  return day;
}
