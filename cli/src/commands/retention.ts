import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import { readSettings } from '@academy/server/composition/read-settings';
import { deleteDue } from '@academy/server/retention/retention.service';
import { retentionStore } from '@academy/server/retention/retention.store';
import { RETENTION_NAMES, RETENTION_PERIODS } from '@academy/server/retention/retention-settings';
import { defineCommand, EXIT, usageProblem } from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';
import { table } from '../table.ts';

export const retention = defineCommand({
  name: 'retention',
  summary: 'List how long records are kept, and how many are over that.',
  details: [
    'Servers delete them every hour. ACADEMY_RETENTION changes the periods that may be chosen: "audit=400d,mail=forever".',
    'Progress and certificates go with their person only: those of "leavers", whom a directory has deleted.',
  ],
  options: {
    'dry-run': { type: 'boolean', about: 'Delete nothing (the default)' },
    apply: { type: 'boolean', about: 'Delete now, in small batches, beside running servers' },
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder of the academy (default .academy in the repository)',
    },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(values, terminal) {
    const apply = values.apply === true;
    if (apply && values['dry-run'] === true)
      throw usageProblem('--apply and --dry-run exclude each other.', 'retention');
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(values.data, terminal) });
    const days = settings.retention;
    const counts = await withDatabase(settings, async ({ db }) => {
      if (!apply) return retentionStore(db).due(days);
      const deleted = await deleteDue(db, days);
      await writeAudit(db, {
        action: 'retention.apply',
        target: { kind: 'installation', id: 'all' },
        tenantId: null,
        details: deleted,
        by: COMMAND_LINE,
      });
      return deleted;
    });
    const rows = RETENTION_NAMES.map((name) => ({
      name,
      about: RETENTION_PERIODS[name].about,
      days: days[name],
      chosen: days[name] !== RETENTION_PERIODS[name].days,
      rows: days[name] === null ? null : (counts[name] ?? 0),
    }));
    if (values.json === true) {
      terminal.out(JSON.stringify(rows));
      return EXIT.ok;
    }
    const lines = table(
      ['Name', 'Kept', apply ? 'Deleted' : 'Over', 'What'],
      rows.map((row) => [
        row.name,
        `${keptFor(row.days)}${RETENTION_PERIODS[row.name].min === null ? ' (fixed)' : row.chosen ? ' (chosen)' : ''}`,
        row.rows === null ? '' : String(row.rows),
        row.about,
      ]),
    );
    for (const line of lines) terminal.out(line);
    if (!apply) terminal.out('Nothing was deleted. Servers delete what is over every hour; --apply does it now.');
    return EXIT.ok;
  },
});

function keptFor(days: number | null): string {
  if (days === null) return 'forever';
  return days === 0 ? 'to its end' : `${days}d`;
}
