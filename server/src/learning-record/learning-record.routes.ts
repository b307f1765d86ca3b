import { exportLearningRecord, getLearningRecord, type LearningRecord } from '@academy/contract/learning-record';
import type { CallTable } from '../calls/bind.ts';
import type { Database } from '../db/connect.ts';
import { CSV_TYPE, type CsvColumn, csvPieces, fileNameOf } from '../exports/csv.ts';
import type { SignedInScope } from '../values/scope.ts';
import { readRecord } from './learning-record.store.ts';
import { recordPdf } from './record-pdf.ts';

export function bindLearningRecord(calls: CallTable, db: Database): void {
  const recordOf = async ({ actor, tenantId }: SignedInScope): Promise<LearningRecord> => {
    const { courses, checks, certificates } = await readRecord(db, actor.personId, tenantId);
    const iso = (at: string) => new Date(at).toISOString();
    return {
      name: `${actor.firstName} ${actor.lastName}`.trim() || actor.email,
      madeAt: new Date().toISOString(),
      courses: courses.map(({ beganAt, completedAt, lastSeenAt, title, ...one }) => ({
        ...one,
        title: title ?? one.courseId,
        beganAt: iso(beganAt),
        completedAt: completedAt === null ? null : iso(completedAt),
        lastSeenAt: iso(lastSeenAt),
      })),
      checks: checks.map(({ lastAt, title, ...one }) => ({
        ...one,
        title: title ?? one.lessonId,
        lastAt: iso(lastAt),
      })),
      certificates: certificates.map((one) => ({ ...one, issuedAt: iso(one.issuedAt) })),
    };
  };

  calls.bind(getLearningRecord, ({ scope }) => recordOf(scope));

  calls.bind(exportLearningRecord, async ({ scope, query: { format } }) => {
    const record = await recordOf(scope);
    const fileName = fileNameOf('learning-record', format);
    if (format === 'pdf') return { fileName, type: 'application/pdf', pieces: recordPdf(scope.tenant, record) };
    return { fileName, type: CSV_TYPE, pieces: csvPieces(COLUMNS, batchOf(linesOf(record))) };
  });
}

/** A line of the CSV file: a course, a knowledge check or a certificate. */
interface Line {
  kind: string;
  title: string;
  began?: string;
  ended?: string | null;
  done?: number;
  of?: number;
  percent?: number | null;
  seconds?: number;
  last?: string;
}

const COLUMNS: readonly CsvColumn<Line>[] = [
  ['kind', ({ kind }) => kind],
  ['title', ({ title }) => title],
  ['began_at', ({ began }) => began ?? null],
  ['completed_at', ({ ended }) => ended ?? null],
  ['lessons_completed', ({ done }) => done ?? null],
  ['lessons', ({ of }) => of ?? null],
  ['best_result_percent', ({ percent }) => percent ?? null],
  ['time_seconds', ({ seconds }) => seconds ?? null],
  ['last_seen_at', ({ last }) => last ?? null],
];

const linesOf = ({ courses, checks, certificates }: LearningRecord): Line[] => [
  ...courses.map((one) => ({
    ...{ kind: 'course', title: one.title, began: one.beganAt, ended: one.completedAt, done: one.lessonsDone },
    ...{ of: one.lessons, seconds: one.seconds, last: one.lastSeenAt },
  })),
  ...checks.map(({ title, bestResult, lastAt }) => ({
    ...{ kind: 'knowledge check', title, percent: bestResult, last: lastAt },
  })),
  ...certificates
    .filter(({ isRevoked }) => !isRevoked)
    .map(({ title, issuedAt }) => ({ kind: 'certificate', title, ended: issuedAt })),
];

async function* batchOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
