import { bindPageViews } from '../page-views/page-views.routes.ts';
import type { AppContext } from './app-context.ts';

export function installPageViews({ calls, pageViews }: AppContext): void {
  bindPageViews(calls, pageViews);
}
