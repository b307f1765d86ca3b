import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { TenantIdSchema } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import { columns, defineCommand, EXIT, numberOption, required, usageProblem } from '../command.ts';
import { openPreview } from '../preview/open-preview.ts';
import { tenantMap } from '../publishing/tenant-map.ts';
import { buildWeb } from '../web-build.ts';

export const preview = defineCommand({
  name: 'preview',
  summary: 'Show a folder as an academy while you write, with findings beside the pages.',
  details: [
    'Needs no server and no database, and sends nothing anywhere. A saved change is shown at once.',
    'Locks are open and drafts can be reached, because what is shown is your own. Ctrl-C ends it.',
  ],
  options: {
    path: { type: 'string', value: '<folder>', about: 'Folder to show, with all folders in it' },
    tenant: { type: 'string', value: '<tenant>', about: 'The brand; otherwise the beginning of each id tells it' },
    'tenant-map': {
      type: 'string',
      multiple: true,
      value: '<folder>=<tenant>',
      about: 'The brand of a folder whose ids do not tell it (may be repeated)',
    },
    port: { type: 'string', value: '<port>', about: 'Port to listen on (default 3100; 0 takes any free one)' },
  },
  async run(values, terminal) {
    const given = required(values.path, 'path', 'preview');
    const folder = resolve(terminal.cwd, given);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw usageProblem(`There is no folder ${given}.`, 'preview');
    }
    const tenants = await loadTenants();
    const tenantId = values.tenant ?? null;
    if (tenantId !== null && (!v.is(TenantIdSchema, tenantId) || !tenants.has(tenantId))) {
      throw usageProblem(`"${tenantId}" is no tenant; there are ${[...tenants.keys()].join(', ')}.`, 'preview');
    }
    // Libraries choose their production code by this variable when they are loaded.
    process.env.NODE_ENV ??= 'production';
    await buildWeb((line) => terminal.err(line));
    const ended = new Promise<string>((done) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => done(signal));
    });
    const shown = await openPreview({
      folder,
      cwd: terminal.cwd,
      port: numberOption(values.port, 'port', { min: 0, max: 65_535 }, 'preview') ?? 3_100,
      tenantId,
      tenantOfFolder: tenantMap(values['tenant-map'] ?? [], [folder, terminal.cwd], [...tenants.keys()], 'preview'),
      tenants,
      log: (line) => terminal.err(line),
    });
    for (const line of [
      '',
      'Preview ready:',
      ...columns(Object.entries(shown.addresses)),
      '',
      'Press Ctrl-C to end it.',
    ]) {
      terminal.out(line);
    }
    await ended;
    await shown.stop();
    return EXIT.ok;
  },
});
