import { resolve } from 'node:path';
import { readSettings, settingWarnings } from '@academy/server/composition/read-settings';
import { loadTenants } from '@academy/tenants';
import packageJson from '../../package.json' with { type: 'json' };
import { defineCommand, EXIT, usageProblem } from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { printFinding } from '../doctor/print-finding.ts';
import { dataFolderOf } from '../paths.ts';
import { checkUpgrade, type UpgradeReport } from '../upgrade/upgrade-check.ts';
import { EFFECT } from '../upgrade/upgrade-plan.ts';

/** Shorter steps are not worth a line. */
const MIN_SECONDS = 0.1;

export const upgrade = defineCommand({
  name: 'upgrade',
  summary: 'Say what an upgrade to this edition would do to the database, before it is done.',
  details: [
    'Run it from the folder of the new edition, with the settings of the academy, while the old edition runs. It changes',
    'nothing. The upgrade itself is a start of the new edition: docs/how-to/upgrade.md. Exit status 1 when something stands in',
    'the way; warnings alone leave it 0.',
  ],
  options: {
    check: { type: 'boolean', about: 'Report what would happen (the one thing that this command does)' },
    backups: { type: 'string', value: '<folder>', about: 'Folder of the backups, to see their age (default backups)' },
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder of the academy (default .academy in the repository)',
    },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run({ check, backups = 'backups', data, json }, terminal) {
    if (check !== true)
      throw usageProblem('An upgrade is a start of the new edition; --check says what it would do.', 'upgrade');
    const tenantIds = [...(await loadTenants()).keys()];
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) }, tenantIds);
    const report = await withDatabase(
      settings,
      ({ pool }) =>
        checkUpgrade(pool, {
          version: packageJson.version,
          env: terminal.env,
          warnings: settingWarnings(terminal.env, settings),
          folder: settings.databaseUrl === null ? settings.dataFolder : null,
          backups: resolve(terminal.cwd, backups),
        }),
      { isMigrated: false },
    );
    if (json === true) terminal.out(JSON.stringify(report, null, 2));
    else {
      for (const line of linesOf(report)) terminal.out(line);
      for (const finding of report.findings) printFinding(finding, terminal);
    }
    return report.findings.some(({ state }) => state === 'wrong') ? EXIT.failed : EXIT.ok;
  },
});

function linesOf({ editions, pending, rolling }: UpgradeReport): string[] {
  return [
    `This edition: ${editions.here}. The database: ${editions.database}.`,
    pending.length === 0 ? 'No migration is pending.' : `Pending migrations: ${pending.length}.`,
    ...pending.flatMap(({ tag, about, isOutside, steps }) => [
      `  ${tag}: ${about}${isOutside ? ' Runs beside reads and writes.' : ''}`,
      ...steps
        .filter(({ seconds }) => seconds >= MIN_SECONDS)
        .map(
          (step) =>
            `    ${step.about}: ${step.rows.toLocaleString('en')} rows, about ${step.seconds.toFixed(1)} s, ${EFFECT[step.cost]}`,
        ),
    ]),
    `Safe to roll, two editions side by side: ${rolling.isSafe ? 'yes' : 'no'}`,
    ...rolling.because.map((one) => `  ${one}, which the older edition cannot work with`),
    '',
  ];
}
