import type { AppContext } from '../app-context.ts';
import { bindLabs } from './labs.routes.ts';
import { labsService } from './labs.service.ts';
import { bindLabsAdmin } from './labs-admin.routes.ts';
import { labsAdminService } from './labs-admin.service.ts';

export function installLabs(context: AppContext): void {
  const { server, calls, labServices } = context;
  const { runs, engines, channels } = labServices;
  bindLabs(calls, labsService({ ...context, ...labServices }));
  bindLabsAdmin(calls, labsAdminService({ ...context, ...labServices }));
  // Sandboxes of an earlier process on this machine no longer exist.
  server.addHook('onReady', () => runs.endVanished());
  server.addHook('onClose', async () => {
    channels?.close();
    await engines.sandboxes?.close();
  });
}
