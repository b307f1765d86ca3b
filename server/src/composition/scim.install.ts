import type { LoadShedding } from '../http/load-shedding.ts';
import { addScim } from '../scim/scim.routes.ts';
import { scimGroupsService } from '../scim/scim-groups.service.ts';
import { scimUsersService } from '../scim/scim-users.service.ts';
import type { AppContext } from './app-context.ts';

/** Serves SCIM to directories, where the embedded provider keeps the accounts. */
export function installScim(context: AppContext, load: Pick<LoadShedding, 'admit'>): void {
  const { server, db, people, forgetSessions, labServices, rateLimits, hasSpace, configs } = context;
  if (context.addIdentity === null) return;
  const forget = () => {
    forgetSessions();
    people.forget();
  };
  addScim(server, {
    users: scimUsersService({ db, release: labServices.runs.release, forget }),
    groups: scimGroupsService({ db }),
    origin: new URL(configs.issuer).origin,
    count: rateLimits.anonymous,
    ...{ db, load, hasSpace },
  });
}
