import { getHealth } from '@academy/contract/health';
import type { CallTable } from '../calls/bind.ts';
import type { HealthService } from './health.service.ts';

export function bindHealth(calls: CallTable, health: HealthService): void {
  calls.bind(getHealth, () => health.read());
}
