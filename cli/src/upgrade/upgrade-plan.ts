import type { Migration } from '@academy/server/db/migration-file';
import { describeMigration, type MigrationStep, type StepCost, stepsOf } from '@academy/server/db/migration-steps';

/** Size of a table, as the database estimates it. */
export interface TableSize {
  rows: number;
  /** With its indexes. */
  bytes: number;
}

export interface PlannedStep {
  about: string;
  table: string;
  cost: StepCost;
  rows: number;
  /** Seconds that the step takes, by the rates below. */
  seconds: number;
  /** Room that it needs on the database's disk, bytes. */
  bytes: number;
}

export interface PlannedMigration {
  tag: string;
  about: string;
  /** Runs statement by statement, beside reads and writes. */
  isOutside: boolean;
  /** Steps whose time grows with the number of rows. */
  steps: PlannedStep[];
  /** What a server of the edition before cannot work with, in words. */
  breaking: string[];
}

/**
 * Rows a second on two busy cores of 2026 with the table in memory. Indexes were measured (`beside` 330,000, `writes` 270,000, by
 * `cli/src/upgrade/million-rows.test.ts`), the others are careful guesses. A disk that reads slowly takes several times as long.
 */
const ROWS_A_SECOND: Readonly<Record<StepCost, number>> = {
  quick: Number.POSITIVE_INFINITY,
  beside: 300_000,
  writes: 250_000,
  all: 1_000_000,
  rewrite: 50_000,
  rows: 100_000,
};
/** Share of a table's bytes that a step writes anew; its own and those of the write-ahead log. */
const BYTES_WRITTEN: Readonly<Record<StepCost, number>> = {
  quick: 0,
  beside: 0.5,
  writes: 0.5,
  all: 0,
  rewrite: 2,
  rows: 2,
};

/** What the pending migrations would do to tables of these sizes. */
export function planUpgrade(pending: readonly Migration[], sizes: ReadonlyMap<string, TableSize>): PlannedMigration[] {
  return pending.map(({ tag, sql, isOutside }) => {
    const steps = stepsOf(sql);
    return {
      tag,
      about: describeMigration(sql),
      isOutside,
      steps: steps.flatMap((step) => plannedStep(step, sizes)),
      breaking: steps.filter(({ isBreaking }) => isBreaking).map(({ about }) => about),
    };
  });
}

function plannedStep({ about, table, cost }: MigrationStep, sizes: ReadonlyMap<string, TableSize>): PlannedStep[] {
  const size = table === null ? undefined : sizes.get(table);
  if (table === null || size === undefined || cost === 'quick') return [];
  return [
    {
      about,
      table,
      cost,
      rows: size.rows,
      seconds: size.rows / ROWS_A_SECOND[cost],
      bytes: Math.ceil(size.bytes * BYTES_WRITTEN[cost]),
    },
  ];
}

/** What learners notice of a step. */
export const EFFECT: Readonly<Record<StepCost, string>> = {
  quick: 'nothing waits',
  beside: 'reads and writes go on',
  writes: 'writes wait',
  all: 'reads and writes wait',
  rewrite: 'reads and writes wait',
  rows: 'changes of these rows wait',
};
