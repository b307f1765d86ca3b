import type { AppContext } from '../app-context.ts';
import { bindViewAs } from './view-as.routes.ts';
import { impersonationService } from './view-as.service.ts';

export function installViewAs({ calls, db }: AppContext): void {
  bindViewAs(calls, impersonationService(db));
}
