import type { Polling } from '../background/polling.ts';
import { bindDrafts } from '../drafts/drafts.routes.ts';
import { startPlannedDrafts } from '../drafts/planned-drafts.ts';
import type { AppContext } from './app-context.ts';

export function installDrafts(context: AppContext): void {
  const { server, calls, drafts } = context;
  bindDrafts(calls, drafts);
  let planned: Polling | null = null;
  server.addHook('onReady', async () => {
    planned = startPlannedDrafts(context);
  });
  server.addHook('onClose', async () => planned?.stop());
}
