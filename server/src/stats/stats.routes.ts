import { getFirstSteps, getStats } from '@academy/contract/stats';
import type { Tenant } from '@academy/contract/tenants';
import type { CallTable } from '../calls/bind.ts';
import type { firstSteps } from './first-steps.ts';
import type { StatsService } from './stats.service.ts';

export function bindStats(
  calls: CallTable,
  stats: StatsService,
  stepsOf: (tenant: Tenant) => ReturnType<typeof firstSteps>,
): void {
  calls.bind(getFirstSteps, ({ scope }) => stepsOf(scope.tenant));

  calls.bind(getStats, async ({ scope, query }) => {
    const { value, isMaking } = await stats.statistics(scope.tenantId, query);
    return { stats: value, isMaking };
  });
}
