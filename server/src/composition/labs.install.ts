import { labContents } from '../labs/lab-content.ts';
import { labPacks } from '../labs/lab-packs.ts';
import { labStepsService } from '../labs/lab-steps.service.ts';
import { bindLabs } from '../labs/labs.routes.ts';
import { labsService } from '../labs/labs.service.ts';
import { bindLabsAdmin } from '../labs/labs-admin.routes.ts';
import { labsAdminService } from '../labs/labs-admin.service.ts';
import type { AppContext } from './app-context.ts';

export function installLabs(context: AppContext): void {
  const { server, calls, labServices } = context;
  const { runs, engines, channels, pages, passing, colleagues, servers } = labServices;
  const { sandboxes } = engines;
  const contents = labContents(context);
  const steps = labStepsService({ ...context, contents });
  const packs = labPacks({ files: context.files, folder: context.labs.sandbox?.packs ?? null });
  bindLabs(calls, labsService({ ...context, ...labServices, contents, packs }), steps);
  bindLabsAdmin(calls, labsAdminService({ ...context, ...labServices }), steps);
  if (sandboxes !== null && channels !== null)
    colleagues.answer(server, {
      sessions: sandboxes.sessions,
      ticketFor: channels.ticketFor,
      urlFor: (right) => pages?.urlFor(right) ?? null,
      endGrant(grantId) {
        channels.endGrant(grantId);
        pages?.endGrant(grantId);
      },
    });
  server.addHook('onReady', async () => {
    const onReturn = async () => sandboxes?.endAll();
    if (context.labs.servers !== undefined) await servers.start({ onReturn, onAbandoned: runs.endAbandoned });
    // Sandboxes of an earlier process on this machine no longer exist.
    await runs.endVanished();
  });
  server.addHook('onClose', async () => {
    passing?.close();
    channels?.close();
    pages?.close();
    await sandboxes?.close();
    await servers.stop();
  });
}
