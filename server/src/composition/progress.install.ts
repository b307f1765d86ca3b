import { bindProgress } from '../progress/progress.routes.ts';
import type { AppContext } from './app-context.ts';

export function installProgress({ calls, progress, guides, paths }: AppContext): void {
  bindProgress(calls, progress, guides, paths);
}
