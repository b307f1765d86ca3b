import type { AppContext } from '../app-context.ts';
import { bindPageViews } from './page-views.routes.ts';

export function installPageViews({ calls, pageViews }: AppContext): void {
  bindPageViews(calls, pageViews);
}
