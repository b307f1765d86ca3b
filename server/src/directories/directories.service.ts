import { resolveTxt } from 'node:dns/promises';
import type { AuditAction } from '@academy/contract/audit-actions';
import { type DirectoryInput, MAX_DIRECTORIES } from '@academy/contract/directories';
import { AcademyError } from '@academy/contract/errors';
import { storedSecret } from '@academy/identity/directories/openid';
import type { Sealer } from '@academy/identity/sealing';
import { sql } from 'drizzle-orm';
import { type AuditActor, type AuditEntry, auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import type { SignedInScope } from '../values/scope.ts';
import { type DirectoryWithDomains, directoriesStore } from './directories.store.ts';
import { directoryReplyTexts } from './directory-reply-texts.ts';
import { noteProof } from './domain-proof.ts';

export interface DirectoriesOptions {
  db: Database;
  sealer: Sealer;
  /** Of the embedded provider, with its slash; null with another provider: then there are no directories. */
  issuer: string | null;
  /** Hosts that may be asked without encryption, on this machine. */
  hosts: readonly string[];
  /** Makes the secret of an address that tries a directory. */
  addTicket: (directoryId: string) => Promise<string>;
  /** Reads TXT records. */
  records?: (name: string) => Promise<string[][]>;
}

/** Name of the TXT record that proves a domain. */
export const recordName = (domain: string): string => `_academy-directory.${domain}`;

/** Directories of companies, managed by administrators of all; each change is audited in its own transaction. */
export function directoriesService({ db, sealer, issuer, hosts, addTicket, records = resolveTxt }: DirectoriesOptions) {
  const refuseElsewhere = () => {
    if (issuer === null) throw new AcademyError('conflict', { message: directoryReplyTexts.elsewhere });
  };

  async function found(tx: Transaction | Database, directoryId: string): Promise<DirectoryWithDomains> {
    const row = await directoriesStore(tx).byId(directoryId);
    if (row === null) throw new AcademyError('not-found', { message: directoryReplyTexts.gone });
    return row;
  }

  function refuseAddress(given: string): void {
    const { protocol, host, hostname } = new URL(given);
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
    if (protocol === 'https:' || (protocol === 'http:' && isHere && hosts.includes(host))) return;
    throw new AcademyError('invalid-input', { message: `issuer: ${directoryReplyTexts.notHttps}`, field: 'issuer' });
  }

  function audit(
    tx: Transaction,
    by: AuditActor,
    action: AuditAction,
    id: string,
    details: AuditEntry['details'] = {},
  ) {
    return writeAudit(tx, { action, target: { kind: 'directory', id }, tenantId: null, details, by });
  }

  async function secretOf(directoryId: string, { clientSecret }: DirectoryInput): Promise<string | null | undefined> {
    if (clientSecret === undefined || clientSecret === null) return clientSecret;
    return sealer.seal(storedSecret(clientSecret), directoryId);
  }

  const setDomains = (tx: Transaction, directoryId: string, domains: readonly string[]) =>
    directoriesStore(tx).setDomains(directoryId, [...new Set(domains)]);

  return {
    redirectUriOf: (directoryId: string) => `${issuer ?? ''}directory/${directoryId}/callback`,
    all: () => directoriesStore(db).all(),

    /** @throws AcademyError invalid-input for an issuer without encryption, conflict when there are too many */
    async create(scope: SignedInScope, input: DirectoryInput): Promise<DirectoryWithDomains> {
      refuseElsewhere();
      refuseAddress(input.issuer);
      const directoryId = crypto.randomUUID();
      return db.transaction(async (tx) => {
        // Concurrent calls must not exceed the limit together.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('directories'))`);
        const store = directoriesStore(tx);
        if ((await store.all()).length >= MAX_DIRECTORIES)
          throw new AcademyError('conflict', { message: directoryReplyTexts.full({ max: MAX_DIRECTORIES }) });
        const { domains, clientSecret: _, ...values } = input;
        await store.add({ ...values, directoryId, clientSecret: (await secretOf(directoryId, input)) ?? null });
        await setDomains(tx, directoryId, domains);
        const row = await found(tx, directoryId);
        await audit(tx, auditActorOf(scope), 'directory.create', directoryId, { after: factsOf(row) });
        return row;
      });
    },

    /** @throws AcademyError not-found; invalid-input as above */
    async update(scope: SignedInScope, directoryId: string, input: DirectoryInput): Promise<DirectoryWithDomains> {
      refuseAddress(input.issuer);
      return db.transaction(async (tx) => {
        const before = await found(tx, directoryId);
        const { domains, clientSecret: _, ...values } = input;
        const clientSecret = await secretOf(directoryId, input);
        await directoriesStore(tx).change(directoryId, {
          ...values,
          ...(clientSecret === undefined ? {} : { clientSecret }),
        });
        await setDomains(tx, directoryId, domains);
        const after = await found(tx, directoryId);
        await audit(tx, auditActorOf(scope), 'directory.update', directoryId, {
          before: factsOf(before),
          after: { ...factsOf(after), ...(clientSecret === undefined ? {} : { newSecret: true }) },
        });
        return after;
      });
    },

    /** @throws AcademyError not-found */
    async remove(scope: SignedInScope, directoryId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const before = await found(tx, directoryId);
        await directoriesStore(tx).remove(directoryId);
        await audit(tx, auditActorOf(scope), 'directory.delete', directoryId, { before: factsOf(before) });
      });
    },

    /** @throws AcademyError not-found; invalid-input without the record; conflict when another directory proved it */
    async prove(scope: SignedInScope, directoryId: string, domain: string): Promise<DirectoryWithDomains> {
      const of = (await found(db, directoryId)).domains.find((one) => one.domain === domain);
      if (of === undefined)
        throw new AcademyError('invalid-input', { message: directoryReplyTexts.noDomain({ domain }), field: 'domain' });
      const name = recordName(domain);
      const values = (await records(name).catch(() => [])).map((parts) => parts.join(''));
      if (!values.includes(of.proof))
        throw new AcademyError('invalid-input', { message: directoryReplyTexts.notFound({ name }), field: 'domain' });
      return db.transaction(async (tx) => {
        await noteProof(tx, auditActorOf(scope), directoryId, domain, name);
        return found(tx, directoryId);
      });
    },

    /** Address that tries a directory in the browser that opens it. @throws AcademyError not-found */
    async try(directoryId: string): Promise<string> {
      refuseElsewhere();
      await found(db, directoryId);
      const ticket = await addTicket(directoryId);
      return `${issuer}directory/${directoryId}/try?ticket=${ticket}`;
    },
  };
}

export type DirectoriesService = ReturnType<typeof directoriesService>;

/** What the audit log says of a directory: no secrets. */
function factsOf({ name, issuer, clientId, scopes, mapping, isRequired, isActive, domains }: DirectoryWithDomains) {
  return {
    ...{ name, issuer, clientId, scopes, isRequired, isActive },
    mapping: JSON.stringify(mapping),
    domains: domains.map(({ domain }) => domain).join(', '),
  };
}
