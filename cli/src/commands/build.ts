import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { addressesOf } from '@academy/server/composition/addresses-of';
import { readSettings } from '@academy/server/composition/read-settings';
import { surroundingsOf } from '@academy/server/composition/surroundings';
import { completePostgresPackage } from '@academy/server/db/postgres-binaries';
import { loadWeb } from '@academy/server/front/load-web';
import { RuntimeConfigs } from '@academy/server/runtime-config/runtime-configs';
import { explainSystemError } from '@academy/server/settings/start-problem';
import { footerWithoutPages, publishedFooterAt } from '@academy/server/static-site/published-footer';
import { staticSite } from '@academy/server/static-site/static-site';
import { makeFolder } from '@academy/server/values/make-folder';
import { loadTenants } from '@academy/tenants';
import { CommandProblem, defineCommand, EXIT, type Terminal } from '../command.ts';
import { buildWeb } from '../web-build.ts';

export const build = defineCommand({
  name: 'build',
  summary: 'Build the web for production.',
  details: [
    'The other commands build it on their own when its sources changed.',
    'With --static it also writes a folder for each academy that any host of files can serve; see',
    'docs/how-to/static-deployment.md.',
  ],
  options: {
    static: { type: 'string', value: '<folder>', about: 'Write each academy for a host of files into this folder' },
  },
  async run(values, terminal) {
    const log = (line: string) => terminal.err(line);
    completePostgresPackage();
    if (values.static === undefined) await buildWeb(log, true);
    else await writeStaticSites(resolve(terminal.cwd, values.static), terminal);
    return EXIT.ok;
  },
});

async function writeStaticSites(folder: string, terminal: Terminal): Promise<void> {
  const tenants = await loadTenants();
  const tenantIds = [...tenants.keys()];
  const settings = readSettings(terminal.env, {}, tenantIds);
  const addresses = addressesOf(settings, settings.port, tenantIds);
  let isEmpty: boolean;
  try {
    makeFolder(folder);
    isEmpty = readdirSync(folder).length === 0;
  } catch (error) {
    throw explainSystemError(error, folder, '--static');
  }
  if (!isEmpty) {
    throw new CommandProblem(EXIT.failed, `${folder} is not empty.`, 'Name a new or empty folder.');
  }
  await buildWeb((line) => terminal.err(line));
  const { entry, clientFolder } = await loadWeb('built');
  const configs = new RuntimeConfigs(surroundingsOf(settings, addresses));
  for (const tenant of tenants.values()) {
    const site = join(folder, tenant.tenantId);
    cpSync(join(clientFolder ?? '', 'assets'), join(site, 'assets'), { recursive: true });
    const origin = addresses.tenantOrigins[tenant.tenantId] ?? '';
    const footer = await publishedFooterAt(origin, tenant).catch(() => null);
    const shown = { ...tenant, footer: footer ?? footerWithoutPages(tenant) };
    for (const [name, content] of await staticSite(shown, configs, entry)) {
      mkdirSync(dirname(join(site, name)), { recursive: true });
      writeFileSync(join(site, name), content);
    }
    terminal.out(`${site}: calls ${origin}`);
    if (footer === null) {
      terminal.err(`${origin} does not say which pages it has: the footer of ${site} links to none of them.`);
      terminal.err('Next: Start the academy, and run this again.');
    }
  }
  if (addresses.endpoints === null) {
    terminal.err(
      'The provider was not asked for its addresses: nobody can sign in until config.json names "endpoints".',
    );
    terminal.err('Next: Set ACADEMY_DISCOVERY=off with the addresses of the provider, and run this again.');
  }
}
