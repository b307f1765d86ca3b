import { resolveTxt } from 'node:dns/promises';
import type { AuditAction } from '@academy/contract/audit-actions';
import { type DirectoryInput, MAX_DIRECTORIES } from '@academy/contract/directories';
import { AcademyError } from '@academy/contract/errors';
import { entityIdOf, redirectUriOf, type SamlSettings } from '@academy/identity/directories/directory';
import { storedSecret } from '@academy/identity/directories/openid';
import { reasonOf } from '@academy/identity/directories/reason-of';
import { fetchMetadata } from '@academy/identity/directories/saml';
import { newSamlKeys } from '@academy/identity/directories/saml-keys';
import { readMetadata } from '@academy/identity/directories/saml-metadata';
import type { Sealer } from '@academy/identity/sealing';
import { sql } from 'drizzle-orm';
import { type AuditActor, type AuditEntry, auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { endSessionsElsewhere } from '../identity/sessions.store.ts';
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
  /** Requests the metadata of SAML providers; refuses addresses that are not allowed. */
  fetch: typeof fetch;
  /** Makes the secret of an address that tries a directory. */
  addTicket: (directoryId: string) => Promise<string>;
  /** Reads TXT records. */
  records?: (name: string) => Promise<string[][]>;
}

/** Name of the TXT record that proves a domain. */
export const recordName = (domain: string): string => `_academy-directory.${domain}`;

/** Directories of companies, managed by administrators of all; each change is audited in its own transaction. */
export function directoriesService(options: DirectoriesOptions) {
  const { db, sealer, issuer, hosts, addTicket, records = resolveTxt } = options;
  const refuseElsewhere = () => {
    if (issuer === null) throw new AcademyError('conflict', { message: directoryReplyTexts.elsewhere });
  };

  async function found(tx: Transaction | Database, directoryId: string): Promise<DirectoryWithDomains> {
    const row = await directoriesStore(tx).byId(directoryId);
    if (row === null) throw new AcademyError('not-found', { message: directoryReplyTexts.gone });
    return row;
  }

  function refuseAddress(given: string, field: string): void {
    const { protocol, host, hostname } = new URL(given);
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
    if (protocol === 'https:' || (protocol === 'http:' && isHere && hosts.includes(host))) return;
    throw invalid(field, `${field}: ${directoryReplyTexts.notHttps}`);
  }

  /** What is stored of the protocol. Metadata of SAML are read once, so that errors show at once. */
  async function protocolOf(directoryId: string, input: DirectoryInput, before: DirectoryWithDomains | null) {
    const { kind, issuer: given, clientId, saml } = input;
    if (before !== null && before.kind !== kind) throw invalid('kind', directoryReplyTexts.otherKind);
    if (kind === 'oidc') {
      if (given === undefined || clientId === undefined)
        throw invalid(given === undefined ? 'issuer' : 'clientId', directoryReplyTexts.missing);
      refuseAddress(given, 'issuer');
      return { ...{ kind, issuer: given, clientId, saml: null }, ...(await secretOf(directoryId, input)) };
    }
    const { metadata = null, metadataUrl = null, beginsThere = false } = saml ?? {};
    if ((metadata ?? '') === '' && metadataUrl === null) throw invalid('metadata', directoryReplyTexts.missing);
    if (metadataUrl !== null) refuseAddress(metadataUrl, 'metadataUrl');
    // An address goes before a text.
    const source = { metadata: metadataUrl === null ? metadata : null, metadataUrl };
    const field = metadataUrl === null ? 'metadata' : 'metadataUrl';
    const read = async () => readMetadata(await fetchMetadata(source, options.fetch));
    const { entityId, logInAddress } = await read().catch((error: unknown) => {
      throw invalid(field, directoryReplyTexts.metadata({ reason: reasonOf(error) }));
    });
    refuseAddress(logInAddress, field);
    const keys = before?.saml == null ? await newSamlKeys() : null;
    const certificate = keys?.certificate ?? before?.saml?.certificate ?? '';
    const settings: SamlSettings = { ...source, beginsThere, certificate };
    return {
      ...{ kind, issuer: entityId, clientId: entityIdOf(issuer ?? '', directoryId), saml: settings },
      ...(keys === null ? {} : { clientSecret: await sealer.seal(storedSecret(keys.privateKey), directoryId) }),
    };
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

  async function secretOf(
    directoryId: string,
    { clientSecret }: DirectoryInput,
  ): Promise<{ clientSecret?: string | null }> {
    if (clientSecret === undefined) return {};
    return { clientSecret: clientSecret === null ? null : await sealer.seal(storedSecret(clientSecret), directoryId) };
  }

  /** @throws AcademyError invalid-input when the name server does not answer: nobody knows then whether there is one */
  async function readRecords(name: string): Promise<string[][]> {
    try {
      return await records(name);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (NO_RECORDS.has(code)) return [];
      const reason = directoryReplyTexts.dnsReason({ code: DNS_FAILURES.has(code) ? code : 'other' });
      throw invalid('domain', directoryReplyTexts.dnsFailed({ name, reason }));
    }
  }

  const setDomains = (tx: Transaction, directoryId: string, domains: readonly string[]) =>
    directoriesStore(tx).setDomains(directoryId, [...new Set(domains)]);

  return {
    redirectUriOf: (directoryId: string) => redirectUriOf(issuer ?? '', directoryId),
    all: () => directoriesStore(db).all(),

    /** @throws AcademyError invalid-input for an issuer without encryption, conflict when there are too many */
    async create(scope: SignedInScope, input: DirectoryInput): Promise<DirectoryWithDomains> {
      refuseElsewhere();
      const directoryId = crypto.randomUUID();
      const protocol = await protocolOf(directoryId, input, null);
      return db.transaction(async (tx) => {
        // Concurrent calls must not exceed the limit together.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('directories'))`);
        const store = directoriesStore(tx);
        if ((await store.all()).length >= MAX_DIRECTORIES)
          throw new AcademyError('conflict', { message: directoryReplyTexts.full({ max: MAX_DIRECTORIES }) });
        await store.add({ ...valuesOf(input), ...protocol, directoryId });
        await setDomains(tx, directoryId, input.domains);
        const row = await found(tx, directoryId);
        await audit(tx, auditActorOf(scope), 'directory.create', directoryId, { after: factsOf(row) });
        return row;
      });
    },

    /**
     * A directory that becomes required ends sessions of its people that began elsewhere.
     * @throws AcademyError not-found; invalid-input as above
     */
    async update(scope: SignedInScope, directoryId: string, input: DirectoryInput): Promise<DirectoryWithDomains> {
      const protocol = await protocolOf(directoryId, input, await found(db, directoryId));
      return db.transaction(async (tx) => {
        const before = await found(tx, directoryId);
        await directoriesStore(tx).change(directoryId, { ...valuesOf(input), ...protocol });
        await setDomains(tx, directoryId, input.domains);
        const after = await found(tx, directoryId);
        const isForced = (one: DirectoryWithDomains) => one.isActive && one.isRequired;
        if (isForced(after) && !isForced(before)) await endSessionsElsewhere(tx, directoryId);
        await audit(tx, auditActorOf(scope), 'directory.update', directoryId, {
          before: factsOf(before),
          after: { ...factsOf(after), ...('clientSecret' in protocol ? { newSecret: true } : {}) },
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
      const values = (await readRecords(name)).map((parts) => parts.join(''));
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

/** The name server answers that there are none. */
const NO_RECORDS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
const DNS_FAILURES: ReadonlySet<string> = new Set(['ESERVFAIL', 'ETIMEOUT', 'EREFUSED', 'ECONNREFUSED']);

const invalid = (field: string, message: string) => new AcademyError('invalid-input', { message, field });

/** What is stored of an input, whatever the protocol. */
function valuesOf({ kind, name, scopes, mapping, isRequired, isActive }: DirectoryInput) {
  return { name, scopes: kind === 'saml' ? '' : scopes, mapping, isRequired, isActive };
}

/** What the audit log says of a directory: no secrets. */
function factsOf(row: DirectoryWithDomains) {
  const { kind, name, issuer, clientId, scopes, saml, mapping, isRequired, isActive, domains } = row;
  return {
    ...{ kind, name, issuer, clientId, scopes, isRequired, isActive },
    ...(saml === null ? {} : { metadataUrl: saml.metadataUrl ?? '', beginsThere: saml.beginsThere }),
    mapping: JSON.stringify(mapping),
    domains: domains.map(({ domain }) => domain).join(', '),
  };
}
