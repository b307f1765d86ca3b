import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplePeople } from '@academy/samples/people';
import { Client } from 'pg';

/** The address of the PostgreSQL that an academy started; its port and socket are in the data folder. */
export function databaseUrlOf(dataFolder: string): string | null {
  const note = join(dataFolder, 'pg/postmaster.pid');
  if (!existsSync(note)) return null;
  const lines = readFileSync(note, 'utf8').split('\n');
  return `postgres://academy@localhost:${lines[3]}/postgres?host=${encodeURIComponent(lines[4] ?? '')}`;
}

/**
 * Adds a person to an academy with the password of the sample learner, by one SQL statement: `./academy user add` would
 * take longer, also because it hashes the password.
 *
 * @param isPro a Pro member, for another eleven months
 * @returns the e-mail address
 */
export async function addPerson(
  databaseUrl: string,
  firstName: string,
  lastName: string,
  isPro: boolean,
): Promise<string> {
  const email = `${firstName}.${lastName}.${randomBytes(4).toString('hex')}@example.org`.toLowerCase();
  const model = samplePeople.find(({ role }) => role === 'learner')?.email;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `with added as (
         insert into account (email, first_name, last_name, password_hash, email_verified)
         select $1, $2, $3, password_hash, true from account where email = $4
         returning account_id
       )
       insert into person (issuer, subject, email, first_name, last_name, email_verified, pro_starts_at, pro_ends_at)
       select issuer, added.account_id::text, $1, $2, $3, true,
              case when $5 then now() - interval '1 month' end, case when $5 then now() + interval '11 months' end
       from person, added where person.email = $4`,
      [email, firstName, lastName, model, isPro],
    );
    if (rowCount !== 1) throw new Error(`${email} was not added`);
  } finally {
    await client.end();
  }
  return email;
}
