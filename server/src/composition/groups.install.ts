import { bindGroups } from '../groups/groups.routes.ts';
import { groupsService } from '../groups/groups.service.ts';
import type { AppContext } from './app-context.ts';

export function installGroups({ calls, db, people }: AppContext): void {
  bindGroups(calls, groupsService({ db, changed: () => people.forget() }));
}
