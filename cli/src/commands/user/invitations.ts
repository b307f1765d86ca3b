import { DEFAULT_TENANT } from '@academy/contract/tenants';
import { addressesOf } from '@academy/server/composition/addresses-of';
import type { Settings } from '@academy/server/composition/settings';
import type { Database } from '@academy/server/db/connect';
import { type InvitationsService, invitationsService } from '@academy/server/people/invitations.service';
import type { ChangedBy } from '@academy/server/people/rights-news';
import { runningAddress } from '@academy/server/settings/running-address';
import { loadTenants } from '@academy/tenants';
import { CommandProblem, EXIT, usageProblem } from '../../command.ts';
import { BY_OPERATOR } from './people.ts';

/** Options of commands that send invitations. */
export const INVITE = { type: 'boolean', about: 'Mail a link for the first password' } as const;
export const TENANT = {
  type: 'string',
  value: '<name>',
  about: `Academy that the mail names, and whose groups the file names (default ${DEFAULT_TENANT})`,
} as const;

/**
 * Sends invitations as the server does: its mailer takes them from the outbox.
 *
 * @returns the service, and by whom, in the name of the chosen academy
 * @throws CommandProblem when the academy is unknown, or its address, which is in the links, cannot be known
 */
export async function invitationsOf(
  db: Database,
  settings: Settings,
  tenantId: string | undefined,
  command: string,
): Promise<{ invitations: InvitationsService; by: ChangedBy }> {
  const { tenant, tenants } = await academyOf(tenantId, command);
  const addresses = addressesOf(settings, portOf(settings), [...tenants.keys()]);
  const invitations = invitationsService({
    db,
    brandOf: (id) => {
      const named = tenants.get(id ?? tenant.tenantId) ?? tenant;
      return { tenant: named, origin: addresses.tenantOrigins[named.tenantId] ?? null };
    },
    issuer: settings.identity === 'external' ? null : addresses.issuer,
  });
  return { invitations, by: { ...BY_OPERATOR, tenantId: tenant.tenantId } };
}

/** The chosen academy, or the first one. @throws CommandProblem when there is none of this name */
export async function academyOf(tenantId: string | undefined, command: string) {
  const tenants = await loadTenants();
  const tenant = tenants.get(tenantId ?? DEFAULT_TENANT) ?? (tenantId === undefined ? [...tenants.values()][0] : null);
  if (tenant === undefined || tenant === null)
    throw usageProblem(`There is no academy "${tenantId}". There are: ${[...tenants.keys()].join(', ')}.`, command);
  return { tenant, tenants };
}

/** In `local` the address depends on the port of the running server; elsewhere the settings name it. */
function portOf({ environment, dataFolder }: Settings): number {
  if (environment !== 'local') return 0;
  const running = runningAddress(dataFolder);
  if (running === null || !running.isRunning)
    throw new CommandProblem(
      EXIT.failed,
      'The academy is not running, so that its address, which is in the mail, is not known.',
      'Start it with "./academy start", and run the same command again.',
    );
  return Number(new URL(running.url).port);
}
