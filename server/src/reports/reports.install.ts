import type { AppContext } from '../app-context.ts';
import { addCspReports } from './csp-reports.ts';
import { bindReports } from './reports.routes.ts';

export function installReports(context: AppContext): void {
  const { server, calls, log, rateLimits } = context;
  bindReports(calls, log);
  addCspReports(server, { ...context, count: rateLimits.report });
}
