/**
 * Files of tests that only `./academy test --all` runs, as globs for Vitest, by what makes them long. A file that is named runs
 * always: `npx vitest run <part of its name>`. What a change breaks most often, and all that protects people, stays in the usual run.
 */
export const LONG_TESTS: Readonly<Record<string, readonly string[]>> = {
  'servers of other makers in front of the academy, or behind it': [
    'scripts/deploy/{behind-proxies,refusals-behind-proxies,compose,container,chart}.test.ts',
    'scripts/fail-over.test.ts',
    'server/src/**/{pgbouncer,streaming-standby,older-postgres,shared-counts,shared-state,full-disk}.test.ts',
    'content/src/hugo/real-hugo.test.ts',
  ],
  'commands and jobs that start other commands': [
    'cli/src/{prove-from-ci,publish-from-ci,launcher}.test.ts',
    'cli/src/lab-files/vendir.test.ts',
    'cli/src/lab-images/same-as-debian.test.ts',
    'cli/src/commands/{db,backup,secrets,content-files,upgrade}.test.ts',
    'cli/src/upgrade/{editions,million-rows}.test.ts',
    'cli/src/labs/prove/{in-sandboxes,samples}.test.ts',
    'lab-engine/src/shell/debian-again.test.ts',
    'server/src/scim/scim2-tester.test.ts',
    'bench/src/{load,labs-outlive,labs-at-hosts}.test.ts',
  ],
  'the repository itself': ['scripts/{release,audit,licences,glossary}.test.ts', 'scripts/faults/**/*.test.ts'],
  'machines of labs': ['cli/src/lab-images/linux-lab.test.ts', 'server/src/labs/check-proofs.test.ts'],
  'sizes, and how much memory something leaves': [
    'content/src/markdown/large-texts.test.ts',
    'content/src/{build-in-worker,storable-item}.test.ts',
    'server/src/**/{large-items,held-memory,left-behind,collect-at-rest,search-plan,statements,embedded-postgres}.test.ts',
  ],
};

/**
 * The part that one file of unit tests may take of the time of all files, imports aside. A part of the run and not seconds: a machine
 * that is slow, or does other work as well, makes all files slow. In quiet it is about 20 s of a file that runs alone.
 */
export const MAX_SHARE = 0.04;

/** Files of the usual run that may take a larger part, because each of their many cases has to be shown. */
export const LARGER_SHARES: Readonly<Record<string, number>> = {
  'server/src/permissions/permissions-of-changes.test.ts': 0.08,
  'bench/src/kills.test.ts': 0.08,
};
