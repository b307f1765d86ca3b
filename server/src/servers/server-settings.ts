import * as v from 'valibot';
import { setting } from '../settings/setting.ts';
import { text, wholeNumber } from '../settings/setting-types.ts';

/** What a server waits outside of `local` when the setting is left out, seconds. */
const USUAL_DRAIN_SECONDS = 5;

const PATTERN = /^http:\/\/(?:\[[\da-fA-F:.]{2,45}\]|[\w-]{1,63}(?:\.[\w-]{1,63}){0,10}):\d{1,5}$/;

/** `http://10.0.0.11:3000`: where other servers reach a server. */
export const ServerAddressSchema = v.pipe(
  text(),
  v.check(
    (value) => PATTERN.test(value) && URL.canParse(value),
    'must be scheme, host and port of this server, such as http://10.0.0.11:3000',
  ),
);

/** Settings of one server among several. */
export const SERVER_SETTINGS = {
  serverAddress: setting(
    'ACADEMY_SERVER_ADDRESS',
    ServerAddressSchema,
    null,
    'With several servers: address at which the others reach this one over a private network, such as `http://10.0.0.11:3000`. They pass on what belongs to a lab in a sandbox of this server. With sandboxes and without an address, the proxy must send each learner to the same server.',
  ),
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
