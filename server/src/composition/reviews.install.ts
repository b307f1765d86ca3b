import { bindReviews } from '../reviews/reviews.routes.ts';
import type { AppContext } from './app-context.ts';

export function installReviews({ calls, reviews }: AppContext): void {
  bindReviews(calls, reviews);
}
