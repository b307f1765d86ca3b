import type { AuditAction } from '@academy/contract/audit-actions';
import type { Certificate, IssuedCertificate } from '@academy/contract/certificates';
import { AcademyError } from '@academy/contract/errors';
import type { FileReply } from '@academy/contract/exports';
import { newsOf } from '@academy/contract/rules/progress';
import { itemPath } from '@academy/contract/rules/site-paths';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { CoursesService } from '../courses/courses.service.ts';
import type { Database } from '../db/connect.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import type { Tenants } from '../http/tenant.ts';
import type { LearningPathsService } from '../learning-paths/learning-paths.service.ts';
import type { LearnerCourse } from '../progress/learner-course.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import { type Actor, type Scope, type SignedInScope, scopeOf } from '../values/scope.ts';
import { certificateTexts } from './certificate-texts.ts';
import {
  type CertificateRow,
  certificatesStore,
  type IssuedRow,
  isCertificateId,
  type NewCertificate,
} from './certificates.store.ts';

export interface CertificatesOptions {
  db: Database;
  tenants: Tenants;
  courses: Pick<CoursesService, 'itemsByIds' | 'outlines'>;
  paths: Pick<LearningPathsService, 'completed' | 'byIds'>;
  progress: Pick<ProgressService, 'noteFinished'>;
  now?: () => number;
}

/** Certificates: who gets one, what it says, and what administrators may do with it. */
export function certificatesService({ db, tenants, courses, paths, progress, now = Date.now }: CertificatesOptions) {
  const store = certificatesStore(db);

  /** Where the courses and learning paths are found now, by kind and id. */
  async function placesOf(rows: readonly CertificateRow[]): Promise<ReadonlyMap<string, string>> {
    const places = new Map<string, string>();
    for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId)) {
      const tenant = tenants.get(tenantId);
      if (tenant === undefined) continue;
      const ids = (kind: CertificateRow['kind']) => own.filter((row) => row.kind === kind).map(({ itemId }) => itemId);
      const visitor: Scope = { tenant, tenantId: scopeOf(tenant), actor: null, correlationId: '' };
      const [courseItems, pathItems] = await Promise.all([
        courses.itemsByIds(tenant, ids('course')),
        paths.byIds(visitor, ids('path')),
      ]);
      for (const { courseId, slug } of courseItems)
        places.set(`${tenantId} course ${courseId}`, itemPath('course', slug));
      for (const { pathId, slug } of pathItems) places.set(`${tenantId} path ${pathId}`, itemPath('path', slug));
    }
    return places;
  }

  async function present<R extends CertificateRow>(rows: readonly R[]): Promise<Certificate[]> {
    const places = await placesOf(rows);
    return rows.map((row) => {
      const { certificateId, kind, itemId, name, title, tenantId, duration, lessonsCount, revokedAt } = row;
      return {
        ...{ certificateId, kind, itemId, name, title, tenantId, duration, lessonsCount },
        issuedAt: row.issuedAt.toISOString(),
        path: places.get(`${tenantId} ${kind} ${itemId}`) ?? null,
        correctedAt: row.correctedAt?.toISOString() ?? null,
        edition: editionOf(row),
        revoked: revokedAt === null ? null : { at: revokedAt.toISOString(), reason: row.revokedReason ?? '' },
      };
    });
  }

  async function presentIssued(rows: readonly IssuedRow[]): Promise<IssuedCertificate[]> {
    const shown = await present(rows);
    return shown.map((one, index) => ({ ...one, email: rows[index]?.email ?? '' }));
  }

  /** What the learner has finished, counted as on every screen, by the key of its certificate. */
  async function finished(scope: SignedInScope) {
    const { items, through } = await progress.noteFinished(scope);
    const course = Object.keys(items).filter((id) => items[id]?.progressStatus === 'Completed');
    return { course, path: await paths.completed(scope.tenant, items), through };
  }

  /**
   * Notes on the certificates of courses that the learner has gone through their present editions: every lesson is
   * completed, and opened since it last changed.
   */
  async function renew(
    { actor, tenantId }: SignedInScope,
    through: readonly LearnerCourse[],
    own: readonly CertificateRow[],
  ) {
    const editions = new Map(own.flatMap((row) => (row.kind === 'course' ? [[row.itemId, row.edition]] : [])));
    const older = through.filter(({ outline: { course } }) => editions.get(course.id) !== course.version);
    if (older.length === 0) return;
    const outlines = await courses.outlines(
      tenantId,
      older.map(({ outline }) => outline.course.id),
    );
    const gone = older.flatMap(({ outline: { course }, states }) => {
      const isThrough = outlines
        .get(course.id)
        ?.counted.every(
          ({ lessonId, changedAt }) => newsOf(changedAt?.getTime() ?? null, states.get(lessonId)) === null,
        );
      return isThrough === true ? [{ id: course.id, version: course.version }] : [];
    });
    await store.renew(actor.personId, tenantId, gone);
  }

  async function factsOf(scope: SignedInScope, ids: { course: string[]; path: string[] }): Promise<NewCertificate[]> {
    const [courseItems, pathItems] = await Promise.all([
      courses.itemsByIds(scope.tenant, ids.course),
      paths.byIds(scope, ids.path),
    ]);
    const name = nameOf(scope.actor);
    return [
      ...courseItems.map(({ courseId: itemId, title, duration, lessonsCount }): NewCertificate => {
        return { kind: 'course', itemId, name, title, duration, lessonsCount };
      }),
      ...pathItems.map(({ pathId: itemId, title, duration, lessonsCount }): NewCertificate => {
        return { kind: 'path', itemId, name, title, duration, lessonsCount };
      }),
    ];
  }

  /**
   * Locks a certificate, changes it and writes the audit log, all in one transaction. @throws AcademyError not-found
   */
  async function change(
    { tenantId }: SignedInScope,
    certificateId: string,
    act: (
      row: IssuedRow,
    ) => { action: AuditAction; changes: Partial<CertificateRow>; details: Record<string, string> } | null,
    by: AuditActor,
  ): Promise<IssuedCertificate> {
    const id = knownForm(certificateId);
    const changed = await db.transaction(async (tx) => {
      const within = certificatesStore(tx);
      const row = await within.hold(tenantId, id);
      if (row === null) throw new AcademyError('not-found');
      const edit = act(row);
      if (edit === null) return row;
      await within.change(id, edit.changes);
      const { kind, title, email } = row;
      await writeAudit(tx, {
        action: edit.action,
        target: { kind: 'certificate', id },
        tenantId,
        details: { kind, title, email, ...edit.details },
        by,
      });
      return { ...row, ...edit.changes };
    });
    const [shown] = await presentIssued([changed]);
    return shown ?? notFound();
  }

  return {
    /**
     * Issues the certificates that the learner has earned and does not have, and renews their editions. Called after each completion of a course
     * and whenever certificates are read: that repairs interrupted calls, and issuing is idempotent. Does nothing
     * during an impersonation.
     */
    async issueDue(scope: SignedInScope): Promise<void> {
      const { actor, tenantId } = scope;
      if (actor.by.kind === 'view') return;
      const [done, own] = await Promise.all([finished(scope), store.ofPerson(actor.personId, tenantId)]);
      const issued = new Set(own.map(({ kind, itemId }) => `${kind} ${itemId}`));
      const due = {
        course: done.course.filter((id) => !issued.has(`course ${id}`)),
        path: done.path.filter((id) => !issued.has(`path ${id}`)),
      };
      if (due.course.length + due.path.length > 0) await store.add(actor.personId, tenantId, await factsOf(scope, due));
      await renew(scope, done.through, own);
    },

    /** The learner's own, newest first. */
    async mine(scope: SignedInScope): Promise<Certificate[]> {
      await this.issueDue(scope);
      return present(await store.ofPerson(scope.actor.personId, scope.tenantId));
    },

    /** @throws AcademyError not-found */
    async byId(certificateId: string): Promise<Certificate> {
      const row = await store.byId(knownForm(certificateId));
      const [shown] = row === null ? [] : await present([row]);
      return shown ?? notFound();
    },

    /** One page of the academy's certificates, newest first. */
    async search(
      { tenantId }: SignedInScope,
      { q, ...page }: { q: string; pageNumber: number; pageSize: number },
    ): Promise<{ content: IssuedCertificate[]; totalElements: number }> {
      const { rows, total } = await store.search(tenantId, { search: q, ...page });
      return { content: await presentIssued(rows), totalElements: total };
    },

    /** The academy's certificates as a file, newest first. */
    file({ tenantId }: SignedInScope, search: string): FileReply {
      return csvReply('certificates', COLUMNS, (after: IssuedRow | null, max) =>
        store.after(tenantId, search, after, max),
      );
    },

    /** Corrects the name on a certificate; an equal name changes nothing. @throws AcademyError not-found */
    correct(
      scope: SignedInScope,
      certificateId: string,
      { name, reason }: { name: string; reason: string },
      by: AuditActor,
    ): Promise<IssuedCertificate> {
      return change(
        scope,
        certificateId,
        (row) =>
          row.name === name
            ? null
            : {
                action: 'certificate.correct',
                changes: { name, correctedAt: new Date(now()) },
                details: { nameBefore: row.name, name, reason },
              },
        by,
      );
    },

    /** Revokes or restores a certificate; the state it already has changes nothing. @throws AcademyError not-found */
    setRevoked(
      scope: SignedInScope,
      certificateId: string,
      { revoked, reason }: { revoked: boolean; reason: string },
      by: AuditActor,
    ): Promise<IssuedCertificate> {
      return change(
        scope,
        certificateId,
        ({ name, revokedAt }) =>
          (revokedAt !== null) === revoked
            ? null
            : {
                action: revoked ? 'certificate.revoke' : 'certificate.restore',
                changes: { revokedAt: revoked ? new Date(now()) : null, revokedReason: revoked ? reason : null },
                details: { name, reason },
              },
        by,
      );
    },
  };
}

export type CertificatesService = ReturnType<typeof certificatesService>;

const editionOf = ({ edition, editionCommit, renewedAt }: CertificateRow): Certificate['edition'] =>
  edition === null ? null : { version: edition, commit: editionCommit, renewedAt: renewedAt?.toISOString() ?? null };

/**
 * The name on a certificate, kept as it is when the certificate is issued. A person without one is named in the language
 * in which they learn; an administrator can correct it.
 */
function nameOf({ firstName, lastName }: Actor): string {
  return `${firstName} ${lastName}`.trim() || certificateTexts.nameless;
}

/** Refuses ids that are no UUIDs, on which the database would fail. @throws AcademyError not-found */
function knownForm(certificateId: string): string {
  return isCertificateId(certificateId) ? certificateId.toLowerCase() : notFound();
}

function notFound(): never {
  throw new AcademyError('not-found');
}

const COLUMNS: readonly CsvColumn<IssuedRow>[] = [
  ['Number', ({ certificateId }) => certificateId],
  ['Name', ({ name }) => name],
  ['Login', ({ email }) => email],
  ['Kind', ({ kind }) => kind],
  ['For', ({ title }) => title],
  ['Issued', ({ issuedAt }) => issuedAt],
  ['Edition', ({ editionCommit, edition }) => editionCommit ?? edition],
  ['Edition renewed', ({ renewedAt }) => renewedAt],
  ['Name corrected', ({ correctedAt }) => correctedAt],
  ['Revoked', ({ revokedAt }) => revokedAt],
  ['Reason', ({ revokedReason }) => revokedReason],
];
