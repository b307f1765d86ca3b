import { setting } from '../settings/setting.ts';
import { wholeNumber } from '../settings/setting-types.ts';

/** What a server waits outside of `local` when the setting is left out, seconds. */
const USUAL_DRAIN_SECONDS = 5;

/** Settings of one server among several. */
export const SERVER_SETTINGS = {
  drainSeconds: setting(
    'ACADEMY_DRAIN_SECONDS',
    wholeNumber(0, 300),
    null as number | null,
    'How long a server that is stopped goes on answering while `/health/readers` and `/health/ready` say 503, so that reverse proxies stop sending it requests first. 5 when left out, 0 in `local`. The whole stop takes at most 10 seconds more.',
  ),
} as const;

/** How long a server that is stopped goes on answering, ms. */
export function drainMsOf({ drainSeconds, environment }: { drainSeconds: number | null; environment: string }): number {
  return 1_000 * (drainSeconds ?? (environment === 'local' ? 0 : USUAL_DRAIN_SECONDS));
}
