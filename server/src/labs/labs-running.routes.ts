import { getRunningLab } from '@academy/contract/labs-running';
import type { CallTable } from '../calls/bind.ts';
import { type RunningLabOptions, runningLab } from './labs-running.service.ts';

export function bindRunningLab(calls: CallTable, options: RunningLabOptions): void {
  calls.bind(getRunningLab, ({ scope }) => runningLab(options, scope));
}
