import { startPolling } from '../background/polling.ts';
import { bindProgressReports } from '../progress-reports/progress-reports.routes.ts';
import { progressReports } from '../progress-reports/progress-reports.service.ts';
import { savedReports } from '../progress-reports/saved-reports.service.ts';
import type { AppContext } from './app-context.ts';

/** A request waits this long for new numbers before it gets older ones, ms. */
const WAIT_MS = 800;
/** Reports that are due are looked for this often, ms. */
const SEND_EVERY_MS = 60_000;

export function installProgressReports(context: AppContext): void {
  const { server, calls, db, brandOf, mailQueued, log } = context;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'a report could not be computed');
  const reports = progressReports(db, context.due, { waitMs: WAIT_MS, ...context.statistics, onFailure });
  const notSent = (error: unknown) => log.warn({ err: error }, 'a report could not be mailed and is tried again');
  const saved = savedReports({ db, reports, brandOf, mailQueued, onFailure: notSent });
  bindProgressReports(calls, reports, saved);
  // Without a mail server and a mailbox the mails would never be read.
  if (!(context.sendsNotifications ?? true) || !(context.hasMailServer || context.mailbox)) return;
  const sending = startPolling({
    ...{ work: 'mailing reports', everyMs: SEND_EVERY_MS, log },
    run: async () => ((await saved.sendDue(new Date())) > 0 ? 1_000 : undefined),
  });
  server.addHook('onClose', () => sending.stop());
}
