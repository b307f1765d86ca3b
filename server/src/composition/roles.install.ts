import { bindRoles } from '../roles/roles.routes.ts';
import { rolesService } from '../roles/roles.service.ts';
import type { AppContext } from './app-context.ts';

export function installRoles({ calls, db, brandOf, people, mailQueued }: AppContext): void {
  const changed = () => {
    people.forget();
    mailQueued();
  };
  bindRoles(calls, rolesService({ db, brandOf, changed }));
}
