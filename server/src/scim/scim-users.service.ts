import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@academy/contract/audit-actions';
import { EmailSchema } from '@academy/contract/email';
import { isLanguage } from '@academy/contract/i18n/languages';
import { domainOf, nameIn } from '@academy/identity/directories/claims';
import * as v from 'valibot';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { giveAccount } from '../identity/described-people.ts';
import type { LabSessionRow } from '../labs/labs.store.ts';
import { beforeLeaving, comeBack, leave } from './leavers.ts';
import { type Entry, type Resource, readResource, USER_ATTRIBUTES } from './scim-attributes.ts';
import { ScimError } from './scim-error.ts';
import { parseFilter } from './scim-filter.ts';
import { filterSql } from './scim-filter-sql.ts';
import { type Operation, patched } from './scim-patch.ts';
import { type Holder, scimUsersStore, USER_COLUMNS, type UserRow, type UserValues } from './scim-users.store.ts';
import { isUniqueViolation } from './unique-violation.ts';

/** The directory whose token came with a request. */
export interface ScimScope {
  directoryId: string;
  name: string;
  /** Those that are proved, in lower case. */
  domains: ReadonlySet<string>;
  correlationId: string;
  address: string;
}

/** Which resources a list has. */
export interface PageOf {
  filter: string | null;
  /** Of the first one, from 0. */
  from: number;
  max: number;
}

export type Groups = readonly { groupId: string; name: string }[];
export type UserWithGroups = UserRow & { groups: Groups };

export interface ScimUsersOptions {
  db: Database;
  /** Releases a lab that has ended at its provider. */
  release: (lab: LabSessionRow) => Promise<void>;
  /** Drops what this server remembers of people and sessions; others notice within a second. */
  forget: () => void;
}

/** The people of a directory, as it keeps them up to date. */
export function scimUsersService({ db, release, forget }: ScimUsersOptions) {
  const storeOf = ({ directoryId }: ScimScope) => scimUsersStore(db, directoryId);

  async function withGroups(scope: ScimScope, rows: UserRow[], wantsGroups: boolean): Promise<UserWithGroups[]> {
    const groups = wantsGroups ? await storeOf(scope).groupsOf(rows.map(({ personId }) => personId)) : null;
    return rows.map((row) => ({ ...row, groups: groups?.get(row.personId) ?? [] }));
  }

  /** Runs a change, and ends the lab of whoever has left by it. */
  async function changing(work: (tx: Transaction, noteLab: (lab: LabSessionRow | null) => void) => Promise<string>) {
    let lab: LabSessionRow | null = null;
    const id = await unlessTaken(() =>
      db.transaction((tx) =>
        work(tx, (ended) => {
          lab = ended;
        }),
      ),
    );
    forget();
    if (lab !== null) await release(lab);
    return id;
  }

  /** Writes what has changed, in the list and at the account. The row must be locked. */
  async function write(
    tx: Transaction,
    scope: ScimScope,
    before: UserRow,
    values: UserValues,
  ): Promise<LabSessionRow | null> {
    const store = scimUsersStore(tx, scope.directoryId);
    const email = await addressFor(tx, scope, before, values.email);
    await store.name(before, { ...values, email });
    await store.describe(before.personId, values);
    const target = personOf(before);
    if (email !== null && before.accountEmail !== null)
      await audit(tx, scope, 'account.change-email', accountOf(before.subject), {
        before: before.accountEmail,
        after: email,
      });
    const wasHere = before.isActive && !before.hasEnded;
    const details = { email: values.email ?? before.accountEmail ?? '' };
    if (wasHere && !values.isActive) {
      await audit(tx, scope, 'person.leave', target, details);
      return leave(tx, before);
    }
    if (!values.isActive) await leave(tx, before);
    else if (!wasHere) {
      await comeBack(tx, before);
      await audit(tx, scope, 'person.return', target, details);
    }
    return null;
  }

  /** The address that the account changes to; null: it stays. @throws ScimError uniqueness when another account has it */
  async function addressFor(tx: Transaction, scope: ScimScope, before: UserRow, email: string | null) {
    if (email === null || email === before.accountEmail?.toLowerCase()) return null;
    const holder = await scimUsersStore(tx, scope.directoryId).holderOf(email);
    if (holder !== null && holder.accountId !== before.subject) throw taken('addressTaken');
    return email;
  }

  /**
   * Gives a person without an account that of the first address that counts, if there is one.
   * @returns whether there was
   */
  async function foundAccount(tx: Transaction, scope: ScimScope, before: UserRow, email: string | null) {
    if (before.accountEmail !== null || email === null) return false;
    const holder = await ownHolder(tx, scope, email);
    if (holder === null) return false;
    await giveAccount(tx, before, { accountId: holder.accountId, email });
    return true;
  }

  /** The account of an address, free for this directory to describe. @throws ScimError uniqueness for one that is not */
  async function ownHolder(tx: Transaction, scope: ScimScope, email: string): Promise<Holder | null> {
    const store = scimUsersStore(tx, scope.directoryId);
    const holder = await store.holderOf(email);
    if (holder === null) return null;
    const isForeign = holder.ofDirectory !== null && holder.ofDirectory !== scope.directoryId;
    if (isForeign || holder.describedBy !== null) throw taken('addressTaken');
    if (!holder.isVerified) await store.take(holder.accountId);
    return holder;
  }

  /** Describes the person of an account that is there already: only one of this directory, or of none. */
  async function join(tx: Transaction, scope: ScimScope, values: UserValues): Promise<string> {
    const holder = values.email === null ? null : await ownHolder(tx, scope, values.email);
    // It was removed meanwhile: the directory tries again.
    if (holder === null) throw new ScimError(503, 'busy');
    const { accountId } = holder;
    const store = scimUsersStore(tx, scope.directoryId);
    const personId = holder.personId ?? (await store.personOf(accountId, values));
    await audit(tx, scope, 'account.join-directory', accountOf(accountId), { made: false });
    return personId;
  }

  async function change(scope: ScimScope, id: string, match: string | null, to: (before: UserRow) => Resource) {
    const seen = (await storeOf(scope).byId(id)) ?? missing();
    const isLeaving = seen.isActive && to(seen).active === false;
    await changing(async (tx, noteLab) => {
      if (isLeaving) await beforeLeaving(tx);
      const store = scimUsersStore(tx, scope.directoryId);
      let before = (await store.locked(id)) ?? missing();
      refuseOther(match, before.version);
      const values = valuesOf(scope, to(before));
      if (await foundAccount(tx, scope, before, values.email)) before = (await store.locked(id)) ?? missing();
      if (isSame(before, values)) return id;
      // It has become a leaver since it was looked at: the directory tries again.
      if (before.isActive && !values.isActive && !isLeaving) throw new ScimError(503, 'busy');
      noteLab(await write(tx, scope, before, values));
      return id;
    });
    return get(scope, id);
  }

  async function get(scope: ScimScope, id: string, wantsGroups = true): Promise<UserWithGroups> {
    const row = (await storeOf(scope).byId(id)) ?? missing();
    const [found] = await withGroups(scope, [row], wantsGroups);
    return found ?? missing();
  }

  return {
    /** @throws ScimError with status 404 */
    get,

    /** @throws ScimError invalidFilter */
    async list(scope: ScimScope, { filter, from, max }: PageOf, wantsGroups: boolean) {
      const where = filter === null ? null : filterSql(USER_COLUMNS, parseFilter(filter));
      const store = storeOf(scope);
      const [rows, total] = await Promise.all([store.page(where, from, max), store.count(where)]);
      return { rows: await withGroups(scope, rows, wantsGroups), total };
    },

    /**
     * Adds a person. One whom the directory deleted comes back; one who has an account with an address of a proved domain
     * is that person.
     *
     * @throws ScimError invalidValue; uniqueness for a userName or an account of somebody else
     */
    async create(scope: ScimScope, body: Readonly<Record<string, unknown>>): Promise<UserWithGroups> {
      const values = valuesOf(scope, readResource(USER_ATTRIBUTES, body));
      const made = await unlessTaken(() => storeOf(scope).add(values, actorOf(scope).name, scope.correlationId));
      if (made !== null) return { ...made, groups: [] };
      const id = await changing(async (tx, noteLab) => {
        await beforeLeaving(tx);
        const store = scimUsersStore(tx, scope.directoryId);
        const personId = (await store.deleted(values)) ?? (await join(tx, scope, values));
        await store.describe(personId, values);
        const row = (await store.locked(personId)) ?? missing();
        // A person who comes back, or was found, is taken for one who was there: what differs is written.
        noteLab(await write(tx, scope, { ...row, isActive: !row.hasEnded }, values));
        return personId;
      });
      return get(scope, id);
    },

    /** @param match the version that must be the present one; null: any. @throws ScimError */
    replace: (scope: ScimScope, id: string, match: string | null, body: Readonly<Record<string, unknown>>) =>
      change(scope, id, match, (before) => keeping(before, readResource(USER_ATTRIBUTES, body))),

    /** @param match as above. @throws ScimError */
    patch: (scope: ScimScope, id: string, match: string | null, operations: readonly Operation[]) =>
      change(scope, id, match, (before) => patched(USER_ATTRIBUTES, resourceOf(before), operations)),

    /** Ends the person's account, and removes it when the time of retention is over. @throws ScimError */
    async remove(scope: ScimScope, id: string, match: string | null): Promise<void> {
      await changing(async (tx, noteLab) => {
        await beforeLeaving(tx);
        const store = scimUsersStore(tx, scope.directoryId);
        const row = (await store.locked(id)) ?? missing();
        refuseOther(match, row.version);
        noteLab(await leave(tx, row));
        await store.remove(row.personId);
        await audit(tx, scope, 'person.leave', personOf(row), { email: row.accountEmail ?? '', deleted: true });
        return id;
      });
    },
  };
}

export type ScimUsersService = ReturnType<typeof scimUsersService>;

/** A person as the directory last described them. */
export function resourceOf({ userName, externalId, isActive, attributes }: UserRow): Resource {
  return { userName, ...(externalId === null ? {} : { externalId }), ...attributes, active: isActive };
}

/** What a new description leaves out without saying so: whether the person has left, and the id at the directory. */
function keeping(before: UserRow, after: Resource): Resource {
  const { active, externalId } = resourceOf(before);
  return { ...(externalId === undefined ? {} : { externalId }), ...(active === undefined ? {} : { active }), ...after };
}

function valuesOf({ domains }: ScimScope, resource: Resource): UserValues {
  const { userName, externalId, active, ...attributes } = resource;
  const { name, displayName, preferredLanguage } = attributes;
  const { givenName, familyName, formatted } = (name ?? {}) as Entry;
  const [first, last] = [nameIn(givenName), nameIn(familyName)];
  const whole = nameIn(displayName) || nameIn(formatted);
  const hasNames = `${first}${last}${whole}` !== '';
  const language = String(preferredLanguage ?? '')
    .slice(0, 2)
    .toLowerCase();
  return {
    userName: String(userName),
    externalId: externalId === undefined ? null : String(externalId),
    isActive: active !== false,
    attributes,
    firstName: first === '' && last === '' ? whole || nameIn(userName) : first,
    lastName: last,
    hasNames,
    email: addressIn(resource, domains),
    language: isLanguage(language) ? language : null,
  };
}

/** The address that counts: the primary one, the one for work, the first one, or the userName; if its domain is proved. */
function addressIn({ emails, userName }: Resource, domains: ReadonlySet<string>): string | null {
  const entries = (emails ?? []) as Entry[];
  const chosen =
    entries.find(({ primary }) => primary === true) ??
    entries.find(({ type }) => String(type).toLowerCase() === 'work') ??
    entries[0];
  const read = v.safeParse(EmailSchema, chosen?.value ?? userName);
  return read.success && domains.has(domainOf(read.output)) ? read.output : null;
}

/** Whether a description says nothing new, and the account is as it says. */
function isSame(before: UserRow, { userName, externalId, isActive, attributes, email }: UserValues): boolean {
  const isAtAccount = before.accountEmail === null ? email === null : before.hasEnded !== isActive;
  return (
    isAtAccount &&
    before.userName === userName &&
    before.externalId === externalId &&
    before.isActive === isActive &&
    isDeepStrictEqual(before.attributes, attributes)
  );
}

export function refuseOther(match: string | null, version: number): void {
  const tags = match?.split(',').map((tag) => tag.trim()) ?? [];
  if (match !== null && !tags.includes('*') && !tags.includes(tagOf(version))) throw new ScimError(412, 'version');
}

/** The ETag of a version. */
export const tagOf = (version: number): string => `W/"${version}"`;

const taken = (key: 'addressTaken' | 'userNameTaken'): ScimError => new ScimError(409, key, {}, 'uniqueness');

function missing(): never {
  throw new ScimError(404, 'notFound');
}

/** @throws ScimError uniqueness when another request has taken the name or address meanwhile */
async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const violated = isUniqueViolation(error);
    if (violated === null) throw error;
    throw taken(violated === 'directory_person_user_name' ? 'userNameTaken' : 'addressTaken');
  }
}

export const actorOf = ({ name, correlationId, address }: ScimScope): AuditActor => ({
  ...{ personId: null, name: `directory ${name}`, correlationId, address },
});

function audit(
  tx: Transaction,
  scope: ScimScope,
  action: AuditAction,
  target: { kind: string; id: string },
  details: Record<string, string | boolean>,
): Promise<void> {
  const { directoryId: directory } = scope;
  return writeAudit(tx, { action, target, tenantId: null, details: { ...details, directory }, by: actorOf(scope) });
}

const personOf = ({ personId: id }: UserRow) => ({ kind: 'person', id });
const accountOf = (id: string) => ({ kind: 'account', id });
