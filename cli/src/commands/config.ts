import { effectiveSettings } from '@academy/server/composition/effective-settings';
import { readSettings, settingWarnings } from '@academy/server/composition/read-settings';
import { loadTenants } from '@academy/tenants';
import { columns, defineCommand, EXIT, numberOption } from '../command.ts';
import { dataFolderOf } from '../paths.ts';
import { table } from '../table.ts';
import { START_OPTIONS } from './start.ts';

export const config = defineCommand({
  name: 'config',
  summary: 'Check the settings, and show them as a start would use them.',
  details: [
    'Without --print it only says whether a start would accept them. Problems are named all at once, with exit status 1.',
    'Secrets are masked, passwords inside addresses too.',
  ],
  options: {
    print: { type: 'boolean', about: 'Print every setting with its value and where that comes from' },
    json: { type: 'boolean', about: 'Print JSON' },
    ...START_OPTIONS,
  },
  async run(values, terminal) {
    const given = {
      port: numberOption(values.port, 'port', { min: 0, max: 65_535 }, 'config'),
      host: values.host,
      dataFolder: dataFolderOf(values.data, terminal),
    };
    const tenantIds = [...(await loadTenants()).keys()];
    const { settings, derived } = effectiveSettings(terminal.env, given, tenantIds);
    // The folder is always passed, whatever its origin.
    const named = values.data !== undefined ? 'option' : terminal.env.ACADEMY_DATA ? 'environment' : 'default';
    const all = settings.map((one) => (one.name === 'ACADEMY_DATA' ? { ...one, origin: named } : one));
    if (values.json === true) terminal.out(JSON.stringify({ settings: all, derived }, null, 2));
    else if (values.print === true) {
      const rows = all.map(({ name, origin, value }) => [name, origin, value]);
      for (const line of table(['Setting', 'From', 'Value'], rows)) terminal.out(line);
      terminal.out('');
      terminal.out('What follows from them:');
      for (const line of columns(derived.map(({ name, value }) => [name, value]))) terminal.out(line);
    } else terminal.out('The settings are right. See them with --print.');
    for (const warning of settingWarnings(terminal.env, readSettings(terminal.env, given, tenantIds)))
      terminal.err(`Warning: ${warning}.`);
    return EXIT.ok;
  },
});
