import { checkProofs } from '../labs/check-proofs.ts';
import { labContents } from '../labs/lab-content.ts';
import { labStepsService } from '../labs/lab-steps.service.ts';
import { bindLabs } from '../labs/labs.routes.ts';
import { labsService } from '../labs/labs.service.ts';
import { bindLabsAdmin } from '../labs/labs-admin.routes.ts';
import { labsAdminService } from '../labs/labs-admin.service.ts';
import { bindRunningLab } from '../labs/labs-running.routes.ts';
import type { AppContext } from './app-context.ts';

export function installLabs(context: AppContext): void {
  const { server, calls, labServices } = context;
  const { runs, engines, passing, servers } = labServices;
  const { hosts } = engines;
  const contents = labContents(context);
  const steps = labStepsService({ ...context, contents });
  const { imagesFolder = null, provesChecks = false } = context.labs;
  const proofs = checkProofs({
    ...{ db: context.db, contents, engines, store: provesChecks ? imagesFolder : null },
    onFailure: (error, what) => context.log.warn({ err: error }, what),
  });
  bindLabs(calls, labsService({ ...context, ...labServices, contents, proofs }), steps);
  bindRunningLab(calls, { ...context, contents });
  bindLabsAdmin(calls, labsAdminService({ ...context, ...labServices }), steps);
  server.addHook('onReady', async () => {
    if (context.labs.servers !== undefined || hosts !== null) await servers.start(runs.endAbandoned);
    hosts?.listen();
  });
  server.addHook('onClose', async () => {
    proofs.close();
    passing?.close();
    hosts?.close();
    await servers.stop();
  });
}
