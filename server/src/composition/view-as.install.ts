import { bindViewAs } from '../view-as/view-as.routes.ts';
import { impersonationService } from '../view-as/view-as.service.ts';
import type { AppContext } from './app-context.ts';

export function installViewAs({ calls, db }: AppContext): void {
  bindViewAs(calls, impersonationService(db));
}
