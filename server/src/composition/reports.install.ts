import { addCspReports } from '../reports/csp-reports.ts';
import { bindReports } from '../reports/reports.routes.ts';
import type { AppContext } from './app-context.ts';

export function installReports(context: AppContext): void {
  const { server, calls, log, rateLimits } = context;
  bindReports(calls, log);
  addCspReports(server, { ...context, count: rateLimits.report });
}
