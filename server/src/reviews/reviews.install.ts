import type { AppContext } from '../app-context.ts';
import { bindReviews } from './reviews.routes.ts';

export function installReviews({ calls, reviews }: AppContext): void {
  bindReviews(calls, reviews);
}
