import type { AppContext } from '../app-context.ts';
import { bindProgress } from './progress.routes.ts';

export function installProgress({ calls, progress, guides, paths }: AppContext): void {
  bindProgress(calls, progress, guides, paths);
}
