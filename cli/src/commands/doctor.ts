import { readSettings } from '@academy/server/composition/read-settings';
import { loadTenants } from '@academy/tenants';
import { defineCommand, EXIT } from '../command.ts';
import type { Finding } from '../doctor/check.ts';
import { checksOf, findingOf } from '../doctor/checks.ts';
import { printFinding } from '../doctor/print-finding.ts';
import { dataFolderOf } from '../paths.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary:
    'Check settings, data folder, database, content store, addresses, sign-in, mail and labs, and say what to do.',
  details: [
    'Changes nothing and sends nothing; into a content store it writes a small file, and removes it. Exit status 1 when',
    'something is wrong; warnings alone leave it 0.',
  ],
  options: {
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder of the academy (default .academy in the repository)',
    },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run({ data, json }, terminal) {
    const tenantIds = [...(await loadTenants()).keys()];
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) }, tenantIds);
    const checked: (Finding & { name: string })[] = [];
    for (const { name, run } of checksOf(settings, terminal.env)) {
      const found = await run().catch(findingOf);
      for (const finding of [found].flat()) {
        checked.push({ name, ...finding });
        if (json === true) continue;
        printFinding({ name, ...finding }, terminal);
      }
    }
    if (json === true) terminal.out(JSON.stringify(checked, null, 2));
    return checked.some(({ state }) => state === 'wrong') ? EXIT.failed : EXIT.ok;
  },
});
