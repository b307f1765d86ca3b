import { NO_PASSWORD } from '@academy/identity/passwords';
import { type SQL, sql } from 'drizzle-orm';
import { directoryPerson } from '../db/provisioning-tables.ts';
import type { Queries } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import type { Resource } from './scim-attributes.ts';
import type { Columns } from './scim-filter-sql.ts';

/** A person of a directory with what the academy knows of them. */
export interface UserRow {
  /** Of the resource, as the directory knows it. */
  id: string;
  personId: string;
  externalId: string | null;
  userName: string;
  isActive: boolean;
  attributes: Resource;
  version: number;
  createdAt: Date;
  changedAt: Date;
  /** Of the account, which need not be there. */
  subject: string;
  isAdmin: boolean;
  /** Address of the account; null where there is none yet. */
  accountEmail: string | null;
  hasEnded: boolean;
}

/** What is stored of a person. */
export interface UserValues {
  userName: string;
  externalId: string | null;
  isActive: boolean;
  attributes: Resource;
  /** Names in the academy; of a new person without names the userName. */
  firstName: string;
  lastName: string;
  /** Whether the directory sent names: those that the person has stay otherwise. */
  hasNames: boolean;
  /** The address of the account, of a proved domain; null: the directory has sent none that counts. */
  email: string | null;
  language: string | null;
}

/** Whose account an address leads to. */
export interface Holder {
  accountId: string;
  personId: string | null;
  isVerified: boolean;
  /** The directory that the account logs in with, and the one that describes its person. */
  ofDirectory: string | null;
  describedBy: string | null;
}

const attribute = (name: string): SQL => sql`(${directoryPerson.attributes} ->> ${sql.raw(`'${name}'`)})`;
const nameOf = (part: string): SQL => sql`(${directoryPerson.attributes} -> 'name' ->> ${sql.raw(`'${part}'`)})`;

/** The id by which the directory knows a person. */
const RESOURCE_ID = sql`coalesce(${directoryPerson.formerId}, ${directoryPerson.personId})`;

export const USER_COLUMNS: Columns = {
  id: { kind: 'id', of: RESOURCE_ID },
  username: { kind: 'text', of: sql`${directoryPerson.userName}` },
  externalid: { kind: 'text', of: sql`${directoryPerson.externalId}`, exact: true },
  active: { kind: 'boolean', of: sql`${directoryPerson.isActive}` },
  displayname: { kind: 'text', of: attribute('displayName') },
  preferredlanguage: { kind: 'text', of: attribute('preferredLanguage') },
  'name.givenname': { kind: 'text', of: nameOf('givenName') },
  'name.familyname': { kind: 'text', of: nameOf('familyName') },
  'name.formatted': { kind: 'text', of: nameOf('formatted') },
  'meta.created': { kind: 'moment', of: sql`${directoryPerson.createdAt}` },
  'meta.lastmodified': { kind: 'moment', of: sql`${directoryPerson.changedAt}` },
  emails: { kind: 'entries', of: attribute('emails') },
  groups: {
    kind: 'ids',
    has: (id) => sql`exists (select from group_member
      where group_member.person_id = ${directoryPerson.personId} and group_member.group_id = ${id})`,
    any: sql`exists (select from group_member where group_member.person_id = ${directoryPerson.personId})`,
  },
};

/** The people that one directory describes. */
export function scimUsersStore(db: Queries, directoryId: string) {
  const listed = sql`${directoryPerson.directoryId} = ${directoryId} and ${directoryPerson.deletedAt} is null`;

  /** @param rest what follows the conditions */
  async function select(where: SQL, rest = sql``): Promise<UserRow[]> {
    const { rows } = await db.execute<Record<keyof UserRow, unknown>>(sql`
      select ${RESOURCE_ID} as id, directory_person.person_id as "personId", external_id as "externalId", user_name as "userName",
        is_active as "isActive", attributes, version, directory_person.created_at as "createdAt",
        changed_at as "changedAt", subject, is_admin as "isAdmin", account.email as "accountEmail",
        account.ended_at is not null as "hasEnded"
      from directory_person join person using (person_id)
        left join account on account.account_id = ${uuidOfText(sql`person.subject`)}
      where ${where} ${rest}`);
    return rows.map((row) => ({
      ...(row as unknown as UserRow),
      createdAt: new Date(row.createdAt as string),
      changedAt: new Date(row.changedAt as string),
    }));
  }

  const isOne = (id: string) => sql`${listed}
    and (${directoryPerson.personId} = ${uuidOfText(id)} or ${directoryPerson.formerId} = ${uuidOfText(id)})`;

  /** Values of the row as the directory describes it. */
  const described = ({ externalId, userName, isActive, attributes }: UserValues) =>
    sql`${externalId}, ${userName}, ${isActive}, ${JSON.stringify(attributes)}::jsonb`;

  return {
    async byId(id: string): Promise<UserRow | null> {
      return (await select(isOne(id)))[0] ?? null;
    },

    /** The row, and its person, locked until the transaction ends. */
    async locked(id: string): Promise<UserRow | null> {
      return (await select(isOne(id), sql`for update of directory_person, person`))[0] ?? null;
    },

    /** A page in the order in which people were added. @param where null: all */
    async page(where: SQL | null, from: number, max: number): Promise<UserRow[]> {
      if (max === 0) return [];
      // Finding the rows of the page first reads nothing but the index of what comes before them.
      const found = sql`select person_id from directory_person where ${listed} and ${where ?? sql`true`}
        order by created_at, person_id offset ${from} limit ${max}`;
      return select(
        sql`directory_person.person_id in (${found})`,
        sql`order by directory_person.created_at, directory_person.person_id`,
      );
    },

    async count(where: SQL | null): Promise<number> {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from directory_person where ${listed} and ${where ?? sql`true`}`,
      );
      return rows[0]?.count ?? 0;
    },

    /** Groups of this directory by person. */
    async groupsOf(personIds: readonly string[]): Promise<Map<string, { groupId: string; name: string }[]>> {
      const { rows } = await db.execute<{ person: string; groupId: string; name: string }>(sql`
        select person_id as person, group_id as "groupId", name from group_member join learner_group using (group_id)
        where person_id = any(${sql.param([...personIds])}::uuid[]) and source = 'scim' and directory_id = ${directoryId}
        order by name`);
      const groups = new Map<string, { groupId: string; name: string }[]>();
      for (const { person, ...group } of rows) groups.set(person, [...(groups.get(person) ?? []), group]);
      return groups;
    },

    /**
     * Adds a person nobody knows yet, with an account where the address counts: one statement, because a first
     * synchronisation makes thousands.
     *
     * @param by writes the audit log's entry
     * @returns null when the address has an account, or the directory deleted the person before
     * @throws a unique violation when another person has the userName
     */
    async add(values: UserValues, by: string, correlationId: string | null): Promise<UserRow | null> {
      const { email, firstName, lastName, language, isActive } = values;
      const isNew = sql`not exists (select from directory_person
        where ${directoryPerson.directoryId} = ${directoryId} and deleted_at is not null and ${sameOf(values)})`;
      const [hasAccount, endedAt] = [email !== null, isActive ? null : new Date()];
      const account = hasAccount
        ? sql`insert into account (email, first_name, last_name, password_hash, email_verified, ended_at)
            select ${email}, ${firstName}, ${lastName}, ${NO_PASSWORD}, true, ${endedAt}::timestamptz where ${isNew}
            on conflict (lower(email)) do nothing returning account_id`
        : sql`select gen_random_uuid() as account_id where ${isNew}`;
      const details = JSON.stringify({ email: email ?? '', directory: directoryId });
      const { rows } = await db.execute<{ personId: string; createdAt: string; subject: string }>(sql`
        with place as (${account}), made as (
          insert into person (issuer, subject, email, first_name, last_name, email_verified, added_at, language)
          select ${EMBEDDED_ISSUER}, account_id::text, ${email ?? ''}, ${firstName}, ${lastName}, ${hasAccount}, now(),
            ${language}
          from place returning person_id, subject
        ), listed as (
          insert into directory_person (person_id, directory_id, external_id, user_name, is_active, attributes)
          select person_id, ${directoryId}, ${described(values)} from made returning person_id, created_at
        ), noted as (
          insert into audit_event (actor_name, action, target_kind, target_id, details, correlation_id)
          select ${by}, 'person.add', 'person', person_id::text, ${details}::jsonb, ${correlationId} from listed
        )
        select person_id as "personId", created_at as "createdAt", subject from listed join made using (person_id)`);
      const [row] = rows;
      if (row === undefined) return null;
      const createdAt = new Date(row.createdAt);
      const { externalId, userName, attributes } = values;
      return {
        ...{ externalId, userName, isActive, attributes, version: 1, createdAt, changedAt: createdAt },
        ...{
          id: row.personId,
          personId: row.personId,
          subject: row.subject,
          isAdmin: false,
          accountEmail: email,
          hasEnded: !isActive,
        },
      };
    },

    /** A person whom this directory has deleted, and who has not been removed yet; locked. */
    async deleted(values: Pick<UserValues, 'userName' | 'externalId'>): Promise<string | null> {
      const { rows } = await db.execute<{ personId: string }>(sql`
        select person_id as "personId" from directory_person
        where ${directoryPerson.directoryId} = ${directoryId} and deleted_at is not null and ${sameOf(values)}
        order by deleted_at desc limit 1 for update`);
      return rows[0]?.personId ?? null;
    },

    /** @param email in lower case; its account stays locked */
    async holderOf(email: string): Promise<Holder | null> {
      const { rows } = await db.execute<Record<keyof Holder, unknown>>(sql`
        select account.account_id as "accountId", person.person_id as "personId", email_verified_of as "isVerified",
          directory_account.directory_id as "ofDirectory", directory_person.directory_id as "describedBy"
        from (select account_id, email_verified as email_verified_of from account where lower(email) = ${email} for update) account
          left join person on issuer = ${EMBEDDED_ISSUER} and subject = account_id::text
          left join directory_account on directory_account.account_id = account.account_id
          left join directory_person on directory_person.person_id = person.person_id`);
      return (rows[0] as Holder | undefined) ?? null;
    },

    /** Describes a person who is there already, or whom this directory deleted before. */
    async describe(personId: string, values: UserValues): Promise<void> {
      await db.execute(sql`
        insert into directory_person (person_id, directory_id, external_id, user_name, is_active, attributes)
        values (${personId}, ${directoryId}, ${described(values)})
        on conflict (person_id) do update set external_id = excluded.external_id, user_name = excluded.user_name,
          is_active = excluded.is_active, attributes = excluded.attributes, version = directory_person.version + 1,
          changed_at = now(), deleted_at = null`);
    },

    /** The person of an account, made where there is none. */
    async personOf(accountId: string, { email, firstName, lastName }: UserValues): Promise<string> {
      const { rows } = await db.execute<{ personId: string }>(sql`
        insert into person (issuer, subject, email, first_name, last_name, email_verified, added_at)
        values (${EMBEDDED_ISSUER}, ${accountId}, ${email ?? ''}, ${firstName}, ${lastName}, true, now())
        on conflict (issuer, subject) do update set email = excluded.email returning person_id as "personId"`);
      return rows[0]?.personId ?? '';
    },

    /**
     * Names, address and language of a person and their account; the account is made where the first address that counts
     * has come.
     */
    async name(row: Pick<UserRow, 'personId' | 'subject' | 'accountEmail'>, values: UserValues): Promise<void> {
      const { email, firstName, lastName, language, hasNames } = values;
      const names = hasNames ? sql`first_name = ${firstName}, last_name = ${lastName}, ` : sql``;
      await db.execute(sql`
        update person set ${names} language = coalesce(language, ${language})
          ${email === null ? sql`` : sql`, email = ${email}, email_verified = true`}
        where person_id = ${row.personId}`);
      const id = uuidOfText(row.subject);
      if (row.accountEmail !== null)
        await db.execute(sql`
          update account set ${names} ended_at = ended_at
            ${email === null ? sql`` : sql`, email = ${email}, email_verified = true`}
          where account_id = ${id}`);
      else if (email !== null)
        await db.execute(sql`
          insert into account (account_id, email, first_name, last_name, password_hash, email_verified)
          values (${id}, ${email}, ${firstName}, ${lastName}, ${NO_PASSWORD}, true)`);
    },

    /** Takes an unconfirmed account, of which nobody has proved to be the owner, for the person. */
    async take(accountId: string): Promise<void> {
      await db.execute(sql`
        update account set password_hash = ${NO_PASSWORD}, email_verified = true where account_id = ${accountId}`);
    },

    /** Removes a person from the list; they stay until their time is over. */
    async remove(personId: string): Promise<void> {
      await db.execute(sql`
        update directory_person set deleted_at = now(), is_active = false, changed_at = now()
        where person_id = ${personId} and ${listed}`);
      await db.execute(sql`
        delete from group_member using learner_group
        where group_member.group_id = learner_group.group_id and person_id = ${personId} and source = 'scim'
          and learner_group.directory_id = ${directoryId}`);
    },
  };
}

/** Whether a deleted person is the one that comes back. */
function sameOf({ userName, externalId }: Pick<UserValues, 'userName' | 'externalId'>): SQL {
  const named = sql`lower(${directoryPerson.userName}) = lower(${userName})`;
  return externalId === null ? named : sql`(${named} or ${directoryPerson.externalId} = ${externalId})`;
}
