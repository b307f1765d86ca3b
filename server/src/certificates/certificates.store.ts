import type { CertificateKind } from '@academy/contract/certificates';
import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { certificate } from '../db/certificate-tables.ts';
import { containing } from '../db/containing.ts';
import { olderThan } from '../db/older-than.ts';
import { countForTable, ONE, rowsOfPage } from '../db/table-page.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export type CertificateRow = Omit<typeof certificate.$inferSelect, 'kind'> & { kind: CertificateKind };
/** A certificate with the person's sign-in address. */
export type IssuedRow = CertificateRow & { email: string };

/** The fields of a new certificate. */
export type NewCertificate = Pick<CertificateRow, 'kind' | 'itemId' | 'name' | 'title' | 'duration' | 'lessonsCount'>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const PART_OF_UUID = /^[0-9a-f-]+$/i;

/** The database accepts UUIDs only. */
export const isCertificateId = (id: string): boolean => UUID.test(id);

export function certificatesStore(queries: Queries) {
  const issued = () =>
    queries
      .select({ row: certificate, email: person.email })
      .from(certificate)
      .innerJoin(person, eq(person.personId, certificate.personId));
  const flat = (found: { row: typeof certificate.$inferSelect; email: string }[]): IssuedRow[] =>
    found.map(({ row, email }) => ({ ...(row as CertificateRow), email }));

  return {
    /** Newest first. */
    async ofPerson(personId: PersonId, tenantId: TenantScope): Promise<CertificateRow[]> {
      const rows = await queries
        .select()
        .from(certificate)
        .where(and(eq(certificate.personId, personId), eq(certificate.tenantId, tenantId)))
        .orderBy(desc(certificate.issuedAt), desc(certificate.certificateId));
      return rows as CertificateRow[];
    },

    /** Adds those certificates that the person does not have. The foreign key locks the person's row. */
    async add(personId: PersonId, tenantId: TenantScope, earned: readonly NewCertificate[]): Promise<void> {
      if (earned.length === 0) return;
      await queries
        .insert(certificate)
        .values(earned.map((one) => ({ ...one, personId, tenantId })))
        .onConflictDoNothing();
    },

    /**
     * Writes the editions of courses on the person's certificates, where those are still the published ones.
     *
     * @param courses versions that the person has gone through
     */
    async renew(
      personId: PersonId,
      tenantId: TenantScope,
      courses: readonly { id: string; version: number }[],
    ): Promise<void> {
      if (courses.length === 0) return;
      await queries.execute(sql`
        update certificate set edition = item.version, edition_commit = item.source ->> 'commit',
          renewed_at = case when certificate.edition is null then null else now() end
        from json_to_recordset(${JSON.stringify(courses)}::json) as gone (id text, version integer)
          join content_item item on item.tenant_id = ${tenantId} and item.kind = 'course' and item.id = gone.id
            and item.version = gone.version
        where certificate.person_id = ${personId} and certificate.tenant_id = ${tenantId} and certificate.kind = 'course'
          and certificate.item_id = gone.id and certificate.edition is distinct from item.version`);
    },

    /** In any academy: an id cannot be guessed. */
    async byId(certificateId: string): Promise<CertificateRow | null> {
      const rows = await queries.select().from(certificate).where(eq(certificate.certificateId, certificateId));
      return (rows[0] as CertificateRow | undefined) ?? null;
    },

    /** Locks a certificate of an academy until the transaction ends. */
    async hold(tenantId: TenantScope, certificateId: string): Promise<IssuedRow | null> {
      const [row] = flat(
        await issued()
          .where(and(eq(certificate.tenantId, tenantId), eq(certificate.certificateId, certificateId)))
          .for('update', { of: certificate }),
      );
      return row ?? null;
    },

    /** Positions of an academy's revoked certificates in its revocation list. */
    async revokedPlaces(tenantId: TenantScope): Promise<number[]> {
      const rows = await queries
        .select({ place: certificate.statusIndex })
        .from(certificate)
        .where(and(eq(certificate.tenantId, tenantId), isNotNull(certificate.revokedAt)));
      return rows.map(({ place }) => place);
    },

    async change(
      certificateId: string,
      changes: Partial<Pick<CertificateRow, 'name' | 'correctedAt' | 'revokedAt' | 'revokedReason'>>,
    ): Promise<void> {
      await queries.update(certificate).set(changes).where(eq(certificate.certificateId, certificateId));
    },

    /** Certificates of an academy after a given one, newest first. @param after the last row of the previous page */
    async after(tenantId: TenantScope, search: string, after: IssuedRow | null, max: number): Promise<IssuedRow[]> {
      const rows = await issued()
        .where(
          and(
            found(tenantId, search),
            olderThan(certificate.issuedAt, certificate.certificateId, after?.certificateId ?? null),
          ),
        )
        .orderBy(desc(certificate.issuedAt), desc(certificate.certificateId))
        .limit(max);
      return flat(rows);
    },

    /**
     * One page of an academy's certificates, newest first, and the number on all pages.
     *
     * @param search every word must occur in name, title, address or id, in any letter case
     * @param pageNumber from 0
     */
    async search(
      tenantId: TenantScope,
      { search, pageNumber, pageSize }: { search: string; pageNumber: number; pageSize: number },
    ): Promise<{ rows: IssuedRow[]; total: number }> {
      const condition = found(tenantId, search);
      const slice = rowsOfPage({ pageNumber, pageSize });
      const [rows, total] = await Promise.all([
        issued()
          .where(condition)
          .orderBy(desc(certificate.issuedAt), desc(certificate.certificateId))
          .limit(slice.limit)
          .offset(slice.offset),
        // Each certificate has a person.
        countForTable(queries, queries.select(ONE).from(certificate).where(condition)),
      ]);
      return { rows: flat(rows), total };
    },
  };
}

/** Condition: every word occurs in name, title, address or id. */
const found = (tenantId: TenantScope, search: string) =>
  and(
    eq(certificate.tenantId, tenantId),
    containing(search, [certificate.name, certificate.title], (word) =>
      or(
        PART_OF_UUID.test(word) ? containing(word, [sql`${certificate.certificateId}::text`]) : undefined,
        // An array, so that indexes find everything: a subquery of `in` is compared with every certificate, and is run
        // again for each of them where many people have the word.
        sql`${certificate.personId} = any(array(
          select person_id from ${person} where ${containing(word, [person.email])}))`,
      ),
    ),
  );
