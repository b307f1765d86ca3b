/** How the tests of the last runs of `./academy test --all` went; it is committed, and a release needs it. */
export const TEST_RECORD = 'docs/test-record.json';

/** The steps of `./academy test`, in their order. */
export const TEST_STEPS = ['lint', 'types', 'unused', 'build', 'unit', 'journeys'] as const;
export type TestStep = (typeof TEST_STEPS)[number];

/** How the last run of one step with all its tests went. */
export interface StepRecord {
  /** Day and time of its end, ISO 8601. */
  at: string;
  /** What was tested. */
  commit: string;
  /** Whether the files were those of the commit, but for the record itself. */
  isClean: boolean;
  passed: number;
  failed: number;
}

export interface TestRecord {
  /** By step; left out: it has not run yet. Steps may have run one by one, so each names its commit. */
  steps: Partial<Record<TestStep, StepRecord>>;
  /** Lines of TypeScript by workspace. */
  lines: Readonly<Record<string, number>>;
}
