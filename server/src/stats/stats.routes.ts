import { getStats } from '@academy/contract/stats';
import type { CallTable } from '../calls/bind.ts';
import type { StatsService } from './stats.service.ts';

export function bindStats(calls: CallTable, stats: StatsService): void {
  calls.bind(getStats, async ({ scope, query }) => {
    const { value, isMaking } = await stats.statistics(scope.tenantId, query);
    return { stats: value, isMaking };
  });
}
