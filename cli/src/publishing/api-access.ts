import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_BASE_PATH } from '@academy/contract/constants';
import type { TenantId } from '@academy/contract/tenants';
import { runningAddress } from '@academy/server/settings/running-address';
import { isLoopback } from '@academy/server/settings/setting-types';
import { CommandProblem, EXIT, type Terminal, usageProblem } from '../command.ts';
import { dataFolderOf } from '../paths.ts';

/** The API address and the token for publishing. */
export interface ApiAccess {
  /** Base address with `/api/v1`, no trailing slash. */
  url: string;
  /** Host name as given: the address of one academy names its tenant. */
  host: string;
  /** @throws CommandProblem (3) when there is none for this tenant */
  tokenFor(tenantId: TenantId): string;
}

export interface AccessOptions {
  url?: string | undefined;
  token?: string | undefined;
  data?: string | undefined;
}

const ASK_FOR_TOKEN =
  'Give one with --token or ACADEMY_API_TOKEN; "./academy token create --help" tells how to make one.';

/**
 * Finds address and token: the options, our variables, those of older scripts, then the academy that uses the data
 * folder, with the tokens that its server keeps there. The latter are never sent to another machine.
 *
 * @throws CommandProblem (3) when no address is given and the academy of the data folder is not running
 */
export function apiAccess(options: AccessOptions, terminal: Terminal, command: string): ApiAccess {
  const { env } = terminal;
  const named = options.url ?? (env.ACADEMY_API_URL || env.PENGUINCTL_APIURL || null);
  const given = named ?? localAddress(dataFolderOf(options.data, terminal), terminal);
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw usageProblem(
      `"${given}" is no web address; --url looks like https://spring.example.org${API_BASE_PATH}.`,
      command,
    );
  }
  const host = url.hostname;
  // Names below .localhost mean this machine, which Node.js does not resolve.
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1';
  const here = named === null || isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  if (url.protocol === 'http:' && !here) {
    terminal.err(`Warning: ${url.host} is not reached over https, so others on the way can read the token.`);
  }
  const token = options.token ?? (env.ACADEMY_API_TOKEN || env.PENGUINCTL_APITOKEN || null);
  return {
    url: url.href.replace(/\/+$/, ''),
    host,
    tokenFor(tenantId) {
      if (token !== null) return token;
      if (!here) throw new CommandProblem(EXIT.unreachable, `There is no token for ${url.host}.`, ASK_FOR_TOKEN);
      const folder = dataFolderOf(options.data, terminal);
      const local = readLocalTokens(folder)[tenantId];
      if (typeof local === 'string') return local;
      throw new CommandProblem(
        EXIT.unreachable,
        `There is no token for ${tenantId}, and ${folder} keeps none.`,
        'Start the academy once with "./academy start", name its folder with --data, or give a token with --token.',
      );
    },
  };
}

/**
 * Address of the academy that uses a data folder: as its server recorded it there, else PORT, else the default port.
 */
function localAddress(folder: string, { env }: Terminal): string {
  const noted = runningAddress(folder);
  if (noted?.isRunning === true) return noted.url;
  if (/^\d{1,5}$/.test(env.PORT ?? '')) return `http://127.0.0.1:${env.PORT}${API_BASE_PATH}`;
  if (noted === null && Object.keys(readLocalTokens(folder)).length === 0)
    return `http://127.0.0.1:3000${API_BASE_PATH}`;
  const last = noted === null ? '' : `; it was last at ${new URL(noted.url).host} and did not stop cleanly`;
  throw new CommandProblem(
    EXIT.unreachable,
    `The academy of ${folder} is not running${last}.`,
    `Start it ("./academy start --data ${folder}"), or give another address with --url or ACADEMY_API_URL.`,
  );
}

function readLocalTokens(folder: string): Record<string, unknown> {
  try {
    const tokens: unknown = JSON.parse(readFileSync(join(folder, 'local-tokens.json'), 'utf8'));
    return typeof tokens === 'object' && tokens !== null ? { ...tokens } : {};
  } catch {
    return {};
  }
}
