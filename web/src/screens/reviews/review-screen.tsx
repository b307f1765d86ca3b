import { Review } from './review.tsx';
import css from './review-screen.module.css';
import { reviewTexts } from './review-texts.ts';

export const head = () => ({ title: reviewTexts.dailyReview, noIndex: true });

/** The daily review: questions that were answered wrong, or marked. */
export default function ReviewScreen() {
  return (
    <div className={`page ${css.screen}`}>
      <h1 tabIndex={-1}>{reviewTexts.dailyReview}</h1>
      <Review />
    </div>
  );
}
